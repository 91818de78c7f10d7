//! One turn of a conversation, from its first text to its end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use data_encoding::BASE64;

use super::outbox::Locked;
use super::protocol::{Cancelled, End, Event, Protocol};
use crate::engine::Mark;
use crate::playback::Stopper;
use crate::serve::halves::Halves;
use crate::serve::limits::Limits;
use crate::serve::params::Params;
use crate::text::{Ending, Fragments};
use crate::voice::SAMPLE_RATE;

/// What a `start` may ask for beside its params.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Audio comes in binary frames.
    pub binary: bool,
    /// Each word's place in the audio is told.
    pub timestamps: bool,
}

/// What a turn is to speak.
#[derive(Debug)]
pub enum Said {
    Text(String),
    /// A document of SSML.
    Document(String),
}

/// A turn that has not ended.
#[derive(Debug)]
pub struct Turn {
    pub progress: Arc<Progress>,
    pub params: Arc<Params>,
    /// Not yet taken by the synthesis.
    pub said: Vec<Said>,
    halves: Halves,
    fragments: Fragments,
    /// Characters received.
    pub length: usize,
    /// Bytes received.
    pub bytes: usize,
    /// No more text comes.
    pub closed: bool,
    /// When text came last.
    pub heard: Instant,
    /// About how long it took to come, the last times.
    pace: Duration,
    /// What it has is spoken although no sentence ends there.
    pub flushed: bool,
    /// What it has is spoken as the end of a sentence.
    pub ended: bool,
}

/// How far a turn is; both threads see it.
#[derive(Debug)]
pub struct Progress {
    /// The name of the turn.
    pub context: String,
    pub request: String,
    pub protocol: Protocol,
    pub extras: Extras,
    pub opened: Instant,
    cancelled: AtomicBool,
    samples: AtomicU64,
    chunks: AtomicU64,
    /// How many characters could not be read.
    pub skipped: AtomicU64,
    /// How long after [`Self::opened`] the first audio was sent.
    pub first: OnceLock<Duration>,
    /// Silences the turn, if it plays on the loudspeaker.
    stopper: OnceLock<Stopper>,
}

impl Turn {
    /// A turn that is opened now, without text.
    pub fn new(
        context: String,
        request: String,
        (protocol, extras): (Protocol, Extras),
        params: Arc<Params>,
        fragments: Fragments,
    ) -> Self {
        let now = Instant::now();
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
                skipped: AtomicU64::new(0),
                first: OnceLock::new(),
                stopper: OnceLock::new(),
            }),
            params,
            said: Vec::new(),
            halves: Halves::default(),
            fragments,
            length: 0,
            bytes: 0,
            closed: false,
            heard: now,
            pace: Duration::ZERO,
            flushed: false,
            ended: false,
        }
    }

    /// Takes a fragment of text, or a document of SSML.
    pub fn push(&mut self, text: &str, ssml: bool) {
        self.length += text.chars().count();
        self.bytes += text.len();
        if ssml {
            self.said.push(Said::Document(text.to_owned()));
            self.fragments = self.fragments.next();
        } else {
            let mut joined = match self.said.pop() {
                Some(Said::Text(last)) => last,
                other => {
                    self.said.extend(other);
                    String::new()
                }
            };
            let text = self.halves.join(text, self.closed);
            self.fragments.push(&text, &mut joined);
            if !joined.is_empty() {
                self.said.push(Said::Text(joined));
            }
        }
        self.pace = self.heard.elapsed().max(self.pace / 2);
        self.heard = Instant::now();
        self.flushed = false;
        self.ended = false;
    }

    /// How long after [`Self::heard`] what there is counts as a whole sentence; `None`: it does not.
    pub fn patience(&self, limits: &Limits) -> Option<Duration> {
        match self.fragments.ending() {
            Ending::Open => None,
            Ending::Sentence => Some(Duration::ZERO),
            // The next token of a slow language model may be the rest of a number.
            Ending::Unsure if self.fragments.are_tokens() => {
                Some(limits.sentence.max(2 * self.pace).min(limits.flush))
            }
            Ending::Unsure => Some(limits.sentence),
        }
    }

    /// Joins the messages of the next turn.
    pub fn next_fragments(&self) -> Fragments {
        self.fragments.next()
    }

    /// Whether what there is is a whole sentence, whatever comes and when.
    pub fn is_sentence(&self) -> bool {
        self.fragments.ending() == Ending::Sentence
    }

    /// Whether it takes text.
    pub fn is_open(&self) -> bool {
        !self.closed && !self.progress.is_cancelled()
    }
}

