//! From what is said of a phoneme to the decoder's input for each of its frames.

use std::f32::consts::LN_2;

use super::encoder::{Encoder, MAX_PHONEMES};
use super::frame::{FRAME_INPUTS, POINTS};
use crate::Result;

/// No phoneme lasts longer: 2 s.
const MAX_FRAMES: f32 = 160.0;
/// The pitch, in Hz, whose logarithm the networks call 0.
const F0_UNIT: f32 = 200.0;

/// What is changed of how a clause is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prosody {
    /// Times as fast.
    pub speed: f32,
    /// Semitones higher.
    pub pitch: f32,
    /// Times as far from the voice's mean pitch, in semitones.
    pub range: f32,
}

impl Default for Prosody {
    /// As the voice says it.
    fn default() -> Self {
        Self {
            speed: 1.0,
            pitch: 0.0,
            range: 1.0,
        }
    }
}

/// Repeats what is said of a phoneme for as many frames as it lasts.
#[derive(Debug)]
pub(super) struct LengthRegulator {
    /// Of the current phoneme.
    said: Vec<f32>,
    width: usize,
    frames: usize,
    at: usize,
    /// The first frame of each phoneme so far.
    begins: heapless::Vec<usize, MAX_PHONEMES>,
    /// All frames so far, those of the current phoneme to its end.
    total: usize,
    speed: f32,
    /// The pitch heard is the one said, times `range`, plus `shift`; both as logarithms.
    range: f32,
    shift: f32,
    /// Frames owed to the next phoneme by rounding, so that the clause has the right length.
    owed: f32,
}

impl LengthRegulator {
    pub(super) fn new(outputs: usize, width: usize) -> Self {
        Self {
            said: vec![0.0; outputs],
            width,
            frames: 0,
            at: 0,
            begins: heapless::Vec::new(),
            total: 0,
            speed: 1.0,
            range: 1.0,
            shift: 0.0,
            owed: 0.0,
        }
    }

    /// Begins a clause of a voice whose mean pitch is `mean`, in Hz.
    pub(super) fn begin(&mut self, prosody: Prosody, mean: f32) {
        self.speed = prosody.speed;
        self.range = prosody.range;
        self.shift = prosody.pitch * LN_2 / 12.0 + (1.0 - prosody.range) * (mean / F0_UNIT).ln();
        self.frames = 0;
        self.at = 0;
        self.begins.clear();
        self.total = 0;
        self.owed = 0.0;
    }

    /// The frame with which a phoneme begins, once it is known.
    pub(super) fn begin_of(&self, phoneme: usize) -> Option<usize> {
        self.begins.get(phoneme).copied()
    }

    pub(super) fn is_over(&self, encoder: &Encoder) -> bool {
        self.at == self.frames && encoder.is_over()
    }

    /// Writes the next frame's input into `row`, and gives its pitch in Hz; `None` after the clause.
    pub(super) fn next(&mut self, encoder: &mut Encoder, row: &mut [f32]) -> Result<Option<f32>> {
        if self.at == self.frames {
            let Some(said) = encoder.next()? else {
                return Ok(None);
            };
            self.said.copy_from_slice(said);
            // What is not a number becomes the longest.
            let length = (self.said[self.width].exp() / self.speed).min(MAX_FRAMES);
            let frames = (length + self.owed).round().clamp(1.0, MAX_FRAMES);
            self.owed += length - frames;
            self.frames = frames as usize;
            self.at = 0;
            let full = self.begins.push(self.total).is_err();
            debug_assert!(!full, "a clause has no more phonemes");
            self.total += self.frames;
        }
        let (said, points) = self.said.split_at(self.width);
        let (lf0, voicing) = points[1..].split_at(POINTS);
        let frames = self.frames as f32;
        let place = (self.at as f32 + 0.5) / frames;
        let lf0 = between(lf0, place) * self.range + self.shift;
        let voiced = 1.0 / (1.0 + (-between(voicing, place)).exp());
        row[..self.width].copy_from_slice(said);
        let inputs: [f32; FRAME_INPUTS] = [place, (frames * self.speed).ln() / 3.0, lf0, voiced];
        row[self.width..].copy_from_slice(&inputs);
        self.at += 1;
        Ok(Some(F0_UNIT * lf0.exp()))
    }
}

/// The value at `place`, from 0 to 1, of a line through `points` at equal distances.
fn between(points: &[f32], place: f32) -> f32 {
    let place = place * (POINTS - 1) as f32;
    let low = (place as usize).min(POINTS - 2);
    points[low] + (points[low + 1] - points[low]) * (place - low as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_joined_by_lines() {
        let points = [0.0, 3.0, -3.0, 1.0];
        for (place, value) in [(0.0, 0.0), (1.0 / 6.0, 1.5), (0.5, 0.0), (1.0, 1.0)] {
            assert!((between(&points, place) - value).abs() < 1e-5, "{place}");
        }
    }
}
