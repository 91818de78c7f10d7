//! Words that mean the same in a text of any language. The build makes the lists, in order, from the words of all languages.

use std::borrow::Cow;

/// Words to which a stop after them belongs.
static ABBREVIATIONS: &[&str] = &include!(concat!(env!("OUT_DIR"), "/abbreviations.rs"));
/// The names of the Latin letters in every script.
static LETTERS: &[&str] = &include!(concat!(env!("OUT_DIR"), "/letters.rs"));
/// Abbreviations of which some Indic language has the full form.
static TITLES: &[&str] = &include!(concat!(env!("OUT_DIR"), "/titles.rs"));
/// Units as a language shortens them in its own letters.
static UNITS: &[&str] = &include!(concat!(env!("OUT_DIR"), "/units.rs"));
/// The words of currencies with their keys.
static CURRENCIES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/currencies.rs"));

/// Returns whether a stop after `word`, in lower case, belongs to it in any language.
pub fn is_abbreviation(word: &str) -> bool {
    ABBREVIATIONS.binary_search(&word).is_ok()
}

/// Returns whether `word` is the name of a Latin letter in any language: आई.
pub fn is_letter_name(word: &str) -> bool {
    LETTERS.binary_search(&word).is_ok()
}

/// Returns whether a stop after `word` belongs to it after a number: 5 मी.
pub fn is_short_unit(word: &str) -> bool {
    UNITS.binary_search(&word).is_ok()
}

/// Returns whether `word`, before a colon, is an abbreviation of which some Indic language has the full form.
pub fn is_title(word: &str) -> bool {
    TITLES.binary_search(&word).is_ok()
}

/// Returns the key of the currency that `word` means beside an amount in any language: rupees, or `currency:usd`.
pub fn currency(word: &str) -> Option<&'static str> {
    let small = || Cow::Owned(word.to_ascii_lowercase());
    let capitals = word.contains(|c: char| c.is_ascii_uppercase());
    let word = capitals.then(small).unwrap_or(word.into());
    let found = CURRENCIES.binary_search_by_key(&&*word, |(word, _)| word);
    found.ok().map(|at| CURRENCIES[at].1)
}
