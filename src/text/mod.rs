//! Characters to phrases: clean-up, the language of each word, numbers and signs as words, clause splitting.

mod codes;
mod counted;
mod dates;
mod electronic;
mod emoji;
mod fractions;
mod langid;
mod money;
mod numbers;
mod reader;
mod reading;
mod roman;
mod splitter;
mod units;

pub use reader::{Origin, Reader};
pub use splitter::{Clause, Splitter};

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
    let mut splitter = Splitter::of(text);
    let mut reader = Reader::new(language);
    let mut tokens = Vec::new();
    while let Some(clause) = splitter.next_clause() {
        reader.read(&clause, &mut tokens);
    }
    tokens
}
