//! Where a reader takes breath within a clause.
//!
//! The clause is whole, so the places do not depend on how its text arrived.

use std::cmp::Reverse;
use std::ops::Range;

use super::model::{Gap, each_gap};
use crate::language::Language;
use crate::text::class::Class;
use crate::text::normalize::Classified;

/// The characters of the shortest stretch without a mark that has a breath: some seven seconds.
const LONG: usize = 90;
/// No part is shorter, in characters.
const SHORTEST: usize = 35;
/// By how many characters from the middle a place loses a point.
const SLACK: usize = 10;
/// The least score of a place where breath is taken: there is also a reason for it.
const CLEAR: i32 = -12;

/// Returns before which characters of a clause, which the spans divide, a reader takes breath: where a span begins.
pub fn breaths(language: Language, text: &[char], spans: &[Classified]) -> Vec<usize> {
    let mut found = Vec::new();
    if text.len() < LONG {
        return found;
    }
    let marks = spans.iter();
    let marks = marks.filter(|span| matches!(span.class, Class::Punctuation(Some(_))));
    let marks = marks.map(|span| (span.range.start, span.range.end));
    let mut from = 0;
    for (end, next) in marks.chain([(text.len(), text.len())]) {
        if end.saturating_sub(from) >= LONG {
            let start = |span: &Classified| span.range.start;
            let begins = |at: usize| spans.binary_search_by_key(&at, start).is_ok();
            within(language, text, from..end, begins, &mut found);
        }
        from = next;
    }
    found.sort_unstable();
    found
}

/// Finds the places within a stretch without a mark.
fn within(
    language: Language,
    text: &[char],
    stretch: Range<usize>,
    begins: impl Fn(usize) -> bool,
    found: &mut Vec<usize>,
) {
    let offset = stretch.start;
    let mut written: String = text[stretch.clone()].iter().collect();
    // Its last word is whole.
    written.push(' ');
    let mut gaps = Vec::new();
    let lengths = SHORTEST..=stretch.len().saturating_sub(SHORTEST);
    each_gap(language, &written, lengths, |gap| {
        if gap.reasoned && gap.score >= CLEAR && begins(offset + gap.next) {
            gaps.push(gap);
        }
    });
    let mut parts = vec![(0, stretch.len())];
    while let Some((from, to)) = parts.pop() {
        let fits = |gap: &&Gap| from + SHORTEST <= gap.chars && gap.next + SHORTEST <= to;
        let middle = usize::midpoint(from, to);
        let worth = |gap: &&Gap| {
            let far = gap.chars.abs_diff(middle) / SLACK;
            (gap.score - far as i32, Reverse(gap.chars))
        };
        if to - from < LONG {
            continue;
        }
        if let Some(gap) = gaps.iter().filter(fits).max_by_key(worth) {
            found.push(offset + gap.next);
            parts.push((from, gap.chars));
            parts.push((gap.next, to));
        }
    }
}
