//! What a Latin word costs in each language, from the tables that `compile.rs` makes.

use std::collections::HashMap;
use std::mem;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::keys::{
    BUCKETS, CHAT, COST, LANGUAGES, LETTERS, NO_ENTRY, RANK, SHARED, bucket, check, key, sounds,
    trigrams,
};
use super::vowels;
use crate::data::{Place, lines};
use crate::dictionary;
use crate::language::Language;
use crate::token::Listed;

static MODEL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/latin.model"));
/// The line number of each entry, two bytes each. They are only read when someone asks.
static LINES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/latin.lines"));

/// How often an `a` was short and long in each of its contexts, in rows that are sorted by the hash of the context.
static VOWELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/latin.vowels"));

/// Whether the `a` at a place of a word in small letters stands for the long vowel of a language.
pub fn is_long(language: Language, word: &[u8], at: usize) -> bool {
    let (rows, _) = VOWELS.as_chunks::<{ vowels::ROW }>();
    let counts = |hash: u32| {
        let key = |[a, b, c, d, ..]: &[u8; vowels::ROW]| u32::from_le_bytes([*a, *b, *c, *d]);
        let [.., short, long] = rows[rows.binary_search_by_key(&hash, key).ok()?];
        Some([short, long])
    };
    let contexts = vowels::contexts(language, word, at);
    contexts.is_some_and(|contexts| vowels::likelihood(&contexts, counts) > HALF)
}

/// More likely than not.
const HALF: f32 = 0.5;

/// The cost of each letter that differs from the usual spelling, and of a word that only the English dictionary has.
const MISSPELT: u16 = 24;
const DICTIONARY: u16 = 235;
/// What a word costs more that is spelt otherwise, where its letters are a frequent word of English: app is no आप.
const ENGLISH: u16 = 60;
/// That of an English word with the ending of another language, whose stem has so many letters.
const INFLECTED: u16 = 200;
const MIN_STEM: usize = 4;
/// What a word costs more that English lists nowhere: the dictionary has nearly all that it uses.
const UNKNOWN: u16 = 40;
/// Languages that share most of their words.
static KIN: LazyLock<Vec<Vec<Language>>> = LazyLock::new(|| {
    let kin = |first: Language| -> Vec<Language> {
        let mut all = Language::ALL.to_vec();
        all.retain(|language| language.kin() == first.kin());
        all
    };
    let groups = Language::ALL.map(|first| (first, kin(first))).into_iter();
    let groups = groups.filter(|(first, kin)| kin.len() > 1 && kin[0] == *first);
    groups.map(|(_, kin)| kin).collect()
});
/// The endings of each language that English words take.
static ENDINGS: LazyLock<[Vec<&str>; LANGUAGES]> = LazyLock::new(|| {
    Language::ALL.map(|language| {
        let rows = lines(language.latin()).filter_map(|(_, row)| row.split_once(' '));
        rows.filter_map(|(ending, _)| ending.strip_prefix('+'))
            .collect()
    })
});
/// The longest word that is looked up, in bytes. No listed word is longer.
const LONGEST: usize = 24;

/// How unlikely a word is in each language, in the order of `Language::ALL`.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    pub cost: [u16; LANGUAGES],
    /// Whether any list has it.
    pub listed: bool,
    /// Whether it is an English word.
    pub english: bool,
    /// The bucket of its entries, and for each language the index of the most likely entry, or [`NONE`].
    bucket: u16,
    entries: [u16; LANGUAGES],
}

/// No entry. The build keeps buckets smaller than this.
const NONE: u16 = NO_ENTRY;

impl Costs {
    /// Returns what the lists say of the word in `language`.
    pub fn listed(&self, language: Language) -> Listed {
        match self.entries[language as usize] {
            NONE => Listed::No,
            entry => Listed::At(self.bucket, entry),
        }
    }
}

