//! Ordered rewriting of sounds in context: `target > replacement / left _ right`.

use crate::data::laid::{Laid, Later, laid};
use crate::phoneme::{Phoneme, SYMBOLS};

/// A phoneme, or a capital letter that stands for something a rule has still to settle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sound(u8);

impl Laid for Sound {
    fn lay(&self, out: &mut Vec<u8>) {
        self.0.lay(out);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        u8::take(bytes).map(Self)
    }
}

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

    /// Anusvara.
    pub(super) const NASAL: Self = Self(PLACEHOLDERS + b'N' - b'A');
    /// A virama that has a sound.
    pub(super) const VIRAMA: Self = Self(PLACEHOLDERS + b'H' - b'A');

    /// The vowel that inherent vowels are in most languages of the north.
    pub(super) const SCHWA: Self = Self::named("ə");
    /// A sign that doubles the consonant after it.
    pub(super) const DOUBLING: Self = Self(PLACEHOLDERS + b'G' - b'A');

    pub(super) const H: Self = Self::named("h");
    pub(super) const J: Self = Self::named("j");
    pub(super) const V: Self = Self::named("ʋ");
    /// The nasals that stand before stops of their own class alone.
    pub(super) const RETROFLEX_NASAL: Self = Self::named("ɳ");
    pub(super) const PALATAL_NASAL: Self = Self::named("ɲ");
    pub(super) const VELAR_NASAL: Self = Self::named("ŋ");

    /// The sound of a symbol, which the inventory must have.
    const fn named(symbol: &str) -> Self {
        let mut index = 0;
        loop {
            let (a, b) = (SYMBOLS[index].as_bytes(), symbol.as_bytes());
            let mut at = 0;
            while at < a.len() && at < b.len() && a[at] == b[at] {
                at += 1;
            }
            if at == a.len() && at == b.len() {
                return Self(index as u8);
            }
            index += 1;
        }
    }

    /// The sound of a number, less than 128.
    pub(super) fn at(index: u8) -> Self {
        Self(index)
    }

    /// Its number.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it is a vowel, also the inherent one.
    pub(super) fn is_vowel(self) -> bool {
        self == Self::INHERENT || self.phoneme().is_some_and(Phoneme::is_vowel)
    }

    /// Whether it is a nasal that stands before stops of its own class alone.
    pub(super) fn is_nasal_of_class(self) -> bool {
        matches!(
            self,
            Self::RETROFLEX_NASAL | Self::PALATAL_NASAL | Self::VELAR_NASAL
        )
    }

    /// The nasal consonant that an anusvara is before the `next` sound.
    pub(super) fn nasal_before(self, next: Option<Self>) -> Self {
        let next = next.and_then(Self::phoneme).map_or("", Phoneme::symbol);
        let nasal = match next.chars().next() {
            Some('k' | 'ɡ') => "ŋ",
            Some('ʈ' | 'ɖ') => "ɳ",
            Some('p' | 'b' | 'f' | 'm' | 'ʋ') | None => "m",
            Some(_) => "n",
        };
        Self::parse(nasal).unwrap_or(self)
    }

    /// A symbol of the inventory, a capital letter, `~` for nasality, `` ` `` and `´` for low and high tone, `#` for the edge
    /// of the word or `+` for the boundary of its parts.
    pub(super) fn parse(symbol: &str) -> Option<Self> {
        match symbol {
            "#" => Some(Self::EDGE),
            "+" => Some(Self::BOUNDARY),
            "~" => Some(Self::of(Phoneme::NASAL)),
            "`" => Some(Self::of(Phoneme::LOW)),
            "´" => Some(Self::of(Phoneme::HIGH)),
            _ => match symbol.as_bytes() {
                [c @ b'A'..=b'Z'] => Some(Self(PLACEHOLDERS + (c - b'A'))),
                _ => Phoneme::from_symbol(symbol).map(Self::of),
            },
        }
    }

    /// The sound that is settled as `phoneme`.
    pub(super) fn of(phoneme: Phoneme) -> Self {
        Self(phoneme.index() as u8)
    }

    /// The stop without its breath.
    pub(super) fn plain(self) -> Self {
        let plain = |phoneme: Phoneme| Self::parse(phoneme.symbol().trim_end_matches(['ʰ', 'ʱ']));
        self.phoneme().and_then(plain).unwrap_or(self)
    }

    /// Which half of a set it is in.
    fn half(self) -> usize {
        usize::from(self.0 / 64 % 2)
    }

    /// The phoneme; nothing for what no rule has settled.
    pub(super) fn phoneme(self) -> Option<Phoneme> {
        Phoneme::from_index(self.0)
    }
}

/// A set of sounds: in halves, because processors shift those at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set([u64; 2]);

