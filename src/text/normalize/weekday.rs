//! Days of the week as English shortens them, in texts of any language.

use super::view::lowercase;
use crate::language::{Family, Language, List, table};

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
    let day = english.named(Family::ShortWeekdays, &lowercase(letters))?;
    english.list(List::Weekdays).position(|name| name == day)
}

/// Whether a word is a day, shortened or in full.
pub fn is_day(word: &[char]) -> bool {
    let word = word.strip_suffix(&['.']).unwrap_or(word);
    let full = |name: &str| name.chars().eq(word.iter().copied());
    day_of_week(word).is_some() || table(Language::En).list(List::Weekdays).any(full)
}
