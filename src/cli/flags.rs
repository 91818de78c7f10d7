//! Every command and flag. Help, man page and completions are generated from these definitions.

use std::ffi::OsStr;
#[cfg(all(unix, feature = "serve"))]
use std::net::{SocketAddr, ToSocketAddrs};
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
#[command(name = "vaak", version, after_help = help(), arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// Returns examples and exit codes.
fn help() -> String {
    let examples = "Examples:\n  \
        vaak say \"नमस्ते, how are you?\" -o hello.wav\n  \
        vaak say -l ta -f story.txt -o - | aplay\n  \
        vaak doctor";
    format!("{examples}\n\n{}", exit::help())
}

#[derive(Subcommand)]
pub enum Command {
    /// Speak text, into a WAV file or a pipe
    Say(Say),
    /// Run the speech service: HTTP and WebSocket on one address
    #[cfg(all(unix, feature = "serve"))]
    Serve(Serve),
    /// Print the phonemes that a text is read as
    Phonemes(Phonemes),
    /// Print each line with its numbers and signs written as words
    Normalize(Normalize),
    /// List the loudspeakers of this machine
    #[cfg(feature = "playback")]
    Devices,
    /// List the voices
    Voices(Model),
    /// Check that every voice speaks on this machine, and how fast
    Doctor(Doctor),
    /// Measure loading time, time to the first audio, speed and memory on this machine
    Bench(Bench),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the man page
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
    /// Write the audio to this file; - is standard output. A name that ends in .mp3, .opus or .flac is written so, others as WAV
    #[cfg_attr(
        feature = "playback",
        doc = "\n\nWithout this flag the text is played on the loudspeaker."
    )]
    #[cfg_attr(
        not(feature = "playback"),
        doc = "\n\nWithout this flag the audio goes to standard output, unless that is a terminal."
    )]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write samples without a WAV header: 24 kHz, mono, 16 bits, little-endian
    #[arg(long)]
    pub raw: bool,
    /// Write captions as SubRip to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub srt: Option<PathBuf>,
    /// Write captions as WebVTT to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub vtt: Option<PathBuf>,
    /// Write where each word is in the audio to this file, as lines of JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub marks: Option<PathBuf>,
    /// Play on this loudspeaker; `vaak devices` lists their names
    #[cfg(feature = "playback")]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["output", "raw"], default_value = vaak::playback::DEFAULT)]
    pub device: String,
    /// Voice to speak with; `vaak voices` lists their names
    #[arg(short, long, value_name = "NAME")]
    pub voice: Option<String>,
    /// Language of the text, such as hi or en-IN [default: detected from the text]
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser)]
    pub language: Option<Language>,
    /// Speed, from 0.5 (half as fast) to 2.0 (twice as fast)
    #[arg(short, long, value_name = "FACTOR", default_value_t = 1.0)]
    pub speed: f32,
    /// Pitch in semitones, from -6 (lower) to 6 (higher)
    #[arg(
        long,
        value_name = "SEMITONES",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub pitch: f32,
    /// Range of the melody, from 0.0 (monotone) to 2.0 (twice as wide)
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub pitch_range: f32,
    /// Volume in dB, from -40 to 12; peaks are limited, none is clipped
    #[arg(
        long,
        value_name = "DB",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub volume: f32,
    /// Additional silence between sentences, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub sentence_pause: u32,
    /// Additional silence at blank lines, in milliseconds, if it is longer than --sentence-pause
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub paragraph_pause: u32,
    /// Read text between [[ and ]] as phonemes, in the notation of `vaak phonemes`
    #[arg(long)]
    pub inline_phonemes: bool,
    /// Speak the names of emoji instead of skipping them
    #[arg(long)]
    pub emoji: bool,
    /// Accepted for scripts written for 0.1.0; emoji are skipped by default
    #[arg(long, hide = true, conflicts_with = "emoji")]
    pub silent_emoji: bool,
    /// Number of threads to use; the audio is the same for any number
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
    /// Read settings from this TOML file; environment variables and flags override it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print all settings with their current values as TOML, then exit
    #[arg(long)]
    pub print_config: bool,
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// File of API keys, one per line
    ///
    /// Without this flag the key comes from the variable VAAK_API_KEY, from the systemd credential api-keys, or from a
    /// file that the first start creates.
    #[arg(long, value_name = "FILE", conflicts_with = "no_auth")]
    pub api_key_file: Option<PathBuf>,
    /// Accept requests without a key; only allowed on a loopback address
    #[arg(long)]
    pub no_auth: bool,
    /// PEM file with the TLS certificate chain; connections then use TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// PEM file with the private key of the TLS certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Accept this name for the default model as well; can be repeated
    #[arg(long, value_name = "NAME")]
    pub model_alias: Vec<String>,
    /// Let clients play on this machine's loudspeaker, with "output": "speaker" in a request
    #[cfg(feature = "playback")]
    #[arg(long)]
    pub speak: bool,
    /// Loudspeaker to play on; `vaak devices` lists their names
    #[cfg(feature = "playback")]
    #[arg(long, value_name = "NAME", requires = "speak")]
    pub device: Option<String>,
    /// Format of the request log on standard error [default: text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub log_format: Option<LogFormat>,
}

