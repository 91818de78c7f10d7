//! The errors of this crate. The variant tells the caller what to do, the source tells the cause.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// An error of a call into this crate.
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
    /// The model has no voice of this name. Correct the request.
    #[error(
        "unknown voice {voice:?}: {}",
        choices(available, nearest(voice, available))
    )]
    UnknownVoice {
        /// The name as received.
        voice: String,
        /// The names of the model's voices.
        available: Vec<String>,
    },
    /// The language is not supported. Correct the request.
    #[error("unknown language {language:?}: {}", choices(available, *nearest))]
    UnknownLanguage {
        /// The code as received.
        language: String,
        /// The code that was meant, as far as can be guessed.
        nearest: Option<&'static str>,
        /// The codes of the supported languages.
        available: Vec<&'static str>,
    },
    /// There is no model of this name. Correct the request.
    #[error(
        "unknown model {model:?}: {}",
        choices(available, nearest(model, available))
    )]
    UnknownModel {
        /// The name as received.
        model: String,
        /// The names of the models.
        available: Vec<String>,
    },
    /// The model does not support this speed. Correct the request.
    #[error("invalid speed {speed}: it is a number from {:?} to {:?}", speeds.start(), speeds.end())]
    InvalidSpeed {
        /// The speed as received.
        speed: f32,
        /// The speeds that the model supports.
        speeds: RangeInclusive<f32>,
    },
    /// A setting is out of its range. Correct the request.
    #[error("invalid {setting} {value}: it is a number from {:?} to {:?}", range.start(), range.end())]
    OutOfRange {
        /// The name of the setting.
        setting: &'static str,
        /// The value as received.
        value: f32,
        /// The values that the setting may have.
        range: RangeInclusive<f32>,
    },
    /// An entry of a lexicon is invalid. Correct the entry.
    #[error("lexicon, line {line}: {source}")]
    Lexicon {
        /// The line of the entry, counted from 1.
        line: usize,
        /// The fault.
        source: EntryError,
    },
    /// A document is no SSML, or has what is not supported. Correct the document.
    #[error("SSML, line {line}, column {column}: {source}")]
    Ssml {
        /// The line of the fault, counted from 1.
        line: u32,
        /// The character in that line, counted from 1.
        column: u32,
        /// The fault.
        source: SsmlError,
    },
    /// Text was pushed into a turn that was closed or cancelled. Open another turn.
    #[error("the turn is over: it takes no more text")]
    TurnOver,
    /// A limit was reached. Send less, or wait.
    #[error("{what} is limited to {limit}")]
    Limit {
        /// What is limited.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The voice bundle is damaged, foreign, or of another version. Install the right one.
    #[error("voice bundle: {file}: {source}")]
    Bundle {
        /// The file in the bundle, in its folder if it has one.
        file: String,
        /// The fault.
        source: BundleError,
    },
    /// An engine was made of no bundle at all. Give it one.
    #[error("no voice bundle was given: an engine needs at least one")]
    NoBundle,
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A network failed to load or run: a defect of this program or of the bundle.
    #[error("the voice failed: {0}")]
    Voice(String),
}

