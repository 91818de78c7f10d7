//! Speaks text as it comes, chunk by chunk: `cargo run --release --example stream > hello.raw`.

use std::io::{Write, stdout};

use vaak::audio::pcm_bytes;
use vaak::{Engine, Settings, Turn};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = Engine::bundled()?;
    let mut turn = engine.turn(&Settings::new())?;
    // Text that is still being written comes cut anywhere; each clause is spoken once it is whole.
    for part in ["नमस्ते, मैं ", "वा", "क् हूँ। ", "How are ", "you?"]
    {
        turn.push(part)?;
        write_ready(&mut turn)?;
    }
    turn.close();
    write_ready(&mut turn)
}

fn write_ready(turn: &mut Turn) -> Result<(), Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    while let Some(pcm) = turn.next_chunk()?.audio() {
        pcm_bytes(pcm, &mut bytes);
        stdout().write_all(&bytes)?;
    }
    Ok(())
}