/// Resolves an address such as `127.0.0.1:8080` or `localhost:8080`.
#[cfg(all(unix, feature = "serve"))]
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || format!("{text:?} is not an address and a port, such as 127.0.0.1:8080");
    let mut found = text.to_socket_addrs().map_err(|_| wrong())?;
    found.next().ok_or_else(wrong)
}

/// The format of the request log.
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
    /// Language of the text, such as hi or en-IN [default: detected from the text]
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser, required_if_eq("words", "true"))]
    pub language: Option<Language>,
    /// Read text between [[ and ]] as phonemes
    #[arg(long, conflicts_with = "words")]
    pub inline_phonemes: bool,
    /// Speak the names of emoji instead of skipping them
    #[arg(long, conflicts_with = "words")]
    pub emoji: bool,
    /// Accepted for scripts written for 0.1.0; emoji are skipped by default
    #[arg(long, hide = true, conflicts_with_all = ["words", "emoji"])]
    pub silent_emoji: bool,
    /// Print one JSON object per clause, or per word with --explain
    #[arg(long, conflicts_with = "words")]
    pub json: bool,
    /// Print a table with one word per row: as written, its language, as spoken, the source of its pronunciation, its
    /// phonemes, and the file and line they come from
    #[arg(long, conflicts_with = "words")]
    pub explain: bool,
    /// Read one word per line; print the word, a tab, and its phonemes in IPA
    #[arg(long)]
    pub words: bool,
    /// Print the phoneme inventory: index, symbol and class of each phoneme, with --json as one object
    #[arg(long, conflicts_with_all = ["words", "explain", "text", "file"])]
    pub inventory: bool,
}

#[derive(Args)]
pub struct Normalize {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// Language of the text, such as hi or en-IN [default: detected from the text]
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser)]
    pub language: Option<Language>,
    /// Speak the names of emoji instead of skipping them
    #[arg(long)]
    pub emoji: bool,
    /// Print each span of the text with its class, words and parts; `?` marks the class that came second, and words that no list has
    #[arg(long, conflicts_with = "score")]
    pub explain: bool,
    /// Print one JSON object per span of the text
    #[arg(long, conflicts_with = "score")]
    pub json: bool,
    /// Read lines of TEXT, a tab or ~, EXPECTED; print the lines that are spoken differently, and how many agree
    #[arg(long)]
    pub score: bool,
    /// With --score: file of spellings to treat as equal, two per line separated by a tab
    #[arg(long, value_name = "FILE", requires = "score")]
    pub variants: Option<PathBuf>,
}

#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    pub model: Model,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Bench {
    #[command(flatten)]
    pub model: Model,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Report memory use after speaking this many words; separate several numbers by commas
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [100, 1_000, 8_000])]
    pub words: Vec<usize>,
}

#[derive(Args)]
pub struct Completions {
    /// Shell to print the script for
    pub shell: Shell,
}

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

/// The source of the text.
#[derive(Args)]
pub struct Source {
    /// Text to read [default: standard input, also for -]
    #[arg(value_name = "TEXT", conflicts_with = "file")]
    pub text: Vec<String>,
    /// Read the text from this file; - is standard input
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
