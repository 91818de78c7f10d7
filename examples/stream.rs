//! Speaks text as it arrives, chunk by chunk: `cargo run --release --example stream | aplay -f S16_LE -r 24000`.

use std::error::Error;
use std::io::{Write, stdout};

use vaak::audio::pcm_bytes;
use vaak::{Chunk, Engine, Settings, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let engine = Engine::bundled()?;
    let mut turn = engine.turn(&Settings::new())?;
    // The text arrives in arbitrary portions. Each clause is spoken as soon as it is complete.
    for part in ["नमस्ते, मैं ", "वा", "क् हूँ। ", "How are ", "you?"]
    {
        turn.push(part)?;
        write_ready(&mut turn)?;
    }
    turn.close();
    write_ready(&mut turn)
}

/// Writes what can be spoken so far to standard output.
fn write_ready(turn: &mut Turn) -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    loop {
        match turn.next_chunk()? {
            Chunk::Audio(samples) => {
                pcm_bytes(samples, &mut bytes);
                stdout().write_all(&bytes)?;
            }
            Chunk::NeedsText | Chunk::Done => return Ok(()),
        }
    }
}