impl Progress {
    /// Whether nothing more of it is sent.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Nothing more of it is sent, or heard.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        if let Some(stopper) = self.stopper.get() {
            stopper.stop();
        }
    }

    /// Takes what silences the loudspeaker. A turn that was cancelled before is silenced now.
    pub fn set_stopper(&self, stopper: Option<Stopper>) {
        if let Some(stopper) = stopper {
            let _ = self.stopper.set(stopper);
        }
        if self.is_cancelled() {
            self.cancel();
        }
    }

    /// How much of it has been sent, or heard.
    fn audio_ms(&self) -> u64 {
        match self.stopper.get() {
            Some(stopper) => stopper.heard().as_millis() as u64,
            None => millis(self.samples.load(Ordering::Relaxed)),
        }
    }

    /// Counts samples that were made.
    pub fn add_samples(&self, samples: usize) {
        self.samples.fetch_add(samples as u64, Ordering::Relaxed);
    }

    /// The name of the turn, if the client has given it one.
    pub fn name(&self) -> Option<&str> {
        match self.protocol {
            Protocol::Named => Some(&self.context),
            Protocol::Older => None,
        }
    }

    /// Sends audio, as the client wants it.
    pub fn send_audio(&self, outbox: &mut Locked<'_>, bytes: &[u8]) {
        if self.protocol == Protocol::Named {
            outbox.event(&Event::Audio {
                context_id: &self.context,
                request_id: &self.request,
                seq: self.chunks.fetch_add(1, Ordering::Relaxed),
                audio: (!self.extras.binary).then(|| BASE64.encode(bytes)),
            });
        }
        if self.extras.binary {
            outbox.binary(bytes);
        }
    }

    /// Tells how much has been heard.
    pub fn send_heard(&self, outbox: &mut Locked<'_>) {
        outbox.event(&Event::Progress {
            context_id: &self.context,
            heard_ms: self.audio_ms(),
        });
    }

    /// Tells a word's place.
    pub fn send_mark(&self, outbox: &mut Locked<'_>, mark: &Mark) {
        let millis = mark.millis();
        let (context_id, start_ms) = (&*self.context, millis.start);
        outbox.event(&match &mark.name {
            Some(name) => Event::Bookmark {
                context_id,
                name,
                start_ms,
            },
            None => Event::Mark {
                context_id,
                text: &mark.text,
                language: mark.language.code(),
                start_ms,
                end_ms: millis.end,
            },
        });
    }

    /// Tells that the turn is complete.
    pub fn send_end(&self, outbox: &mut Locked<'_>, session: &str) {
        outbox.event(&Event::End(match self.protocol {
            Protocol::Named => End::Named {
                context_id: &self.context,
                session_id: session,
                request_ids: [&self.request],
                audio_ms: self.audio_ms(),
                first_audio_ms: self.first.get().map_or(0, |first| first.as_millis() as u64),
                skipped: self.skipped.load(Ordering::Relaxed),
            },
            Protocol::Older => End::Older {
                request_id: &self.request,
                session_id: session,
            },
        }));
    }

    /// Tells that the turn was cancelled.
    pub fn send_cancelled(&self, outbox: &mut Locked<'_>) {
        outbox.event(&Event::Cancelled(match self.protocol {
            Protocol::Named => Cancelled::Named {
                context_id: &self.context,
                audio_ms: self.audio_ms(),
            },
            Protocol::Older => Cancelled::Older {
                request_id: &self.request,
            },
        }));
    }
}

fn millis(samples: u64) -> u64 {
    samples * 1_000 / u64::from(SAMPLE_RATE)
}
