//! The command line. Each command has a file; all flags are in [`flags`].

mod bench;
#[cfg(all(unix, feature = "serve"))]
mod clip_file;
mod completions;
#[cfg(all(unix, feature = "serve"))]
mod config;
#[cfg(feature = "playback")]
mod devices;
mod doctor;
mod exit;
mod explain;
mod flags;
#[cfg(all(unix, feature = "serve"))]
mod jsonl;
mod lexicon;
mod man;
mod model;
mod normalize;
mod output;
mod phonemes;
mod play;
#[cfg(all(unix, feature = "serve"))]
mod render;
mod say;
#[cfg(all(unix, feature = "serve"))]
mod secrets;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(all(unix, feature = "serve"))]
mod settings;
mod source;
mod spans;
mod speechd;
mod timings;
mod voices;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use flags::{Arguments, Command};

/// Parses the arguments, runs the command, and returns the exit code.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse_from(env::args_os().map(not_a_flag));
    let outcome = match arguments.command {
        Command::Say(flags) => say::run(flags),
        #[cfg(all(unix, feature = "serve"))]
        Command::Serve(flags) => serve::run(flags),
        #[cfg(all(unix, feature = "serve"))]
        Command::Render(flags) => render::run(flags),
        Command::Normalize(flags) => normalize::run(flags),
        #[cfg(feature = "playback")]
        Command::Devices => devices::run(),
        Command::Voices(flags) => voices::run(flags),
        Command::Doctor(flags) => doctor::run(flags),
        Command::Bench(flags) => bench::run(flags),
        Command::Speechd(flags) => speechd::run(flags),
        Command::Phonemes(flags) => phonemes::run(flags),
        Command::Lexicon(command) => lexicon::run(command),
        Command::Completions(flags) => completions::run(flags),
        Command::Man => man::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Lets text begin with a minus sign by putting a space, which is silent, before it. No flag begins with a digit.
fn not_a_flag(argument: OsString) -> OsString {
    let number = argument
        .to_str()
        .and_then(|text| text.strip_prefix('-'))
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_numeric()));
    match number {
        true => [OsString::from(" "), argument].into_iter().collect(),
        false => argument,
    }
}
