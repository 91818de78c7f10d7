//! The length regulator: turns the encoder's output for each phoneme into the decoder's input for each frame.

use super::accent::{Accent, Accents};
use super::bend::Bender;
use super::encoder::Encoder;
use super::ending::{End, Ending};
use super::frame::{FRAME_INPUTS, MAX_PHONEMES, POINTS, SEMITONE};
use super::native::Moves;
use crate::{Language, Result};

/// The maximum length of a phoneme in frames: 2 s.
const MAX_FRAMES: f32 = 160.0;
/// The pitch in Hz that the networks represent as 0: they work with ln(f0 / `F0_UNIT`).
const F0_UNIT: f32 = 200.0;

/// How durations and melody differ from the voice's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prosody {
    /// The speed, relative to the voice's own.
    pub speed: f32,
    /// Semitones above the voice's own pitch.
    pub pitch: f32,
    /// The factor of the distance, in semitones, from the voice's mean pitch.
    pub range: f32,
    /// The language, whose melody and pace are those of natives; `None`: as the voice has learnt them.
    pub language: Option<Language>,
}

impl Default for Prosody {
    /// The voice's own.
    fn default() -> Self {
        Self {
            speed: 1.0,
            pitch: 0.0,
            range: 1.0,
            language: None,
        }
    }
}

impl Prosody {
    /// Returns the prosody before a mark.
    pub(super) fn before(self, ending: &Ending) -> Self {
        Self {
            pitch: self.pitch + ending.pitch,
            range: self.range * ending.range,
            ..self
        }
    }
}

/// Repeats the encoder's output for a phoneme once per frame.
#[derive(Debug)]
pub(super) struct LengthRegulator {
    /// The encoder's output for the current phoneme.
    said: Vec<f32>,
    width: usize,
    frames: usize,
    at: usize,
    /// The index of the first frame of each phoneme so far.
    begins: heapless::Vec<usize, MAX_PHONEMES>,
    /// The number of frames so far, including all of the current phoneme.
    total: usize,
    speed: f32,
    accents: Accents,
    /// The speed of the current phoneme.
    speed_now: f32,
    /// The logarithm of F0 is multiplied by `range`, then `shift` is added.
    range: f32,
    shift: f32,
    /// The rounding error of the durations so far, in frames. It is carried to the next phoneme, so that the clause has
    /// the right length.
    owed: f32,
    end: Option<End>,
    /// How natives of the language sing the clause.
    pub(super) moves: Moves,
    /// The phoneme from which on there is silence, and the factor of its length.
    pub(super) pause: (usize, f32),
    /// ln of the voice's mean pitch.
    mean: f32,
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
            accents: Accents::default(),
            speed_now: 1.0,
            range: 1.0,
            shift: 0.0,
            owed: 0.0,
            end: None,
            moves: Moves::default(),
            pause: (0, 1.0),
            mean: 0.0,
        }
    }

    /// Begins a clause of a voice whose mean pitch is `mean`, in Hz.
    pub(super) fn begin(
        &mut self,
        prosody: Prosody,
        mean: f32,
        end: Option<End>,
        accents: &[Accent],
    ) {
        self.accents.begin(accents);
        self.mean = (mean / F0_UNIT).ln();
        self.end = end;
        self.speed = prosody.speed;
        self.range = prosody.range;
        self.shift = prosody.pitch * SEMITONE + (1.0 - prosody.range) * self.mean;
        self.frames = 0;
        self.at = 0;
        self.begins.clear();
        self.total = 0;
        self.owed = 0.0;
    }

    /// Returns the index of a phoneme's first frame, once it is known.
    pub(super) fn begin_of(&self, phoneme: usize) -> Option<usize> {
        self.begins.get(phoneme).copied()
    }

    /// Returns the index of the frame that [`Self::next`] wrote last.
    pub(super) fn last(&self) -> usize {
        self.total - self.frames + self.at - 1
    }

    pub(super) fn is_over(&self, encoder: &Encoder) -> bool {
        self.at == self.frames && encoder.is_over()
    }

    /// Writes the decoder's input for the next frame to `row` and returns its pitch in Hz; `None` after the clause.
    pub(super) fn next(
        &mut self,
        encoder: &mut Encoder,
        bender: &mut Bender,
        row: &mut [f32],
    ) -> Result<Option<f32>> {
        if self.at == self.frames {
            let Some(said) = encoder.next()? else {
                return Ok(None);
            };
            self.said.copy_from_slice(said);
            let (phoneme, next) = encoder.phonemes();
            self.speed_now = self.speed * self.accents.speed(self.begins.len());
            let speed = self.speed_now / bender.length(phoneme);
            // NaN becomes the maximum.
            let (silence, factor) = self.pause;
            let factor = if self.begins.len() >= silence {
                factor
            } else {
                1.0
            };
            let length = (self.said[self.width].exp() * factor / speed).min(MAX_FRAMES);
            let frames = (length + self.owed).round().clamp(1.0, MAX_FRAMES);
            self.owed += length - frames;
            self.frames = frames as usize;
            self.at = 0;
            let full = self.begins.push(self.total).is_err();
            debug_assert!(!full, "a clause has no more phonemes");
            bender.enter(phoneme, self.total, self.frames, next);
            self.total += self.frames;
        }
        let (said, points) = self.said.split_at(self.width);
        let (lf0, voicing) = points[1..].split_at(POINTS);
        let frames = self.frames as f32;
        let place = (self.at as f32 + 0.5) / frames;
        let to_come = self.frames - self.at - 1;
        let phoneme = self.begins.len().saturating_sub(1);
        let accent = self.accents.next(phoneme, to_come, self.speed);
        let moved =
            self.moves.at(phoneme, place) + self.moves.next(phoneme, to_come, self.speed_now);
        let lf0 = self.ended(between(lf0, place), moved) * self.range + self.shift + accent;
        let voiced = 1.0 / (1.0 + (-between(voicing, place)).exp());
        row[..self.width].copy_from_slice(said);
        let inputs: [f32; FRAME_INPUTS] =
            [place, (frames * self.speed_now).ln() / 3.0, lf0, voiced];
        row[self.width..].copy_from_slice(&inputs);
        self.at += 1;
        Ok(Some(F0_UNIT * lf0.exp()))
    }

    /// Returns ln of F0 of the current frame, `moved` as natives do, on its way to the end of the clause.
    fn ended(&self, lf0: f32, moved: f32) -> f32 {
        let Some(end) = self.end else {
            return lf0 + moved;
        };
        // The vowel is known once the phoneme before it has begun.
        let begin = match self.begins.get(end.vowel) {
            Some(begin) => *begin,
            None if self.begins.len() == end.vowel => self.total,
            None => return lf0 + moved,
        };
        let now = (self.total - self.frames + self.at) as f32;
        end.bend(lf0, moved, self.mean, now - begin as f32, self.speed)
    }
}

/// Interpolates linearly between equidistant `points`; `place` is from 0 to 1.
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
