//! Bits that tell cheaply that a text is not among many.

use crate::data::laid::laid;

/// Words of sixty-four bits for the hashes of texts: some ten bits for each.
const HASHES: usize = 256;
/// The second characters of texts are told apart by their last bits.
const SECONDS: usize = 127;
/// Words of sixty-four bits for the first two characters of texts.
const FIRST_TWO: usize = 16;

/// Texts that words begin with. They are not kept: few cuts of a word pass, and only those need to be looked up.
#[derive(Default)]
pub(super) struct Beginnings {
    /// A bit for the first two characters of each text.
    first_two: [u64; FIRST_TWO],
    /// A bit for the hash of each text; nothing where there is none.
    hashes: Vec<u64>,
    /// Characters of the shortest text, and bytes of the longest one.
    shortest: usize,
    longest: usize,
}

laid!(Beginnings {
    first_two,
    hashes,
    shortest,
    longest,
});

impl Beginnings {
    /// Adds a text, unless it is empty.
    pub(super) fn add(&mut self, text: &str) -> Option<()> {
        let length = text.chars().count();
        // A text of one character may begin a word with any second one.
        for second in 0..=SECONDS * usize::from(length == 1) {
            let (at, bit) = first_two_bit(text, second)?;
            self.first_two[at] |= bit;
        }
        self.shortest = match self.hashes.is_empty() {
            true => length,
            false => self.shortest.min(length),
        };
        self.longest = self.longest.max(text.len());
        self.hashes.resize(HASHES, 0);
        let (at, bit) = hash_bit(text.bytes().fold(0, hashed));
        self.hashes[at] |= bit;
        Some(())
    }

    /// The places in a word where one of the texts may end that it begins with, in bytes, the shortest first.
    #[inline]
    pub(super) fn cuts<'t>(&'t self, word: &'t str) -> impl Iterator<Item = usize> + 't {
        let begins = first_two_bit(word, 0).is_some_and(|(at, bit)| self.first_two[at] & bit != 0);
        let longest = if begins { self.longest } else { 0 };
        let mut bytes = word.bytes().enumerate().take(longest);
        let (mut hash, mut characters) = (0, 0);
        std::iter::from_fn(move || {
            for (at, byte) in bytes.by_ref() {
                hash = hashed(hash, byte);
                let cut = at + 1;
                if word.is_char_boundary(cut) {
                    characters += 1;
                    if characters >= self.shortest && self.has(hash) {
                        return Some(cut);
                    }
                }
            }
            None
        })
    }

    /// Whether a text of this hash may be among them.
    #[inline]
    fn has(&self, hash: u32) -> bool {
        let (at, bit) = hash_bit(hash);
        self.hashes.get(at).is_some_and(|bits| bits & bit != 0)
    }
}

/// The bit of a first character.
pub(super) fn first_bit(first: char) -> u128 {
    1 << (first as u32 % u128::BITS)
}

/// The bit of the first two characters of a word; of a word of one, with that `second` one.
#[inline]
fn first_two_bit(word: &str, second: usize) -> Option<(usize, u64)> {
    let mut characters = word.chars().map(|c| c as usize);
    let (first, second) = (characters.next()?, characters.next().unwrap_or(second));
    let hash = (first % 128) * 37 + second % (SECONDS + 1);
    Some((hash / 64 % FIRST_TWO, 1 << (hash % 64)))
}

/// The hash of a text and one byte more (Fowler, Noll and Vo's constant).
#[inline]
fn hashed(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// Where the bit of a hash stands.
#[inline]
fn hash_bit(hash: u32) -> (usize, u64) {
    let hash = (hash ^ hash >> 15) as usize;
    (hash / 64 % HASHES, 1 << (hash % 64))
}
