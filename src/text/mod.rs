//! Characters to phrases: clean-up, the language of each word, numbers and signs as words, clause splitting.

pub mod class;
mod danda;
mod emphasis;
mod fragments;
mod given;
mod langid;
mod latex;
mod loose;
mod mend;
mod normalize;
pub mod phrase;
mod quantity;
mod reader;
mod scan;
mod segment;
mod shortened;
mod shouted;
mod span;
pub mod ssml;
mod stop;
mod utf16;
mod verbalize;

pub use emphasis::Emphasis;
pub use fragments::{Ending, Fragments};
pub use given::{Given, Says};
pub use langid::by_letters;
pub use reader::Reader;
pub use segment::{Clause, Splitter};
pub use span::Span;
pub use utf16::{Utf16, as_utf8};

use crate::language::Language;
use crate::token::{Token, spoken};

/// The line as it will be spoken: numbers and signs as words, pauses as commas and stops.
///
/// Without a `language` the line's own script decides.
pub fn normalize(line: &str, language: impl Into<Option<Language>>) -> String {
    spoken(&tokens(line, language.into()))
}

/// The tokens of a document of SSML. Voices, pauses and how it sounds are passed over.
///
/// # Errors
///
/// [`Error::Ssml`](crate::Error::Ssml) if the document is wrong.
pub fn ssml_tokens(document: &str, language: Option<Language>) -> crate::Result<Vec<Token>> {
    let (mut splitter, mut reader) = (Splitter::new(), Reader::new(language));
    let mut tokens = Vec::new();
    for part in ssml::parse(document, &[])? {
        match part {
            ssml::Part::Text(text) => splitter.push(&text),
            ssml::Part::Given(given) => {
                splitter.push(reader.give(given).encode_utf8(&mut [0; 4]));
            }
            ssml::Part::Cut(cut) => splitter.cut(cut == ssml::Cut::Clause),
            ssml::Part::Style(style) => reader.set_language(style.language.or(language)),
            ssml::Part::Silence(_) | ssml::Part::End => {}
        }
        while let Some(clause) = splitter.next_clause() {
            reader.read(&clause, &mut tokens);
        }
    }
    Ok(tokens)
}

/// The tokens of a whole text, as [`Splitter`] and [`Reader`] give them.
pub fn tokens(text: &str, language: Option<Language>) -> Vec<Token> {
    Reader::new(language).tokens(text)
}

/// Returns the conditions of readings of abbreviations, in the words of `readings.txt`, each with what it asks for.
pub fn conditions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = crate::language::Condition::ALL.iter();
    all.filter(|(_, words, _)| !words.is_empty())
        .map(|(_, words, help)| (*words, *help))
}
