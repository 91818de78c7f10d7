//! `vaak voices`: lists the voices, one per line, and plays them.

use std::io::{Write, stdout};

use vaak::Settings;

use super::exit::Failure;
use super::flags::Voices;

/// What each voice says with `--play`, before its name.
const SAMPLE: &str = "नमस्ते। Hello, I am";

/// Writes the voices of the chosen model, or else of all models.
pub fn run(flags: Voices) -> Result<(), Failure> {
    flags.play.check()?;
    let engine = flags.model.load()?;
    let models = match flags.model.model {
        // The chosen model is the first.
        Some(_) => &engine.models()[..1],
        None => engine.models(),
    };
    let mut written = Vec::new();
    for model in models {
        for voice in &model.voices {
            if written.contains(&voice) {
                continue;
            }
            writeln!(stdout(), "{voice}")?;
            let settings = Settings::new().model(&model.name).voice(voice);
            let sample = format!("{SAMPLE} {voice}.");
            flags.play.play(&engine, &settings, &sample)?;
            written.push(voice);
        }
    }
    Ok(())
}
