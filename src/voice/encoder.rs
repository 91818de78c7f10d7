//! The encoder within one stream: takes the phonemes of a clause and returns features, duration and melody of each.

use super::bundle::PAUSES;
use super::frame::{FIRST_PHONEMES, MAX_PHONEMES, PHONEMES};
use super::model::Voice;
use super::tract::{Given, Run};
use crate::phoneme::Phoneme;
use crate::{Error, Result};

/// The state of the encoder for one clause.
#[derive(Debug)]
pub(super) struct Encoder {
    run: Run,
    ids: Vec<i64>,
    features: Vec<f32>,
    width: usize,
    outputs: usize,
    lookahead: usize,
    voices: usize,
    clause: heapless::Vec<Phoneme, MAX_PHONEMES>,
    voice: usize,
    pause: usize,
    /// Phonemes that were read so far, with those of silence after the clause, and how many of them the last run read.
    fed: usize,
    last: usize,
    given: usize,
}

impl Encoder {
    pub(super) fn new(voice: &Voice) -> Result<Self> {
        let manifest = &voice.manifest;
        let width = manifest.encoder.features;
        Ok(Self {
            run: voice.encoder.run()?,
            ids: Vec::new(),
            features: Vec::new(),
            width,
            outputs: manifest.encoder_outputs(),
            lookahead: manifest.encoder.lookahead,
            voices: manifest.shared,
            clause: heapless::Vec::new(),
            voice: 0,
            pause: 0,
            fed: 0,
            last: 0,
            given: 0,
        })
    }

    /// Begins a clause of one of the voices that it tells apart.
    pub(super) fn begin(&mut self, clause: &[Phoneme], voice: usize) -> Result<()> {
        self.clause.clear();
        self.clause
            .extend_from_slice(clause)
            .map_err(|_| Error::Limit {
                what: "count of phonemes in a clause",
                limit: MAX_PHONEMES,
            })?;
        let last = clause.iter().rev().find(|p| p.is_pause());
        let last = last.unwrap_or(&Phoneme::PERIOD);
        self.pause = PAUSES.iter().position(|p| p == last).unwrap_or_default();
        self.voice = voice.min(self.voices - 1);
        self.fed = 0;
        self.given = 0;
        self.run.begin();
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.given == self.clause.len()
    }

    /// Returns the phoneme whose output [`Self::next`] returned last, and the one after it.
    pub(super) fn phonemes(&self) -> (Phoneme, Option<Phoneme>) {
        let at = |i: usize| self.clause.get(i).copied();
        let last = self.given.checked_sub(1).and_then(at);
        (last.unwrap_or(Phoneme::EDGE), at(self.given))
    }

    /// Returns the output for the next phoneme: features, log duration, then F0 and voicing at each point. `None` after
    /// the last phoneme.
    pub(super) fn next(&mut self) -> Result<Option<&[f32]>> {
        if self.is_over() {
            return Ok(None);
        }
        let at = self.given + self.lookahead;
        while self.fed <= at {
            self.feed()?;
        }
        self.given += 1;
        let first = self.fed - self.last;
        Ok(self.run.output().chunks_exact(self.outputs).nth(at - first))
    }

    /// Reads the next phonemes, as few as the next output needs at first, and no more than the clause has.
    fn feed(&mut self) -> Result<()> {
        let first = self.fed;
        let count = self.clause.len();
        let wanted = match first {
            0 => self.lookahead + FIRST_PHONEMES,
            _ => PHONEMES,
        };
        let steps = self.run.steps(wanted.min(count + self.lookahead - first));
        let read = (first..first + steps).map(|at| *self.clause.get(at).unwrap_or(&Phoneme::EDGE));
        self.ids.clear();
        self.ids.extend(read.map(|phoneme| phoneme.index() as i64));
        self.features.clear();
        self.features.resize(steps * self.width, 0.0);
        for (i, row) in (first..count).zip(self.features.chunks_exact_mut(self.width)) {
            row[self.voice] = 1.0;
            row[self.voices] = (i as f32).ln_1p() / 4.0;
            row[self.voices + 1] = ((count - 1 - i) as f32).ln_1p() / 4.0;
            row[self.voices + 2 + self.pause] = 1.0;
        }
        let inputs = [Given::Ids(&self.ids), Given::Rows(&self.features)];
        self.run.step(steps, inputs)?;
        self.fed += steps;
        self.last = steps;
        Ok(())
    }
}
