//! `vaak doctor`: is this installation fit to speak, and how fast?

use std::io::{Write, stdout};

use vaak::engine::{Engine, Settings};

use super::bench;
use super::exit::Failure;
use super::flags::Model;

const SELF_TEST: &str = "नमस्ते। Hello.";
/// Speech is louder somewhere: −30 dB of full scale.
const AUDIBLE: u16 = 1_036;
const CLIPPED: u16 = i16::MAX as u16;

pub fn run(flags: Model) -> Result<(), Failure> {
    let mut out = stdout();
    // Loading checks the manifest, the versions and the hash of every file.
    let (engine, _) = flags.load()?;
    writeln!(out, "bundle: {}, hashes right", engine.model())?;
    writeln!(out, "kernel: {}", engine.kernel())?;
    for voice in engine.voices() {
        let seconds = hear(&engine, voice)?;
        writeln!(out, "voice: {voice} spoke for {seconds:.2} s")?;
    }
    let times = bench::real_time_factor(&engine)?.recip();
    writeln!(
        out,
        "headroom: one thread speaks {times:.1} times as fast as real time{}",
        if times > 1.0 {
            ""
        } else {
            ": too slow to stream"
        }
    )?;
    Ok(())
}

/// Has the voice speak; gives the seconds that it spoke.
fn hear(engine: &Engine, voice: &str) -> Result<f64, Failure> {
    let settings = Settings {
        voice: Some(voice.to_owned()),
        ..Settings::default()
    };
    let mut peak = 0;
    let samples = bench::speak(engine, &settings, SELF_TEST, |pcm| {
        peak = pcm.iter().map(|s| s.unsigned_abs()).fold(peak, u16::max);
    })?;
    let fault = match peak {
        CLIPPED.. => Some("clips"),
        ..AUDIBLE => Some("cannot be heard"),
        _ => None,
    };
    match fault {
        Some(fault) => Err(Failure::Unfit(format!("{voice} {fault}"))),
        None => Ok(samples as f64 / f64::from(engine.sample_rate())),
    }
}
