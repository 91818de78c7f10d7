//! Numbers as they are written: digits, groups, decimals.

use crate::text::normalize::ground::*;

/// The number that begins at a place, and the place after it.
pub fn scan(text: &[char], at: usize) -> (Numeral, usize) {
    let (mut whole, mut end) = digits(text, at);
    let mut groups = Vec::new();
    let mut western = true;
    let mut last = 0;
    let mut next = end;
    // Groups of three, or of two with three at the end.
    while !whole.is_empty() && whole.len() <= 3 && text.get(next) == Some(&',') {
        let (group, after) = digits(text, next + 1);
        if !matches!(group.len(), 2 | 3) {
            break;
        }
        last = group.len();
        western &= last == 3;
        groups.extend(group.0);
        next = after;
    }
    // 24 000, 10, 000 and 1,20, 000, but not 24 500: these may be two numbers.
    let thousand = |at: usize| {
        let at = at + usize::from(text.get(at) == Some(&','));
        let (group, after) = digits(text, at + 1);
        (text.get(at) == Some(&' ') && group[..] == [0; 3]).then_some(after)
    };
    if last == 2 || last == 0 && (1..=3).contains(&whole.len()) {
        while let Some(after) = thousand(next) {
            last = 3;
            groups.extend([0; 3]);
            next = after;
        }
    }
    let grouped = last == 3;
    if grouped {
        whole.0.extend(groups);
        end = next;
    }
    let mut fraction = Digits::default();
    if text.get(end) == Some(&'.') {
        let (decimals, after) = digits(text, end + 1);
        if !decimals.is_empty() {
            (fraction, end) = (decimals, after);
        }
    }
    let numeral = Numeral {
        whole,
        fraction,
        grouped,
        western: grouped && western,
    };
    (numeral, end)
}

/// Whether a number is the next year's, or its last digits, of which there are so many.
pub fn is_next(year: u64, next: u64, digits: u32) -> bool {
    (year + 1) % 10_u64.pow(digits) == next
}
