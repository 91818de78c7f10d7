//! The words that were pronounced lately. Most words of a text come again.

use std::hash::BuildHasher;
use std::sync::Mutex;

use foldhash::fast::FixedState;

use super::source::{Pronunciation, Source};
use crate::language::Language;
use crate::phoneme::Phoneme;

/// Words that may be known, each at the place that its hash gives.
const WORDS: usize = 1 << 11;
/// Bytes of words and phonemes: those of some two thousand words, an eighth of a megabyte with their places for the whole process.
const BYTES: usize = 3 << 15;
/// Bytes of the longest word that is kept, and phonemes. Nearly all words are shorter in any language.
const LONGEST: usize = 100;

/// Where a word and its phonemes stand, one after the other.
#[derive(Clone, Copy)]
struct Place {
    /// How many bytes were written before it.
    at: u64,
    /// The rest of its hash: most words that are not there are known by it.
    check: u32,
    /// Their bytes; of the word none where there is none yet.
    word: u8,
    phonemes: u8,
    languages: Languages,
    source: Source,
}

/// The language of a word, and that of the words around it where it is another one.
type Languages = (Language, Option<Language>);

struct Memo {
    places: [Place; WORDS],
    /// Written round and round, so that the oldest words go first.
    bytes: [u8; BYTES],
    written: u64,
}

/// Locked for some hundred instructions. Who finds it locked does without.
static MEMO: Mutex<Memo> = Mutex::new(Memo::new());

impl Memo {
    const fn new() -> Self {
        let nowhere = Place {
            at: 0,
            check: 0,
            word: 0,
            phonemes: 0,
            languages: (Language::Hi, None),
            source: Source::Lexicon,
        };
        Self {
            places: [nowhere; WORDS],
            bytes: [0; BYTES],
            written: 0,
        }
    }

    /// The phonemes of a word, and what they come from.
    fn get(&self, hash: u64, word: &[u8], languages: Languages) -> Option<(&[u8], Source)> {
        let place = &self.places[index(hash)];
        let written_over = self.written - place.at > BYTES as u64;
        if place.check != check(hash) || place.languages != languages || written_over {
            return None;
        }
        let bytes = self.bytes.get((place.at % BYTES as u64) as usize..)?;
        let (found, rest) = bytes.split_at_checked(place.word.into())?;
        let phonemes = rest.get(..place.phonemes.into())?;
        (found == word).then_some((phonemes, place.source))
    }

    /// Keeps a word that is not too long.
    fn put(
        &mut self,
        hash: u64,
        word: &[u8],
        languages: Languages,
        phonemes: &[Phoneme],
        source: Source,
    ) {
        if word.is_empty() || word.len().max(phonemes.len()) > LONGEST {
            return;
        }
        let length = word.len() + phonemes.len();
        let mut start = (self.written % BYTES as u64) as usize;
        if start + length > BYTES {
            self.written += (BYTES - start) as u64;
            start = 0;
        }
        let (letters, rest) = self.bytes[start..start + length].split_at_mut(word.len());
        letters.copy_from_slice(word);
        for (byte, phoneme) in rest.iter_mut().zip(phonemes) {
            *byte = phoneme.index() as u8;
        }
        self.places[index(hash)] = Place {
            at: self.written,
            check: check(hash),
            word: word.len() as u8,
            phonemes: phonemes.len() as u8,
            languages,
            source,
        };
        self.written += length as u64;
    }
}

fn index(hash: u64) -> usize {
    hash as usize % WORDS
}

fn check(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Appends the phonemes that a word was given lately; otherwise lets it be pronounced, and keeps them.
pub(super) fn or_else(
    word: &str,
    languages: Languages,
    out: &mut Vec<Phoneme>,
    pronounce: impl FnOnce(&mut Vec<Phoneme>) -> Pronunciation,
) -> Pronunciation {
    let (language, around) = languages;
    let around = around.map_or(0, |around| around as u64 + 1);
    let hash = FixedState::with_seed(around << u8::BITS | language as u64).hash_one(word);
    if let Ok(memo) = MEMO.try_lock()
        && let Some((phonemes, source)) = memo.get(hash, word.as_bytes(), languages)
    {
        out.extend(phonemes.iter().filter_map(|i| Phoneme::from_index(*i)));
        return Pronunciation { source, skipped: 0 };
    }
    let from = out.len();
    let pronunciation = pronounce(out);
    if pronunciation.skipped == 0
        && let Ok(mut memo) = MEMO.try_lock()
    {
        let source = pronunciation.source;
        memo.put(hash, word.as_bytes(), languages, &out[from..], source);
    }
    pronunciation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_with_its_own_phonemes_or_not_at_all() {
        let phonemes =
            |n: usize| vec![[Phoneme::EDGE, Phoneme::SPACE, Phoneme::COMMA][n % 3]; n % 50];
        let word = |n: usize| format!("{n}").repeat(1 + n % 20);
        let hash = |n: usize| FixedState::with_seed(0).hash_one(word(n));
        let mut memo = Memo::new();
        for n in 0..3 * WORDS {
            let (word, phonemes) = (word(n), phonemes(n));
            memo.put(
                hash(n),
                word.as_bytes(),
                (Language::Ta, None),
                &phonemes,
                Source::Rules,
            );
            let kept = memo.get(hash(n), word.as_bytes(), (Language::Ta, None));
            let short = word.len() <= LONGEST;
            assert_eq!(kept.is_some(), short, "{word}");
            assert_eq!(
                memo.get(hash(n), word.as_bytes(), (Language::Te, None)),
                None
            );
        }
        let mut known = 0;
        for n in 0..3 * WORDS {
            let found = memo.get(hash(n), word(n).as_bytes(), (Language::Ta, None));
            let expected: Vec<u8> = phonemes(n).iter().map(|p| p.index() as u8).collect();
            assert!(found.is_none_or(|found| found == (&expected[..], Source::Rules)));
            known += usize::from(found.is_some());
        }
        assert!((WORDS / 4..=WORDS).contains(&known), "{known}");
        assert_eq!(memo.get(0, b"", (Language::Hi, None)), None);
    }
}
