//! Punctuation: what is heard as a pause, and what is not heard at all.

use super::prelude::*;
use crate::script::is_indic;
use crate::text::phrase;
use crate::text::stop;

/// Characters of the label of an item.
const LABEL: usize = 2;
/// Letters of the shortest word of English after which a hyphen is a dash.
const LONG: usize = 4;
/// Words of an aside that is no longer than the phrase around it.
const ASIDE: usize = 3;
/// Letters of an ending that a bracket touches.
const JOINED: usize = 3;
/// Digits of a year.
const YEAR: usize = 4;

/// A mark, and the pause that it asks for.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    Some(Class::Punctuation(asked(view, at)?).until(view, at + 1))
}

/// A mark that can be nothing else, which most are: no class but [`classify`] begins with it there.
pub fn alone(view: &View, at: usize) -> Option<Candidate> {
    let after_word = || view.before(at).and_then(script::letter).is_some();
    let only = match view.get(at)? {
        // வெதர்.காம் is the name of a site.
        '.' => after_word() && !indic_at(view, at + 1),
        ',' | '?' | ';' | ':' | '।' | '॥' => after_word(),
        // An image of Markdown.
        '!' => after_word() && view.get(at + 1) != Some('['),
        // message(s)
        '(' => !view.rest(at).starts_with(&['(', 's', ')']),
        '"' | '\'' | '“' | '”' | '‘' | '’' | ')' => true,
        _ => false,
    };
    only.then(|| classify(view, at))?
}

/// A space before the label of an item, which is a number or a letter and a bracket: choose a) tea b) milk.
pub fn before_label(view: &View, at: usize) -> Option<Candidate> {
    let next = at + 1;
    // Hardly any space stands there.
    if !view.rest(next).iter().take(LABEL + 1).any(|c| *c == ')') {
        return None;
    }
    let (digits, end) = view.digits(next);
    let letters = view.letters(next);
    let bases = script::bases(letters);
    let (end, label) = match digits.len() {
        0 => (next + letters.len(), bases == 1 && letters.len() <= LABEL),
        length => (end, length <= LABEL),
    };
    let closed = view.get(end) == Some(')') && view.get(end + 1) == Some(' ');
    // (… कहा जाता है) में
    let verb = || phrase::continues(view.language, &view.word(next));
    if !label || !closed || !view.is_heard_from(end + 1) || verb() {
        return None;
    }
    // "(see 1)" has its bracket; those of labels before it close nothing.
    let before = view.earlier.iter().chain(&view.text[..at]);
    let depth = before.fold(0u32, |depth, c| match c {
        '(' => depth + 1,
        ')' => depth.saturating_sub(1),
        _ => depth,
    });
    (depth == 0 && ends_word(view.before(at))).then(|| pause(view, at))?
}

/// Whether a word or a number ends in a character.
fn ends_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || script::extends(c))
}

/// The pause that a character asks for, none where it is silent; nothing where it is no punctuation.
fn asked(view: &View, at: usize) -> Option<Option<Pause>> {
    let c = view.get(at)?;
    let spaced = view
        .get(at + 1)
        .is_none_or(|c| script::is_silent(c) || c == '<');
    let after_digit = at > 0 && view.is_digit(at - 1);
    let pause = match c {
        '.' => full_stop(view, at, spaced, after_digit),
        '。' => spaced.then_some(Pause::Period),
        '…' if let Some(pause) = trailing(view, at) => pause,
        '।' | '॥' | '|' | '…' => Some(Pause::Period),
        '?' | '？' | '‽' => Some(Pause::Question),
        '!' | '！' => Some(Pause::Exclamation),
        // Section 190(2), which is not 192
        '(' if fits_zeros(view, at) => Some(Pause::Comma),
        // Section 318(4), CPI(M)
        '(' | ')' if bracket::belongs(view, at) => None,
        // [[Delhi]] of a wiki, [*]
        '[' | ']' if is_layout(view, at) => None,
        '(' | '[' => Some(Pause::Comma),
        ')' if view.get(at + 1) == Some(')') => None,
        ')' | ']' => (view.is_heard_from(at + 1) && !goes_on(view, at)).then_some(Pause::Comma),
        // COVID - 19
        '-' | '–' if view.number_follows(at + 1) && view.follows(at, List::Models) => None,
        '-' | '–' | '—' if (c != '-' || spaced) && is_before_ending(view, at) => None,
        '-' => is_dash(view, at, spaced).then_some(Pause::Comma),
        // Home · News
        '·' | '•' => (spaced && matches!(view.before(at), Some(' ' | '"' | '“' | '‘' | '\'')))
            .then_some(Pause::Comma),
        // "Home" "News", Home » News
        '"' | '”' | '’' | '\'' | '»' | '›' => parts_items(view, at).then_some(Pause::Comma),
        // হেল্থ–কেয়ার: a dash for the hyphen of a compound.
        '–' if indic_at(view, at + 1) && view.before(at).is_some_and(is_indic) => None,
        ',' if is_within_initials(view, at) => None,
        // Inside a number.
        ':' if after_digit && view.is_digit(at + 1) => None,
        ':' => Some(Pause::Colon),
        _ if script::parts_sentence(c) => Some(Pause::Comma),
        _ if script::is_silent(c) || begins_line(view, at, c) => None,
        _ => return None,
    };
    Some(pause)
}

