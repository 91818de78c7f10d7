//! Ordered rewriting of sounds in context: `target > replacement / left _ right`.

use crate::phonemes::Phoneme;

/// A phoneme, or a capital letter that stands for something a rule has still to settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sound(u8);

const PLACEHOLDERS: u8 = 128;

impl Sound {
    /// What lies beyond either end of a word.
    pub(super) const EDGE: Self = Self(255);
    /// The boundary between two parts of a word.
    pub(super) const BOUNDARY: Self = Self(254);
    /// The vowel that a consonant has without a matra.
    pub(super) const INHERENT: Self = Self(PLACEHOLDERS);

    /// A symbol of the inventory, a capital letter, `~` for nasality, `#` for the edge of the word or `+` for the
    /// boundary of its parts.
    pub(super) fn parse(symbol: &str) -> Option<Self> {
        match symbol.as_bytes() {
            [b'#'] => Some(Self::EDGE),
            [b'+'] => Some(Self::BOUNDARY),
            [b'~'] => Some(Self::of(Phoneme::NASAL)),
            [c @ b'A'..=b'Z'] => Some(Self(PLACEHOLDERS + (c - b'A'))),
            _ => Phoneme::from_symbol(symbol).map(Self::of),
        }
    }

    /// The sound that is settled as `phoneme`.
    pub(super) fn of(phoneme: Phoneme) -> Self {
        Self(phoneme.index() as u8)
    }

    /// The phoneme; nothing for what no rule has settled.
    pub(super) fn phoneme(self) -> Option<Phoneme> {
        Phoneme::from_index(self.0)
    }
}

/// A set of sounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set([u64; 4]);

impl Set {
    pub(super) fn of(sounds: &[Sound]) -> Self {
        let mut set = Self::default();
        set.add(sounds);
        set
    }

    pub(super) fn complement(self) -> Self {
        Self(self.0.map(|bits| !bits))
    }

    fn has(&self, s: Sound) -> bool {
        self.0[s.0 as usize / 64] >> (s.0 % 64) & 1 == 1
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    fn add(&mut self, sounds: &[Sound]) {
        for s in sounds {
            self.0[s.0 as usize / 64] |= 1 << (s.0 % 64);
        }
    }
}

/// One place of a context: a sound of the set, once, or as often as it comes (`*`), or perhaps (`?`).
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) set: Set,
    pub(super) optional: bool,
    pub(super) repeated: bool,
}

/// One rule. Left places are stored from the target outwards.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) target: Vec<Vec<Sound>>,
    pub(super) replacement: Vec<Vec<Sound>>,
    pub(super) left: Vec<Place>,
    pub(super) right: Vec<Place>,
    pub(super) backwards: bool,
    /// Most rules find nothing to change in a word: one that has no sound of one of these sets is left as it is.
    pub(super) needs: Vec<Set>,
}

/// Rewrites `sounds` by each of `rules` in turn.
pub(super) fn apply(rules: &[Rule], sounds: &mut Vec<Sound>) {
    let mut present = Set::of(sounds);
    present.add(&[Sound::EDGE]);
    for rule in rules {
        if rule.needs.iter().all(|need| need.meets(&present)) {
            rule.apply(sounds, &mut present);
        }
    }
}

impl Rule {
    /// Rewrites `sounds` once over, from the left, or from the right if the rule says so.
    fn apply(&self, sounds: &mut Vec<Sound>, present: &mut Set) {
        if self.backwards {
            for at in (0..sounds.len()).rev() {
                self.rewrite(sounds, at, present);
            }
        } else {
            let mut at = 0;
            while at < sounds.len() {
                at += self.rewrite(sounds, at, present).unwrap_or(1);
            }
        }
    }

    /// Rewrites at `at` if the rule holds there; how many sounds stand there then.
    fn rewrite(&self, sounds: &mut Vec<Sound>, at: usize, present: &mut Set) -> Option<usize> {
        let end = at + self.target.len();
        let found = sounds.get(at..end)?;
        if !self.target.iter().zip(found).all(|(t, s)| t.contains(s))
            || !holds(&self.left, sounds, at as isize - 1, -1)
            || !holds(&self.right, sounds, end as isize, 1)
        {
            return None;
        }
        let new: Vec<Sound> = self
            .replacement
            .iter()
            .filter_map(|options| self.choose(options, found))
            .collect();
        let length = new.len();
        present.add(&new);
        sounds.splice(at..end, new);
        Some(length)
    }

    /// Of several options the one that stands where the sound found stands in the target's set of that size.
    fn choose(&self, options: &[Sound], found: &[Sound]) -> Option<Sound> {
        if let [only] = options {
            return Some(*only);
        }
        let (set, sound) = self
            .target
            .iter()
            .zip(found)
            .find(|(set, _)| set.len() == options.len())?;
        options.get(set.iter().position(|s| s == sound)?).copied()
    }
}

/// The most often that a repeated place is tried, so that no input makes matching slow.
const MOST_REPEATS: isize = 8;

/// Whether the places of a context match, from `at` on in the direction of `step`.
fn holds(places: &[Place], sounds: &[Sound], at: isize, step: isize) -> bool {
    let Some((place, rest)) = places.split_first() else {
        return true;
    };
    let matches = |i: isize| sound_at(sounds, i).is_some_and(|s| place.set.has(s));
    let least = if place.optional { 0 } else { 1 };
    let most = if place.repeated { MOST_REPEATS } else { 1 };
    let found = (0..most).take_while(|n| matches(at + n * step)).count() as isize;
    (least..=found)
        .rev()
        .any(|n| holds(rest, sounds, at + n * step, step))
}

/// The sound at `i`, the edge of the word on either side of the last and the first, nothing beyond.
fn sound_at(sounds: &[Sound], i: isize) -> Option<Sound> {
    match usize::try_from(i) {
        Ok(i) if i == sounds.len() => Some(Sound::EDGE),
        Ok(i) => sounds.get(i).copied(),
        Err(_) => (i == -1).then_some(Sound::EDGE),
    }
}
