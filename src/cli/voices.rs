//! `vaak voices`: lists the voices, one per line.

use std::io::{Write, stdout};

use super::exit::Failure;
use super::flags::Model;

/// Writes the voices of the chosen model, or else of all models.
pub fn run(flags: Model) -> Result<(), Failure> {
    let engine = flags.load()?;
    let models = match flags.model {
        // The chosen model is the first.
        Some(_) => &engine.models()[..1],
        None => engine.models(),
    };
    let mut written = Vec::new();
    for voice in models.iter().flat_map(|model| &model.voices) {
        if !written.contains(&voice) {
            writeln!(stdout(), "{voice}")?;
            written.push(voice);
        }
    }
    Ok(())
}
