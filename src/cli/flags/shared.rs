//! Flags that several commands have.

use std::path::PathBuf;

use clap::Args;

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
