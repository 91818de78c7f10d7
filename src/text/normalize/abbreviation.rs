//! Words that are written shorter than they are said: Dr., i.e., ई. पू., No. 5.

use super::candidate::{Candidate, certainty};
use super::count::beginning;
use super::plate::plate;
use super::range::day_or_month;
use super::roman;
use super::view::{Classified, View, lowercase};
use super::weekday;
use crate::language::{Kind, Language, Table, is_title, table};
use crate::script;
use crate::text::class::Class;

/// Characters of the longest abbreviation, its stops included.
const MAX_LENGTH: usize = super::word::LONGEST_STOPPED;

/// Characters by which the word for a degree is known.
const DEGREE_STEM: usize = 4;

/// So many pieces with stops and no spaces between are the initials of one name.
const JOINED: usize = 3;

/// No duration is told in so many minutes.
const LENGTHS: u64 = 100;

/// A word or two words with stops, which the table has in full; a colon or visarga may stand in place of a stop.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    let stops = match view.get(end) {
        Some('.' | '॰' | '/') => true,
        Some(':') => is_title(&letters.iter().collect::<String>()),
        _ => matches!(letters.last(), Some('ঃ' | 'ଃ')) || short(letters),
    };
    if !stops {
        return None;
    }
    let language = view.language_at(at)?;
    let table = table(language);
    let own = || {
        Some((
            table.abbreviation(&format!("{}.", letters.iter().collect::<String>()))?,
            letters.len(),
        ))
    };
    let found = longest(view, at, |key| table.abbreviation(key));
    let (words, length) = found.or_else(|| own().filter(|_| short(letters)))?;
    // बी.एड. is no advocate, and the S. of O.S. No. no serial.
    let initial = letters.len() == 1 && length <= 2;
    if !initial && view.before(at) == Some('.') && follows_initial(view, table, at - 1) {
        return None;
    }
    // O.S. 78/2019
    let chained = initial && words.starts_with('#') && view.before(at) == Some('.');
    if chained || length == letters.len() + 1 && is_of_chain(view, table, at, at + letters.len()) {
        return None;
    }
    let end = at + length;
    if length <= letters.len() + 1 && is_initial(view, table, at, end) {
        return None;
    }
    let words = sense(words, view, at, end)?;
    // A stop at the end of the sentence is heard as one.
    let last =
        !view.is_heard_from(end) && view.before(end) == Some('.') && view.get(end) != Some(':');
    let found = Candidate {
        language,
        ..Candidate::new(
            view,
            end - usize::from(last),
            Class::Abbreviation(words),
            certainty::ABBREVIATION,
        )
    };
    Some(match view.beside_number(at) {
        true => Candidate {
            counts: true,
            ..found.with_case(view)
        },
        false => found,
    })
}

