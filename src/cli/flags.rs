//! Every command and flag. Help, man page and completions are generated from these definitions.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Parser, Subcommand};
use clap_complete::Shell;

use vaak::Language;

use super::exit;

/// Text to speech for eleven Indian languages on small boards, without a network.
#[derive(Parser)]
#[command(name = "vaak", version, after_help = exit::help(), arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Write the phonemes of text, as the voice will read them
    Phonemes(Phonemes),
    /// Write each line as it will be spoken, numbers and signs as words
    Normalize(Normalize),
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write the man page, in roff
    Man,
}

#[derive(Args)]
pub struct Phonemes {
    #[command(flatten)]
    pub source: Source,
    /// The language of the text: a code such as hi, or hi-IN; without it, the text's script decides
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser, required_if_eq("words", "true"))]
    pub language: Option<Language>,
    /// Write a JSON object a clause: line, text, language, phonemes, skipped
    #[arg(long, conflicts_with = "words")]
    pub json: bool,
    /// Read one word a line; write the word, a tab, and its IPA with spaces between phonemes
    #[arg(long)]
    pub words: bool,
}

#[derive(Args)]
pub struct Normalize {
    #[command(flatten)]
    pub source: Source,
    /// The language of the text: a code such as hi, or hi-IN; without it, the text's script decides
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser)]
    pub language: Option<Language>,
}

#[derive(Args)]
pub struct Completions {
    /// The shell to complete for
    pub shell: Shell,
}

/// Where text comes from.
#[derive(Args)]
pub struct Source {
    /// Text; without it and without --file, standard input is read
    #[arg(value_name = "TEXT", conflicts_with = "file")]
    pub text: Vec<String>,
    /// Read the text from a file; - is standard input
    #[arg(short, long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// Parses a language as the library does, and lists the codes in help and completions.
#[derive(Clone)]
struct LanguageParser;

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
