//! What stands between two numbers: a range, a pair that is none, a minus, the "x" of 2x3.

use super::candidate::{Candidate, certainty};
use super::view::View;
use super::weekday;
use crate::script;
use crate::text::class::Class;

/// Signs that may stand in a range.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '−' | '~')
}

/// A sign between two numbers, and whether they are a range or a pair.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let dash = view.get(at).is_some_and(is_dash);
    if dash && is_between_days(view, at) {
        return Some(Candidate::new(view, at + 1, Class::Range, certainty::RANGE));
    }
    if !dash || !view.beside_number(at) || !view.number_follows(at + 1) {
        return None;
    }
    let class = match is_pair(view, at) {
        true => Class::Pair,
        false => Class::Range,
    };
    Some(Candidate::new(view, at + 1, class, certainty::RANGE))
}

/// Whether days of the week stand on both sides: Mon-Fri.
fn is_between_days(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at + 1);
    let day = |name: &str| view.table.list("weekdays").any(|day| day == name);
    let before = match view.left.last().map(|span| &span.class) {
        Some(Class::Abbreviation(words)) => day(words),
        _ => false,
    };
    before && weekday::index(super::word::run(view, next)).is_some()
}

/// Whether the numbers around a sign are no range: a score (3-2 से), whose second number the word for a range follows anyway, or
/// the same number twice (50-50).
fn is_pair(view: &View, at: usize) -> bool {
    let start = at + 1 + usize::from(view.get(at + 1) == Some(' '));
    let (second, end) = view.digits(start);
    let first = view.text[..at].iter().rev();
    let figures = first
        .map_while(|c| script::digit(*c))
        .map(|(value, _)| value);
    let length = figures.clone().count();
    // Not the digits of a longer number.
    let joins = |c: Option<char>| matches!(c, Some('.' | ',' | ':'));
    let part = at
        .checked_sub(length)
        .is_some_and(|first| joins(view.before(first)))
        || joins(view.get(end)) && view.is_digit(end + 1);
    if !part && figures.eq(second.iter().rev().copied()) {
        return true;
    }
    let letters = view.letters(end + usize::from(view.get(end) == Some(' ')));
    let to = view.table.word("to").map(|to| to.trim_start_matches('+'));
    to.is_some_and(|to| to.chars().eq(letters.iter().copied()))
}

/// A minus before a number, or between two in a sum.
pub fn minus(view: &View, at: usize) -> Option<Candidate> {
    if !matches!(view.get(at), Some('-' | '−')) {
        return None;
    }
    let starts = |c: char| c.is_whitespace() || matches!(c, '(' | '?' | ',' | '=');
    let number = view.is_digit(at + 1)
        || view
            .get(at + 1)
            .and_then(super::view::currency_sign)
            .is_some();
    let sum = || {
        let between = view.beside_number(at) && view.number_follows(at + 1);
        between && view.text.contains(&'=')
    };
    if !(number && view.before(at).is_none_or(starts) || sum()) {
        return None;
    }
    let words = view.table.word("minus")?;
    Some(Candidate::new(
        view,
        at + 1,
        Class::Sign(words),
        certainty::MINUS,
    ))
}

/// "2x3 m".
pub fn by(view: &View, at: usize) -> Option<Candidate> {
    if !matches!(super::word::run(view, at), ['x' | 'X']) {
        return None;
    }
    if !view.beside_number(at) || !view.number_follows(at + 1) {
        return None;
    }
    let words = view.table.word("by")?;
    Some(Candidate::new(
        view,
        at + 1,
        Class::Sign(words),
        certainty::OPERATOR,
    ))
}