/// The costs of recent words, because texts repeat their words.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    met: HashMap<Box<str>, Costs, RandomState>,
    /// The words before those in `met`. Words that are not seen again are dropped.
    before: HashMap<Box<str>, Costs, RandomState>,
    /// A buffer for the word being looked up.
    word: String,
}

/// The number of words in `met` at which the older ones are dropped.
const MEMO: usize = 2048;

impl Memo {
    /// Returns the costs of a word in lower-case letters.
    pub fn costs(&mut self, letters: impl Iterator<Item = char>) -> Costs {
        self.word.clear();
        self.word.extend(letters);
        let word = self.word.as_str();
        if let Some(costs) = self.met.get(word) {
            return *costs;
        }
        let known = self.before.get(word).copied();
        let costs = known.unwrap_or_else(|| costs(word));
        if word.len() <= LONGEST {
            if self.met.len() == MEMO {
                mem::swap(&mut self.met, &mut self.before);
                self.met.clear();
            }
            self.met.insert(word.into(), costs);
        }
        costs
    }
}

fn costs(word: &str) -> Costs {
    let english = Language::En as usize;
    let mut costs = Costs {
        cost: letters(word),
        listed: false,
        english: false,
        bucket: 0,
        entries: [NONE; LANGUAGES],
    };
    if word.len() > LONGEST {
        return costs;
    }
    let mut least = [u16::MAX; LANGUAGES];
    let mut is_english = false;
    let mut checks = [None; LANGUAGES];
    let sounds = sounds(word);
    let bucket = bucket(key(&sounds, SHARED), BUCKETS);
    costs.bucket = bucket as u16;
    let of_english = |entry: Entry| entry.language == english && entry.spelling == word.as_bytes();
    let mut frequent = None;
    let mut offer = |language: usize, cost: u16, entry: u16| {
        costs.listed = true;
        costs.cost[language] = costs.cost[language].min(cost);
        if cost < least[language] {
            least[language] = cost;
            costs.entries[language] = entry;
        }
    };
    for (at, entry) in (0..NONE).zip(entries(bucket)) {
        if entry.language == english {
            if entry.spelling == word.as_bytes() {
                is_english = true;
                offer(english, entry.cost(word), at);
            }
            continue;
        }
        let own = || check(key(&sounds, entry.language));
        if entry.check == *checks[entry.language].get_or_insert_with(own) {
            let loose = entry.spelling != word.as_bytes()
                && *frequent.get_or_insert_with(|| entries(bucket).any(of_english));
            offer(
                entry.language,
                entry.cost(word) + ENGLISH * u16::from(loose),
                at,
            );
        }
    }
    if !is_english && dictionary::find(word).is_some() {
        is_english = true;
        offer(english, DICTIONARY, NONE);
    }
    costs.english = is_english;
    if !is_english {
        costs.cost[english] += UNKNOWN;
    }
    for kin in &*KIN {
        let lent = kin.iter();
        let lent = lent.map(|lender| least[*lender as usize].saturating_add(lender.lent()));
        let lent = lent.min().unwrap_or(u16::MAX);
        for language in kin {
            let cost = &mut costs.cost[*language as usize];
            *cost = lent.min(*cost);
        }
    }
    if !costs.listed {
        for language in Language::ALL {
            let cost = &mut costs.cost[language as usize];
            if *cost > INFLECTED && english_stem(word, language).is_some() {
                *cost = INFLECTED;
            }
        }
    }
    costs
}

/// How long the English word is that begins `word`, where the rest is an ending of a language that is written so: officeku.
pub fn english_stem(word: &str, language: Language) -> Option<usize> {
    let endings = &ENDINGS[language as usize];
    let stems = endings
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    let stems = stems.filter(|stem| stem.len() >= MIN_STEM && stem.is_ascii());
    stems.filter(|stem| is_english(stem)).map(str::len).min()
}

