//! SSML 1.1 to the parts of a text: what is read, and how it sounds from there on.
//!
//! Elements become what the engine has anyway. `p` and `s` end sentences, `break` is silence, `prosody`, `voice` and `lang` are settings
//! from one place to another, `emphasis` is a mark in the text, and what stands inside a sentence (`say-as`, `sub`, `phoneme`, a short `lang`, `mark`) is a `Given`.
//!
//! A document is one XML element, `speak`, without a document type: the five entities of XML and references to characters by number
//! are all that may be referred to. The specification lets a processor ignore what is of other namespaces: such attributes change
//! nothing, and of such elements the content is read. Everything else that is not known is an error.

mod attributes;
mod fault;
mod part;
mod schema;
mod values;
mod walk;

use roxmltree::{Document, ParsingOptions};

use crate::Result;
use crate::error::SsmlError;
use fault::{fault, not_well_formed};
pub use part::{Cut, Part, Style};
pub use schema::MAX_BYTES;
use schema::MAX_NODES;
use walk::Walk;

/// Parses a document. `voices` are the names that `voice` may have.
///
/// # Errors
///
/// [`Error::Ssml`](crate::Error::Ssml) with line and column if it is not well-formed, or has what is not known.
pub fn parse(text: &str, voices: &[String]) -> Result<Vec<Part>> {
    if text.len() > MAX_BYTES {
        let limit = SsmlError::limit("bytes of a document", MAX_BYTES);
        return Err(fault((1, 1), limit));
    }
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options);
    let document = document.map_err(|e| not_well_formed(text, &e))?;
    Walk::through(&document, voices)
}
