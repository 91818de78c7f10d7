//! A stop after a word: the end of a sentence, or a part of the word. What other marks ask for.

use std::borrow::Cow;

use crate::language::{Currency, currency, is_abbreviation, is_letter_name, is_short_unit};
use crate::script::{ZWNJ, extends, is_numeric, lowercase};

/// Characters of the longest abbreviation, and of what is looked at to know one.
const ABBREVIATION_CHARS: usize = 24;

/// Whether a stop after `word` belongs to it: an abbreviation, initials, the number of an item that is the `first` word, a unit
/// that is `counted` by the word before.
pub fn keeps_stop(word: &str, first: bool, counted: bool) -> bool {
    let word = word.trim_start_matches(['(', '[', '{', '"', '\'', '“', '‘']);
    // ಆರ್‌.
    let seen = word.chars().filter(|c| *c != ZWNJ);
    if seen.clone().nth(ABBREVIATION_CHARS).is_some() {
        return false;
    }
    let plain: Cow<str> = match word.contains(ZWNJ) {
        true => seen.collect(),
        false => word.into(),
    };
    let word = &*plain;
    if first && !word.is_empty() && word.chars().all(is_numeric) {
        return true;
    }
    let unit = word.trim_start_matches(is_numeric);
    // 500ರೂ.
    let joined = unit.len() < word.len();
    if (counted || joined) && is_short_unit(unit)
        || joined && currency(unit) == Some(Currency::Rupee)
    {
        return true;
    }
    // सोम.-शुक्र.
    if let Some((_, last)) = word.rsplit_once(['-', '–'])
        && !last.is_ascii()
        && is_abbreviation(last)
    {
        return true;
    }
    // रु./लि., पैसे/कि.मी.
    if let Some((_, last)) = word.rsplit_once('/')
        && !last.is_ascii()
    {
        return keeps_stop(last, false, true);
    }
    let mut chars = word.chars();
    let initial = |c: char| c.is_alphabetic() && !c.is_lowercase();
    let (first_char, alone) = (chars.next(), chars.next().is_none());
    let single = alone && first_char.is_some_and(initial);
    // The name of a letter is written in several; in Latin it would be a part of an address.
    let initial = |p: &str| {
        p.chars().filter(|c| !extends(*c)).count() == 1
            || !p.is_ascii() && (is_abbreviation(p) || is_letter_name(p))
    };
    // 34°से.
    let degrees = word
        .rsplit_once('°')
        .is_some_and(|(_, unit)| !unit.is_ascii());
    let dotted = degrees || word.contains('.') && word.split('.').all(initial);
    single || dotted || is_abbreviation(&lowercase(word.chars()))
}

/// Whether a word is a number, or one of those that end a time of day.
pub fn counts(word: &str) -> bool {
    let time = word.trim_end_matches('.');
    let ends = ["am", "pm", "a.m", "p.m"];
    word.ends_with(is_numeric) || ends.iter().any(|end| time.eq_ignore_ascii_case(end))
}

/// The punctuation just passed, and what must follow for it to end the clause.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    #[default]
    None,
    /// Ends the clause if it is long enough and white space follows.
    Soft,
    /// Ends it if white space follows.
    Hard,
    /// Ends it.
    Danda,
}

impl Mark {
    /// The one that ends more.
    pub fn max(self, other: Self) -> Self {
        if other as u8 > self as u8 {
            other
        } else {
            self
        }
    }
}