/// Whether the list of frequent English words has `word`.
pub fn is_english(word: &str) -> bool {
    let bucket = bucket(key(&sounds(word), SHARED), BUCKETS);
    let english = |e: Entry| e.language == Language::En as usize && e.spelling == word.as_bytes();
    entries(bucket).any(english)
}

/// Returns the line that lists `word`, if [`native`] finds it.
pub fn place(word: &str, language: Language) -> Option<Place> {
    let word = word.to_lowercase();
    let (within, _) = find(&word, language)?;
    let bucket = bucket(key(&sounds(&word), SHARED), BUCKETS);
    let before: usize = (0..bucket).map(|bucket| entries(bucket).count()).sum();
    let line = LINES.as_chunks().0.get(before + within)?;
    let line = u16::from_le_bytes(*line);
    let file = match line & CHAT {
        0 => "frequent.txt",
        _ => "chat.txt",
    };
    let line = usize::from(line & !CHAT);
    Some(Place::of_language(language.code(), file, Some(line)))
}

/// Returns the most likely entry of `language` for `word`, in lower-case letters, and its index in the bucket.
fn find(word: &str, language: Language) -> Option<(usize, Entry)> {
    if word.len() > LONGEST {
        return None;
    }
    let language = language as usize;
    let sounds = sounds(word);
    let own = check(key(&sounds, language));
    entries(bucket(key(&sounds, SHARED), BUCKETS))
        .enumerate()
        .filter(|(_, e)| e.language == language && e.check == own)
        .min_by_key(|(_, e)| e.cost(word))
}

/// Returns the native spelling of `word`, if it is a frequent word of `language`.
pub fn native(word: &str, language: Language) -> Option<String> {
    let (_, entry) = find(&word.to_lowercase(), language)?;
    entry.native(language)
}

/// Returns the native spelling of a word of `language` that was found in the list.
pub fn native_at(bucket: u16, entry: u16, language: Language) -> Option<String> {
    entries(bucket.into()).nth(entry.into())?.native(language)
}

struct Entry {
    language: usize,
    rank: u8,
    /// The check of its spelling's key by the row of its language.
    check: u16,
    spelling: &'static [u8],
    /// Its letters, as offsets in the Unicode block of its script.
    native: &'static [u8],
}

impl Entry {
    /// Returns its letters in the script of its language.
    fn native(&self, language: Language) -> Option<String> {
        let block = language.script().block()?;
        let letters = self.native.iter();
        letters
            .map(|b| char::from_u32(block + u32::from(*b)))
            .collect()
    }

    /// Returns the cost of this entry being meant by `word`.
    fn cost(&self, word: &str) -> u16 {
        let rank = u16::from(self.rank) * (COST / RANK) as u16;
        if word.as_bytes() == self.spelling {
            return rank;
        }
        let spelling = str::from_utf8(self.spelling).unwrap_or_default();
        rank + MISSPELT * strsim::levenshtein(word, spelling) as u16
    }
}

/// Returns the entries of a bucket.
fn entries(bucket: usize) -> impl Iterator<Item = Entry> + use<> {
    let offset = |i: usize| {
        let bytes = MODEL.get(4 * i..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes) as usize)
    };
    let data = 4 * (BUCKETS + 1);
    let range = offset(bucket).zip(offset(bucket + 1));
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
            spelling,
            native,
        })
    })
}

/// Returns what the letters of an unlisted word cost in each language.
fn letters(word: &str) -> [u16; LANGUAGES] {
    let start = MODEL.len() - LANGUAGES * (LETTERS * LETTERS * LETTERS + 1);
    let (table, _) = MODEL[start..].as_chunks::<{ LANGUAGES }>();
    // The last row is the cost before the letters.
    let mut sums = table[LETTERS * LETTERS * LETTERS].map(u16::from);
    for [a, b, c] in trigrams(word) {
        let costs = table[(a * LETTERS + b) * LETTERS + c];
        for (sum, cost) in sums.iter_mut().zip(costs) {
            *sum = sum.saturating_add(cost.into());
        }
    }
    sums
}
