//! The word at a place: its letters and its language.

use crate::text::normalize::ground::*;

/// Characters of the longest abbreviation, its stops included.
pub const LONGEST_STOPPED: usize = 18;

/// Whether a letter alone begins a word with an apostrophe: K'taka.
pub fn begins_word(view: &View, at: usize) -> bool {
    run(view, at).len() > 1
}

/// The word at a place: letters of one script, joiners, apostrophes of English.
pub fn run<'v>(view: &'v View, at: usize) -> &'v [char] {
    let rest = view.rest(at);
    let Some(script) = rest.first().and_then(|c| script::letter(*c)) else {
        return &[];
    };
    let latin = script == Script::Latin;
    let part = |(i, c): (usize, &char)| {
        let letter = script::letter(*c);
        letter == Some(script)
            || *c == script::ZWJ
            || latin
                && matches!(c, '\'' | '’')
                && rest.get(i + 1).and_then(|c| script::letter(*c)) == Some(script)
    };
    let length = rest.iter().enumerate().take_while(|(i, c)| part((*i, c)));
    &rest[..length.count()]
}

/// Whether a word begins with a capital and a small letter, as a name does.
pub fn is_name(word: &[char]) -> bool {
    matches!(word, [first, second, ..] if first.is_uppercase() && second.is_lowercase())
}

/// The letters of the word at a place, its language, and the place after it.
pub fn read(view: &View, at: usize) -> (String, Language, usize) {
    let letters = run(view, at);
    let language = language(view, at);
    (spelling(letters), language, at + letters.len())
}

/// The language of the word at a place.
pub fn language(view: &View, at: usize) -> Language {
    let found = view.romanised.at(at).or_else(|| view.language_at(at));
    found.unwrap_or(view.language)
}

/// How many characters what stands before the host of an address has: https://
pub fn scheme(view: &View, at: usize) -> usize {
    let rest = view.rest(at);
    let begins = |scheme: &&str| rest.iter().copied().take(scheme.len()).eq(scheme.chars());
    let found = everywhere(Everywhere::Schemes).find(begins);
    found.map_or(0, str::len)
}

/// Whether a word of English in Latin letters ends right before the space before a place.
pub fn follows_english(view: &View, at: usize) -> bool {
    view.left.last().is_some_and(|span| {
        let word = &view.text[span.range.clone()];
        let latin = word.len() > 1 && word.iter().all(char::is_ascii_alphabetic);
        let english = span.class == Class::Word && span.language == Language::En;
        latin && english && span.range.end + 1 == at
    })
}

/// Whether words of English in Latin letters stand on both sides of the number from `at` to `end`: Top 3 Electric Cars.
pub fn is_within_english(view: &View, at: usize, end: usize) -> bool {
    let latin = |word: &[char]| word.len() > 1 && word.iter().all(char::is_ascii_alphabetic);
    let next = end + 1;
    follows_english(view, at)
        && view.before(at) == Some(' ')
        && view.get(end) == Some(' ')
        && latin(view.letters(next))
        && language(view, next) == Language::En
}

/// Whether a word of capitals ends before a place.
pub fn follows_capitals(view: &View, at: usize) -> bool {
    let word = view.letters_before(at - view.run_before(at, |c| c == ' '));
    word.len() > 1 && word.iter().all(char::is_ascii_uppercase)
}

/// Whether letters are the name of a Latin letter, or of two: 20ಎಂಎಂ, but not ২৫০০টিকে.
pub fn names_letters(table: &Table, letters: &[char]) -> bool {
    let name = |part: &[char]| table.letter(part).is_some();
    let listed = |part: &[char]| table.lists(List::Endings, &spelling(part));
    let mut parts = (1..letters.len()).map(|at| letters.split_at(at));
    !letters.is_empty()
        && (name(letters) || parts.any(|(first, last)| name(first) && name(last) && !listed(first)))
}

/// Whether a numeral in small letters stands in brackets, as before an item of a list or after a section: (ii), 506(ii), 13(1)(ia).
pub fn is_item(view: &View, at: usize) -> bool {
    let letters = run(view, at);
    let before = at.checked_sub(2).and_then(|at| view.get(at));
    let open = view.before(at) == Some('(') && !before.is_some_and(char::is_alphabetic);
    // Of a section it may have a letter, but not: fly (via Pune)
    let section = before.is_some_and(|c| c == ')' || c.is_ascii_digit());
    let numeral = match letters {
        [numeral @ .., 'a'..='c'] if section => numeral,
        _ => letters,
    };
    let small = numeral.iter().all(|c| matches!(c, 'i' | 'v' | 'x')) && numeral != ['x'];
    open && small && !numeral.is_empty() && view.get(at + letters.len()) == Some(')')
}

/// Whether the word before a place names what is told apart by letters: Block A, vitamin C.
pub fn follows_lettered(view: &View, at: usize) -> bool {
    view.words_before(at, 1, |word| {
        view.lists(List::Lettered, word) || view.cues(word).has(Kind::Place)
    })
}

/// Whether the capital that ends at `end` after a number is the letter of a section of the law of taxes rather than the sign of joule, kelvin or
/// newton: TDS 194J.
pub fn is_of_taxes(view: &View, end: usize) -> bool {
    let tells = |word: &Word| view.lists(List::Laws, &word.text);
    matches!(view.letters(end), ['J' | 'K' | 'N']) && view.words().iter().any(tells)
}

/// Whether a letter with its stop, which ends at `end`, stands between an initial and a name: the second one of ક. મા. મુનશી.
pub fn ends_initials(view: &View, at: usize, end: usize) -> bool {
    let first = view.letters_before(at.saturating_sub(2));
    let one = |letters: &[char]| script::bases(letters) == 1;
    let apart = view.text[..at].ends_with(&['.', ' ']) && view.get(end) == Some(' ');
    let named = || view.letters(end + 1).len() > 1 && !one(view.letters(end + 1));
    let joined = view.text[..at].iter().rev().nth(first.len() + 2) == Some(&'.');
    let spelt = || view.shortened().is_none() && !view.beside_number(at);
    apart && !joined && one(first) && one(run(view, at)) && named() && spelt()
}
