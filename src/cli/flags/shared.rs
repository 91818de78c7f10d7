//! Flags that several commands have.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args};
use vaak::{Bundle, Language};

/// The model that speaks.
#[derive(Args)]
pub struct Model {
    /// Name of a built-in model, or path of a folder with a voice bundle
    #[arg(long, value_name = "FOLDER|NAME")]
    pub model: Option<PathBuf>,
    /// Arithmetic of the networks [default: the faster one on this processor]
    #[arg(long, value_name = "KERNEL", value_enum)]
    pub kernel: Option<Arithmetic>,
}

/// The arithmetic of the networks.
#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arithmetic {
    Int8,
    Float32,
}

impl From<Arithmetic> for vaak::voice::Kernel {
    fn from(arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::Int8 => Self::Integer,
            Arithmetic::Float32 => Self::Float,
        }
    }
}

/// The user's lexicon.
#[derive(Args)]
pub struct Lexicon {
    /// File with your own pronunciations of words
    ///
    /// Each line has three fields separated by tabs: the word, its language code, and how to say it, either as words in
    /// the script of that language or as /phonemes/ between slashes. A file named *.toml has the same fields in tables.
    #[arg(long, value_name = "FILE")]
    pub lexicon: Option<PathBuf>,
}

/// Takes any name, as a folder may hold other voices, and lists those of the program in completions.
#[derive(Clone)]
pub struct VoiceParser;

impl TypedValueParser for VoiceParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let bundles = Bundle::bundled().ok()?;
        let voices = bundles.first()?.voices().to_vec();
        Some(Box::new(voices.into_iter().map(PossibleValue::new)))
    }
}

/// Parses a language as the library does, and lists the codes in help and completions.
#[derive(Clone)]
pub struct LanguageParser;

impl TypedValueParser for LanguageParser {
    type Value = Language;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Language, clap::Error> {
        value.to_string_lossy().parse().map_err(|e| {
            clap::Error::raw(ErrorKind::InvalidValue, format!("{e}\n")).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = Language::ALL.map(|l| PossibleValue::new(l.code()).help(l.name()));
        Some(Box::new(values.into_iter()))
    }
}
