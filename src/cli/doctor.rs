//! `vaak doctor`: is this installation fit to speak, how fast, and with which model?

use std::io::{Write, stdout};

use vaak::{Engine, Settings};

use super::bench;
use super::exit::Failure;
use super::flags::Model;

const SELF_TEST: &str = "नमस्ते। Hello.";
/// Speech is louder somewhere: −30 dB of full scale.
const AUDIBLE: u16 = 1_036;
const CLIPPED: u16 = i16::MAX as u16;
/// How many times as fast as real time a model has to speak to be recommended: two listeners at once take half a core.
const ROOM: f64 = 4.0;

pub fn run(flags: Model) -> Result<(), Failure> {
    let mut out = stdout();
    let engine = flags.load()?;
    writeln!(out, "kernel: {}", engine.kernel())?;
    let mut fit = None;
    for model in engine.models() {
        let name = &model.name;
        let mut settings = Settings::new().model(name);
        // Loading checks the manifest, the versions and the hash of every file.
        engine.turn(&settings)?;
        writeln!(out, "model: {name}, hashes right")?;
        for voice in &model.voices {
            settings.voice = Some(voice.clone());
            let seconds = hear(&engine, &settings, voice)?;
            writeln!(out, "voice: {voice} spoke for {seconds:.2} s")?;
        }
        let times = bench::real_time_factor(&engine, &settings)?.recip();
        let verdict = if times > 1.0 {
            ""
        } else {
            ": too slow to stream"
        };
        writeln!(
            out,
            "headroom: one thread speaks {times:.1} times as fast as real time{verdict}"
        )?;
        // The first with room enough, or else the fastest.
        if fit.is_none_or(|(_, best)| best < ROOM && best < times) {
            fit = Some((name, times));
        }
    }
    if let Some((model, _)) = fit {
        writeln!(out, "recommended: --model {model:?}")?;
    }
    Ok(())
}

/// Has the voice speak; gives the seconds that it spoke.
fn hear(engine: &Engine, settings: &Settings, voice: &str) -> Result<f64, Failure> {
    let mut peak = 0;
    let samples = bench::speak(engine, settings, SELF_TEST, |pcm| {
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
