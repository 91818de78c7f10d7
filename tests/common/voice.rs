//! The voice under test, and helpers that speak with it.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::path::{Path, PathBuf};

use vaak::voice::{Bundle, Options};
use vaak::{Engine, Settings, Turn};

/// Returns the folder of the bundle: `VAAK_BUNDLE`, or the repository's.
pub fn folder() -> PathBuf {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/voice-2-native");
    std::env::var_os("VAAK_BUNDLE").map_or(bundled, PathBuf::from)
}

pub fn engine() -> Engine {
    with(Options::default())
}

pub fn with(options: Options) -> Engine {
    Engine::with([Bundle::open(&folder()).unwrap()], options).unwrap()
}

/// Appends all audio that a turn can return now.
pub fn drain(turn: &mut Turn, pcm: &mut Vec<i16>) {
    while let Some(chunk) = turn.next_chunk().unwrap().audio() {
        assert!(!chunk.is_empty());
        pcm.extend_from_slice(chunk);
    }
}

/// Speaks portions, and takes the audio after each of them or only at the end.
pub fn speak<'a>(
    engine: &Engine,
    settings: &Settings,
    portions: impl IntoIterator<Item = &'a str>,
    at_once: bool,
) -> Vec<i16> {
    let mut turn = engine.turn(settings).unwrap();
    let mut pcm = Vec::new();
    for portion in portions {
        turn.push(portion).unwrap();
        if at_once {
            drain(&mut turn, &mut pcm);
        }
    }
    turn.close();
    drain(&mut turn, &mut pcm);
    assert!(turn.is_over());
    assert_eq!(turn.samples(), pcm.len() as u64);
    pcm
}