/// The result of a call into this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A fault in a document of SSML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SsmlError {
    /// It is no XML.
    #[error("not well-formed: {reason}")]
    NotWellFormed {
        /// What is wrong.
        reason: String,
    },
    /// It has a document type.
    #[error("a document type is not supported: leave out <!DOCTYPE …>")]
    Doctype,
    /// It begins with another element.
    #[error("the document is a <speak>, not a <{element}>")]
    Root {
        /// The name of the element.
        element: String,
    },
    /// There is no element of this name.
    #[error("unknown element <{element}>: it is one of {}", available.join(", "))]
    UnknownElement {
        /// The name as written.
        element: String,
        /// The names of the elements.
        available: Vec<&'static str>,
    },
    /// The element has no attribute of this name.
    #[error("unknown attribute {attribute} of <{element}>: it is one of {}", available.join(", "))]
    UnknownAttribute {
        /// The name of the element.
        element: String,
        /// The name as written.
        attribute: String,
        /// The names of the attributes of the element.
        available: Vec<&'static str>,
    },
    /// The element needs an attribute.
    #[error("<{element}> needs the attribute {attribute}")]
    MissingAttribute {
        /// The name of the element.
        element: String,
        /// The name of the attribute.
        attribute: &'static str,
    },
    /// An attribute has a value that it cannot have.
    #[error("{attribute} of <{element}> is {value:?}: it must be {must}")]
    InvalidValue {
        /// The name of the element.
        element: String,
        /// The name of the attribute.
        attribute: String,
        /// The value, shortened.
        value: String,
        /// What it must be.
        must: String,
    },
    /// An element stands where it cannot.
    #[error("<{element}> cannot stand in <{inside}>")]
    Misplaced {
        /// The name of the element.
        element: String,
        /// The name of the element around it.
        inside: String,
    },
    /// The document is too large, or nested too deeply.
    #[error("{what} are limited to {limit}")]
    Limit {
        /// What is limited.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl SsmlError {
    pub(crate) fn limit(what: &'static str, limit: usize) -> Self {
        Self::Limit { what, limit }
    }
}

/// A fault in an entry of a lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The line does not have three fields.
    #[error(
        "a word, a language and a reading have tabs between them; this has {found} of the three fields"
    )]
    Fields {
        /// The number of fields found.
        found: usize,
    },
    /// The language is not supported.
    #[error("unknown language {language:?}: {}", choices(available, *nearest))]
    UnknownLanguage {
        /// The code as written.
        language: String,
        /// The code that was meant, as far as can be guessed.
        nearest: Option<&'static str>,
        /// The codes of the supported languages.
        available: Vec<&'static str>,
    },
    /// The word has no letters.
    #[error("{word:?} has no letters that can be read")]
    NoLetters {
        /// The word as written.
        word: String,
    },
    /// The word consists of several words, or not of letters.
    #[error("{word:?} is not one word in letters: it is read as {spoken:?}")]
    NotOneWord {
        /// The word as written.
        word: String,
        /// What is read without the lexicon.
        spoken: String,
    },
    /// There is nothing between the slashes, or something other than phonemes.
    #[error("/{reading}/ is not phonemes{}: `vaak phonemes --inventory` lists them", lacking(*unknown))]
    NotPhonemes {
        /// The text between the slashes.
        reading: String,
        /// The first character that no phoneme begins with.
        unknown: Option<char>,
    },
    /// A word of the reading is not in the script of the language.
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
        /// The most phonemes that a reading may have.
        limit: usize,
    },
    /// The word already has an entry in this language.
    #[error("the word has an entry already")]
    Duplicate,
    /// The bytes are not UTF-8.
    #[error("it is not UTF-8")]
    Encoding,
    /// The line is not TOML, or has a key that an entry does not have.
    #[error("{0}")]
    Syntax(String),
}

impl EntryError {
    /// Returns the field of the entry that is wrong; `None` if it is not one field.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::UnknownLanguage { .. } => Some("language"),
            Self::NoLetters { .. } | Self::NotOneWord { .. } | Self::Duplicate => Some("word"),
            Self::NotPhonemes { .. }
            | Self::OtherScript { .. }
            | Self::NoReading
            | Self::TooLong { .. } => Some("reading"),
            Self::Fields { .. } | Self::Encoding | Self::Syntax(_) => None,
        }
    }
}

