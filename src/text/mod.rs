//! Characters to phrases: clean-up, the language of each word, numbers and signs as words, clause splitting.

pub mod class;
mod fragments;
mod given;
mod langid;
mod normalize;
mod reader;
mod segment;
pub mod ssml;
mod stop;
mod verbalize;

pub use fragments::{Ending, Fragments};
pub use given::{Given, Says};
pub use reader::{Reader, Span};
pub use segment::{Clause, Splitter};

use crate::language::Language;
use crate::token::{Token, spoken};

/// The line as it will be spoken: numbers and signs as words, pauses as commas and stops.
///
/// Without a `language` the line's own script decides.
pub fn normalize(line: &str, language: impl Into<Option<Language>>) -> String {
    spoken(&tokens(line, language.into()))
}

/// The tokens of a whole text, as [`Splitter`] and [`Reader`] give them.
pub fn tokens(text: &str, language: Option<Language>) -> Vec<Token> {
    Reader::new(language).tokens(text)
}