/// Which of the words that stand for an abbreviation are meant from `at` to `end`: `# a` only beside a number; `# a / b`, `^ a / b`,
/// `: a / b`, `@ a / b`, `. a / b`, `$ a / b` and `> a / b`, `* a / b` the first beside a number, before a name, before an hour, after what has a number,
/// after decimals or a number of three digits, after money, beside what is cooled, before a name or beside a number, otherwise the second;
/// `° a / b` the first after degrees.
fn sense(words: &'static str, view: &View, at: usize, end: usize) -> Option<&'static str> {
    let (first, other) = match words.split_once(" / ") {
        Some((first, other)) => (first, Some(other)),
        None => (words, None),
    };
    // `&of,by: a`
    if let Some((list, words)) = first.strip_prefix('&').and_then(|f| f.split_once(": ")) {
        let next = view.word(view.skip_white(end));
        return match list.split(',').any(|word| word == next) {
            true => Some(words),
            false => sense(other?, view, at, end),
        };
    }
    let one = |(sign, _): &(&str, &str)| sign.chars().count() == 1;
    let Some((sign, words)) = first.split_once(' ').filter(one) else {
        return Some(first);
    };
    let next = view.skip_white(end);
    let capital = || view.get(next).is_some_and(char::is_uppercase);
    // Mo.: 98110 23456
    let colon = view.get(next) == Some(':');
    let next = if colon {
        view.skip_white(next + 1)
    } else {
        next
    };
    let named = |word: &str| view.cues(word).is_named();
    let named = || view.words_before(at, 1, named);
    let meant = match sign {
        "#" => {
            // নং is nothing else anywhere.
            let alone = short(&view.text[at..end]);
            let beside = view.is_digit(next) || view.beside_number(at) || alone;
            let per = view.table.word("per");
            let per = || per.is_some_and(|per| view.words_before(at, 1, |word| word == per));
            let letters = view.letters(next);
            let roman = is_numeral(view, next);
            // Sec. B, but not S.C.
            let letter = next > end
                && !colon
                && end > at + 2
                && matches!(letters, ['B'..='H'])
                && view.get(next + 1) != Some('.');
            beside
                || per()
                || other.is_none_or(|other| other.starts_with('&'))
                    && (is_code(view, next) || roman || letter || named())
        }
        ":" => (1..=2).contains(&view.digits(next).0.len()) && !named(),
        "@" => named(),
        "." => view.beside_number(at) && view.left.last().is_some_and(is_length),
        // Mobile no: 98110 23456
        "~" => {
            let code = next > end && (is_code(view, next) || is_numeral(view, next));
            let counts = view.is_digit(next) || colon || code;
            let stop = view.before(end) == Some('.');
            let told = counts || stop || !view.is_heard_from(end);
            stop && code || told && follows_document(view, at)
        }
        "$" => matches!(
            view.left.last().map(|span| &span.class),
            Some(Class::Money(_) | Class::Percent(_) | Class::Measure(_))
        ),
        // 5 min, Max Rao
        "!" => !view.beside_number(at) && next > end && !colon && !capital(),
        // भारत वि. पाकिस्तान, but not वि. दा. सावरकर
        "|" => {
            let letters = view.letters(next);
            let word = letters.len() > 2 && view.get(next + letters.len()) != Some('.');
            let before = at > 1 && view.before(at) == Some(' ') && view.get(at - 2) != Some('.');
            next > end && word && before
        }
        // Ram v. State
        "_" => view.get(at).is_some_and(char::is_lowercase) && capital(),
        // A name rather than capitals.
        "^" => {
            let small = |c: char| c.is_lowercase() || c == '.';
            // Dr (Col) S. K. Menon
            let bracket = view.get(next) == Some('(');
            if view.before(at) == Some('(') && view.get(end) == Some(')') {
                return Some(words);
            }
            let next = next + usize::from(bracket);
            let capital = view.get(next).is_some_and(char::is_uppercase);
            next > end && capital && view.get(next + 1).is_some_and(small)
        }
        "*" => {
            let name = next > end && view.get(next).is_some_and(char::is_uppercase);
            name || view.is_digit(next) || view.beside_number(at)
        }
        ">" => is_cooled(view, at, next),
        "°" => follows_degrees(view, at),
        _ => return Some(first),
    };
    match meant {
        true => Some(words),
        false => sense(other?, view, at, end),
    }
}

/// Whether a Roman numeral that is no other word comes at a place: Bench No. II.
fn is_numeral(view: &View, at: usize) -> bool {
    let letters = view.letters(at);
    roman::is_small(letters) && letters != ['I']
}

/// Whether the word right before a place is the name of what has a number, or an abbreviation.
fn follows_document(view: &View, at: usize) -> bool {
    let space = view.before(at) == Some(' ');
    let near = at > 1 && (view.is_letter(at - 2) || view.get(at - 2) == Some('.'));
    let shortened = || {
        let last = view.left.last();
        last.is_some_and(|span| matches!(span.class, Class::Abbreviation(_)))
    };
    let named = |word: &str| view.cues(word).is_named();
    space && near && (shortened() || view.words_before(at, 1, named))
}

/// Whether what has air conditioning stands beside the letters for it: an A/C bus, non-A/C.
fn is_cooled(view: &View, at: usize, next: usize) -> bool {
    let cooled = |word: &str| {
        table(Language::En).list("cooled").any(|w| w == word) || view.cues(word).has(Kind::Place)
    };
    let after = next + view.letters(next).len();
    let second = view.skip_spaces(after);
    cooled(&view.word(next))
        || second > after && cooled(&view.word(second))
        || view.words_before(at, 1, cooled)
}

/// Whether the letters from `at` to their stop at `stop` are one of several initials: জি.আর., এ. পি. জে.
fn is_of_chain(view: &View, table: &Table, at: usize, stop: usize) -> bool {
    if table.letter(&view.text[at..stop]).is_none() {
        return false;
    }
    let space = usize::from(view.before(at) == Some(' '));
    let before = at.checked_sub(space + 1);
    let follows = before
        .is_some_and(|i| view.get(i) == Some('.') && i > 0 && follows_initial(view, table, i));
    let next = view.skip_spaces(stop + 1);
    let letters = view.letters(next);
    let precedes = view.get(next + letters.len()) == Some('.') && table.letter(letters).is_some();
    follows || precedes
}

/// Whether an abbreviation in the letters of India is one of three or more that stops join: भा.द.वि. Only a title stands so before the
/// initials of a name, which are named: डॉ.ए.पी.जे.
fn is_initial(view: &View, table: &Table, at: usize, end: usize) -> bool {
    if view.get(at).is_none_or(|c| c.is_ascii()) || view.before(end) != Some('.') {
        return false;
    }
    let mut start = at;
    while start > 1 && view.get(start - 1) == Some('.') && view.is_letter(start - 2) {
        let before = &view.text[..start - 1];
        let space = before.iter().rposition(|c| script::letter(*c).is_none());
        start = space.map_or(0, |i| i + 1);
    }
    let (mut joined, mut next) = (0, start);
    loop {
        let length = super::word::run(view, next).len();
        if length == 0 || view.get(next + length) != Some('.') {
            break;
        }
        joined += 1;
        next += length + 1;
    }
    let named = || table.letter(super::word::run(view, end)).is_some();
    joined >= JOINED && (start < at || !named())
}

/// Whether degrees stand before a place, by their sign or by their name: 12.6 अंश से.
fn follows_degrees(view: &View, at: usize) -> bool {
    let sign = view.text[..at].iter().rev().find(|c| **c != ' ') == Some(&'°');
    let name = view.table.word("°").unwrap_or_default();
    // It may be inflected: డిగ్రీల.
    let stem = beginning(name, DEGREE_STEM);
    let loan = |word: &str| view.table.list("degrees").any(|degree| degree == word);
    sign || view.words_before(at, 1, |word| word.starts_with(stem) || loan(word))
}

/// Whether a number before মি. is of metres rather than minutes: it has decimals, or three digits.
fn is_length(number: &Classified) -> bool {
    match &number.class {
        Class::Decimal(_) => true,
        Class::Cardinal(number) => number.numeral.value().is_some_and(|n| n >= LENGTHS),
        _ => false,
    }
}

/// Whether the letters that end at a stop are the name of a Latin letter.
fn follows_initial(view: &View, table: &Table, stop: usize) -> bool {
    let before = view.text[..stop].iter().rev();
    let length = before.take_while(|c| script::letter(**c).is_some()).count();
    let letters = &view.text[stop - length..stop];
    matches!(letters, [c] if c.is_ascii_uppercase()) || table.letter(letters).is_some()
}

/// Whether capitals and digits together come at a place, as of a number with letters in it: XX4521, OD-558213.
fn is_code(view: &View, at: usize) -> bool {
    if plate(view.rest(at)).is_some() {
        return true;
    }
    let part = |c: &&char| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '/' | '-');
    let run = view.rest(at).iter().take(MAX_LENGTH).take_while(part);
    view.get(at).is_some_and(|c| c.is_ascii_uppercase()) && run.clone().any(char::is_ascii_digit)
}

