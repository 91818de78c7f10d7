//! Speaks a sentence into a WAV file: `cargo run --release --example clip -- "नमस्ते!" hello.wav`.

use std::env;
use std::error::Error;
use std::fs;

use vaak::audio::{pcm_bytes, wav_header};
use vaak::{Chunk, Engine, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let text = arguments.next().unwrap_or("नमस्ते! How are you?".to_owned());
    let file = arguments.next().unwrap_or("hello.wav".to_owned());
    let engine = Engine::bundled()?;
    let mut turn = engine.turn(&Settings::new().voice("Ananya"))?;
    turn.push(&text)?;
    turn.close();
    let mut samples = Vec::new();
    while let Chunk::Audio(chunk) = turn.next_chunk()? {
        samples.extend_from_slice(chunk);
    }
    let mut bytes = Vec::new();
    pcm_bytes(&samples, &mut bytes);
    let header = wav_header(engine.sample_rate(), Some(u32::try_from(bytes.len())?));
    Ok(fs::write(file, [&header[..], &bytes].concat())?)
}
