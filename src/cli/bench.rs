//! `vaak bench`: measures speech on this machine.

use std::env;
use std::io::{self, Write, stdout};
use std::process::{Command, Stdio};
use std::time::Instant;

use clap::ValueEnum as _;
use serde::Serialize;
use vaak::{Engine, Settings};

use super::exit::Failure;
use super::flags::{Bench, Model};

/// A sentence of sixty characters, so that times to the first chunk compare.
const SENTENCE: &str = "The train to Chennai leaves from platform nine at half past.";
const SENTENCES_A_CLIP: usize = 4;
const CLIPS: usize = 5;
const FIRST_CHUNKS: usize = 20;
const LOADS: usize = 5;
const STARTS: usize = 5;
/// What is spoken to measure a start.
const THREE_WORDS: &str = "One two three.";

/// Median and maximum of `n` measurements.
#[derive(Serialize)]
pub struct Spread {
    pub median: f64,
    worst: f64,
    n: usize,
}

/// Resident memory in bytes after this many words of one text; `None` if the system does not tell.
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
    /// Time of a program that starts, speaks three words and ends.
    start_ms: Spread,
    /// Time from the push of a sentence of 60 characters to its first chunk.
    first_chunk_ms: Spread,
    /// The real-time factor on one thread.
    real_time_factor: Spread,
    memory: Vec<Memory>,
    binary_bytes: Option<u64>,
}

pub fn run(flags: Bench) -> Result<(), Failure> {
    let start = Instant::now();
    let engine = flags.model.load()?;
    let mut loads = vec![milliseconds(start)];
    // Measured first, because the loads below leave the memory of a second engine behind.
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
        start_ms: starts(&flags.model, STARTS)?,
        first_chunk_ms: first_chunks(&engine, &Settings::default())?,
        real_time_factor: repeat(CLIPS, || real_time_factor(&engine, &Settings::default()))?,
        memory,
        binary_bytes: env::current_exe()
            .and_then(std::fs::metadata)
            .map(|m| m.len())
            .ok(),
    };
    if flags.json {
        let json = serde_json::to_string(&report).map_err(io::Error::from)?;
        writeln!(stdout(), "{json}")?;
    } else {
        report.write(&mut stdout())?;
    }
    Ok(())
}

impl Report {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "model: {}", self.model)?;
        writeln!(out, "kernel: {}", self.kernel)?;
        for (name, s) in [
            ("load, ms", &self.load_ms),
            ("start to end of three words, ms", &self.start_ms),
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

/// Returns the real-time factor on one thread: seconds of computing per second of speech.
pub fn real_time_factor(engine: &Engine, settings: &Settings) -> Result<f64, Failure> {
    let start = Instant::now();
    let text = format!("{SENTENCE}\n").repeat(SENTENCES_A_CLIP);
    let samples = speak(engine, settings, &text, |_| {})?;
    Ok(start.elapsed().as_secs_f64() * f64::from(engine.sample_rate()) / samples as f64)
}

/// Speaks `text` as a clip and passes every chunk to `each`. Returns the number of samples.
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

/// Measures so many starts of the program.
pub fn starts(model: &Model, n: usize) -> Result<Spread, Failure> {
    repeat(n, || cold_start(model))
}

fn cold_start(model: &Model) -> Result<f64, Failure> {
    let failed = |e: io::Error| Failure::Usage(format!("the program does not start: {e}"));
    let mut program = Command::new(env::current_exe().map_err(failed)?);
    program.args(["say", "--raw", "--output", "-", THREE_WORDS]);
    if let Some(model) = &model.model {
        program.arg("--model").arg(model);
    }
    if let Some(kernel) = model.kernel.and_then(|kernel| kernel.to_possible_value()) {
        program.args(["--kernel", kernel.get_name()]);
    }
    program.stdin(Stdio::null()).stdout(Stdio::null());
    let start = Instant::now();
    let status = program.status().map_err(failed)?;
    let time = milliseconds(start);
    match status.success() {
        true => Ok(time),
        false => Err(failed(io::Error::other(status.to_string()))),
    }
}

/// Measures first chunks.
pub fn first_chunks(engine: &Engine, settings: &Settings) -> Result<Spread, Failure> {
    repeat(FIRST_CHUNKS, || first_chunk(engine, settings))
}

fn first_chunk(engine: &Engine, settings: &Settings) -> Result<f64, Failure> {
    let mut turn = engine.turn(settings)?;
    let start = Instant::now();
    turn.push(SENTENCE)?;
    // A full stop ends a clause only when the next character is known.
    turn.push("\n")?;
    turn.next_chunk()?;
    Ok(milliseconds(start))
}

fn memory(engine: &Engine, mut counts: Vec<usize>) -> Result<Vec<Memory>, Failure> {
    counts.sort_unstable();
    // On Linux this resets the peak, which is that of loading. Other systems do not report one.
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
            steady: resident(),
        });
    }
    Ok(told)
}

/// Returns the resident memory of this process in bytes, if the system tells.
pub fn resident() -> Option<u64> {
    status("VmRSS:")
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

pub fn mib(bytes: Option<u64>) -> String {
    bytes.map_or_else(
        || "unknown".to_owned(),
        |b| format!("{:.1} MiB", b as f64 / 1_048_576.0),
    )
}
