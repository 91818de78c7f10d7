//! Phonemes: the inventory that all languages and voices share, and its notation.

mod inventory;
mod notation;

pub use inventory::{Class, Phoneme, SYMBOLS, VERSION};
pub use notation::{format, format_lax, parse, parse_words, unknown};