impl Laid for Set {
    fn lay(&self, out: &mut Vec<u8>) {
        self.0.lay(out);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        Laid::take(bytes).map(Self)
    }
}

impl Set {
    pub(super) fn of(sounds: &[Sound]) -> Self {
        let mut set = Self::default();
        for s in sounds {
            set.0[s.half()] |= 1 << (s.0 % 64);
        }
        set
    }

    pub(super) fn complement(self) -> Self {
        Self(self.0.map(|half| !half))
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    pub(super) fn has(&self, s: Sound) -> bool {
        self.0[s.half()] >> (s.0 % 64) & 1 == 1
    }
}

/// One place of a context: a sound of the set, once, or as often as it comes (`*`), or perhaps (`?`).
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) set: Set,
    pub(super) optional: bool,
    pub(super) repeated: bool,
}

laid!(Place {
    set,
    optional,
    repeated
});

/// One sound of a target: these, in the order in which a list in the replacement has theirs.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) set: Set,
    pub(super) sounds: Vec<Sound>,
}

laid!(Target { set, sounds });

/// One rule. Left places are stored from the target outwards.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) target: Vec<Target>,
    pub(super) replacement: Vec<Vec<Sound>>,
    pub(super) left: Vec<Place>,
    pub(super) right: Vec<Place>,
    pub(super) backwards: bool,
    /// Where it stands in its file.
    pub(super) line: usize,
}

laid!(Rule {
    target,
    replacement,
    left,
    right,
    backwards,
    line,
});

/// Rules in their order.
#[derive(Default)]
pub(super) struct Rules {
    rules: Vec<Later<Rule>>,
    /// One for each [`INDEXED`] rules.
    indices: Vec<Index>,
}

laid!(Rules { rules, indices });

/// Sounds that a rule puts in place of others at most.
pub(super) const REPLACEMENT: usize = 8;
/// Rules of an index.
const INDEXED: usize = u64::BITS as usize;
/// Sounds of a set.
pub(super) const SOUNDS: usize = 128;

/// Most rules find nothing to change in a word. For each sound, the rules that it does not keep from applying, as bits.
struct Index([Row; SOUNDS]);

impl Laid for Index {
    fn lay(&self, out: &mut Vec<u8>) {
        self.0.lay(out);
    }

    fn take(bytes: &mut &'static [u8]) -> Option<Self> {
        Laid::take(bytes).map(Self)
    }
}

#[derive(Clone, Copy, Default)]
struct Row {
    /// Where it is the first sound of the target.
    first: u64,
    /// Where it stands before that.
    before: u64,
    /// Where it stands after it.
    after: u64,
}

laid!(Row {
    first,
    before,
    after
});

impl Rules {
    /// Adds a rule after the others.
    pub(super) fn push(&mut self, rule: Rule) {
        let place = self.rules.len() % INDEXED;
        if place == 0 {
            self.indices.push(Index([Row::default(); SOUNDS]));
        }
        if let Some(index) = self.indices.last_mut() {
            index.add(&rule, 1 << place);
        }
        self.rules.push(rule.into());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter_map(Later::get)
    }

    /// Whether some rule makes a sound.
    pub(super) fn make(&self, sound: Sound) -> bool {
        let mut made = self.iter().flat_map(|rule| &rule.replacement);
        made.any(|options| options.contains(&sound))
    }

    /// Rewrites `sounds` by each rule in turn.
    pub(super) fn apply(&self, sounds: &mut Vec<Sound>) {
        let mut places = Vec::with_capacity(sounds.len() + 1);
        for (rules, index) in self.rules.chunks(INDEXED).zip(&self.indices) {
            let mut left = index.find(sounds, &mut places);
            while let Some(rule) = rules.get(left.trailing_zeros() as usize) {
                // This one, and those after it.
                let bit = left & left.wrapping_neg();
                let after = !(left ^ (left - 1));
                left &= after;
                let rule = rule.get();
                if let Some(found) =
                    rule.and_then(|rule| rule.apply(sounds, index, bit, &mut places))
                {
                    left = found & after;
                }
            }
        }
    }
}

impl Rules {
    /// The same without the indices. Returns the lines of the rules that rewrote something.
    pub(super) fn trace(&self, sounds: &mut Vec<Sound>) -> Vec<usize> {
        let rewrote = |rule: &&Rule| {
            let mut rewrote = false;
            if rule.backwards {
                for at in (0..sounds.len()).rev() {
                    rewrote |= rule.rewrite(sounds, at).is_some();
                }
                return rewrote;
            }
            let mut at = 0;
            while at < sounds.len() {
                let length = rule.rewrite(sounds, at);
                rewrote |= length.is_some();
                at += length.unwrap_or(1);
            }
            rewrote
        };
        let rules = self.iter().filter(rewrote);
        rules.map(|rule| rule.line).collect()
    }
}