/// Whether a word is so short and ends so that it can only be an abbreviation without its stop: নং.
fn short(letters: &[char]) -> bool {
    matches!(letters, [_, 'ং' | 'ଂ'])
}

/// The longest abbreviation at a place, of two words at most, and its length.
fn longest(
    view: &View,
    at: usize,
    known: impl Fn(&str) -> Option<&'static str>,
) -> Option<(&'static str, usize)> {
    let rest = view.rest(at);
    let is_stop = |c: char| matches!(c, '.' | '॰' | ':' | 'ঃ' | 'ଃ');
    let part = |c: &&char| script::letter(**c).is_some() || is_stop(**c) || **c == '/';
    let mut found = None;
    let mut key = String::new();
    let mut start = 0;
    for _ in 0..2 {
        let run = rest[start..].iter().take(MAX_LENGTH + 1).take_while(part);
        let length = run.count();
        if length == 0 {
            break;
        }
        // A name may follow without a space: ಡಾ.ರಾಜ್ಕುಮಾರ್.
        let seen = length.min(MAX_LENGTH);
        for (i, c) in rest[start..start + seen].iter().enumerate() {
            let stop = is_stop(*c);
            key.extend(if stop { '.' } else { *c }.to_lowercase());
            let whole = i + 1 == length && key.contains('/');
            if (whole || stop)
                && let Some(words) = known(&key)
            {
                found = Some((words, start + i + 1));
            }
        }
        start += length;
        if seen < length || !key.ends_with('.') || rest.get(start) != Some(&' ') {
            break;
        }
        start += 1;
    }
    found
}

