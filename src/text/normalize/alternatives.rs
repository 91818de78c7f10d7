//! Numbers with strokes between them of which one is meant: 6/9/12 months.

use super::candidate::{Candidate, certainty};
use super::range::duration_at;
use super::view::View;
use crate::text::class::{Class, Part};

/// So few may be a fraction or a day of a month, and so many are a path.
const COUNT: std::ops::RangeInclusive<usize> = 3..=6;
/// Digits of each.
const MAX_DIGITS: usize = 3;

/// Three or more before what they count.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let mut numbers = Vec::new();
    let mut start = at;
    let end = loop {
        let (digits, end) = view.digits(start);
        let fits = (1..=MAX_DIGITS).contains(&digits.len()) && digits[0] > 0;
        numbers.push(Some(digits).filter(|_| fits)?);
        if view.get(end) != Some('/') {
            break end;
        }
        start = end + 1;
    };
    let unit = view.word(view.skip_spaces(end));
    let counts = duration_at(view, end) || !unit.is_ascii() && table.names_unit(&unit);
    if !COUNT.contains(&numbers.len()) || !counts {
        return None;
    }
    let last = numbers.len() - 1;
    let mut parts = Vec::new();
    for (i, number) in numbers.into_iter().enumerate() {
        parts.extend(table.word("or").filter(|_| i == last).map(Part::Said));
        parts.push(Part::Number(number));
    }
    let class = Class::Identifier(parts);
    Some(Candidate::number(
        view,
        end,
        class,
        language,
        certainty::DATE,
    ))
}
