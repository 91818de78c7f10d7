//! `vaak doctor`: does every voice speak on this machine, how fast, and which model suits it?

use std::io::{Write, stdout};

use serde::Serialize;
use vaak::{Engine, Kernel, ModelInfo, Settings};

use super::bench;
use super::exit::Failure;
use super::flags::{self, Arithmetic, Doctor};
use super::output::json_line;

const SELF_TEST: &str = "नमस्ते। Hello.";
/// Speech is louder somewhere: −30 dB of full scale.
const AUDIBLE: u16 = 1_036;
const CLIPPED: u16 = i16::MAX as u16;
/// How many times as fast as real time a model has to speak to be recommended: two listeners at once take half a core.
const ROOM: f64 = 4.0;

/// Tries of each arithmetic.
const TRIES: usize = 3;

#[derive(Serialize)]
struct Report {
    version: &'static str,
    /// The arithmetic that the networks run in, and why.
    kernel: String,
    /// Each arithmetic's pace, of the first model.
    kernels: Vec<Pace>,
    models: Vec<Model>,
    /// The first model with room enough, or else the fastest.
    recommended: String,
}

#[derive(Serialize)]
struct Pace {
    kernel: Arithmetic,
    /// How many times as fast as real time one thread speaks.
    headroom: f64,
}

#[derive(Serialize)]
struct Model {
    name: String,
    version: String,
    voices: Vec<Voice>,
    /// How many times as fast as real time one thread speaks.
    headroom: f64,
}

#[derive(Serialize)]
struct Voice {
    name: String,
    /// How long it spoke.
    seconds: f64,
}

pub fn run(flags: Doctor) -> Result<(), Failure> {
    let engine = flags.model.load()?;
    let models = engine.models().iter().map(|model| check(&engine, model));
    let models: Vec<Model> = models.collect::<Result<_, _>>()?;
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        kernel: engine.kernel().to_string(),
        kernels: paces(&flags.model)?,
        recommended: recommended(&models).to_owned(),
        models,
    };
    match flags.json {
        true => json_line(&mut stdout(), &report)?,
        false => report.write(&mut stdout())?,
    }
    Ok(())
}

/// The pace of every arithmetic, the best of a few tries.
fn paces(model: &flags::Model) -> Result<Vec<Pace>, Failure> {
    let kernels = [Arithmetic::Int8, Arithmetic::Float32];
    let pace = |kernel| {
        let engine = flags::Model {
            model: model.model.clone(),
            kernel: Some(kernel),
        }
        .load()?;
        let mut headroom = 0.0_f64;
        for _ in 0..TRIES {
            let factor = bench::real_time_factor(&engine, &Settings::default())?;
            headroom = headroom.max(factor.recip());
        }
        Ok(Pace { kernel, headroom })
    };
    kernels.map(pace).into_iter().collect()
}

/// Loads a model, which checks the hash of every file, and lets each of its voices speak.
fn check(engine: &Engine, model: &ModelInfo) -> Result<Model, Failure> {
    let mut settings = Settings::new().model(&model.name);
    let mut voices = Vec::new();
    for name in &model.voices {
        settings.voice = Some(name.clone());
        voices.push(Voice {
            name: name.clone(),
            seconds: measure(engine, &settings, name)?,
        });
    }
    Ok(Model {
        name: model.name.clone(),
        version: model.version.clone(),
        voices,
        headroom: bench::real_time_factor(engine, &settings)?.recip(),
    })
}

/// Lets the voice speak, and refuses it if that is silent or clips; the seconds that it spoke.
fn measure(engine: &Engine, settings: &Settings, voice: &str) -> Result<f64, Failure> {
    let mut peak = 0;
    let samples = bench::speak(engine, settings, SELF_TEST, |pcm| {
        peak = pcm.iter().map(|s| s.unsigned_abs()).fold(peak, u16::max);
    })?;
    let fault = match peak {
        CLIPPED.. => Some("clips"),
        ..AUDIBLE => Some("is too quiet to be heard"),
        _ => None,
    };
    match fault {
        Some(fault) => Err(Failure::Unfit(format!("the voice {voice} {fault}"))),
        None => Ok(samples as f64 / f64::from(engine.sample_rate())),
    }
}

/// An engine has at least one model.
fn recommended(models: &[Model]) -> &str {
    let roomy = models.iter().find(|model| model.headroom >= ROOM);
    let fastest = || {
        models
            .iter()
            .max_by(|a, b| a.headroom.total_cmp(&b.headroom))
    };
    roomy.or_else(fastest).map_or("", |model| &model.name)
}

impl Report {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "vaak {}", self.version)?;
        writeln!(out, "kernel: {}", self.kernel)?;
        for Pace { kernel, headroom } in &self.kernels {
            let kernel = Kernel::from(*kernel);
            writeln!(out, "  {kernel}: {headroom:.1} times as fast as real time")?;
        }
        for model in &self.models {
            let (name, version, times) = (&model.name, &model.version, model.headroom);
            writeln!(out, "model: {name} {version}, all files as published")?;
            for voice in &model.voices {
                writeln!(
                    out,
                    "  voice: {} spoke for {:.2} s",
                    voice.name, voice.seconds
                )?;
            }
            let verdict = match times > 1.0 {
                true => "",
                false => ": too slow to stream",
            };
            writeln!(
                out,
                "  headroom: one thread speaks {times:.1} times as fast as real time{verdict}"
            )?;
        }
        writeln!(out, "recommended: --model {:?}", self.recommended)
    }
}