/// A word that is written shorter without a stop, anywhere: pls, Hon'ble.
pub fn bare(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    let language = view.language_at(at)?;
    let words = table(language).shortened(letters)?;
    let words = sense(words, view, at, end)?;
    let class = Class::Abbreviation(words);
    Some(Candidate {
        language,
        ..Candidate::new(view, end, class, certainty::UNSTOPPED)
    })
}

/// An abbreviation that the table has without its stop, before a number.
pub fn unstopped(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    // Dep: 10:20, Ch-5
    let colon = usize::from(matches!(view.get(end), Some(':' | '-')));
    // 2nd gen
    let last = view.left.last().map(|span| &span.class);
    let ranked = || matches!(last, Some(Class::Ordinal(_))) && view.beside_number(at);
    let before = view.digit_near(end) && view.is_digit(view.skip_spaces(end + colon));
    // A clause may end at the colon of a label.
    let labels = || view.get(end) == Some(':') && !view.is_heard_from(end + 1);
    if !before && !ranked() && !labels() {
        return None;
    }
    let language = view.language_at(at)?;
    let small = letters[1..].iter().all(|c| !c.is_uppercase());
    let word = match small {
        true => lowercase(letters),
        false => letters.iter().collect(),
    };
    let words = table(language).word(&word)?.strip_prefix("# ")?;
    let words = words.split(" / ").next()?;
    let class = Class::Abbreviation(words);
    Some(Candidate {
        language,
        ..Candidate::new(view, end, class, certainty::UNSTOPPED)
    })
}

/// The short name of a day of the week in Latin letters, in the language of the clause: Tue, Sat.
pub fn weekday(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    let index = weekday::day_of_week(letters)?;
    let english = view.language == Language::En;
    let told = |word: &str| {
        "on every this next last by till until before since"
            .split(' ')
            .any(|w| w == word)
    };
    let told = || view.words_before(at, 1, told);
    // Mon-Sat.
    let ranged = view.left.last().map(|span| &span.class) == Some(&Class::Range);
    let beside = || stands_in_date(view, end) || stands_beside_day(view, at, end);
    if english && !ranged && !is_only_day(letters) && !beside() && !told() {
        return None;
    }
    let words = view.table.list("weekdays").nth(index)?;
    let stop = view.get(end) == Some('.') && view.is_heard_from(end + 1);
    let end = end + usize::from(stop);
    Some(Candidate::new(
        view,
        end,
        Class::Abbreviation(words),
        certainty::UNSTOPPED,
    ))
}

