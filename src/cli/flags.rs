//! Every command and flag. Help, man page and completions are generated from these definitions.

#[cfg(all(unix, feature = "serve"))]
mod render;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(all(unix, feature = "serve"))]
mod shard;
mod shared;
mod speechd;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use vaak::Language;

use super::exit;
#[cfg(all(unix, feature = "serve"))]
pub use render::Render;
#[cfg(all(unix, feature = "serve"))]
pub use serve::{LogFormat, Serve, address};
#[cfg(all(unix, feature = "serve"))]
pub use shard::Shard;
pub use shared::{Arithmetic, Lexicon, Model};
use shared::{LanguageParser, VoiceParser};
pub use speechd::Speechd;

/// Text to speech for eleven Indian languages on small boards, without a network.
#[derive(Parser)]
#[command(name = "vaak", version, after_help = help(), arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// Examples and what they do, for `--help` and the man page.
pub const EXAMPLES: [(&str, &str); 5] = [
    (
        "vaak say \"नमस्ते, how are you?\" -o hello.wav",
        "speak a sentence in two languages into a file",
    ),
    (
        "vaak say -l ta -f story.txt -o - | aplay",
        "speak a Tamil text while it is played",
    ),
    (
        "vaak phonemes --explain \"₹500 by Friday\"",
        "tell how each word is read, and why",
    ),
    (
        "vaak lexicon check names.tsv",
        "check your own pronunciations",
    ),
    ("vaak doctor", "check that this machine can speak"),
];

/// Returns examples and exit codes.
fn help() -> String {
    let mut help = "Examples:".to_owned();
    for (command, _) in EXAMPLES {
        help += &format!("\n  {command}");
    }
    format!("{help}\n\n{}", exit::help())
}

#[derive(Subcommand)]
pub enum Command {
    /// Speak text, into a WAV file or a pipe
    Say(Say),
    /// Speak a list of prompts into files, on all cores
    ///
    /// Files that are there and were made from the same text, settings, program and voice are kept, so a render that was
    /// stopped goes on where it was. The exit code is 1 if a row was not spoken.
    #[cfg(all(unix, feature = "serve"))]
    Render(Render),
    /// Run the speech service: HTTP and WebSocket on one address
    #[cfg(all(unix, feature = "serve"))]
    Serve(Serve),
    /// Be the module of Speech Dispatcher, which starts it: screen readers then speak with Vaak
    Speechd(Speechd),
    /// Print the phonemes that a text is read as
    Phonemes(Phonemes),
    /// Print each line with its numbers and signs written as words
    Normalize(Normalize),
    /// Check a lexicon, and tell what it changes
    #[command(subcommand)]
    Lexicon(LexiconCommand),
    /// List the loudspeakers of this machine
    #[cfg(feature = "playback")]
    Devices,
    /// List the voices, and play them
    Voices(Voices),
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
    #[arg(short, long, value_name = "NAME", value_parser = VoiceParser, hide_possible_values = true)]
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
    #[arg(long, visible_alias = "pause", value_name = "MS", default_value_t = 0)]
    pub sentence_pause: u32,
    /// Additional silence at blank lines, in milliseconds, if it is longer than --sentence-pause
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub paragraph_pause: u32,
    /// Read text between [[ and ]] as phonemes, in the notation of `vaak phonemes`
    #[arg(long, conflicts_with = "ssml")]
    pub inline_phonemes: bool,
    /// Read the text as one document of SSML: speak, p, s, break, prosody, say-as, sub, phoneme, lang, voice, mark
    #[arg(long, conflicts_with = "jobs")]
    pub ssml: bool,
    /// Speak the names of emoji instead of skipping them
    #[arg(long)]
    pub emoji: bool,
    /// Accepted for scripts written for 0.1.0; emoji are skipped by default
    #[arg(long, hide = true, conflicts_with = "emoji")]
    pub silent_emoji: bool,
    /// Stay, read one JSON object per line, and speak each in turn
    ///
    /// A line has the fields of POST /v1/tts ("text", "voice", "language", "speed", "encoding", "sample_rate", and so
    /// on); the other flags are the defaults. It may have an "id", which comes back in the answers, and an
    /// "output_file", whose ending chooses WAV, MP3, Opus or FLAC. Without "output_file" the audio goes to standard
    /// output in frames: {"type":"metadata",…}, then for each frame a line {"type":"audio","bytes":N,…} and N bytes
    /// after it. With "timestamps" there is a line {"type":"mark",…} for each word. Each line is answered in order,
    /// with {"type":"end",…} or {"type":"error",…}. A line may have 1 MiB. The exit code is 1 if a line was not spoken.
    ///
    /// Lines for Piper's --json-input work: "output_file" has the same name.
    #[cfg(all(unix, feature = "serve"))]
    #[arg(long, conflicts_with_all = ["text", "output", "raw", "srt", "vtt", "marks", "jobs", "ssml"])]
    pub jsonl: bool,
    /// Number of threads to use; the audio is the same for any number
    #[arg(short, long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    pub jobs: NonZeroUsize,
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
    /// phonemes, the file and line they come from, and the lines of the rules that rewrote it
    #[arg(long, conflicts_with = "words")]
    pub explain: bool,
    /// Read one word per line; print the word, a tab, and its phonemes in IPA
    #[arg(long)]
    pub words: bool,
    /// Print the phoneme inventory: index, symbol and class of each phoneme, and below what the languages tell apart and it
    /// does not; with --json as one object
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
    /// List the conditions that a reading of an abbreviation may have in readings.txt
    #[arg(long, exclusive = true)]
    pub conditions: bool,
    /// Read lines of TEXT, a tab or ~, EXPECTED; print the lines that are spoken differently, and how many agree
    #[arg(long)]
    pub score: bool,
    /// With --score: file of spellings to treat as equal, two per line separated by a tab
    #[arg(long, value_name = "FILE", requires = "score")]
    pub variants: Option<PathBuf>,
}

#[derive(Args)]
pub struct Voices {
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub play: Play,
}

#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub play: Play,
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

/// The loudspeaker, for commands that use it only if asked.
#[derive(Args)]
pub struct Play {
    /// Play a sentence of each voice on the loudspeaker
    #[arg(long)]
    pub play: bool,
    /// With --play: play on this loudspeaker; `vaak devices` lists their names
    #[cfg(feature = "playback")]
    #[arg(long, value_name = "NAME", requires = "play", default_value = vaak::playback::DEFAULT)]
    pub device: String,
}

#[derive(Subcommand)]
pub enum LexiconCommand {
    /// Tell each error of a lexicon, and how each word is read without and with it
    ///
    /// An entry may change a word, change nothing, or never be used. The exit code is 2 if an entry is invalid.
    Check(Check),
}

#[derive(Args)]
pub struct Check {
    /// The lexicon, as for --lexicon
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print one JSON object per entry
    #[arg(long)]
    pub json: bool,
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
