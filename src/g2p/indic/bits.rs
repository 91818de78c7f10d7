//! Bits that tell cheaply that a text is not among many.

/// Words of sixty-four bits for the hashes of stems: some ten bits for each.
const HASHES: usize = 256;
/// The second characters of beginnings are told apart by their last bits.
pub(super) const SECONDS: usize = 127;
/// Words of sixty-four bits for the beginnings of stems.
pub(super) const BEGINNINGS: usize = 16;

/// The bit of a first character.
pub(super) fn first_bit(first: char) -> u128 {
    1 << (first as u32 % u128::BITS)
}

/// The bit of the first two characters of a word; of a word of one, with that `second` one.
pub(super) fn beginning(word: &str, second: usize) -> Option<(usize, u64)> {
    let mut characters = word.chars().map(|c| c as usize);
    let (first, second) = (characters.next()?, characters.next().unwrap_or(second));
    let hash = (first % 128) * 37 + second % (SECONDS + 1);
    Some((hash / 64 % BEGINNINGS, 1 << (hash % 64)))
}

/// The hash of a text and one byte more (Fowler, Noll and Vo's constant).
pub(super) fn hashed(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// Adds the bit of a text to those of others.
pub(super) fn add(hashes: &mut Vec<u64>, text: &str) {
    hashes.resize(HASHES, 0);
    let (at, bit) = hash_bit(text.bytes().fold(0, hashed));
    hashes[at] |= bit;
}

/// Whether a text of this hash may be among those that were added.
pub(super) fn has(hashes: &[u64], hash: u32) -> bool {
    let (at, bit) = hash_bit(hash);
    hashes.get(at).is_some_and(|bits| bits & bit != 0)
}

/// Where the bit of a hash stands.
fn hash_bit(hash: u32) -> (usize, u64) {
    let hash = (hash ^ hash >> 15) as usize;
    (hash / 64 % HASHES, 1 << (hash % 64))
}
