//! `vaak voices`: one a line.

use std::io::{Write, stdout};

use super::exit::Failure;
use super::flags::Model;

pub fn run(flags: Model) -> Result<(), Failure> {
    let engine = flags.load()?;
    for voice in &engine.models()[0].voices {
        writeln!(stdout(), "{voice}")?;
    }
    Ok(())
}
