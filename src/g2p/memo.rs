//! The words that were pronounced lately. Most words of a text come again.

use std::hash::BuildHasher;
use std::sync::Mutex;

use foldhash::fast::FixedState;
use heapless::Vec;

use super::source::{Pronunciation, Source};
use crate::language::Language;
use crate::phoneme::Phoneme;

/// Words that are kept, each at the place that its hash gives: half a megabyte for the whole process.
const WORDS: usize = 1 << 12;
/// Bytes of the longest word that is kept, and phonemes. Nineteen words of twenty are shorter in any language.
const LONGEST: usize = 60;

/// A word and its pronunciation; no letters where there is none yet.
struct Entry {
    word: Vec<u8, LONGEST, u8>,
    phonemes: Vec<Phoneme, LONGEST, u8>,
    language: Language,
    source: Source,
}

struct Memo {
    /// The hashes of the words: they lie together, so that a word that is not there is soon known.
    hashes: [u32; WORDS],
    entries: [Entry; WORDS],
}

/// Locked for some hundred instructions. Who finds it locked does without.
static MEMO: Mutex<Memo> = Mutex::new(Memo {
    hashes: [0; WORDS],
    entries: [const {
        Entry {
            word: Vec::new(),
            phonemes: Vec::new(),
            language: Language::Hi,
            source: Source::Lexicon,
        }
    }; WORDS],
});

/// Appends the phonemes that a word was given lately; otherwise lets it be pronounced, and keeps them.
pub(super) fn or_else(
    word: &str,
    language: Language,
    out: &mut std::vec::Vec<Phoneme>,
    pronounce: impl FnOnce(&mut std::vec::Vec<Phoneme>) -> Pronunciation,
) -> Pronunciation {
    let hash = FixedState::with_seed(language as u64).hash_one(word);
    let (place, check) = (hash as usize % WORDS, (hash >> 32) as u32);
    if let Ok(memo) = MEMO.try_lock()
        && memo.hashes[place] == check
    {
        let entry = &memo.entries[place];
        if entry.word == word.as_bytes() && entry.language == language {
            out.extend_from_slice(&entry.phonemes);
            return Pronunciation {
                source: entry.source,
                skipped: 0,
            };
        }
    }
    let from = out.len();
    let pronunciation = pronounce(out);
    if pronunciation.skipped == 0
        && !word.is_empty()
        && let (Ok(word), Ok(phonemes)) =
            (Vec::try_from(word.as_bytes()), Vec::try_from(&out[from..]))
        && let Ok(mut memo) = MEMO.try_lock()
    {
        memo.hashes[place] = check;
        memo.entries[place] = Entry {
            word,
            phonemes,
            language,
            source: pronunciation.source,
        };
    }
    pronunciation
}
