//! The endings of ordinals.

use crate::language::{Family, Table};

/// The words that a table has for figures with an ending: 1ली.
pub fn own(table: &Table, figures: &str, ending: &str) -> Option<&'static str> {
    table.named(Family::Ordinals, &[figures, ending].concat())
}

/// The ending of an English ordinal.
pub fn english(digits: &[u8]) -> &'static str {
    match digits {
        [.., 1, _] => "th",
        [.., 1] => "st",
        [.., 2] => "nd",
        [.., 3] => "rd",
        _ => "th",
    }
}