impl Index {
    fn add(&mut self, rule: &Rule, bit: u64) {
        let [first, others @ ..] = &rule.target[..] else {
            return;
        };
        let before = nearest(&rule.left);
        let after = others
            .first()
            .map_or_else(|| nearest(&rule.right), |target| target.set);
        for (sound, row) in (0..).map(Sound).zip(&mut self.0) {
            for (set, rules) in [
                (first.set, &mut row.first),
                (before, &mut row.before),
                (after, &mut row.after),
            ] {
                *rules |= if set.has(sound) { bit } else { 0 };
            }
        }
    }

    /// The rules that may apply somewhere, as far as three sounds in a row tell; and in `places` those that may at each sound.
    fn find(&self, sounds: &[Sound], places: &mut Vec<u64>) -> u64 {
        places.clear();
        let row = |at: usize| self.row(sounds.get(at).copied().unwrap_or(Sound::EDGE));
        let (mut found, mut before, mut here) = (0, self.row(Sound::EDGE), row(0));
        for at in 0..sounds.len() {
            let after = row(at + 1);
            let rules = before.before & here.first & after.after;
            places.push(rules);
            found |= rules;
            (before, here) = (here, after);
        }
        found
    }

    fn row(&self, sound: Sound) -> &Row {
        &self.0[usize::from(sound.0) % SOUNDS]
    }
}

/// What the sound next to the target may be for these places to match.
fn nearest(places: &[Place]) -> Set {
    let mut set = Set::default();
    for place in places {
        set = set.union(place.set);
        if !place.optional {
            return set;
        }
    }
    Set::default().complement()
}

impl Rule {
    /// Rewrites `sounds` once over, from the left, or from the right if the rule says so, where `places` have its `bit`. The rules
    /// that may apply then, if anything was rewritten.
    fn apply(
        &self,
        sounds: &mut Vec<Sound>,
        index: &Index,
        bit: u64,
        places: &mut Vec<u64>,
    ) -> Option<u64> {
        let mut found = None;
        let may = |place: &u64| place & bit != 0;
        if self.backwards {
            let mut end = places.len();
            while let Some(at) = places.iter().take(end).rposition(may) {
                if self.rewrite(sounds, at).is_some() {
                    found = Some(index.find(sounds, places));
                }
                end = at;
            }
            return found;
        }
        let mut from = 0;
        while let Some(at) = places.iter().skip(from).position(may) {
            let at = from + at;
            from = match self.rewrite(sounds, at) {
                Some(length) => {
                    found = Some(index.find(sounds, places));
                    at + length
                }
                None => at + 1,
            };
        }
        found
    }

    /// Rewrites at `at` if the rule holds there; how many sounds stand there then.
    fn rewrite(&self, sounds: &mut Vec<Sound>, at: usize) -> Option<usize> {
        let end = at + self.target.len();
        let found = sounds.get(at..end)?;
        if !self.target.iter().zip(found).all(|(t, s)| t.set.has(*s))
            || !holds(&self.left, sounds, at as isize - 1, -1)
            || !holds(&self.right, sounds, end as isize, 1)
        {
            return None;
        }
        let options = self.replacement.iter();
        let options = options.filter_map(|options| self.choose(options, found));
        let mut new = [Sound::EDGE; REPLACEMENT];
        let mut length = 0;
        for (place, sound) in new.iter_mut().zip(options) {
            *place = sound;
            length += 1;
        }
        let new = &new[..length];
        match sounds.get_mut(at..end) {
            Some(old) if old.len() == length => old.copy_from_slice(new),
            _ => drop(sounds.splice(at..end, new.iter().copied())),
        }
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
fn holds(mut places: &[Place], sounds: &[Sound], mut at: isize, step: isize) -> bool {
    let matches = |place: &Place, at| sound_at(sounds, at).is_some_and(|s| place.set.has(s));
    while let [place, rest @ ..] = places {
        if place.optional {
            let most = if place.repeated { MOST_REPEATS } else { 1 };
            let found = { 0..most }.take_while(|n| matches(place, at + n * step));
            let found = found.count() as isize;
            return { 0..=found }
                .rev()
                .any(|n| holds(rest, sounds, at + n * step, step));
        }
        if !matches(place, at) {
            return false;
        }
        at += step;
        places = rest;
    }
    true
}

/// The sound at `i`, the edge of the word on either side of the last and the first, nothing beyond.
fn sound_at(sounds: &[Sound], i: isize) -> Option<Sound> {
    match usize::try_from(i) {
        Ok(i) if i == sounds.len() => Some(Sound::EDGE),
        Ok(i) => sounds.get(i).copied(),
        Err(_) => (i == -1).then_some(Sound::EDGE),
    }
}
