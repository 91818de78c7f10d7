//! Numbers with signs between them that are no date and no time: 3:2, 2.0.1.

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::text::class::Class;

/// A part of a version has no more digits.
const MAX_PART: usize = 4;
/// Numbers with stops between them are a version from so many on.
const MIN_PARTS: usize = 3;
/// No ratio has more parts.
const MAX_RATIO: usize = 6;

/// Numbers with colons between them.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let mut parts = Vec::new();
    let mut start = at;
    let end = loop {
        let (part, end) = view.digits(start);
        parts.push(part.value().filter(|_| !part.is_empty())?);
        match view.get(end) {
            Some(':') if parts.len() < MAX_RATIO => start = end + 1,
            Some(':') => return None,
            _ => break end,
        }
    };
    if parts.len() < 2 || table.word("ratio").is_none() {
        return None;
    }
    let class = Class::Ratio(parts);
    let found = Candidate::number(view, end, class, language, certainty::RATIO);
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