/// The short name of a month in Latin letters without a number, where it begins with a capital and a word before it or the end of the
/// clause tells that it is one: in Oct, since Jan.
pub fn month(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    let [first, small @ ..] = letters else {
        return None;
    };
    let shape = first.is_ascii_uppercase() && small.iter().all(char::is_ascii_lowercase);
    if !shape || !(3..=4).contains(&letters.len()) {
        return None;
    }
    let name = table(Language::En).named("month:", &lowercase(letters))?;
    let told = |word: &str| {
        "in for since till until by from during last next this of to end"
            .split(' ')
            .any(|w| w == word)
    };
    let stop = usize::from(view.get(end) == Some('.'));
    // Jan Dhan
    let next = view.skip_spaces(end + stop);
    let name_goes_on = next > end && view.get(next).is_some_and(char::is_uppercase);
    let only = !matches!(name, "January" | "March" | "June");
    if name_goes_on || view.is_digit(next) || !(only || view.words_before(at, 1, told)) {
        return None;
    }
    let index = table(Language::En).list("months").position(|m| m == name)?;
    let words = view.table.list("months").nth(index)?;
    let heard = view.is_heard_from(end + stop);
    let end = end + stop * usize::from(heard);
    let class = Class::Abbreviation(words);
    Some(Candidate::new(view, end, class, certainty::CLOCK))
}

/// The short name of a day or a month without its stop, before or after a dash and another one: नवं-दिसं, Nov-Dec.
pub fn of_range(view: &View, at: usize) -> Option<Candidate> {
    let end = at + super::word::run(view, at).len();
    let dash = matches!(view.get(end), Some('-' | '–' | '—'));
    let after = || view.left.last().map(|span| &span.class) == Some(&Class::Range);
    if !dash && !after() {
        return None;
    }
    let words = day_or_month(view, at)?;
    let other = match view.left {
        _ if dash => day_or_month(view, end + 1).is_some(),
        [.., first, _] => matches!(first.class, Class::Abbreviation(_)),
        _ => false,
    };
    let class = Class::Abbreviation(words);
    let found = Candidate::new(view, end, class, certainty::UNSTOPPED);
    Some(found).filter(|_| other)
}

/// Whether the short name of a day is no other word, nor that of a person.
fn is_only_day(letters: &[char]) -> bool {
    matches!(letters, ['T' | 'F', ..])
}

/// Words between two days: Mon to Thu. The sign of "Wed & Fri" is no letter.
const BETWEEN_DAYS: [&str; 5] = ["and", "or", "to", "till", "through"];

/// Whether another day stands before or after, with such a word between perhaps.
fn stands_beside_day(view: &View, at: usize, end: usize) -> bool {
    let gap = |c: &char| matches!(c, ' ' | '&' | ',');
    let before = view.text[..at].rsplit(gap);
    let after = view.rest(end).split(gap);
    first_is_day(before.filter(|word| !word.is_empty()))
        || first_is_day(after.filter(|word| !word.is_empty()))
}

/// Whether the first of words is a day, beside a word that stands between days.
fn first_is_day<'v>(words: impl Iterator<Item = &'v [char]>) -> bool {
    let between = |word: &&[char]| BETWEEN_DAYS.contains(&&*lowercase(word));
    let mut words = words.enumerate();
    let first = words.find(|(i, word)| *i > 0 || !between(word));
    first.is_some_and(|(_, word)| weekday::is_day(word))
}

/// Whether what follows is a part of a date, or another day.
fn stands_in_date(view: &View, end: usize) -> bool {
    let mark = |c: &char| matches!(c, '.' | ',' | ' ' | '-' | '–' | '/');
    let next = end + view.rest(end).iter().take_while(|c| mark(c)).count();
    let marked = !matches!(view.rest(end), [' ', c, ..] if !mark(c));
    next > end
        && (view.is_digit(next)
            || marked && weekday::day_of_week(super::word::run(view, next)).is_some())
}
