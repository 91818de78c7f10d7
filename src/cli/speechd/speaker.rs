//! The thread that speaks one message after another, and stops when it is told to.

use std::io;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use vaak::voice::SAMPLE_RATE;
use vaak::{Chunk, Engine, Mark, Settings, Turn};

use super::document;
use super::link::Link;
use crate::cli::exit::tell;

/// The beginning of the names of the marks that the daemon sets, at which it can go on after a pause.
const MARK: &str = "__spd_";

/// Samples that are sent at once: 20 ms.
const BLOCK: usize = 480;
/// How far what was sent is ahead of what is heard. The daemon keeps 10,000 samples and drops them at once; what is sent beyond
/// them fills the pipe, which it reads to the end, byte by byte, before it is silent.
const LEAD: Duration = Duration::from_millis(250);

/// What a message may be told; 0 is nothing as yet.
const PAUSE: u8 = 1;
const STOP: u8 = 2;

/// A message to speak.
pub struct Job {
    pub document: String,
    pub settings: Settings,
}

/// What a message is told while it is spoken.
type Told = Arc<AtomicU8>;

/// The thread, as others see it.
pub struct Speaker {
    jobs: Sender<(Job, Told)>,
    /// Of the message that was sent last.
    told: Mutex<Told>,
    thread: Thread,
}

/// The pace of a message: it is sent as it is heard.
struct Pace {
    begun: Instant,
    samples: u64,
}

impl Speaker {
    pub fn start(engine: Engine, link: Link) -> io::Result<Self> {
        let (jobs, to_speak) = mpsc::channel();
        let speaking = thread::Builder::new()
            .name("speak".to_owned())
            .spawn(move || run(&engine, &link, &to_speak))?;
        Ok(Self {
            jobs,
            told: Mutex::default(),
            thread: speaking.thread().clone(),
        })
    }

    /// Speaks a message when those before it have ended.
    pub fn speak(&self, job: Job) {
        let told = Told::default();
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&told);
        // The thread has ended only where the daemon has.
        let _ = self.jobs.send((job, told));
    }

    /// Drops the message that is spoken.
    pub fn stop(&self) {
        self.tell(STOP);
    }

    /// Ends the message at the next mark of the daemon.
    pub fn pause(&self) {
        self.tell(PAUSE);
    }

    fn tell(&self, what: u8) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.fetch_max(what, Ordering::Relaxed);
        self.thread.unpark();
    }
}

fn run(engine: &Engine, link: &Link, jobs: &Receiver<(Job, Told)>) {
    for (job, told) in jobs {
        let spoken = link.say(&["701 BEGIN"]).and_then(|()| {
            let end = speak(engine, link, &job, &told)?;
            link.say(&[end])
        });
        if spoken.is_err() {
            // Nobody listens any more.
            return;
        }
    }
}

/// Speaks a message. Returns the event that ends it.
fn speak(engine: &Engine, link: &Link, job: &Job, told: &Told) -> io::Result<&'static str> {
    let is = |what| told.load(Ordering::Relaxed) == what;
    let mut turn = match open(engine, job) {
        Ok(turn) => turn,
        Err(e) => {
            tell(format_args!("{e}"));
            return Ok("703 STOP");
        }
    };
    let mut marks: Vec<Mark> = Vec::new();
    let mut pace = Pace {
        begun: Instant::now(),
        samples: 0,
    };
    loop {
        if is(STOP) {
            return Ok("703 STOP");
        }
        let pcm = match turn.next_chunk() {
            Ok(Chunk::Audio(pcm)) => pcm.to_vec(),
            Ok(Chunk::NeedsText | Chunk::Done) => Vec::new(),
            Err(e) => {
                tell(format_args!("{e}"));
                return Ok("703 STOP");
            }
        };
        while let Some(mark) = turn.next_mark() {
            marks.extend(mark.name.is_some().then_some(mark));
        }
        let end = turn.samples();
        let begin = end - pcm.len() as u64;
        let mut at = 0;
        // A mark is told between the samples that it stands between.
        let is_due = |mark: &Mark| pcm.is_empty() || mark.samples.start <= end;
        let due = marks.iter().take_while(|mark| is_due(mark)).count();
        for mark in marks.drain(..due) {
            let place = mark.samples.start.saturating_sub(begin) as usize;
            let place = place.clamp(at, pcm.len());
            if !pace.play(link, &pcm[at..place], told)? {
                return Ok("703 STOP");
            }
            at = place;
            let name = mark.name.unwrap_or_default();
            link.say(&[&*format!("700-{name}"), "700 INDEX MARK"])?;
            if is(PAUSE) && name.starts_with(MARK) {
                return Ok("704 PAUSE");
            }
        }
        if !pace.play(link, &pcm[at..], told)? {
            return Ok("703 STOP");
        }
        if pcm.is_empty() {
            return Ok("702 END");
        }
    }
}

impl Pace {
    /// Sends samples. Returns false if they were stopped.
    fn play(&mut self, link: &Link, pcm: &[i16], told: &Told) -> io::Result<bool> {
        for block in pcm.chunks(BLOCK) {
            let ahead = Duration::from_micros(self.samples * 1_000_000 / u64::from(SAMPLE_RATE));
            let due = self.begun + ahead.saturating_sub(LEAD);
            loop {
                if told.load(Ordering::Relaxed) == STOP {
                    return Ok(false);
                }
                let wait = due.saturating_duration_since(Instant::now());
                if wait.is_zero() {
                    break;
                }
                thread::park_timeout(wait);
            }
            link.play(block)?;
            self.samples += block.len() as u64;
        }
        Ok(true)
    }
}

/// Opens a turn of a document. One that is not the SSML that is spoken here is spoken without its elements.
fn open(engine: &Engine, job: &Job) -> vaak::Result<Turn> {
    let mut turn = engine.turn(&job.settings)?;
    if turn.push_ssml(&job.document).is_err() {
        turn.push_ssml(&document::plain(&job.document))?;
    }
    turn.close();
    Ok(turn)
}
