//! The flags of `vaak speechd`.

use std::path::PathBuf;

use clap::Args;

use super::shared::{Lexicon, Model};

#[derive(Args)]
pub struct Speechd {
    #[command(flatten)]
    pub model: Model,
    #[command(flatten)]
    pub lexicon: Lexicon,
    /// Read `model`, `lexicon` and `voice` from this TOML file, if there is one
    #[arg(value_name = "CONFIG")]
    pub config: Option<PathBuf>,
}
