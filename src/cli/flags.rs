//! Every command and flag. Help, man page and completions are generated from these definitions.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
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
    /// Speak text into a WAV file or a pipe
    Say(Say),
    /// Speak for other programs: HTTP and WebSocket on one address
    #[cfg(all(unix, feature = "serve"))]
    Serve(Serve),
    /// Write the phonemes of text, as the voice will read them
    Phonemes(Phonemes),
    /// Write each line as it will be spoken, numbers and signs as words
    Normalize(Normalize),
    /// List the loudspeakers of this machine
    #[cfg(feature = "speaker")]
    Devices,
    /// List the voices
    Voices(Model),
    /// Check the voice bundle, hear whether it speaks, and tell how fast
    Doctor(Model),
    /// Measure load time, time to the first chunk, real-time factor, allocations and memory
    Bench(Bench),
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write the man page, in roff
    Man,
}

#[derive(Args)]
pub struct Say {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// Write here; - is standard output
    #[cfg_attr(
        feature = "speaker",
        doc = "\n\nWithout it the text is spoken on the loudspeaker."
    )]
    #[cfg_attr(
        not(feature = "speaker"),
        doc = "\n\nIt is the default unless that is a terminal."
    )]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write bare samples, mono 16-bit little-endian, without a WAV header
    #[arg(long)]
    pub raw: bool,
    /// Play on this loudspeaker; `vaak devices` lists them
    #[cfg(feature = "speaker")]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["output", "raw"], default_value = vaak::speaker::DEFAULT)]
    pub device: String,
    /// The voice; `vaak voices` lists them
    #[arg(short, long, value_name = "NAME")]
    pub voice: Option<String>,
    /// The language of the text: a code such as hi, or hi-IN; without it, the text's script decides
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser)]
    pub language: Option<Language>,
    /// From 0.5, half as fast, to 2.0, twice as fast
    #[arg(short, long, value_name = "FACTOR", default_value_t = 1.0)]
    pub speed: f32,
    /// Read what stands in [[…]] as phonemes, as `vaak phonemes` writes them
    #[arg(long)]
    pub inline_phonemes: bool,
    /// Pass emoji over in silence, instead of naming them
    #[arg(long)]
    pub silent_emoji: bool,
    /// Render the clauses by so many threads; the bytes are those of one
    #[arg(short, long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    pub jobs: NonZeroUsize,
}

#[cfg(all(unix, feature = "serve"))]
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// Read settings from a TOML file; the environment and flags come before it. --print-config shows all that there is
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Write the settings that hold, as TOML, and end
    #[arg(long)]
    pub print_config: bool,
    /// The address and port to listen on; 127.0.0.1:8080 without it
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<std::net::SocketAddr>,
    /// A file of API keys, one a line. Without it: the variable VAAK_API_KEY, then the systemd credential api-keys, then
    /// a key of its own, made at the first start
    #[arg(long, value_name = "FILE", conflicts_with = "no_auth")]
    pub api_key_file: Option<PathBuf>,
    /// Let anyone on this machine speak; only on a loopback address
    #[arg(long)]
    pub no_auth: bool,
    /// A file with the certificate, and those that vouch for it, as PEM: connections are secured by TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// A file with the private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// A further name of the model, for clients that ask for another; may be given several times
    #[arg(long, value_name = "NAME")]
    pub model_alias: Vec<String>,
    /// Let clients have their speech played on this machine's loudspeaker, by "output": "speaker"
    #[cfg(feature = "speaker")]
    #[arg(long)]
    pub speak: bool,
    /// The loudspeaker; `vaak devices` lists them
    #[cfg(feature = "speaker")]
    #[arg(long, value_name = "NAME", requires = "speak")]
    pub device: Option<String>,
    /// How each request is told on standard error; as text without it
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub log_format: Option<LogFormat>,
}

/// How `serve` tells of requests.
#[cfg(all(unix, feature = "serve"))]
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum LogFormat {
    None,
    Text,
    Json,
}

#[derive(Args)]
pub struct Phonemes {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// The language of the text: a code such as hi, or hi-IN; without it, the text's script decides
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser, required_if_eq("words", "true"))]
    pub language: Option<Language>,
    /// Read what stands in [[…]] as phonemes
    #[arg(long, conflicts_with = "words")]
    pub inline_phonemes: bool,
    /// Pass emoji over in silence, instead of naming them
    #[arg(long, conflicts_with = "words")]
    pub silent_emoji: bool,
    /// Write a JSON object a clause: line, text, language, phonemes, skipped; with --explain, a word
    #[arg(long, conflicts_with = "words")]
    pub json: bool,
    /// Write for each word how it stands in the text, its language, how it is spoken, where its phonemes come from, and
    /// the phonemes
    #[arg(long, conflicts_with = "words")]
    pub explain: bool,
    /// Read one word a line; write the word, a tab, and its IPA with spaces between phonemes
    #[arg(long)]
    pub words: bool,
    /// Read nothing; write the inventory: each phoneme's index, symbol and class, with --json as one object
    #[arg(long, conflicts_with_all = ["words", "explain", "text", "file"])]
    pub inventory: bool,
}

#[derive(Args)]
pub struct Normalize {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// The language of the text: a code such as hi, or hi-IN; without it, the text's script decides
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser)]
    pub language: Option<Language>,
    /// Read lines of text, ~ and how it is to be spoken; write those that are spoken otherwise, and how many agree
    #[arg(long)]
    pub score: bool,
    /// With --score, a file of spellings that are both right: one, a tab, the other
    #[arg(long, value_name = "FILE", requires = "score")]
    pub variants: Option<PathBuf>,
}

#[derive(Args)]
pub struct Bench {
    #[command(flatten)]
    pub model: Model,
    /// Write one JSON object
    #[arg(long)]
    pub json: bool,
    /// Tell the memory when so many words of one text have been spoken
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [100, 1_000, 8_000])]
    pub words: Vec<usize>,
}

#[derive(Args)]
pub struct Completions {
    /// The shell to complete for
    pub shell: Shell,
}

/// Which model speaks.
#[derive(Args)]
pub struct Model {
    /// The name of a bundled model, or a folder with a voice bundle
    #[arg(long, value_name = "FOLDER|NAME")]
    pub model: Option<PathBuf>,
    /// Run the networks in this arithmetic; without it, in what is faster on this processor
    #[arg(long, value_name = "KERNEL", value_enum)]
    pub kernel: Option<Arithmetic>,
}

/// How the networks compute.
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
    /// A file of words that are read otherwise, one a line: the word, its language, and words in the script of the
    /// language or /phonemes/ between slashes, with tabs between the three
    #[arg(long, value_name = "FILE")]
    pub lexicon: Option<PathBuf>,
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
