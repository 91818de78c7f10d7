//! What a call can fail with. The variant tells the caller what to conclude, the source tells why.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// What a call into this crate can fail with.
///
/// ```
/// use vaak::{Error, Language};
///
/// match "xx".parse::<Language>() {
///     Err(Error::UnknownLanguage { available, .. }) => assert!(available.contains(&"hi")),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request names a voice that the model does not have: correct the request.
    #[error("unknown voice {voice:?}: it is one of {}", available.join(", "))]
    UnknownVoice {
        /// The name as received.
        voice: String,
        /// The names that exist.
        available: Vec<String>,
    },
    /// The request names a language that is not spoken: correct the request.
    #[error("unknown language {language:?}: it is one of {}", available.join(", "))]
    UnknownLanguage {
        /// The code as received.
        language: String,
        /// The codes that exist.
        available: Vec<&'static str>,
    },
    /// The request names a model that is not there: correct the request.
    #[error("unknown model {model:?}: it is one of {}", available.join(", "))]
    UnknownModel {
        /// The name as received.
        model: String,
        /// The names that exist.
        available: Vec<String>,
    },
    /// The model does not speak at this speed: correct the request.
    #[error("invalid speed {speed}: it is a number from {:?} to {:?}", speeds.start(), speeds.end())]
    InvalidSpeed {
        /// The speed as received.
        speed: f32,
        /// The speeds of the model.
        speeds: RangeInclusive<f32>,
    },
    /// A setting is out of its range: correct the request.
    #[error("invalid {setting} {value}: it is a number from {:?} to {:?}", range.start(), range.end())]
    OutOfRange {
        /// The setting's name.
        setting: &'static str,
        /// The value as received.
        value: f32,
        /// What it may be.
        range: RangeInclusive<f32>,
    },
    /// An entry of a lexicon is wrong: correct the entry.
    #[error("lexicon, line {line}: {source}")]
    Lexicon {
        /// Its line, from 1.
        line: usize,
        /// What is wrong with it.
        source: EntryError,
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
    #[error("voice bundle: {file}: {source}")]
    Bundle {
        /// The file in the bundle.
        file: String,
        /// What is wrong with it.
        source: BundleError,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A network failed to run; a defect of this program or of the bundle.
    #[error("the voice failed: {0}")]
    Voice(String),
}

/// The result of a call into this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What is wrong with an entry of a lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The line has not three fields.
    #[error(
        "a word, a language and a reading have tabs between them; this has {found} of the three fields"
    )]
    Fields {
        /// How many it has.
        found: usize,
    },
    /// The language is not spoken.
    #[error("unknown language {language:?}: it is one of {}", available.join(", "))]
    UnknownLanguage {
        /// The code as written.
        language: String,
        /// The codes that exist.
        available: Vec<&'static str>,
    },
    /// The word has no letters.
    #[error("{word:?} has no letters that can be read")]
    NoLetters {
        /// The word as written.
        word: String,
    },
    /// The word is several words, or is not made of letters.
    #[error("{word:?} is not one word in letters: it is read as {spoken:?}")]
    NotOneWord {
        /// The word as written.
        word: String,
        /// How it is read without the lexicon.
        spoken: String,
    },
    /// There is nothing between the slashes, or something other than phonemes.
    #[error("/{reading}/ is not phonemes: `vaak phonemes` shows how they are written")]
    NotPhonemes {
        /// What stands between the slashes.
        reading: String,
    },
    /// A word of the reading is in another script than the language's.
    #[error("{word:?} is not a word in the script of {language}; phonemes stand between slashes")]
    OtherScript {
        /// The word of the reading.
        word: String,
        /// The language's name.
        language: &'static str,
    },
    /// The reading is empty.
    #[error("there is no reading")]
    NoReading,
    /// The reading is too long.
    #[error("the reading has more than {limit} phonemes")]
    TooLong {
        /// The most phonemes that it may have.
        limit: usize,
    },
    /// The word has an entry in this language already.
    #[error("the word has an entry already")]
    Duplicate,
    /// The bytes are not UTF-8.
    #[error("it is not UTF-8")]
    Encoding,
    /// The line is not TOML, or has other keys than an entry has.
    #[error("{0}")]
    Syntax(String),
}

/// Why a voice bundle is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The program was built without the feature `bundled-voice`.
    #[error("no voice is compiled into this program")]
    NotBundled,
    /// The manifest names a file that is not there.
    #[error("is not compiled in")]
    Missing,
    /// The file could not be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The file is larger than any voice for a small board.
    #[error("is larger than {limit} bytes")]
    TooLarge {
        /// The most bytes that a file may have.
        limit: u64,
    },
    /// The manifest is not JSON, or lacks a field.
    #[error("{0}")]
    Manifest(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The bundle is made for another version of this program.
    #[error("{what} is {found}, this program needs {needed}")]
    Incompatible {
        /// What differs.
        what: &'static str,
        /// What the manifest says.
        found: usize,
        /// What this program reads.
        needed: usize,
    },
    /// A size in the manifest is out of its bounds.
    #[error("{what} is {found}, not from {least} to {most}")]
    OutOfBounds {
        /// What is bounded.
        what: &'static str,
        /// What the manifest says.
        found: usize,
        /// The least that is taken.
        least: usize,
        /// The most that is taken.
        most: usize,
    },
    /// The frequencies of the filters are not in order.
    #[error("bands do not rise from 0 to {nyquist} Hz")]
    Bands {
        /// Half the sample rate.
        nyquist: f32,
    },
    /// A name of a file would reach outside the folder.
    #[error("{name:?} is no file name")]
    FileName {
        /// The name in the manifest.
        name: String,
    },
    /// The file's hash differs from the manifest's.
    #[error("is not the file that the manifest describes")]
    Hash,
    /// The file is not a graph that this program runs.
    #[error("{0}")]
    Graph(String),
}
