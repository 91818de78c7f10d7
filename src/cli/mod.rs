//! The command line: one file a command, every flag in [`flags`].

mod completions;
mod exit;
mod flags;
mod man;
mod normalize;
mod phonemes;
mod source;

use std::process::ExitCode;

use clap::Parser;

use flags::{Arguments, Command};

/// Parses the arguments, runs the command, and says how it went.
pub fn run() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Phonemes(flags) => phonemes::run(flags),
        Command::Normalize(flags) => normalize::run(flags),
        Command::Completions(flags) => completions::run(flags),
        Command::Man => man::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
