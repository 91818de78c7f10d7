//! Characters to phrases: clean-up, the language of each word, numbers and signs as words, clause splitting.

use crate::Language;
use crate::phonemes::Phoneme;

/// What is spoken: words and the pauses between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A word, ready to be pronounced.
    Word {
        /// Letters only, in normalisation form C.
        text: String,
        /// The language whose rules pronounce it.
        language: Language,
    },
    /// A pause: one of the inventory's pause marks.
    Pause(Phoneme),
}