/// Whether a number in a bracket would be heard as the last part of the one before it.
fn fits_zeros(view: &View, at: usize) -> bool {
    let zeros = view.run_before(at, |c| {
        script::digit(c).is_some_and(|(digit, _)| digit == 0)
    });
    (1..=zeros).contains(&view.digits(at + 1).0.len())
}

/// Whether a hyphen stands for a dash: between spaces, or before one in an Indic script, which has no "first- and second-class".
fn is_dash(view: &View, at: usize, spaced: bool) -> bool {
    // Section 62A.--Whoever
    if view.get(at + 1) == Some('-') && (view.is_letter(at + 2) || view.is_digit(at + 2)) {
        return true;
    }
    // "…", he said: the dash after a closing quote.
    let before = match view.text[..at] {
        [] => return false,
        [.., word, quote] if script::closes(quote) => word,
        [.., last] => last,
    };
    let next = at + 1 + view.run(at + 1, |c| matches!(c, ' ' | '"' | '\'' | '“' | '‘'));
    // A word of Latin letters that is no prefix.
    let long = view.run_before(at, |c| c.is_ascii_alphabetic());
    // ಅಪಘಾತ- ASI, बोले- 2022 में, Breaking- ಬಂಧಿತ, but not e- ಸೇವೆ
    let words = view.get(next).is_some_and(|c| match is_indic(before) {
        true if script::digit(c).is_some() => !names_number(view, at),
        true => is_indic(c) || c.is_ascii_uppercase(),
        // T20I- WATCH
        false if c.is_ascii_uppercase() => {
            before.is_ascii_uppercase() && follows_name(view, at) || long > LONG + 1
        }
        false => {
            let item = || view.digits_before(at).len() == at;
            is_indic(c)
                && (long >= LONG || follows_name(view, at) || item())
                && !is_before_ending(view, at)
        }
    });
    !is_of_compound(view, at)
        && (spaced && (before.is_whitespace() || words) || begins_aside(view, at))
        || follows_verb(view, at)
}

/// Whether a hyphen with a space on one side alone joins two words of an Indic script: one word twice, two that make a pair, or those of a
/// chain: धीरे- धीरे, माता -पिता, ফ্রেন্ড -অব -দ্য- কোর্ট.
fn is_of_compound(view: &View, at: usize) -> bool {
    let (left, right) = (view.before(at) == Some(' '), view.get(at + 1) == Some(' '));
    let (end, next) = (at - usize::from(left), at + 1 + usize::from(right));
    let (first, second) = (view.letters_before(end), view.letters(next));
    let indic = |letters: &[char]| letters.first().is_some_and(|c| is_indic(*c));
    if left == right || !indic(first) || !indic(second) {
        return false;
    }
    let earlier = matches!(
        view.text[..end - first.len()],
        [.., ' ', '-'] | [.., '\u{900}'..='\u{D7F}', '-', ' ']
    );
    let later = left && matches!(view.rest(next + second.len()), [' ', '-', c, ..] if is_indic(*c));
    let [first, second] = [first, second].map(|letters| letters.iter().collect::<String>());
    first == second || earlier || later || phrase::pairs(view.language, &first, &second)
}

/// Whether a hyphen that touches two words of an Indic script stands after the verb of a clause: வந்தது-பிரதமர்.
fn follows_verb(view: &View, at: usize) -> bool {
    let word: String = view.letters_before(at).iter().collect();
    let verb = |word: &str| view.table.lists(List::Verbs, word);
    indic_at(view, at + 1) && verb(&word) && !verb(&view.written(at + 1))
}

