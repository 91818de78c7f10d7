//! Code points as a table of characters lists them.

use std::ops::RangeInclusive;

/// The code points and ranges of them in a cell.
pub fn code_points(cell: &str) -> Option<Vec<RangeInclusive<u32>>> {
    let code = |digits: &str| u32::from_str_radix(digits, 16).ok();
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (code(first)?, code(last)?);
        (first <= last).then_some(first..=last)
    };
    cell.split(' ').map(range).collect()
}
