//! The encoder within one stream: takes the phonemes of a clause and returns features, duration and melody of each.

use super::bundle::PAUSES;
use super::frame::{MAX_PHONEMES, PHONEMES};
use super::model::Voice;
use super::tract::{Input, Run, Values};
use crate::phoneme::Phoneme;
use crate::{Error, Result};

/// The state of the encoder for one clause.
#[derive(Debug)]
pub(super) struct Encoder {
    run: Run,
    ids: Values,
    features: Values,
    width: usize,
    outputs: usize,
    lookahead: usize,
    voices: usize,
    clause: heapless::Vec<Phoneme, MAX_PHONEMES>,
    voice: usize,
    pause: usize,
    /// Runs so far in this clause.
    runs: usize,
    given: usize,
}

impl Encoder {
    pub(super) fn new(voice: &Voice) -> Result<Self> {
        let manifest = &voice.manifest;
        let width = manifest.encoder.features;
        Ok(Self {
            run: voice.encoder.run()?,
            ids: Values::zeros(Input::Ids, PHONEMES)?,
            features: Values::zeros(Input::Rows("features", width), PHONEMES)?,
            width,
            outputs: manifest.encoder_outputs(),
            lookahead: manifest.encoder.lookahead,
            voices: manifest.shared,
            clause: heapless::Vec::new(),
            voice: 0,
            pause: 0,
            runs: 0,
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
        self.runs = 0;
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
        while self.runs <= at / PHONEMES {
            self.feed()?;
        }
        self.given += 1;
        Ok(self
            .run
            .output()
            .chunks_exact(self.outputs)
            .nth(at % PHONEMES))
    }

    fn feed(&mut self) -> Result<()> {
        let first = self.runs * PHONEMES;
        for (i, id) in self.ids.ids()?.iter_mut().enumerate() {
            let phoneme = self.clause.get(first + i).unwrap_or(&Phoneme::EDGE);
            *id = phoneme.index() as i64;
        }
        let features = self.features.floats()?;
        features.fill(0.0);
        let count = self.clause.len();
        for (i, row) in (first..count).zip(features.chunks_exact_mut(self.width)) {
            row[self.voice] = 1.0;
            row[self.voices] = (i as f32).ln_1p() / 4.0;
            row[self.voices + 1] = ((count - 1 - i) as f32).ln_1p() / 4.0;
            row[self.voices + 2 + self.pause] = 1.0;
        }
        self.run.step([&self.ids, &self.features])?;
        self.runs += 1;
        Ok(())
    }
}