/// Whether the word before a place is one that numbers follow: ভাগ- 2.
fn names_number(view: &View, at: usize) -> bool {
    let lists = [List::Numbered, List::Labels, List::Models];
    view.words_before(at, 1, |word| {
        let letters: Vec<char> = word.chars().collect();
        view.cues(word).takes_number()
            || view.table.letter(&letters).is_some()
            || lists.iter().any(|list| view.table.lists(*list, word))
    })
}

/// Whether capitals after a figure, or a year, end at a place: 5G- ਮੁਕੇਸ਼, 2020- അറിയേണ്ടത്.
fn follows_name(view: &View, at: usize) -> bool {
    let capitals = view.run_before(at, |c| c.is_ascii_uppercase());
    let figures = view.digits_before(at - capitals).len();
    if capitals == 0 {
        figures == YEAR
    } else {
        figures > 0
    }
}

/// Whether a dash parts a word from its ending, with a space or without: periscope–এর, COVID-19 –এ, মন কি বাত – এর.
fn is_before_ending(view: &View, at: usize) -> bool {
    let word = view.written(view.skip_spaces(at + 1));
    let last = view.back(at).find(|c| !stop::is_quote(**c));
    let own = || !view.table.lists(List::Alone, &word);
    let fits = |c: &char| c.is_ascii_alphanumeric() || script::is_in_word(*c) && own();
    last.is_some_and(fits) && view.table.suffix(&word).is_some()
}

/// Whether a hyphen with a space before it alone stands between two words of an Indic script: ਹਿੱਸਾ -ਪਰਮਿੰਦਰ. Not before an ending.
/// Or before a name in Latin letters: Rs 500 debited -Canara Bank.
fn begins_aside(view: &View, at: usize) -> bool {
    let Some(last) = view.text[..at].strip_suffix(&[' ']).map(<[_]>::last) else {
        return false;
    };
    let last = last.copied();
    let word = view.written(at + 1);
    let ending = || view.table.suffix(&word).is_some() || phrase::continues(view.language, &word);
    let capital = matches!(view.letters(at + 1), [first, second, ..] if first.is_ascii_uppercase() && second.is_ascii_alphabetic());
    let parted = indic_at(view, at + 1) && last.is_some_and(is_indic) && !ending();
    parted || capital && ends_word(last)
}

fn indic_at(view: &View, at: usize) -> bool {
    view.get(at).is_some_and(is_indic)
}

/// Whether a comma stands between initials and what they are joined to, as papers in Tamil print it: எம்.எல்.ஏ.,க்கள், தி.மு.க.,-காங்.
fn is_within_initials(view: &View, at: usize) -> bool {
    if !matches!(&view.text[..at], [.., c, '.'] if is_indic(*c)) {
        return false;
    }
    let stopped = |at: usize| view.get(at + view.letters(at).len()) == Some('.');
    let joined = indic_at(view, at + 1) && !stopped(at + 1);
    // அ.தி.மு.க., மாநாடு, but not ம.பி., உ.பி., பீகார் and எ.கா., மாம்பழம்
    let start = at - view.run_before(at, |c| !matches!(c, ' ' | '-' | ','));
    let word = String::from_iter(&view.text[start..at]);
    let more = || view.get(at + 2 + view.letters(at + 2).len()) == Some(',');
    let listed = || view.text[..start].ends_with(&[',', ' ']) || stopped(at + 2) || more();
    let full = |said: &str| said.replace(' ', "") != word.replace('.', "");
    let one = || {
        let unit = matches!(view.last_class(), Some(Class::Measure(_)));
        let next = indic_at(view, at + 2) && stop::keeps_comma(&word);
        next && !unit && !listed() && !view.shortened().is_some_and(full)
    };
    joined || view.is_dash(at + 1) || one()
}