/// Why a voice bundle is rejected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The crate was built without the feature `bundled-voice`.
    #[error("no voice is compiled into this program")]
    NotBundled,
    /// The manifest names a file that is not compiled in.
    #[error("is not compiled in")]
    Missing,
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The file is larger than any voice for a small board.
    #[error("is larger than {limit} bytes")]
    TooLarge {
        /// The maximum size of a file in bytes.
        limit: u64,
    },
    /// The manifest is not valid JSON, or a field is missing.
    #[error("{0}")]
    Manifest(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The bundle was made for another version of this program.
    #[error("{what} is {found}, this program needs {needed}")]
    Incompatible {
        /// The property that differs.
        what: &'static str,
        /// The value in the manifest.
        found: usize,
        /// The value that this program needs.
        needed: usize,
    },
    /// The bundle was made for a newer version of this program.
    #[error(
        "{what} {found} is newer than this program, which reads {needed}: update the program, or install an older voice"
    )]
    Newer {
        /// What is newer.
        what: &'static str,
        /// The version in the manifest.
        found: u32,
        /// The version that this program reads.
        needed: u32,
    },
    /// A size in the manifest is out of range.
    #[error("{what} is {found}, not from {least} to {most}")]
    OutOfBounds {
        /// The name of the size.
        what: &'static str,
        /// The value in the manifest.
        found: usize,
        /// The minimum.
        least: usize,
        /// The maximum.
        most: usize,
    },
    /// The frequencies of the bands do not rise from 0 Hz to the Nyquist frequency.
    #[error("bands do not rise from 0 to {nyquist} Hz")]
    Bands {
        /// The Nyquist frequency in Hz: half the sample rate.
        nyquist: f32,
    },
    /// An added voice has the melody of a voice that the bundle lacks.
    #[error("voice {voice:?} has the melody of {melody:?}, which is none of the voices {}", .available.join(", "))]
    Melody {
        /// The added voice.
        voice: String,
        /// The voice whose melody it should have.
        melody: String,
        /// The voices that there are.
        available: Vec<String>,
    },
    /// A file name could reach outside the folder.
    #[error("{name:?} is no file name")]
    FileName {
        /// The name in the manifest.
        name: String,
    },
    /// The hash of the file differs from the one in the manifest.
    #[error("is not the file that the manifest describes")]
    Hash,
    /// The file is not a graph that this program can run.
    #[error("{0}")]
    Graph(String),
}

/// How similar two words must be, from 0 to 1, for one to be a slip of the other.
const SIMILAR: f64 = 0.8;

/// Returns the one of several names that a word was probably meant to be: one that is spelt like it, or that contains it.
pub(crate) fn nearest<'a, T: AsRef<str>>(word: &str, names: &'a [T]) -> Option<&'a str> {
    let contains = |name: &&str| {
        let name = name.to_lowercase();
        !word.is_empty() && name.contains(&word.to_lowercase())
    };
    similar(word, names).or_else(|| names.iter().map(AsRef::as_ref).find(contains))
}

/// Returns the one of several names that is spelt most like a word, if any is spelt like it.
#[doc(hidden)]
pub fn similar<'a, T: AsRef<str>>(word: &str, names: &'a [T]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let similarity = |name: &'a T| {
        let name = name.as_ref();
        (strsim::jaro_winkler(&word, &name.to_lowercase()), name)
    };
    let similarities = names.iter().map(similarity);
    let best = similarities.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(similarity, _)| *similarity > SIMILAR)
        .map(|(_, name)| name)
}

/// Returns the end of an error about an unknown name: what there is, and what was probably meant.
fn choices<T: AsRef<str>>(available: &[T], nearest: Option<&str>) -> String {
    let available: Vec<&str> = available.iter().map(AsRef::as_ref).collect();
    let hint = nearest.map(|name| format!("; did you mean {name:?}?"));
    let hint = hint.unwrap_or_default();
    format!("it is one of {}{hint}", available.join(", "))
}

fn lacking(symbol: Option<char>) -> String {
    let told = symbol.map(|symbol| format!(", as there is no {symbol:?}"));
    told.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_told_what_was_meant_and_a_foreign_name_is_not() {
        let voices = ["Ananya", "Arjun"];
        assert_eq!(nearest("anaya", &voices), Some("Ananya"));
        assert_eq!(nearest("arjn", &voices), Some("Arjun"));
        for other in ["", "alloy", "nova", "आर्जुन"] {
            assert_eq!(nearest(other, &voices), None, "{other}");
        }
        let models = ["Voice 2 Native", "Voice 2 Native Lite"];
        assert_eq!(nearest("lite", &models), Some("Voice 2 Native Lite"));
        assert_eq!(nearest("voice 2", &models), Some("Voice 2 Native"));
        assert_eq!(nearest("texts", &["contexts", "text"]), Some("text"));
        assert_eq!(nearest::<&str>("lite", &[]), None);
    }
}
