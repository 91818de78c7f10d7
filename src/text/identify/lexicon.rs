//! What a Latin word costs in each language, from the tables that `compile.rs` makes.

use std::collections::HashMap;

use super::tables::{BUCKETS, CODES, COST, LETTERS, RANK, bucket, check, distance, key, trigrams};

static MODEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/latin.model"));

/// What a letter more or less than the usual spelling costs, and a word that only the English dictionary has.
const MISSPELT: u16 = 24;
const DICTIONARY: u16 = 280;
/// Longer words are not looked for: none is listed.
const LONGEST: usize = 24;

/// How unlikely a word is in each language, in the order of `Language::ALL`.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub cost: [u16; CODES.len()],
    /// Whether some list has it.
    pub listed: bool,
}

/// The costs of the words met lately: texts repeat their words.
#[derive(Clone, Debug, Default)]
pub struct Memo(HashMap<Box<str>, Costs>);

/// So many words are remembered; then the memory starts anew.
const MEMO: usize = 1024;

impl Memo {
    /// The costs of a word of small letters.
    pub fn costs(&mut self, word: &str) -> Costs {
        if let Some(costs) = self.0.get(word) {
            return *costs;
        }
        let costs = costs(word);
        if word.len() <= LONGEST {
            if self.0.len() == MEMO {
                self.0.clear();
            }
            self.0.insert(word.into(), costs);
        }
        costs
    }
}

fn costs(word: &str) -> Costs {
    let english = CODES.len() - 1;
    let mut costs = Costs {
        cost: std::array::from_fn(|language| letters(word, language)),
        listed: false,
    };
    if word.len() > LONGEST {
        return costs;
    }
    let mut offer = |language: usize, cost: u16| {
        costs.listed = true;
        costs.cost[language] = costs.cost[language].min(cost);
    };
    let mut is_english = false;
    let mut checks = [None; CODES.len()];
    for entry in entries(word) {
        if entry.language == english {
            if entry.spelling == word {
                is_english = true;
                offer(english, entry.cost(word));
            }
            continue;
        }
        let own = || check(&key(word, CODES[entry.language]));
        if entry.check == *checks[entry.language].get_or_insert_with(own) {
            offer(entry.language, entry.cost(word));
        }
    }
    if !is_english && crate::phonemes::is_english(word) {
        offer(english, DICTIONARY);
    }
    costs
}

/// The native spelling of the word of `language` that `word`, of small letters, most likely is.
pub fn native(word: &str, language: usize, block: u32) -> Option<String> {
    if word.len() > LONGEST {
        return None;
    }
    let own = check(&key(word, CODES[language]));
    let entry = entries(word)
        .filter(|e| e.language == language && e.check == own)
        .min_by_key(|e| e.cost(word))?;
    let letters = entry
        .native
        .iter()
        .map(|b| char::from_u32(block + u32::from(*b)));
    letters.collect()
}

struct Entry {
    language: usize,
    rank: u8,
    /// Of the key of its spelling in its language's way.
    check: u16,
    spelling: &'static str,
    /// Its letters, as they lie above the first of their block.
    native: &'static [u8],
}

impl Entry {
    /// What it costs that it is meant by `word`.
    fn cost(&self, word: &str) -> u16 {
        let rank = u16::from(self.rank) * (COST / RANK) as u16;
        rank + MISSPELT * distance(word, self.spelling) as u16
    }
}

/// The entries whose spelling may be that of `word`.
fn entries(word: &str) -> impl Iterator<Item = Entry> {
    let at = bucket(&key(word, ""), BUCKETS);
    let offset = |i: usize| {
        let bytes = MODEL.get(4 * i..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes) as usize)
    };
    let data = 4 * (BUCKETS + 1);
    let range = offset(at).zip(offset(at + 1));
    let mut rest = range
        .and_then(|(from, to)| MODEL.get(data + from..data + to))
        .unwrap_or_default();
    std::iter::from_fn(move || {
        let (&[language, rank, spelling, native, low, high], after) = rest.split_first_chunk()?;
        let (spelling, after) = after.split_at_checked(spelling.into())?;
        let (native, after) = after.split_at_checked(native.into())?;
        rest = after;
        Some(Entry {
            language: language.into(),
            rank,
            check: u16::from_le_bytes([low, high]),
            spelling: std::str::from_utf8(spelling).ok()?,
            native,
        })
    })
}

/// What a word that is not listed costs by its letters.
fn letters(word: &str, language: usize) -> u16 {
    let all = LETTERS * LETTERS * LETTERS;
    let start = MODEL.len() - CODES.len() * (all + 1);
    let table = &MODEL[start + language * all..][..all];
    let unlisted = MODEL[MODEL.len() - CODES.len() + language];
    trigrams(word)
        .map(|[a, b, c]| table[(a * LETTERS + b) * LETTERS + c])
        .fold(u16::from(unlisted), |sum, cost| {
            sum.saturating_add(cost.into())
        })
}
