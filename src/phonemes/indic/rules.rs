//! Ordered rewriting of sounds in context: `target > replacement / left _ right`.

use crate::phonemes::Phoneme;
use crate::phonemes::inventory::SYMBOLS;

/// A phoneme, or a capital letter that stands for something a rule has still to settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sound(u8);

/// The capital letters come after the phonemes. All sounds are less than 128, as many as a set holds.
const PLACEHOLDERS: u8 = 100;
const _: () = assert!(SYMBOLS.len() <= PLACEHOLDERS as usize);

impl Sound {
    /// What lies beyond either end of a word.
    pub(super) const EDGE: Self = Self(127);
    /// The boundary between two parts of a word.
    pub(super) const BOUNDARY: Self = Self(126);
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
pub(super) struct Set(u128);

impl Set {
    pub(super) fn of(sounds: &[Sound]) -> Self {
        let mut set = Self::default();
        set.add(sounds);
        set
    }

    pub(super) fn complement(self) -> Self {
        Self(!self.0)
    }

    pub(super) fn has(&self, s: Sound) -> bool {
        self.0 >> s.0 & 1 == 1
    }

    fn meets(&self, other: &Self) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, sounds: &[Sound]) {
        for s in sounds {
            self.0 |= 1 << s.0;
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

/// One sound of a target: these, in the order in which a list in the replacement has theirs.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) set: Set,
    pub(super) sounds: Vec<Sound>,
}

/// One rule. Left places are stored from the target outwards.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) target: Vec<Target>,
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
    let mut new = Vec::new();
    for rule in rules {
        if rule.needs.iter().all(|need| need.meets(&present)) {
            rule.apply(sounds, &mut present, &mut new);
        }
    }
}

impl Rule {
    /// Rewrites `sounds` once over, from the left, or from the right if the rule says so; `new` is empty before and after.
    fn apply(&self, sounds: &mut Vec<Sound>, present: &mut Set, new: &mut Vec<Sound>) {
        if self.backwards {
            for at in (0..sounds.len()).rev() {
                self.rewrite(sounds, at, present, new);
            }
        } else {
            let mut at = 0;
            while at < sounds.len() {
                at += self.rewrite(sounds, at, present, new).unwrap_or(1);
            }
        }
    }

    /// Rewrites at `at` if the rule holds there; how many sounds stand there then.
    fn rewrite(
        &self,
        sounds: &mut Vec<Sound>,
        at: usize,
        present: &mut Set,
        new: &mut Vec<Sound>,
    ) -> Option<usize> {
        let end = at + self.target.len();
        let found = sounds.get(at..end)?;
        if !self.target.iter().zip(found).all(|(t, s)| t.set.has(*s))
            || !holds(&self.left, sounds, at as isize - 1, -1)
            || !holds(&self.right, sounds, end as isize, 1)
        {
            return None;
        }
        let options = self.replacement.iter();
        new.extend(options.filter_map(|options| self.choose(options, found)));
        let length = new.len();
        present.add(new);
        sounds.splice(at..end, new.drain(..));
        Some(length)
    }

    /// Of several options the one that stands where the sound found stands in the target's set of that size.
    fn choose(&self, options: &[Sound], found: &[Sound]) -> Option<Sound> {
        if let [only] = options {
            return Some(*only);
        }
        let (target, sound) = self
            .target
            .iter()
            .zip(found)
            .find(|(target, _)| target.sounds.len() == options.len())?;
        let place = target.sounds.iter().position(|s| s == sound)?;
        options.get(place).copied()
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
