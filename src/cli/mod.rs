//! The command line: one file a command, every flag in [`flags`].

mod bench;
mod completions;
#[cfg(all(unix, feature = "serve"))]
mod config;
#[cfg(feature = "playback")]
mod devices;
mod doctor;
mod exit;
mod explain;
mod flags;
mod lexicon;
mod man;
mod model;
mod normalize;
mod output;
mod phonemes;
mod say;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod source;
mod voices;

use std::process::ExitCode;

use clap::Parser;

use flags::{Arguments, Command};

/// Parses the arguments, runs the command, and says how it went.
pub fn run() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Say(flags) => say::run(flags),
        #[cfg(all(unix, feature = "serve"))]
        Command::Serve(flags) => serve::run(flags),
        Command::Normalize(flags) => normalize::run(flags),
        #[cfg(feature = "playback")]
        Command::Devices => devices::run(),
        Command::Voices(flags) => voices::run(flags),
        Command::Doctor(flags) => doctor::run(flags),
        Command::Bench(flags) => bench::run(flags),
        Command::Phonemes(flags) => phonemes::run(flags),
        Command::Completions(flags) => completions::run(flags),
        Command::Man => man::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
