//! Phonemes: the inventory that all languages and voices share, and its notation.

mod inventory;
mod notation;

pub use inventory::{Class, Phoneme, SYMBOLS, VERSION};
pub use notation::{format, format_lax, parse, parse_words, unknown};

/// What languages tell apart and the inventory does not: the languages, what natives tell apart, and how it is said.
pub fn contrasts() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = include_str!("contrasts.txt").lines();
    let rows = lines.filter(|line| !line.starts_with("//"));
    rows.filter_map(|line| {
        let (languages, rest) = line.split_once(": ")?;
        let (natives, said) = rest.split_once(": ")?;
        Some([languages, natives, said])
    })
}
