//! Words that stand out of their clause: higher and slower, or lower and faster.

use std::ops::Range;

use super::bend::LATE;
use super::frame::SEMITONE;

/// Semitones per frame by which an accent rises and falls, at speed 1: 160 per second.
const SLOPE: f32 = 0.5;

/// Phonemes that stand out.
#[derive(Clone, Debug, PartialEq)]
pub struct Accent {
    /// Their indices in the clause.
    pub phonemes: Range<usize>,
    /// Semitones above what they would have.
    pub pitch: f32,
    /// The speed, relative to that of the others.
    pub speed: f32,
}

/// The accents of a clause, while its frames are made one after another.
#[derive(Debug, Default)]
pub(super) struct Accents {
    all: Vec<Accent>,
    /// Semitones that the last frame was higher.
    now: f32,
}

impl Accents {
    /// Begins a clause.
    pub(super) fn begin(&mut self, accents: &[Accent]) {
        self.all.clear();
        self.all.extend_from_slice(accents);
        self.now = 0.0;
    }

    fn of(&self, phoneme: usize) -> Option<&Accent> {
        self.all.iter().find(|a| a.phonemes.contains(&phoneme))
    }

    /// Returns the factor of the speed of a phoneme.
    pub(super) fn speed(&self, phoneme: usize) -> f32 {
        self.of(phoneme).map_or(1.0, |accent| accent.speed)
    }

    /// Returns what is added to ln of F0 of the next frame, which has so many frames of its `phoneme` to come.
    pub(super) fn next(&mut self, phoneme: usize, to_come: usize, speed: f32) -> f32 {
        if self.all.is_empty() {
            return 0.0;
        }
        // A phoneme sounds before its frames.
        let heard = phoneme + usize::from((to_come as f32) < LATE / speed);
        let wanted = self.of(heard).map_or(0.0, |accent| accent.pitch);
        let step = SLOPE * speed;
        self.now += (wanted - self.now).clamp(-step, step);
        self.now * SEMITONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_rises_before_its_phonemes_and_falls_after_them() {
        let mut accents = Accents::default();
        accents.begin(&[Accent {
            phonemes: 1..2,
            pitch: 2.0,
            speed: 0.8,
        }]);
        let speeds: Vec<f32> = (0..3).map(|phoneme| accents.speed(phoneme)).collect();
        assert_eq!(speeds, [1.0, 0.8, 1.0]);
        let mut heights = Vec::new();
        for phoneme in 0..3 {
            for to_come in (0..10).rev() {
                heights.push(accents.next(phoneme, to_come, 1.0) / SEMITONE);
            }
        }
        assert!(
            heights[..5].iter().all(|height| *height == 0.0),
            "{heights:?}"
        );
        assert!((heights[10] - 2.0).abs() < 1e-5, "{heights:?}");
        assert!((heights[14] - 2.0).abs() < 1e-5, "{heights:?}");
        assert!(
            heights[20..].iter().all(|height| *height == 0.0),
            "{heights:?}"
        );
        let steps = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.fold(0.0, f32::max) < SLOPE + 1e-5);
    }
}
