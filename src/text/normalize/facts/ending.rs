//! The endings of ordinals.

use crate::text::normalize::ground::*;

/// The words that a table has for figures with an ending: 1ली.
pub fn own(table: &Table, figures: &str, ending: &str) -> Option<&'static str> {
    table.named(Family::Ordinals, &[figures, ending].concat())
}

/// Whether letters are the ending of an English ordinal: th, ST.
pub fn is_english(letters: &[char]) -> bool {
    let [first, last] = letters else {
        return false;
    };
    let pair = (first.to_ascii_lowercase(), last.to_ascii_lowercase());
    matches!(pair, ('s', 't') | ('n' | 'r', 'd') | ('t', 'h'))
}

/// The place after the ending of an English ordinal, if one comes at a place: 15th.
pub fn skip_english(view: &View, at: usize) -> usize {
    let ending = view.rest(at).get(..2).is_some_and(is_english);
    at + 2 * usize::from(ending)
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
