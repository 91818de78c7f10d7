//! `vaak doctor`: checks that every voice speaks on this machine, measures how fast, and recommends a model.

use std::io::{Write, stdout};

use serde::Serialize;
use vaak::{Engine, Kernel, ModelInfo, Settings};

use super::bench;
use super::exit::Failure;
use super::flags::{self, Arithmetic, Doctor};
use super::output::json_line;

const SELF_TEST: &str = "नमस्ते। Hello.";
/// The least peak of speech: −30 dB of full scale.
const AUDIBLE: u16 = 1_036;
const CLIPPED: u16 = i16::MAX as u16;
/// The least speed, in multiples of real time, of a model to recommend: two simultaneous listeners take half a core.
const ROOM: f64 = 4.0;

/// Attempts with each arithmetic.
const TRIES: usize = 3;

#[derive(Serialize)]
struct Report {
    version: &'static str,
    /// The arithmetic of the networks, and why it was chosen.
    kernel: String,
    /// The speed of each arithmetic with the first model.
    kernels: Vec<Pace>,
    /// Memory in bytes after one sentence of the first model; `None` if the system does not tell.
    resident: Option<u64>,
    models: Vec<Model>,
    /// The first model that is fast enough, or else the fastest.
    recommended: String,
}

#[derive(Serialize)]
struct Pace {
    kernel: Arithmetic,
    /// The speed of one thread in multiples of real time.
    headroom: f64,
}

#[derive(Serialize)]
struct Model {
    name: String,
    version: String,
    voices: Vec<Voice>,
    /// The median time of a program that starts, speaks three words and ends.
    start_ms: f64,
    /// The median time from a sentence of 60 characters to its first chunk.
    first_chunk_ms: f64,
    /// The speed of one thread in multiples of real time.
    headroom: f64,
}

#[derive(Serialize)]
struct Voice {
    name: String,
    /// The duration of its speech in seconds.
    seconds: f64,
}

pub fn run(flags: Doctor) -> Result<(), Failure> {
    flags.play.check()?;
    let engine = flags.model.load()?;
    // Other models are loaded below.
    bench::speak(&engine, &Settings::default(), SELF_TEST, |_| {})?;
    let resident = bench::resident();
    let models = engine.models().iter();
    let models = models.map(|model| check(&engine, model, &flags));
    let models: Vec<Model> = models.collect::<Result<_, _>>()?;
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        kernel: engine.kernel().to_string(),
        kernels: paces(&flags.model)?,
        resident,
        recommended: recommended(&models).to_owned(),
        models,
    };
    match flags.json {
        true => json_line(&mut stdout(), &report)?,
        false => report.write(&mut stdout())?,
    }
    Ok(())
}

/// Measures the speed of every arithmetic: the best of a few attempts.
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

/// Loads a model, which checks the hash of every file, and speaks with each of its voices, aloud if that was asked for.
fn check(engine: &Engine, model: &ModelInfo, flags: &Doctor) -> Result<Model, Failure> {
    // A bundle in a folder has no name to ask for.
    let alone = flags::Model {
        model: match engine.models() {
            [_] => flags.model.model.clone(),
            _ => Some(model.name.clone().into()),
        },
        kernel: flags.model.kernel,
    };
    let mut settings = Settings::new().model(&model.name);
    let mut voices = Vec::new();
    for name in &model.voices {
        settings.voice = Some(name.clone());
        voices.push(Voice {
            name: name.clone(),
            seconds: measure(engine, &settings, name)?,
        });
        flags.play.play(engine, &settings, SELF_TEST)?;
    }
    Ok(Model {
        name: model.name.clone(),
        version: model.version.clone(),
        voices,
        start_ms: bench::starts(&alone, TRIES)?.median,
        first_chunk_ms: bench::first_chunks(engine, &settings)?.median,
        headroom: bench::real_time_factor(engine, &settings)?.recip(),
    })
}

/// Speaks with a voice and returns the duration in seconds. Fails if the speech is silent or clips.
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

/// Returns the model to recommend. An engine has at least one.
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
        let resident = bench::mib(self.resident);
        writeln!(
            out,
            "memory: {resident} after a sentence of the first model"
        )?;
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
            writeln!(
                out,
                "  start: three words take {:.0} ms; a sentence's first chunk {:.1} ms",
                model.start_ms, model.first_chunk_ms
            )?;
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