/// Whether the phrase goes on after a bracket: an ending or a postposition comes, and what the bracket closes is short: (5 માઇલ) થી,
/// (BJP) એ.
fn goes_on(view: &View, at: usize) -> bool {
    let inside = view.text[..at].rsplit(|c| matches!(c, '(' | '[')).next();
    let inside = inside.unwrap_or_default();
    // (Sell)-এ, (SARS-CoV-2) -உடன்
    let hyphen = match view.rest(at + 1) {
        ['-', ..] => 1,
        [' ', '-', c, ..] if is_indic(*c) => 2,
        _ => 0,
    };
    let next = view.skip_spaces(at + 1);
    let word = view.written(view.skip_spaces(at + 1 + hyphen));
    let suffix = view.table.suffix(&word).is_some();
    let alone = || view.table.lists(List::Alone, &word);
    let capitals = || inside.iter().all(char::is_ascii_uppercase) && (suffix || alone());
    // (പോസിറ്റീവ് ഇന്ത്യ) യിൽ
    let last = |c: &char| script::is_in_word(*c) || script::digit(*c).is_some();
    let ends = inside.last().is_some_and(last) && !bracket::ends_in_life(view, at);
    let own = || suffix && ends && !alone();
    let few = words(inside).count() <= ASIDE;
    // (…) 'ਚ
    let shortened = matches!(view.get(next), Some('\'' | '’')) && view.is_letter(next + 1);
    let follows =
        || phrase::continues(view.language, &word) || view.table.lists(List::Dialled, &word);
    // (ഫോൺകോൾ)നമസ്തേ, (Mughal Empire)मध्य
    let letter = |c: &char| c.is_lowercase() || !c.is_ascii();
    let named = !inside.iter().any(char::is_ascii_digit) && inside.iter().skip(1).any(letter);
    let long = || {
        let bases = script::bases(view.letters(at + 1 + hyphen));
        bases > JOINED - usize::from(named) && !suffix && !alone() && !follows()
    };
    indic_at(view, at + 1 + hyphen) && (hyphen < 2 || suffix) && !long()
        || shortened
        || few && (follows() || capitals() || own())
}

/// Whether a bracket is one of two together, or holds nothing that is heard.
fn is_layout(view: &View, at: usize) -> bool {
    let sign = view.get(at);
    let twice = view.before(at) == sign || view.get(at + 1) == sign;
    let silent = |c: char| script::is_silent(c) && !matches!(c, '[' | ']');
    let empty = || match sign {
        Some('[') => view.get(at + 1 + view.run(at + 1, silent)) == Some(']'),
        _ => view.before(at - view.run_before(at, silent)) == Some('['),
    };
    twice || empty()
}

/// Whether a quotation mark closes an item and another one begins the next, or an angle parts the names of a path.
fn parts_items(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let heard = next > at + 1 && view.is_heard_from(next) && at > 0;
    if matches!(view.get(at), Some('»' | '›')) {
        return heard && view.before(at) == Some(' ');
    }
    let opens = matches!(view.get(next), Some('"' | '“' | '‘' | '\''));
    // ਨਯਨਤਾਰਾ' 'ਚ
    let short = || {
        let letters = view.letters(next + 1);
        let one = script::bases(letters) == 1 && !letters[0].is_ascii();
        one && view.get(next + 1 + letters.len()) == Some(' ')
    };
    heard && opens && ends_word(view.before(at)) && view.is_letter(next + 1) && !short()
}

fn full_stop(view: &View, at: usize, spaced: bool, after_digit: bool) -> Option<Pause> {
    if let Some(pause) = trailing(view, at) {
        return pause;
    }
    let next = view.skip_spaces(at + 1);
    let small = |at| view.get(at).is_some_and(char::is_lowercase);
    let upper = spaced && view.get(next).is_some_and(char::is_uppercase);
    let capital = upper && (small(next + 1) || begins_sentence(view, at + 1));
    let letter = matches!(&view.text[..at], [.., ' ', c] if c.is_ascii_uppercase());
    // 31st Oct. Documents
    let dated = || {
        let date = matches!(view.last_class(), Some(Class::Date(_)));
        date && days::ends_at_month(view, at + 1)
    };
    let initials = match &view.text[..at] {
        [.., a, '.', b] if a.is_ascii_uppercase() => b.is_ascii_uppercase(),
        _ => false,
    };
    // Walk 5 km. Then rest. He said no. Then he left. Take vitamin C. It helps.
    // 100 sq.ft. Rs.500/-
    let unit = || follows_unit(view, at) && currency(&view.word(next)).is_none();
    let follows = || {
        unit()
            || follows_word(view, at)
            || days::follows_hours(view, at, next)
            || letter && letters::follows_lettered(view, at - 1)
            || !after_digit && begins_sentence(view, at + 1)
            || dated()
            || ends_short(view, at)
            // the D.C. The weather
            || initials && view.lists(List::Prose, &view.word(next))
    };
    // 50 yrs. BP must, ₹1.42 cr. FD
    let counted = || match view.last_class() {
        Some(Class::Measure(measure)) => measure.unit.is_time(),
        class => matches!(class, Some(Class::Money(_))),
    };
    if capital && follows() || upper && counted() && unit() {
        return Some(Pause::Period);
    }
    // Rs 5 Cr. only
    let bare = || stop::is_bare(view.letters_before(at).iter().copied());
    // Sent the msg. then he called
    let begins = || {
        matches!(
            &*view.word(next),
            "then" | "i" | "he" | "she" | "it" | "they" | "we" | "you" | "see"
        )
    };
    let more = || matches!(view.get(next), Some('+' | '&')) && follows_unit(view, at);
    if spaced && (more() || small(next) && (follows_unit(view, at) || bare() && !begins())) {
        return None;
    }
    if keeps_stop(view, at) && !days::is_weekday_too(view, at) {
        // The number of an item of a list.
        return after_digit.then_some(Pause::Comma);
    }
    // "B.Sc., M.A.", (नि.)
    let within = match view.get(at + 1) {
        Some(')') => bracket::around_word(view, at + 1).is_some(),
        next => next == Some(','),
    };
    (spaced && !within).then_some(Pause::Period)
}

