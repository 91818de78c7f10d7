//! Words to phonemes: the inventory, one machine for the Indic scripts with a table for each language, English.

mod english;
mod indic;
pub mod inventory;

pub use inventory::Phoneme;

use crate::Language;

/// Pronounces one word, appending to `out`. Returns how many characters could not be read and were skipped.
///
/// The word is in the script of `language`, in Unicode normalisation form C, without digits or punctuation,
/// as [`crate::text`] leaves it.
pub fn pronounce(word: &str, language: Language, out: &mut Vec<Phoneme>) -> usize {
    match language {
        Language::En => english::pronounce(word, out),
        _ => indic::pronounce(word, language, out),
    }
}
