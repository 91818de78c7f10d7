//! The form in which the build packs the words of all languages: one text, and arrays of places in it. They need no work when the
//! program starts, and little space, as a word that several languages have stands there once.

/// A text of a few words, by its place in the text of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Str(pub u32);

impl Str {
    /// Bits of its length in bytes.
    pub const LENGTH: u32 = 12;

    /// Its length in bytes.
    pub const fn len(self) -> usize {
        (self.0 & ((1 << Self::LENGTH) - 1)) as usize
    }

    /// Where it begins.
    pub const fn start(self) -> usize {
        (self.0 >> Self::LENGTH) as usize
    }
}

/// A part of an array: where it begins, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span(pub u32, pub u32);

impl Span {
    /// The part of `all`.
    pub fn of<T>(self, all: &'static [T]) -> &'static [T] {
        let start = self.0 as usize;
        all.get(start..start + self.1 as usize).unwrap_or_default()
    }
}

/// A rule for numbers from `base` on. Its words may include the quotient and the remainder of a division by `divisor`.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub base: u64,
    pub divisor: u64,
    pub words: Str,
}

/// Words of which a word is none if its bit is not set. The bit depends on its length and its first two and last characters, capitals
/// or not.
#[derive(Debug)]
pub struct Few(pub [u64; Few::WORDS]);

impl Few {
    /// Sixty-four bits for each of the words that a language has.
    pub const WORDS: usize = 64;

    fn bit(letters: &[char]) -> Option<(usize, u32)> {
        let (first, last) = (letters.first()?, letters.last()?);
        let second = letters.get(1).unwrap_or(first);
        let bits = |c: char| c as usize % 32;
        let hash = bits(*first) ^ bits(*second) << 4 ^ bits(*last) << 7 ^ letters.len() << 2;
        Some((hash / 64 % Self::WORDS, hash as u32 % 64))
    }

    /// Sets the bit of a word.
    #[allow(dead_code, reason = "the build makes the set")]
    pub fn add(&mut self, letters: &[char]) {
        if let Some((word, bit)) = Self::bit(letters) {
            self.0[word] |= 1 << bit;
        }
    }

    /// Whether the bit of a word is set.
    pub fn may_have(&self, letters: &[char]) -> bool {
        Self::bit(letters).is_some_and(|(word, bit)| self.0[word] >> bit & 1 == 1)
    }
}