/// The pause of one of the dots at the end of a quotation within a sentence: none before a word that goes on, as in 'Download...' पर.
fn trailing(view: &View, at: usize) -> Option<Option<Pause>> {
    let dot = |c: char| matches!(c, '.' | '…');
    let after = view.run(at, dot);
    if !view.get(at + after).is_some_and(stop::is_quote) {
        return None;
    }
    let dots = after + view.run_before(at, dot);
    let next = view.skip_spaces(at + after + 1);
    let small = view.is_letter(next) && !view.get(next).is_some_and(char::is_uppercase);
    let goes_on = || {
        let word = view.word(next);
        let suffix = !word.is_ascii() && view.table.suffix(&word).is_some();
        suffix || phrase::continues(view.language, &word)
    };
    let within = small && (dots > 1 || view.get(at) == Some('…'));
    within.then(|| (!goes_on()).then_some(Pause::Comma))
}

/// Whether a sentence ends at the stop of a short form, which is the last span.
fn ends_short(view: &View, at: usize) -> bool {
    let last = view.left.last();
    last.is_some_and(|span| {
        let ends = |said| ends_sentence(view, said, span.range.start, at + 1);
        said_in_full(span).is_some_and(ends)
    })
}

/// Whether the letters of a unit or of a scale after its number end at a place.
fn follows_unit(view: &View, at: usize) -> bool {
    use Class::{Cardinal, Decimal, Fraction, Measure, Money, Unit};
    let class = view.span_before(at).map(|span| &span.class);
    let amount = matches!(class, Some(Measure(_) | Money(_) | Fraction(_) | Unit(_)));
    let number = amount || matches!(class, Some(Cardinal(_) | Decimal(_)));
    number && at > 0 && view.is_letter(at - 1)
}

/// Whether a word in small letters ends at a place, which stands for itself although it may be an abbreviation: no.
fn follows_word(view: &View, at: usize) -> bool {
    view.span_before(at).is_some_and(|span| {
        let word = &view.text[span.range.clone()];
        span.class == Class::Word && word.len() > 1 && word.iter().all(char::is_ascii_lowercase)
    })
}

/// Whether a stop belongs to the word before it, within a sentence.
fn keeps_stop(view: &View, at: usize) -> bool {
    if !view.is_heard_from(at + 1) {
        return false;
    }
    let word = at - view.run_before(at, |c| !c.is_whitespace());
    // (ಜಿ. ಎಸ್.
    let word = word + view.run(word, script::opens);
    let before = word - view.run_before(word, |c| c == ' ');
    let text: String = view.text[word..at].iter().collect();
    let counted = view.is_digit(before.wrapping_sub(1));
    let last = before - view.run_before(before, |c| c != ' ');
    let last: String = view.text[last..before].iter().collect();
    let initials = last.strip_suffix('.').is_some_and(stop::is_initial);
    stop::after(&text, word == 0, counted, initials) == stop::Stop::Kept
}

/// Whether a mark begins a heading, "## Today", or a quoted line, "> today".
fn begins_line(view: &View, at: usize, c: char) -> bool {
    matches!(c, '#' | '>')
        && matches!(view.get(at + 1), Some('#' | '>' | ' '))
        && !view.number_follows(at + 1)
        && view.text[..at].iter().all(|c| matches!(c, '#' | '>' | ' '))
}
