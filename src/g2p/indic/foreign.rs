//! What few words have but loans: patterns of sounds, all looked for at once.

use super::rules::{Place, SOUNDS, Sound};
use crate::data::laid::laid;

/// The places of all patterns, one after another, as bits.
pub(super) struct Foreign {
    /// For each sound, the places where it may stand.
    rows: [u128; SOUNDS],
    /// The first and the last places of patterns, and those that may be left out.
    first: u128,
    last: u128,
    optional: u128,
    count: usize,
}

laid!(Foreign {
    rows,
    first,
    last,
    optional,
    count,
});

impl Default for Foreign {
    fn default() -> Self {
        Self {
            rows: [0; SOUNDS],
            first: 0,
            last: 0,
            optional: 0,
            count: 0,
        }
    }
}

impl Foreign {
    /// Adds a pattern. `None` where it ends with a place that may be left out, has one that repeats, or there are too many places.
    pub(super) fn add(&mut self, places: &[Place]) -> Option<()> {
        if places.last()?.optional || self.count + places.len() > u128::BITS as usize {
            return None;
        }
        self.first |= 1 << self.count;
        for place in places.iter() {
            let bit = 1 << self.count;
            if place.repeated {
                return None;
            }
            if place.optional {
                self.optional |= bit;
            }
            for (sound, row) in (0..).map(Sound::at).zip(&mut self.rows) {
                *row |= if place.set.has(sound) { bit } else { 0 };
            }
            self.count += 1;
        }
        self.last |= 1 << (self.count - 1);
        Some(())
    }

    /// Whether a pattern is found among the sounds of a word and its edges.
    pub(super) fn is_in(&self, sounds: &[Sound]) -> bool {
        let edge = [Sound::EDGE];
        let mut found = 0;
        for sound in edge.iter().chain(sounds).chain(&edge) {
            // What may come: a pattern begins, goes on, or leaves a place out.
            let mut next = self.first | found << 1;
            loop {
                let more = next | (next & self.optional) << 1;
                if more == next {
                    break;
                }
                next = more;
            }
            found = next & self.rows[sound.index()];
            if found & self.last != 0 {
                return true;
            }
        }
        false
    }
}
