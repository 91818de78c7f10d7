//! `vaak render`: speaks a list of prompts into files, on all cores, and goes on where it was stopped.

mod format;
mod journal;
mod manifest;

use std::env;
use std::fs::{self, File};
use std::io::{LineWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::Sha256;
use vaak::serve::{ApiError, Clip};
use vaak::{Engine, Settings};

use super::clip_file::{self, Unwritten};
use super::exit::{Failure, tell};
use super::flags::{Render, Shard};
use super::output::json_line;
use super::spans::uncertain;
use format::Format;
use journal::{Journal, failed, hash};
use manifest::{Row, Wanted};

/// How often progress is told where there is no terminal.
const TELL: Duration = Duration::from_secs(30);
/// How many failures are told one by one; a report has all.
const FAILURES: u64 = 20;

pub fn run(flags: Render) -> Result<(), Failure> {
    let engine = flags.model.load()?.with_lexicon(flags.lexicon.load()?);
    let defaults = defaults(&flags, &engine)?;
    let shard = flags.shard.unwrap_or(Shard::ALL);
    let rows = manifest::read(&flags.manifest, &defaults)?;
    let numbered = (0..).zip(rows);
    let rows: Vec<Row> = numbered
        .filter_map(|(number, row)| shard.has(number).then_some(row))
        .collect();
    let render = Work {
        common: common(&flags)?,
        journal: Journal::open(&flags.out, &shard.name())?,
        progress: Mutex::new(Progress::new(&rows, flags.report.as_deref())?),
        folder: flags.out,
        engine,
    };
    let threads = flags.jobs.map_or(0, std::num::NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| Failure::Usage(format!("--jobs: {e}")))?;
    pool.install(|| rows.par_iter().try_for_each(|row| render.row(row)))?;
    let progress = render.progress.into_inner();
    progress.unwrap_or_else(PoisonError::into_inner).finish()
}

/// Returns the flags as fields of a row, once they are known to be right.
fn defaults(flags: &Render, engine: &Engine) -> Result<Map<String, Value>, Failure> {
    let mut settings = Settings::new().speed(flags.speed);
    settings.voice = flags
        .voice
        .clone()
        .map(|name| super::say::known_voice(engine, name));
    engine.choice(&settings)?;
    let fields = json!({
        "format": flags.format,
        "rate": flags.rate,
        "voice": settings.voice,
        "language": flags.language,
        "speed": flags.speed,
    });
    let Value::Object(mut fields) = fields else {
        return Ok(Map::new());
    };
    fields.retain(|_, value| !value.is_null());
    let mut request = fields.clone();
    let unfit = |e: ApiError| Failure::Usage(e.message);
    Format::take(&mut request).map_err(unfit)?;
    request.insert("text".to_owned(), json!("a"));
    Clip::open(engine, Value::Object(request).to_string().as_bytes(), true).map_err(unfit)?;
    Ok(fields)
}

/// Hashes what all clips are made from.
fn common(flags: &Render) -> Result<Sha256, Failure> {
    let program = env::current_exe().map_err(|e| failed(Path::new("vaak"), e))?;
    let bundle = flags.model.model.as_ref().filter(|path| path.is_dir());
    let bundle = bundle.map(|folder| folder.join("manifest.json"));
    let files = [
        Some(&program),
        bundle.as_ref(),
        flags.lexicon.lexicon.as_ref(),
    ];
    let files: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
    journal::common(
        &files,
        &format!("{:?} {:?}", flags.model.model, flags.model.kernel),
    )
}

/// What all threads share.
struct Work {
    engine: Engine,
    common: Sha256,
    journal: Journal,
    folder: PathBuf,
    progress: Mutex<Progress>,
}

/// A row of the report.
#[derive(Default, Serialize)]
struct Outcome<'a> {
    line: u64,
    id: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audio_ms: Option<u64>,
    /// Spans whose class was a close call, and words that no list has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uncertain: Vec<String>,
    /// How many characters could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<usize>,
    /// Fields that changed nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<String>,
    #[serde(flatten)]
    error: Map<String, Value>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Spoken,
    Kept,
    #[default]
    Failed,
}

impl Work {
    /// Speaks a row, unless its file is there. Fails only where the next row would fail as well.
    fn row(&self, row: &Row) -> Result<(), Failure> {
        let mut outcome = Outcome {
            line: row.line,
            id: &row.id,
            ..Outcome::default()
        };
        let spoken = match &row.clip {
            Ok(wanted) => self.speak(wanted, &mut outcome),
            Err(error) => Err(Unwritten::Refused(error.clone())),
        };
        let message = match spoken {
            Ok(()) => None,
            Err(Unwritten::Refused(error)) => {
                outcome.error = error.body();
                Some(error.message)
            }
            Err(Unwritten::File(e) | Unwritten::Told(e)) => {
                let file = outcome.file.unwrap_or(Path::new(""));
                return Err(failed(&self.folder.join(file), e));
            }
        };
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.add(row, &outcome, message)
    }

