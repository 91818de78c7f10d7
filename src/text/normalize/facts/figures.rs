//! The number at a place, with the stroke that may close it.

use super::count::rupees_at;
use super::group::YEARS;
use super::{letters, numeral};
use crate::text::normalize::ground::*;

/// Digits of a group, and the least distance of two that are parts of one number.
const GROUP: usize = 3;
const STEP: u64 = 10;
/// Two may be one number in groups of three.
const LIST: usize = 3;

/// Whether a decimal point that begins a number stands at a place: .5.
pub fn begins_with_point(view: &View, at: usize) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '.';
    view.get(at) == Some('.') && view.is_digit(at + 1) && !view.before(at).is_some_and(inside)
}

/// The language that says the number at a place, and its table.
pub fn language(view: &View, at: usize) -> (Language, &'static Table) {
    let found = view.numerals(at + usize::from(view.get(at) == Some('.')));
    match found.0 != Language::En && counts_in_english(view, at) {
        true => (Language::En, table(Language::En)),
        false => found,
    }
}

/// Whether an English word for a time follows the number at a place, and another word of English that one: 10 years of Leo.
fn counts_in_english(view: &View, at: usize) -> bool {
    let (_, end) = view.digits(at);
    if view.get(end) != Some(' ') || !view.get(end + 1).is_some_and(|c| c.is_ascii_lowercase()) {
        return false;
    }
    let unit = view.letters(end + 1);
    let next = end + 1 + unit.len() + 1;
    let small = |word: &[char]| word.len() > 1 && word.iter().all(char::is_ascii_lowercase);
    small(unit)
        && view.get(next - 1) == Some(' ')
        && small(view.letters(next))
        && table(Language::En).names_unit(&view.word(end + 1))
        && letters::language(view, next) == Language::En
}

/// The number at a place, and the place after it and the stroke of an amount whose currency a word names.
pub fn scan(view: &View, at: usize) -> (Numeral, usize) {
    let (numeral, end) = numeral::scan(view.text, at);
    let comma = numeral.grouped || view.before(at) == Some(',');
    if let Some(first) = comma.then(|| first_of_list(view, at, end)).flatten() {
        return numeral::scan(&view.text[..first], at);
    }
    (numeral, skip_stroke(view, end))
}

/// The place after the stroke that closes an amount, if one comes at a place.
pub fn skip_stroke(view: &View, at: usize) -> usize {
    // 500/=
    let closed = matches!(view.rest(at), ['/', '-' | '=', ..]) && !view.is_digit(at + 2);
    at + if closed { 2 } else { 0 }
}

/// Whether an amount of rupees comes at a place, with their name or a stroke behind it: 85/-.
pub fn is_paid(view: &View, at: usize) -> bool {
    let (number, end) = numeral::scan(view.text, at);
    !number.whole.is_empty() && (skip_stroke(view, end) > end || rupees_at(view, end))
}

/// Whether two numbers and a stroke are a pair that has a name of its own: 24/7, 26/11.
pub fn is_pair(table: &Table, pair: &str) -> bool {
    is_english_pair(pair) || table.lists(List::Pairs, pair)
}

/// Whether such a pair is said in English in every language: 24/7.
pub fn is_english_pair(pair: &str) -> bool {
    everywhere(Everywhere::EnglishPairs).any(|listed| listed == pair)
}

/// Whether two numbers with a stroke are a fraction that is common anywhere: 3/4.
pub fn is_common_fraction(pair: &str) -> bool {
    everywhere(Everywhere::CommonFractions).any(|listed| listed == pair)
}

/// The end of a number of three digits that is one of several which rise by little and have commas between them, but no
/// spaces: rooms 101,102,103.
fn first_of_list(view: &View, at: usize, end: usize) -> Option<usize> {
    let part = |c| c == ',' || script::digit(c).is_some();
    let run = &view.text[at - view.run_before(at, part)..end + view.run(end, part)];
    let run = run.strip_suffix(&[',']).unwrap_or(run);
    let groups = run.split(|c| *c == ',');
    let groups: Vec<Digits> = groups.map(|group| digits(group, 0).0).collect();
    let near = |pair: &[Digits]| {
        let first = pair[0].value().unwrap_or_default();
        pair[1].is_in(first + 1..first + STEP)
    };
    let listed = groups.len() >= LIST
        && groups.iter().all(|group| group.len() == GROUP)
        && groups.windows(2).all(near);
    listed.then_some(at + GROUP)
}

/// Whether numbers are of three digits or more and of near size, as two prices or two aims are, and the last is no year: 398/410,
/// 156/160/165.
pub fn are_near(numbers: &[Digits]) -> bool {
    let long = numbers.iter().all(|n| n.len() >= GROUP && n[0] > 0);
    let values = || numbers.iter().filter_map(Digits::value);
    let (Some(least), Some(most)) = (values().min(), values().max()) else {
        return false;
    };
    let year = values().next_back().is_some_and(|n| YEARS.contains(&n));
    long && most < 2 * least && !year
}

/// Whether the number from `at` to `end` is the one with which a server tells what went wrong, beside a word for it: 404 error. Round ones
/// may count errors.
pub fn is_error(view: &View, at: usize, end: usize) -> bool {
    let status = |n| matches!(n, 401 | 403..=405 | 408 | 409 | 429 | 501..=504);
    let error = |word: &str| view.lists(List::Errors, word);
    let follows = || view.before(at) == Some(' ') && view.words_before(at, 1, error);
    view.digits(at).0.value().is_some_and(status) && (error(&view.next_word(end)) || follows())
}
