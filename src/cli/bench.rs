//! `vaak bench`: what speech costs on this machine.

use std::io::{Write, stdout};
use std::time::Instant;

use serde::Serialize;
use vaak::{Engine, Settings};

use super::exit::Failure;
use super::flags::Bench;

/// Sixty characters, so that figures of the first chunk compare.
const SENTENCE: &str = "The train to Chennai leaves from platform nine at half past.";
const SENTENCES_A_CLIP: usize = 4;
const CLIPS: usize = 5;
const FIRST_CHUNKS: usize = 20;
const LOADS: usize = 5;

/// Median and worst of `n` measurements.
#[derive(Serialize)]
struct Spread {
    median: f64,
    worst: f64,
    n: usize,
}

/// Bytes resident once so many words of one text were spoken; `None` where the system does not tell.
#[derive(Serialize)]
struct Memory {
    words: usize,
    peak: Option<u64>,
    steady: Option<u64>,
}

#[derive(Serialize)]
struct Report {
    model: String,
    kernel: String,
    load_ms: Spread,
    /// From the push of a sentence of 60 characters.
    first_chunk_ms: Spread,
    /// On one thread.
    real_time_factor: Spread,
    memory: Vec<Memory>,
    binary_bytes: Option<u64>,
}

pub fn run(flags: Bench) -> Result<(), Failure> {
    let start = Instant::now();
    let engine = flags.model.load()?;
    let mut loads = vec![milliseconds(start)];
    // Before the loads that follow leave a second engine's memory behind.
    let memory = memory(&engine, flags.words)?;
    for _ in 1..LOADS {
        let start = Instant::now();
        flags.model.load()?;
        loads.push(milliseconds(start));
    }
    let report = Report {
        model: engine.models()[0].name.clone(),
        kernel: engine.kernel().to_string(),
        load_ms: spread(loads),
        first_chunk_ms: repeat(FIRST_CHUNKS, || first_chunk(&engine))?,
        real_time_factor: repeat(CLIPS, || real_time_factor(&engine, &Settings::default()))?,
        memory,
        binary_bytes: std::env::current_exe()
            .and_then(std::fs::metadata)
            .map(|m| m.len())
            .ok(),
    };
    if flags.json {
        let json = serde_json::to_string(&report).map_err(std::io::Error::from)?;
        writeln!(stdout(), "{json}")?;
    } else {
        report.write(&mut stdout())?;
    }
    Ok(())
}

impl Report {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "model: {}", self.model)?;
        writeln!(out, "kernel: {}", self.kernel)?;
        for (name, s) in [
            ("load, ms", &self.load_ms),
            ("first chunk, ms", &self.first_chunk_ms),
            ("real-time factor, one thread", &self.real_time_factor),
        ] {
            let Spread { median, worst, n } = s;
            writeln!(out, "{name}: median {median:.4}, worst {worst:.4}, n {n}")?;
        }
        for m in &self.memory {
            let (peak, steady) = (mib(m.peak), mib(m.steady));
            writeln!(
                out,
                "memory after {} words: peak {peak}, steady {steady}",
                m.words
            )?;
        }
        writeln!(out, "program: {}", mib(self.binary_bytes))
    }
}

/// Seconds of work for a second of speech, on one thread.
pub fn real_time_factor(engine: &Engine, settings: &Settings) -> Result<f64, Failure> {
    let start = Instant::now();
    let text = format!("{SENTENCE}\n").repeat(SENTENCES_A_CLIP);
    let samples = speak(engine, settings, &text, |_| {})?;
    Ok(start.elapsed().as_secs_f64() * f64::from(engine.sample_rate()) / samples as f64)
}

/// Speaks `text` as a clip; `each` sees every chunk. Returns the count of samples.
pub fn speak(
    engine: &Engine,
    settings: &Settings,
    text: &str,
    mut each: impl FnMut(&[i16]),
) -> Result<usize, Failure> {
    let mut turn = engine.turn(settings)?;
    turn.push(text)?;
    turn.close();
    let mut samples = 0;
    while let Some(pcm) = turn.next_chunk()?.audio() {
        samples += pcm.len();
        each(pcm);
    }
    Ok(samples)
}

fn first_chunk(engine: &Engine) -> Result<f64, Failure> {
    let mut turn = engine.turn(&Settings::default())?;
    let start = Instant::now();
    turn.push(SENTENCE)?;
    // A full stop ends a clause only once it is seen that no more follows.
    turn.push("\n")?;
    turn.next_chunk()?;
    Ok(milliseconds(start))
}

fn memory(engine: &Engine, mut counts: Vec<usize>) -> Result<Vec<Memory>, Failure> {
    counts.sort_unstable();
    // Linux forgets the peak of loading; elsewhere there is none to read.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let length = SENTENCE.split_whitespace().count();
    let mut turn = engine.turn(&Settings::default())?;
    let mut spoken = 0;
    let mut told = Vec::new();
    for words in counts {
        while spoken < words {
            turn.push(SENTENCE)?;
            turn.push("\n")?;
            while turn.next_chunk()?.audio().is_some() {}
            spoken += length;
        }
        told.push(Memory {
            words,
            peak: status("VmHWM:"),
            steady: status("VmRSS:"),
        });
    }
    Ok(told)
}

fn status(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix(field))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

fn repeat(n: usize, measure: impl FnMut() -> Result<f64, Failure>) -> Result<Spread, Failure> {
    let measured: Result<Vec<_>, _> = std::iter::repeat_with(measure).take(n).collect();
    Ok(spread(measured?))
}

fn spread(mut measured: Vec<f64>) -> Spread {
    measured.sort_by(f64::total_cmp);
    let n = measured.len();
    Spread {
        median: measured.get(n / 2).copied().unwrap_or_default(),
        worst: measured.last().copied().unwrap_or_default(),
        n,
    }
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

fn mib(bytes: Option<u64>) -> String {
    bytes.map_or_else(
        || "unknown".to_owned(),
        |b| format!("{:.1} MiB", b as f64 / 1_048_576.0),
    )
}