    fn speak<'a>(&self, wanted: &'a Wanted, outcome: &mut Outcome<'a>) -> Result<(), Unwritten> {
        let Wanted { fields, file } = wanted;
        outcome.file = Some(file);
        let request = Value::Object(fields.clone()).to_string();
        let made_from = hash(&self.common, &request);
        outcome.uncertain = self.uncertain(fields);
        if let Some(millis) = self.journal.kept(file, &made_from) {
            outcome.status = Status::Kept;
            outcome.audio_ms = Some(millis);
            return Ok(());
        }
        let mut clip = Clip::open(&self.engine, request.as_bytes(), true)?;
        let path = self.folder.join(file);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Unwritten::File)?;
        }
        // Whoever reads the folder meanwhile finds whole files only.
        let unfinished = path.with_added_extension("part");
        let bytes = clip_file::write(&mut clip, &unfinished, |_| Ok(()));
        let bytes = bytes.inspect_err(|_| drop(fs::remove_file(&unfinished)))?;
        fs::rename(&unfinished, &path).map_err(Unwritten::File)?;
        self.journal
            .add(file, &made_from, bytes, clip.millis())
            .map_err(|e| {
                let told = std::io::Error::other(e.to_string());
                Unwritten::File(told)
            })?;
        outcome.status = Status::Spoken;
        outcome.audio_ms = Some(clip.millis());
        outcome.skipped = Some(clip.skipped()).filter(|count| *count > 0);
        outcome.ignored = clip.ignored().to_vec();
        Ok(())
    }

    /// Returns what is uncertain in a text. SSML tells itself how its parts are read.
    fn uncertain(&self, fields: &Map<String, Value>) -> Vec<String> {
        let is = |name: &str| fields.get(name) == Some(&json!(true));
        let string = |name: &str| fields.get(name).and_then(Value::as_str);
        let language = string("language").and_then(|code| code.parse().ok());
        match string("text") {
            Some(text) if !is("ssml") => {
                uncertain(text, language, is("emoji"), self.engine.lexicon())
            }
            _ => Vec::new(),
        }
    }
}

/// What was done so far.
struct Progress {
    bar: ProgressBar,
    /// Where progress was told last without a terminal.
    told: Instant,
    began: Instant,
    report: Option<LineWriter<File>>,
    spoken: u64,
    kept: u64,
    failed: u64,
    uncertain: u64,
    millis: u64,
    ignored: Vec<String>,
}

impl Progress {
    fn new(rows: &[Row], report: Option<&Path>) -> Result<Self, Failure> {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left");
        let bar = ProgressBar::new(rows.len() as u64);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let report = report.map(|path| File::create(path).map_err(|e| failed(path, e)));
        Ok(Self {
            bar,
            told: Instant::now(),
            began: Instant::now(),
            report: report.transpose()?.map(LineWriter::new),
            spoken: 0,
            kept: 0,
            failed: 0,
            uncertain: 0,
            millis: 0,
            ignored: Vec::new(),
        })
    }

    fn add(
        &mut self,
        row: &Row,
        outcome: &Outcome,
        message: Option<String>,
    ) -> Result<(), Failure> {
        match outcome.status {
            Status::Spoken => {
                self.spoken += 1;
                self.millis += outcome.audio_ms.unwrap_or(0);
            }
            Status::Kept => self.kept += 1,
            Status::Failed => self.failed += 1,
        }
        self.uncertain += u64::from(!outcome.uncertain.is_empty());
        for name in &outcome.ignored {
            if !self.ignored.contains(name) {
                self.ignored.push(name.clone());
            }
        }
        if let Some(message) = message {
            self.bar.suspend(|| match self.failed {
                ..=FAILURES => tell(format_args!(
                    "line {}, id {:?}: {message}",
                    row.line, row.id
                )),
                FAILURES_AND_ONE => {
                    tell("further failures are not told one by one; --report has all")
                }
                _ => {}
            });
        }
        self.bar.inc(1);
        if self.bar.is_hidden() && self.told.elapsed() >= TELL {
            self.told = Instant::now();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let left = self.began.elapsed().as_secs() * (all - done) / done.max(1);
            tell(format_args!("{done} of {all}, {left} s left"));
        }
        match &mut self.report {
            Some(report) => Ok(json_line(report, outcome)?),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        if let Some(report) = &mut self.report {
            report.flush()?;
        }
        if !self.ignored.is_empty() {
            tell(format_args!(
                "columns that changed nothing: {}",
                self.ignored.join(", ")
            ));
        }
        tell(format_args!(
            "{} spoken ({:.1} min of speech in {:.1} s), {} kept, {} failed, {} with something uncertain",
            self.spoken,
            self.millis as f64 / 60_000.0,
            self.began.elapsed().as_secs_f64(),
            self.kept,
            self.failed,
            self.uncertain,
        ));
        match self.failed {
            0 => Ok(()),
            failed => Err(Failure::Lines {
                failed,
                number: self.spoken + self.kept + failed,
            }),
        }
    }
}

/// The first failure that is not told on its own.
const FAILURES_AND_ONE: u64 = FAILURES + 1;
