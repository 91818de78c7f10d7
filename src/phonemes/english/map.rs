//! A sorted, prefix-compressed map from words to phonemes, searched where it lies in the binary.
//!
//! An entry is: how many letters it shares with the word before, its other letters, its phonemes; the last letter
//! and the last phoneme carry the high bit. The first entry of a block of [`BLOCK`] shares nothing, and the index
//! holds where each block starts. The build script writes it with this file too.

use super::inventory::{Phoneme, SYMBOLS};

/// Entries a block: small blocks are searched fast, large ones are compressed well.
const BLOCK: usize = 16;
const LAST: u8 = 0x80;
/// Stands for "no phonemes".
const NONE: u8 = LAST - 1;

/// A map that lies in the binary.
pub(super) struct Map {
    /// The entries.
    pub bytes: &'static [u8],
    /// Where each block starts.
    pub index: &'static [u32],
}

impl Map {
    /// The phonemes of `word`.
    pub fn get(&self, word: &[u8]) -> Option<Vec<Phoneme>> {
        let block = self
            .index
            .partition_point(|&start| {
                let mut first = Vec::new();
                read_word(self.tail(start), &mut first);
                first.as_slice() <= word
            })
            .checked_sub(1)?;
        let mut rest = self.tail(*self.index.get(block)?);
        let mut found = Vec::new();
        for _ in 0..BLOCK {
            if rest.is_empty() {
                return None;
            }
            rest = read_word(rest, &mut found);
            let end = rest.iter().position(|b| b & LAST != 0)? + 1;
            if found == word {
                return Some(
                    rest[..end]
                        .iter()
                        .filter_map(|b| phoneme(b & !LAST))
                        .collect(),
                );
            }
            rest = &rest[end..];
        }
        None
    }

    fn tail(&self, start: u32) -> &'static [u8] {
        self.bytes.get(start as usize..).unwrap_or_default()
    }
}

/// Makes `word` the word of the entry at the start of `bytes`, and returns what follows it.
fn read_word<'a>(bytes: &'a [u8], word: &mut Vec<u8>) -> &'a [u8] {
    let Some((&shared, mut rest)) = bytes.split_first() else {
        return bytes;
    };
    word.truncate(shared as usize);
    while let Some((&letter, after)) = rest.split_first() {
        word.push(letter & !LAST);
        rest = after;
        if letter & LAST != 0 {
            break;
        }
    }
    rest
}

fn phoneme(byte: u8) -> Option<Phoneme> {
    SYMBOLS
        .get(byte as usize)
        .and_then(|s| Phoneme::from_symbol(s))
}

/// The bytes and the index of the map that holds `entries`, which are sorted. `None` where a word is not ASCII,
/// empty, or longer than 255 letters.
pub(super) fn encode<'a>(
    entries: impl Iterator<Item = (&'a [u8], &'a [Phoneme])>,
) -> Option<(Vec<u8>, Vec<u32>)> {
    let mut bytes = Vec::new();
    let mut index = Vec::new();
    let mut before: &[u8] = &[];
    for (i, (word, phonemes)) in entries.enumerate() {
        if i % BLOCK == 0 {
            index.push(u32::try_from(bytes.len()).ok()?);
            before = &[];
        }
        let shared = word.iter().zip(before).take_while(|(a, b)| a == b).count();
        bytes.push(u8::try_from(shared).ok()?);
        let (last, letters) = word[shared..].split_last()?;
        if !word.is_ascii() {
            return None;
        }
        bytes.extend(letters);
        bytes.push(last | LAST);
        let codes: Vec<u8> = phonemes.iter().map(|p| p.index() as u8).collect();
        let (last, codes) = codes.split_last().unwrap_or((&NONE, &[]));
        bytes.extend(codes);
        bytes.push(last | LAST);
        before = word;
    }
    Some((bytes, index))
}
