//! The flags of `vaak render`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use vaak::Language;

use super::shard::Shard;
use super::shared::{LanguageParser, Lexicon, Model, VoiceParser};

#[derive(Args)]
pub struct Render {
    /// List of prompts: a .csv or .tsv file with a heading, or a .jsonl file
    ///
    /// A row has an `id`, which is the name of its file without the ending and may have folders, and a `text`. It may have a
    /// `format`, a `rate` in Hz, and any field of POST /v1/tts: language, voice, model, speed, pitch, ssml, and so on. An
    /// empty cell means the flag or the default.
    #[arg(value_name = "MANIFEST")]
    pub manifest: PathBuf,
    /// Folder to write the clips to; it is made if it does not exist
    #[arg(short, long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Format of the files: wav, mp3, opus, flac; for Asterisk ulaw, alaw, sln, sln16, sln24, sln44, sln48; for FreeSWITCH PCMU, PCMA
    #[arg(long, value_name = "FORMAT", default_value = "wav")]
    pub format: String,
    /// Samples per second, such as 8000 for telephones [default: that of the format]
    #[arg(long, value_name = "HZ")]
    pub rate: Option<u64>,
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// Voice to speak with; `vaak voices` lists their names
    #[arg(short, long, value_name = "NAME", value_parser = VoiceParser, hide_possible_values = true)]
    pub voice: Option<String>,
    /// Language of the texts, such as hi or en-IN [default: detected from each text]
    #[arg(short, long, value_name = "CODE", value_parser = LanguageParser)]
    pub language: Option<Language>,
    /// Speed, from 0.5 (half as fast) to 2.0 (twice as fast)
    #[arg(short, long, value_name = "FACTOR", default_value_t = 1.0)]
    pub speed: f32,
    /// Number of threads to use [default: all cores]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Render only part I of N of the rows, such as 2/8; auto takes both from Slurm or AWS Batch, auto/N the part from Kubernetes
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Write a line of JSON per row to this file: its status, its length, errors, and what was uncertain in its text
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}
