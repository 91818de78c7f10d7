//! The words of a clock beside a time.

use crate::text::normalize::ground::*;

/// Whether the word at a place is one that stands beside a time: o'clock, p.m.
pub fn clock_after(view: &View, at: usize) -> bool {
    let rest = view.rest(view.skip_white(at)).iter();
    let next = rest.take_while(|c| script::letter(**c).is_some() || **c == '.');
    let next = next.filter(|c| **c != '.').flat_map(|c| c.to_lowercase());
    let next: String = next.collect();
    is_clock(view.table, &next)
}

/// Whether a word stands beside a time, perhaps with an ending: மணிக்குத், ಗಂಟೆಯಿಂದಲೇ.
pub fn is_clock(table: &Table, word: &str) -> bool {
    let inflected = |rest: &str| !rest.is_ascii() && table.suffix(rest).is_some();
    let mut listed = table.list(List::Clock);
    listed.any(|clock| {
        word.strip_prefix(clock)
            .is_some_and(|rest| rest.is_empty() || inflected(rest))
    })
}
