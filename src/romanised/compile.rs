//! Compiles the model of Latin words at build time: the frequent words of each language, in buckets by the key of their
//! spelling, and the letter trigrams of each language.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{
    BUCKETS, CHAT, COST, LANGUAGES, LETTERS, NO_ENTRY, RANK, RUNS, SHARED, bucket, check, key,
    runs, sounds, trigrams,
};
use crate::data::{Fault, File, lines};
use crate::language::Language;
use crate::script::Script;

/// At least this share of the words of running text is not listed.
const UNLISTED: f64 = 0.02;
/// The rank of an English word that all languages use, where it is no more frequent in English.
const LOAN: u8 = 30;
/// The weight of a shorter context against the counts of a longer one.
const BACKOFF: f64 = 4.0;

/// The factor of the log odds of a language. They are natural logarithms.
const ODDS: f64 = 16.0;

struct Word<'a> {
    language: Language,
    rank: u8,
    native: &'a str,
    spelling: String,
    /// The line in its list, with [`CHAT`] set for lists of chat words.
    line: u16,
}

/// Compiles the model, and the line numbers of its words in the same order. `lists` are files of lines `rank word
/// spellings`, each with its language and whether it holds chat words; `loans` are English words that all languages use, and
/// `dictionary` further ones. Fails with the first line that does not parse.
pub fn model<'a>(
    lists: &'a [(Language, bool, File)],
    loans: &str,
    dictionary: impl Iterator<Item = &'a str>,
) -> Result<[Vec<u8>; 2], Fault> {
    let mut words = Vec::new();
    for (language, chat, list) in lists {
        for (number, line) in lines(&list.text) {
            let fault = |reason: &str| Fault::new(list, number, format!("{reason}: {line}"));
            let mut fields = line.split_whitespace();
            let (Some(rank), Some(native)) = (fields.next(), fields.next()) else {
                return Err(fault("not a rank and a word"));
            };
            let rank = rank.parse().map_err(|_| fault("no rank"))?;
            let own = |c| {
                language.script().block().is_none() || Script::indic(c) == Some(language.script())
            };
            if !native.chars().all(own) {
                return Err(fault("not in the script of the language"));
            }
            let line = u16::try_from(number).ok().filter(|line| *line < CHAT);
            let line = line.ok_or_else(|| fault("too many lines"))? | if *chat { CHAT } else { 0 };
            for spelling in fields.next().unwrap_or(native).split(',') {
                let mut spellings = vec![spelling.replace('~', "n"), spelling.replace('~', "")];
                spellings.dedup();
                // काय is typed kay, whose key is that of ke. Of longer words the key would be that of others: उपाय, UPI.
                let begin = spelling.strip_suffix("aay");
                if let Some(begin) = begin.filter(|b| !b.contains(['a', 'e', 'i', 'o', 'u'])) {
                    spellings.push(format!("{begin}ay"));
                }
                words.extend(spellings.into_iter().map(|spelling| Word {
                    language: *language,
                    rank,
                    native,
                    spelling,
                    line,
                }));
            }
        }
    }
    let loans = lines(loans).flat_map(|(_, line)| line.split_whitespace());
    let small = |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase());
    words.extend(loans.filter(small).map(|word| Word {
        language: Language::En,
        rank: LOAN,
        native: "",
        spelling: word.to_owned(),
        line: 0,
    }));
    let [mut model, places] = by_bucket(&words, NO_ENTRY.into()).map_err(|word| {
        let of = |(language, chat, _): &&(Language, bool, File)| {
            *language == word.language && *chat == (word.line & CHAT > 0)
        };
        let list = lists.iter().find(of).map_or(&lists[0].2, |(.., list)| list);
        let what = format!("too many words are spelt alike: {}", word.spelling);
        Fault::new(list, (word.line & !CHAT).into(), what)
    })?;
    model.extend(letters(&words, dictionary));
    Ok([model, places])
}

