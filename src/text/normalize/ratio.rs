//! Numbers with signs between them that are no date and no time: 3:2, 2.0.1.

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::text::class::Class;

/// A part of a version has no more digits.
const MAX_PART: usize = 4;
/// Numbers with stops between them are a version from so many on.
const MIN_PARTS: usize = 3;

/// Two numbers with a colon between them.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (first, end) = view.digits(at);
    if view.get(end) != Some(':') || table.word("ratio").is_none() {
        return None;
    }
    let (second, last) = view.digits(end + 1);
    if second.is_empty() || view.get(last) == Some(':') {
        return None;
    }
    let class = Class::Ratio {
        above: first.value()?,
        below: second.value()?,
    };
    let found = Candidate::number(view, last, class, language, certainty::RATIO);
    Some(found.with_case(view))
}

/// Three numbers or more with stops between them.
pub fn version(view: &View, at: usize) -> Option<Candidate> {
    let (language, _) = view.numerals(at);
    let mut parts = Vec::new();
    let mut start = at;
    let end = loop {
        let (part, end) = view.digits(start);
        if part.is_empty() || part.len() > MAX_PART {
            return None;
        }
        parts.push(part);
        if view.get(end) != Some('.') || !view.is_digit(end + 1) {
            break end;
        }
        start = end + 1;
    };
    if parts.len() < MIN_PARTS {
        return None;
    }
    let class = Class::Version(parts);
    let found = Candidate::number(view, end, class, language, certainty::VERSION);
    Some(found.with_case(view))
}
