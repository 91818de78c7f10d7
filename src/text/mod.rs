//! Characters to phrases: clean-up, the language of each word, numbers and signs as words, clause splitting.

mod identify;
mod normalize;
mod reader;
mod script;
mod segment;
mod tables;
mod verbalize;

pub use identify::native;
pub use reader::{Origin, Reader};
pub(crate) use script::is_composed;
pub use segment::{Clause, Splitter};
pub(crate) use tables::is_digit;

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

/// The line as it will be spoken: numbers and signs as words, pauses as commas and stops.
///
/// Without a `language` the line's own script decides.
pub fn normalize(line: &str, language: impl Into<Option<Language>>) -> String {
    spoken(&pieces(line, language.into()))
}

/// The pieces of a whole text, as [`Splitter`] and [`Reader`] give them.
pub fn pieces(text: &str, language: Option<Language>) -> Vec<Piece> {
    let mut splitter = Splitter::of(text);
    let mut reader = Reader::new(language);
    let mut pieces = Vec::new();
    while let Some(clause) = splitter.next_clause() {
        reader.read(&clause, &mut pieces);
    }
    pieces
}

/// Pieces as text: the words with spaces between, and the pauses.
pub fn spoken(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Word { text, .. } => {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(text);
            }
            Piece::Pause(pause) => out.push_str(pause.symbol()),
        }
    }
    out
}
