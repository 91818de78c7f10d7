//! The word at a place: its letters and its language.

use super::days::day_or_month;
use crate::text::normalize::ground::*;

/// Characters of the longest abbreviation, its stops included.
pub const LONGEST_STOPPED: usize = 18;

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

/// Whether a word of capitals ends before a place.
pub fn follows_capitals(view: &View, at: usize) -> bool {
    let word = view.letters_before(at - view.run_before(at, |c| c == ' '));
    word.len() > 1 && word.iter().all(char::is_ascii_uppercase)
}

/// Whether a numeral in small letters stands in brackets, as before an item of a list: (ii).
pub fn is_item(view: &View, at: usize) -> bool {
    let letters = run(view, at);
    let open = view.before(at) == Some('(') && (at < 2 || !view.text[at - 2].is_alphanumeric());
    let small = letters.iter().all(|c| matches!(c, 'i' | 'v' | 'x')) && letters != ['x'];
    open && small && view.get(at + letters.len()) == Some(')')
}

/// Whether a word comes at a place that begins a sentence after what is shortened: 2 peons reqd. Call us
pub fn begins_sentence(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at);
    let small = |at| view.get(at).is_some_and(char::is_lowercase);
    let begins = next > at && view.get(next).is_some_and(char::is_uppercase) && small(next + 1);
    begins && view.lists(List::SentenceBegins, &view.word(next))
}

/// Whether a sentence begins with a capital at `end`, after a short form from `start` of a word that rather ends one: last yr. Sales rose, 2 cooks
/// reqd. Salary, but not "Reqd. Cooks", where it begins its phrase itself. A day goes on after an hour: 6 p.m. Sunday.
pub fn ends_sentence(view: &View, said: &str, start: usize, end: usize) -> bool {
    let next = view.skip_spaces(end);
    let last = said.rsplit(' ').next().unwrap_or_default();
    let capital = next > end && view.get(next).is_some_and(char::is_uppercase);
    let listed = || {
        use List::{Months, SentenceEnds, Weekdays};
        let lists = [SentenceEnds, Months, Weekdays];
        lists.iter().any(|list| view.lists(*list, last))
    };
    if !capital || !listed() {
        return false;
    }
    let mut back = view.back(start);
    let before = back.next().copied();
    let opens = |c: char| matches!(c, ',' | ';' | ':' | '(' | '&' | '/');
    // ₹500/- p.a. Pay, but not: Semi-furn. Flats
    let follows = before.is_some_and(|c| !opens(c) && (c != '-' || back.next() == Some(&'/')));
    // 6 p.m. The shop, but not P.M. Singh
    let small = || view.get(next + 1).is_some_and(char::is_lowercase);
    let hour = || last.len() > 1 || before.and_then(script::digit).is_some() && small();
    let word = view.word(next);
    // avl. Bal Rs 500
    let credited = || {
        view.lists(List::Credited, &word)
            && table(Language::En).shortened(view.letters(next)).is_some()
    };
    let goes_on = || is_day(view, next) || credited();
    follows && hour() && !goes_on() && !view.is_currency(next)
}

/// Whether the name of a day or a month, in full or shortened, comes at a place.
fn is_day(view: &View, at: usize) -> bool {
    let full: String = view.letters(at).iter().collect();
    day_or_month(view, at).is_some() || view.lists(List::Weekdays, &full)
}

/// Whether a sentence begins with a capital after the stop of a month: till 31st Oct. Documents.
pub fn ends_at_month(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at);
    next > at && is_name(view.letters(next)) && !is_day(view, next) && !view.is_currency(next)
}

/// Whether the word before a place names what is told apart by letters: Block A, vitamin C.
pub fn follows_lettered(view: &View, at: usize) -> bool {
    view.words_before(at, 1, |word| {
        view.lists(List::Lettered, word) || view.cues(word).has(Kind::Place)
    })
}
