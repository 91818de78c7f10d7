//! One clip or turn while it is made: text goes in, and what its listener gets comes out.

use std::iter;
use std::time::{Duration, Instant};

use super::error::ApiError;
use super::metrics::Metrics;
use super::params::Params;
use super::shared::Shared;
use super::sink::Sink;
use super::slots::{Admission, Slot};
use crate::engine::{Chunk, Mark, Turn};
use crate::playback::Stopper;
use crate::voice::SAMPLE_RATE;

/// An utterance that is being made.
pub struct Utterance {
    turn: Turn,
    sink: Sink,
    /// What is to be sent for the last chunk.
    bytes: Vec<u8>,
    admission: Admission,
    /// When the first chunk was made since text was last waited for, and the samples made since.
    playing: Option<(Instant, u64)>,
}

/// What one step of an utterance gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// So many samples.
    Audio(usize),
    /// Nothing: more text is needed.
    NeedsText,
    /// Nothing: the utterance is complete.
    Done,
}

impl Utterance {
    /// Opens an utterance that was taken.
    pub fn new(params: &Params, shared: &Shared, admission: Admission) -> Result<Self, ApiError> {
        let sink = match &shared.loudspeaker {
            Some(speaker) if params.aloud => Sink::loudspeaker(speaker.play()?),
            _ => Sink::Client(params.format.encoder()),
        };
        let engine = params.engine(shared.engine());
        Ok(Self {
            turn: engine.turn(&params.settings)?,
            sink,
            bytes: Vec::new(),
            admission,
            playing: None,
        })
    }

    /// Appends text.
    pub fn push(&mut self, text: &str) -> Result<(), ApiError> {
        Ok(self.turn.push(text)?)
    }

    /// Appends a whole document of SSML.
    pub fn push_ssml(&mut self, document: &str) -> Result<(), ApiError> {
        Ok(self.turn.push_ssml(document)?)
    }

    /// Lets the pending text be spoken although no clause has ended.
    pub fn flush(&mut self) {
        self.turn.flush();
    }

    /// A sentence ends here, whatever follows.
    pub fn end_sentence(&mut self) {
        self.turn.end_sentence();
    }

    /// No more text comes.
    pub fn close(&mut self) {
        self.turn.close();
    }

    /// Makes the first chunk, in the slot that came with the admission.
    pub fn make_first(&mut self, slot: Slot<'_>, metrics: &Metrics) -> Result<Made, ApiError> {
        let made = make(&mut self.turn, &mut self.sink, &mut self.bytes, metrics);
        drop(slot);
        self.made(made?)
    }

    /// Makes the next chunk.
    pub fn make(&mut self, metrics: &Metrics) -> Result<Made, ApiError> {
        let lead = self.lead();
        let slot = self.admission.slot(lead);
        let made = make(&mut self.turn, &mut self.sink, &mut self.bytes, metrics);
        drop(slot);
        self.made(made?)
    }

    /// How long what was made will still be played. Not known where the client takes it late.
    fn lead(&mut self) -> Option<Duration> {
        let (begun, samples) = self.playing?;
        let made = Duration::from_micros(samples * 1_000_000 / u64::from(SAMPLE_RATE));
        let lead = made.checked_sub(begun.elapsed());
        if lead.is_none() {
            self.playing = None;
        }
        lead
    }

    fn made(&mut self, made: Made) -> Result<Made, ApiError> {
        match made {
            Made::Audio(samples) => {
                let (_, made) = self.playing.get_or_insert_with(|| (Instant::now(), 0));
                *made += samples as u64;
            }
            Made::NeedsText | Made::Done => {
                self.admission.rest();
                self.playing = None;
            }
        }
        Ok(made)
    }

    /// Plays what was made, if it goes to the loudspeaker, and leaves in [`Self::bytes`] what is to be sent. This waits for
    /// the loudspeaker: hold nothing that others need.
    pub fn deliver(&mut self, made: Made, metrics: &Metrics) -> Result<(), ApiError> {
        match made {
            Made::Audio(_) => self.sink.play(&mut self.bytes),
            Made::NeedsText => {
                self.bytes.clear();
                self.sink.rest();
                Ok(())
            }
            Made::Done => {
                let finished = self.sink.finish(&mut self.bytes);
                metrics.gaps(self.sink.underruns());
                finished
            }
        }
    }

    /// What is to be sent for the chunk that was delivered last. There may be nothing.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same in the portions in which it is sent.
    pub fn portions(&self) -> impl Iterator<Item = &[u8]> {
        self.sink.portions(&self.bytes)
    }

    /// The places of the next words, as far as they are known.
    pub fn marks(&mut self) -> impl Iterator<Item = Mark> {
        iter::from_fn(|| self.turn.next_mark())
    }

    /// How many characters could not be read.
    pub fn skipped(&self) -> usize {
        self.turn.skipped()
    }

    /// How to silence the loudspeaker, if the utterance plays on it.
    pub fn stopper(&self) -> Option<Stopper> {
        self.sink.stopper()
    }
}

/// Makes a chunk.
fn make(
    turn: &mut Turn,
    sink: &mut Sink,
    bytes: &mut Vec<u8>,
    metrics: &Metrics,
) -> Result<Made, ApiError> {
    let begun = Instant::now();
    let made = match turn.next_chunk()? {
        Chunk::Audio(pcm) => {
            sink.take(pcm, bytes);
            Made::Audio(pcm.len())
        }
        Chunk::NeedsText => Made::NeedsText,
        Chunk::Done => Made::Done,
    };
    metrics.made(begun.elapsed());
    Ok(made)
}
