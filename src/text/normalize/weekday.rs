//! Days of the week as English shortens them, in texts of any language.

use super::view::lowercase;
use crate::language::{Language, table};

/// Which day of the week letters shorten, Monday first.
pub fn day_of_week(letters: &[char]) -> Option<usize> {
    let [first, rest @ ..] = letters else {
        return None;
    };
    let short = (2..=4).contains(&rest.len()) && rest.iter().all(char::is_ascii_lowercase);
    if !short || !matches!(first, 'M' | 'T' | 'W' | 'F' | 'S') {
        return None;
    }
    let english = table(Language::En);
    let day = english.word(&format!("day:{}", lowercase(letters)))?;
    english.list("weekdays").position(|name| name == day)
}
