//! `vaak completions SHELL`.

use std::io::{Write, stdout};

use clap::CommandFactory;

use super::exit::Failure;
use super::flags::{Arguments, Completions};

pub fn run(flags: Completions) -> Result<(), Failure> {
    // Write to memory first: clap_complete panics if a write fails, and a closed pipe is no error.
    let mut script = Vec::new();
    clap_complete::generate(flags.shell, &mut Arguments::command(), "vaak", &mut script);
    stdout().write_all(&script)?;
    Ok(())
}
