//! What a Latin word costs in each language, from the tables that `compile.rs` makes.

use super::tables::{BUCKETS, CODES, COST, LETTERS, RANK, bucket, distance, key, trigrams};

static MODEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/latin.model"));

/// What a letter more or less than the usual spelling costs, and a word that only the English dictionary has.
const MISSPELT: u32 = 24;
const DICTIONARY: u32 = 280;
/// Longer words are not looked for: none is listed.
const LONGEST: usize = 24;

/// How unlikely a word is in each language, in the order of `Language::ALL`.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub cost: [u32; CODES.len()],
    pub listed: [bool; CODES.len()],
}

/// The costs of a word of small letters; `known` says whether the English dictionary has it.
pub fn costs(word: &str, known: impl Fn(&str) -> bool) -> Costs {
    let english = CODES.len() - 1;
    let mut costs = Costs {
        cost: std::array::from_fn(|language| letters(word, language)),
        listed: [false; CODES.len()],
    };
    let mut offer = |language: usize, cost: u32| {
        costs.listed[language] = true;
        costs.cost[language] = costs.cost[language].min(cost);
    };
    if word.len() <= LONGEST {
        let mut keys: [Option<Vec<u8>>; CODES.len()] = [const { None }; CODES.len()];
        for entry in entries(word) {
            let code = CODES[entry.language];
            let same = if entry.language == english {
                entry.spelling == word
            } else {
                let own = keys[entry.language].get_or_insert_with(|| key(word, code));
                *own == key(entry.spelling, code)
            };
            if same {
                let rank = u32::from(entry.rank) * (COST / RANK) as u32;
                offer(
                    entry.language,
                    rank + MISSPELT * distance(word, entry.spelling) as u32,
                );
            }
        }
    }
    if !costs.listed[english] && known(word) {
        costs.listed[english] = true;
        costs.cost[english] = costs.cost[english].min(DICTIONARY);
    }
    costs
}

/// The native spelling of the word of `language` that `word`, of small letters, most likely is.
pub fn native(word: &str, language: usize, block: u32) -> Option<String> {
    if word.len() > LONGEST {
        return None;
    }
    let code = CODES[language];
    let own = key(word, code);
    let entry = entries(word)
        .filter(|e| e.language == language && key(e.spelling, code) == own)
        .min_by_key(|e| {
            u32::from(e.rank) * (COST / RANK) as u32 + MISSPELT * distance(word, e.spelling) as u32
        })?;
    let letters = entry
        .native
        .iter()
        .map(|b| char::from_u32(block + u32::from(*b)));
    letters.collect()
}

struct Entry {
    language: usize,
    rank: u8,
    spelling: &'static str,
    /// Its letters, as they lie above the first of their block.
    native: &'static [u8],
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
        let (&[language, rank, spelling, native], after) = rest.split_first_chunk()?;
        let (spelling, after) = after.split_at_checked(spelling.into())?;
        let (native, after) = after.split_at_checked(native.into())?;
        rest = after;
        Some(Entry {
            language: language.into(),
            rank,
            spelling: std::str::from_utf8(spelling).ok()?,
            native,
        })
    })
}

/// What a word that is not listed costs by its letters.
fn letters(word: &str, language: usize) -> u32 {
    let all = LETTERS * LETTERS * LETTERS;
    let start = MODEL.len() - CODES.len() * (all + 1);
    let table = &MODEL[start + language * all..][..all];
    let unlisted = MODEL[MODEL.len() - CODES.len() + language];
    let sum: u32 = trigrams(word)
        .map(|[a, b, c]| u32::from(table[(a * LETTERS + b) * LETTERS + c]))
        .sum();
    u32::from(unlisted) + sum
}