/// Returns the offsets of the buckets, followed by their entries (language, rank, lengths, check of the language's own
/// key, spelling, letters), and the line numbers of the entries. Fails with the first word for which its bucket, of `room` entries, has
/// no room.
fn by_bucket<'w, 'a>(words: &'w [Word<'a>], room: usize) -> Result<[Vec<u8>; 2], &'w Word<'a>> {
    let mut buckets = vec![Vec::new(); BUCKETS];
    let mut places = vec![Vec::new(); BUCKETS];
    for word in words {
        let native: Vec<u8> = match word.language.script().block() {
            None => Vec::new(),
            Some(block) => word
                .native
                .chars()
                .map(|c| (u32::from(c) - block) as u8)
                .collect(),
        };
        let sounds = sounds(&word.spelling);
        let bucket = bucket(key(&sounds, SHARED), BUCKETS);
        places[bucket].extend(word.line.to_le_bytes());
        if places[bucket].len() / 2 > room {
            return Err(word);
        }
        let entry = &mut buckets[bucket];
        entry.extend([
            word.language as u8,
            word.rank,
            word.spelling.len() as u8,
            native.len() as u8,
        ]);
        entry.extend(check(key(&sounds, word.language as usize)).to_le_bytes());
        entry.extend(word.spelling.bytes());
        entry.extend(native);
    }
    let mut out = Vec::new();
    let mut at = 0u32;
    for bucket in &buckets {
        out.extend(at.to_le_bytes());
        at += bucket.len() as u32;
    }
    out.extend(at.to_le_bytes());
    out.extend(buckets.concat());
    Ok([out, places.concat()])
}

/// Returns for each trigram what its third letter costs after the first two, in each language. At the end is what an
/// unlisted word costs before its letters.
fn letters<'a>(words: &[Word], dictionary: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut counts = vec![vec![0.0; LETTERS * LETTERS * LETTERS]; LANGUAGES];
    let mut listed = [0.0; LANGUAGES];
    let mut count = |language: Language, spelling: &str, weight: f64| {
        for [a, b, c] in trigrams(spelling) {
            counts[language as usize][(a * LETTERS + b) * LETTERS + c] += weight;
        }
    };
    for word in words {
        let p = (-f64::from(word.rank) / RANK).exp();
        listed[word.language as usize] += p;
        // Unlisted words resemble rare listed words more than frequent ones.
        let weight = (p * 1e4).sqrt();
        count(word.language, &word.spelling, weight);
        if word.language != Language::En {
            count(word.language, &short(&word.spelling), 2.0 * weight);
        }
    }
    for word in dictionary {
        count(Language::En, word, 0.1);
    }
    let mut out = vec![0; LETTERS * LETTERS * LETTERS * LANGUAGES];
    for (language, counts) in counts.iter().enumerate() {
        let sum = |of: &dyn Fn(usize) -> bool| -> f64 {
            counts
                .iter()
                .enumerate()
                .filter(|(i, _)| of(*i))
                .map(|(_, n)| n)
                .sum()
        };
        let all = sum(&|_| true);
        let mut two = vec![0.0; LETTERS * LETTERS];
        let mut one = vec![0.0; LETTERS];
        for (i, n) in counts.iter().enumerate() {
            two[i % (LETTERS * LETTERS)] += n;
            one[i % LETTERS] += n;
        }
        for a in 0..LETTERS {
            for b in 0..LETTERS {
                let row = &counts[(a * LETTERS + b) * LETTERS..][..LETTERS];
                let seen: f64 = row.iter().sum();
                let after: f64 = two[b * LETTERS..][..LETTERS].iter().sum();
                for c in 0..LETTERS {
                    let p = (one[c] + 0.5) / (all + 0.5 * LETTERS as f64);
                    let p = (two[b * LETTERS + c] + BACKOFF * p) / (after + BACKOFF);
                    let p = (row[c] + BACKOFF * p) / (seen + BACKOFF);
                    let three = (a * LETTERS + b) * LETTERS + c;
                    out[three * LANGUAGES + language] = (-p.ln() * COST).round().min(255.0) as u8;
                }
            }
        }
    }
    out.extend(listed.map(|listed| {
        let cost: f64 = -(1.0 - listed).max(UNLISTED).ln() * COST;
        cost.round() as u8
    }));
    out
}

