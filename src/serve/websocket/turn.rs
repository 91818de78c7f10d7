//! One turn of a conversation, from its first text to its end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use serde_json::json;

use super::Held;
use super::session::{Extras, Protocol};
use crate::engine::Mark;
use crate::serve::params::Wanted;
use crate::speaker::Stopper;
use crate::voice::SAMPLE_RATE;

/// A turn that has not ended.
#[derive(Debug)]
pub struct Turn {
    pub progress: Arc<Progress>,
    pub wanted: Wanted,
    /// Not yet taken by the speaker.
    pub text: String,
    /// Characters received.
    pub length: usize,
    /// No more text comes.
    pub closed: bool,
    /// When text came last.
    pub heard: Instant,
    pub flushed: bool,
}

/// How far a turn is; seen by both threads.
#[derive(Debug)]
pub struct Progress {
    pub context: String,
    pub request: String,
    pub protocol: Protocol,
    pub extras: Extras,
    pub opened: Instant,
    pub cancelled: AtomicBool,
    pub samples: AtomicU64,
    pub chunks: AtomicU64,
    pub first: OnceLock<Duration>,
    /// Where it is heard on the loudspeaker.
    stopper: OnceLock<Stopper>,
}

impl Turn {
    /// Opened now, without any text.
    pub fn new(context: String, request: String, form: (Protocol, Extras), wanted: Wanted) -> Self {
        let now = Instant::now();
        let (protocol, extras) = form;
        Self {
            progress: Arc::new(Progress {
                context,
                request,
                protocol,
                extras,
                opened: now,
                cancelled: AtomicBool::new(false),
                samples: AtomicU64::new(0),
                chunks: AtomicU64::new(0),
                first: OnceLock::new(),
                stopper: OnceLock::new(),
            }),
            wanted,
            text: String::new(),
            length: 0,
            closed: false,
            heard: now,
            flushed: false,
        }
    }

    /// Whether it takes text.
    pub fn is_open(&self) -> bool {
        !self.closed && !self.progress.is_cancelled()
    }
}

impl Progress {
    /// Whether nothing more of it is sent.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// How much of it has been sent, or heard.
    pub fn audio_ms(&self) -> u64 {
        match self.stopper.get() {
            Some(stopper) => stopper.heard().as_millis() as u64,
            None => millis(self.samples.load(Ordering::Relaxed)),
        }
    }

    /// Nothing more of it is sent, or heard.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        if let Some(stopper) = self.stopper.get() {
            stopper.stop();
        }
    }

    /// Says how to silence the loudspeaker. A turn that was cancelled before is silenced now.
    pub fn can_be_stopped_by(&self, stopper: Option<Stopper>) {
        if let Some(stopper) = stopper {
            let _ = self.stopper.set(stopper);
        }
        if self.cancelled.load(Ordering::SeqCst) {
            self.cancel();
        }
    }

    /// Tells how much has been heard.
    pub fn tell(&self, line: &mut Held<'_>) {
        line.json(&json!({
            "type": "progress",
            "context_id": self.context,
            "heard_ms": self.audio_ms(),
        }));
    }

    /// Sends audio, as the client wants it.
    pub fn send(&self, line: &mut Held<'_>, bytes: &[u8]) {
        if self.protocol == Protocol::Named {
            let mut audio = json!({
                "type": "audio",
                "context_id": self.context,
                "request_id": self.request,
                "seq": self.chunks.fetch_add(1, Ordering::Relaxed),
            });
            if !self.extras.binary {
                audio["audio"] = json!(BASE64.encode(bytes));
            }
            line.json(&audio);
        }
        if self.extras.binary {
            line.binary(bytes);
        }
    }

    /// Tells a word's place.
    pub fn mark(&self, line: &mut Held<'_>, mark: &Mark) {
        line.json(&json!({
            "type": "mark",
            "context_id": self.context,
            "text": mark.text,
            "start_ms": millis(mark.samples.start),
            "end_ms": millis(mark.samples.end),
        }));
    }
}

fn millis(samples: u64) -> u64 {
    samples * 1_000 / u64::from(SAMPLE_RATE)
}
