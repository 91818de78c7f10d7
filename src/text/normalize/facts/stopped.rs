//! Whether two numbers with a stop or a hyphen between them are a day and its month: दि. 24.12, 20.12 से 23.12.

use super::clock::{clock_after, is_five};
use super::ending::after_link;
use super::follows::counts;
use crate::text::normalize::ground::*;

const MONTHS: std::ops::RangeInclusive<u64> = 1..=12;
/// Days that no section of a law, no version and no mark has for its first part.
const LATE_DAYS: std::ops::RangeInclusive<u64> = 13..=31;
/// The last days of months.
const LAST_DAYS: std::ops::RangeInclusive<u64> = 30..=31;

/// Whether a day and a month of two digits have a stop between them: after the word for a date (ତା ୧୫.୧୧), to the end of a range, from its
/// beginning, before a word that only a day has.
pub fn is_day(view: &View, day: &Digits, month: &Digits, at: usize, end: usize) -> bool {
    day.is_day()
        && is_month(month)
        && (is_after_date(view, at, end)
            || closes_range(view, at, end)
            || begins_range(view, day, month, end)
            || is_told(view, day, month, end))
}

/// The same with a hyphen, where the second number is smaller than the first: તા. 20-12.
pub fn is_hyphened(view: &View, day: &Digits, month: &Digits, at: usize, end: usize) -> bool {
    let falls = day.value() > month.value() && month.is_in(MONTHS);
    day.is_day() && falls && is_after_date(view, at, end)
}

fn is_month(digits: &Digits) -> bool {
    digits.len() == 2 && digits.is_in(MONTHS)
}

/// Whether what may be a day and a month follows the word for a date, and nothing is measured or timed by it.
fn is_after_date(view: &View, at: usize, end: usize) -> bool {
    let table = view.table;
    let dated = |word: &str| table.lists(List::Date, word) && !table.lists(List::Journeys, word);
    let own = view.language != Language::En;
    own && view.follows_short(at, dated) && !clock_after(view, end) && !counts(view, end)
}

/// Whether the word for "to" or a dash stands before a place, and a date before that: दि. 24.12 ते 26.12.
fn closes_range(view: &View, at: usize, end: usize) -> bool {
    let first = view.last_counted();
    let dated = first.is_some_and(|span| matches!(span.class, Class::Date(_)));
    dated && goes_on_to(view, at) && !counts(view, end)
}

/// Whether the word for "to" or a dash stands right before a place.
pub fn goes_on_to(view: &View, start: usize) -> bool {
    let to = |word: &str| view.table.lists(List::Particles, word);
    matches!(view.last_class(), Some(Class::Range)) || view.follows_short(start, to)
}

/// The place after a dash or the word for "to" that comes after a number, where another number may begin.
pub fn second_of_range(view: &View, end: usize) -> Option<usize> {
    after_link(view, end, |word| {
        view.table.lists(List::Particles, &word.to_lowercase())
    })
}

/// Whether a day and its month go on to a later day. Two amounts or times hardly have the same hundredths (20.12 से 23.12), and none that rises
/// has a smaller number behind (28.11-3.12).
fn begins_range(view: &View, day: &Digits, month: &Digits, end: usize) -> bool {
    let Some(next) = second_of_range(view, end) else {
        return false;
    };
    let (last, stop) = view.digits(next);
    let (other, end) = view.digits(stop + 1);
    // In English a word tells of dates: the index moved from 20.12 to 23.12.
    let told = view.language != Language::En;
    let same = told && other == *month && day.value() < last.value() && !is_five(month);
    let year = month.value() == Some(*MONTHS.end()) && other.value() == Some(*MONTHS.start());
    let later = day.value() > last.value() && (month.value() < other.value() || year);
    view.get(stop) == Some('.')
        && (is_month(&other) && (same && last.is_in(LATE_DAYS) || later && day.is_in(LATE_DAYS)))
        && is_nothing_else(view, end)
}

/// Whether a word that only a day has follows one, or the word for "until" the last day of a month: 14.12 को, 31.12 तक.
fn is_told(view: &View, day: &Digits, month: &Digits, end: usize) -> bool {
    let next = view.next_word(end);
    let last = day.is_in(LAST_DAYS) && view.table.lists(List::Until, &next);
    let on = day.is_in(LATE_DAYS) && view.table.lists(List::OfDay, &next);
    let on = on && view.get(end) == Some(' ');
    !next.is_empty() && !is_five(month) && (last || on) && is_nothing_else(view, end)
}

/// Whether nothing is counted or timed by a number that ends at a place, and the clause tells no price and no temperature.
fn is_nothing_else(view: &View, end: usize) -> bool {
    let other = |word: &Word| {
        let mut lists = [List::Priced, List::Negative, List::Untimed].into_iter();
        lists.any(|list| view.begins(list, &word.text))
    };
    !counts(view, end) && !clock_after(view, end) && !view.all_words().any(other)
}
