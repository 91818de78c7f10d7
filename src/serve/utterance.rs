//! One clip or turn while it is made: text goes in, and what its listener gets comes out.

use std::time::Instant;

use super::error::ApiError;
use super::metrics::Metrics;
use super::params::Params;
use super::shared::Shared;
use super::sink::Sink;
use super::slots::Slot;
use crate::engine::{Mark, Turn};
use crate::speaker::Stopper;

/// An utterance that is being made.
pub struct Utterance {
    turn: Turn,
    sink: Sink,
    /// What is to be sent for the last chunk.
    bytes: Vec<u8>,
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
    /// Opens an utterance.
    pub fn new(params: &Params, shared: &Shared) -> Result<Self, ApiError> {
        let sink = match &shared.loudspeaker {
            Some(speaker) if params.aloud => Sink::loudspeaker(speaker.play()?),
            _ => Sink::Client(params.format.encoder()),
        };
        let engine = params.engine(shared.engine());
        Ok(Self {
            turn: engine.turn(&params.settings)?,
            sink,
            bytes: Vec::new(),
        })
    }

    /// Appends text.
    pub fn push(&mut self, text: &str) -> Result<(), ApiError> {
        Ok(self.turn.push(text)?)
    }

    /// Lets the pending text be spoken although no clause has ended.
    pub fn flush(&mut self) {
        self.turn.flush();
    }

    /// No more text comes.
    pub fn close(&mut self) {
        self.turn.close();
    }

    /// Makes the next chunk, in a slot that is free afterwards.
    pub fn make(&mut self, slot: Slot<'_>, metrics: &Metrics) -> Result<Made, ApiError> {
        let begun = Instant::now();
        let samples = self.turn.next_chunk()?.map(|pcm| {
            self.sink.take(pcm, &mut self.bytes);
            pcm.len()
        });
        let made = match samples {
            Some(samples) => Made::Audio(samples),
            None if self.turn.is_over() => Made::Done,
            None => Made::NeedsText,
        };
        metrics.made(begun.elapsed());
        drop(slot);
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

    /// The place of the next word of which it is known.
    pub fn next_mark(&mut self) -> Option<Mark> {
        self.turn.next_mark()
    }

    /// How to silence the loudspeaker, if the utterance plays on it.
    pub fn stopper(&self) -> Option<Stopper> {
        self.sink.stopper()
    }
}
