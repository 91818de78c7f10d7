//! One error type; its variants tell the caller what to conclude.

use std::path::PathBuf;

use crate::Language;

/// What a call can fail with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request names a voice that the bundle does not have: correct the request.
    #[error("unknown voice {voice:?}: it is one of {}", available.join(", "))]
    UnknownVoice {
        /// The name as received.
        voice: String,
        /// The names that exist.
        available: Vec<String>,
    },
    /// The request names a language that is not spoken: correct the request.
    #[error("unknown language {language:?}: it is one of {}", Language::ALL.map(Language::code).join(", "))]
    UnknownLanguage {
        /// The code as received.
        language: String,
    },
    /// The request names a model that is not there: correct the request.
    #[error("unknown model {model:?}: it is one of {}", available.join(", "))]
    UnknownModel {
        /// The name as received.
        model: String,
        /// The names that exist.
        available: Vec<String>,
    },
    /// The speed is not a number from 0.5 to 2.0: correct the request.
    #[error("invalid speed {speed}: it is a number from 0.5 to 2.0")]
    InvalidSpeed {
        /// The speed as received.
        speed: f32,
    },
    /// An entry of a lexicon is wrong: correct the entry.
    #[error("lexicon, line {line}: {reason}")]
    Lexicon {
        /// Its line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Text was pushed into a turn that had been closed or cancelled: open another turn.
    #[error("the turn is over: it takes no more text")]
    TurnOver,
    /// A bound was reached: send less, or wait.
    #[error("{what} is limited to {limit}")]
    Limit {
        /// What is bounded.
        what: &'static str,
        /// The bound.
        limit: usize,
    },
    /// The voice bundle is damaged, foreign, or of another version: install the right one.
    #[error("voice bundle: {file}: {reason}")]
    Bundle {
        /// The file in the bundle.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A network failed to run; a defect of this program or of the bundle.
    #[error("the voice failed: {0}")]
    Voice(String),
}

/// The result of a call into this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