/// A context that occurs less often tells nothing.
const MIN_COUNT: u32 = 2;

/// Returns how often an `a` is short and long in each of its contexts, by the spellings of the lists: rows of a hash and two
/// counts, sorted by the hash.
pub fn vowels(lists: &[(Language, bool, File)]) -> Vec<u8> {
    let mut counts: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
    for (language, _, list) in lists {
        if !language.writes_a() {
            continue;
        }
        let spellings = lines(&list.text).filter_map(|(_, line)| line.split_whitespace().nth(2));
        let spellings: BTreeSet<&str> = spellings.flat_map(|all| all.split(',')).collect();
        for spelling in spellings {
            let spelling = spelling.replace('~', "n");
            let typed = short(&spelling);
            let mut long = a_s(&spelling);
            let places = (0..typed.len()).filter(|at| typed.as_bytes()[*at] == b'a');
            for at in places {
                let is_long = long.next().unwrap_or_default();
                let contexts = super::vowels::contexts(*language, typed.as_bytes(), at);
                for hash in contexts.into_iter().flatten() {
                    counts.entry(hash).or_default()[usize::from(is_long)] += 1;
                }
            }
        }
    }
    counts.retain(|_, [short, long]| *short + *long >= MIN_COUNT);
    let row = |(hash, both): (u32, [u32; 2])| {
        let both = both.map(|n| n.min(u32::from(u8::MAX)) as u8);
        hash.to_le_bytes().into_iter().chain(both)
    };
    counts.into_iter().flat_map(row).collect()
}

/// Returns whether each `a` of a spelling is doubled.
fn a_s(spelling: &str) -> impl Iterator<Item = bool> {
    let letters = spelling
        .as_bytes()
        .chunk_by(|a, b| *a == b'a' && *b == b'a');
    letters
        .filter(|group| group[0] == b'a')
        .map(|group| group.len() > 1)
}

/// Returns the spelling that most people use: without doubled vowels.
fn short(spelling: &str) -> String {
    spelling
        .replace("aa", "a")
        .replace("ee", "i")
        .replace("oo", "u")
}

/// Returns the log odds of a language against the first one of its script, for each run of letters and each word, as signed
/// bytes, from the lists of their words: of running text, and of chats, which tell of whole words alone.
pub fn odds(first: &[String; 2], other: &[String; 2]) -> Vec<u8> {
    let [first, other] = [first, other].map(|[frequent, chat]| {
        let mut counts = vec![0.5; RUNS];
        // A word of chats may stand in several rows, with other spellings.
        let mut met = BTreeSet::new();
        let frequent = frequent.lines().map(|line| (line, true));
        for (line, in_text) in frequent.chain(chat.lines().map(|line| (line, false))) {
            let mut fields = line.split_whitespace();
            let rank: f64 = fields
                .next()
                .and_then(|r| r.parse().ok())
                .unwrap_or(f64::MAX);
            let weight = 1e5 * (-rank / RANK).exp();
            let word = fields.next().unwrap_or_default();
            if !in_text && !met.insert(word) {
                continue;
            }
            runs(word.chars(), |run, whole| {
                if in_text || whole {
                    counts[run] += weight;
                }
            });
        }
        let all: f64 = counts.iter().sum();
        counts.into_iter().map(move |n| n / all)
    });
    let odds = first
        .zip(other)
        .map(|(first, other)| (ODDS * (other / first).ln()).round());
    odds.map(|odds| odds.clamp(-127.0, 127.0) as i8 as u8)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_names_the_word_that_has_no_room() {
        let word = |line| Word {
            language: Language::Hi,
            rank: 30,
            native: "है",
            spelling: "hai".to_owned(),
            line,
        };
        let words = [word(1), word(2), word(3)];
        assert_eq!(by_bucket(&words, 2).map_err(|word| word.line), Err(3));
        assert!(by_bucket(&words, 3).is_ok());
    }
}
