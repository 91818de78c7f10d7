//! Compiles what Latin letters can be when the crate is built: frequent words of every language by the keys of their
//! spellings, and the letters of each language three by three.

use super::keys::{
    BUCKETS, CODES, COST, LETTERS, RANK, RUNS, SHARED, bucket, check, key, runs, sounds, trigrams,
};

/// The first character of a language's block; its letters are kept as what they are above it.
const BLOCKS: [u32; 11] = [
    0x900, 0x980, 0xB80, 0xC00, 0xA80, 0xC80, 0xD00, 0x900, 0xA00, 0xB00, 0,
];
/// Of a language's words in running text, at least so many are not listed.
const UNLISTED: f64 = 0.02;
/// How much a context of two letters, one and none weighs against how often it was met.
const BACKOFF: f64 = 4.0;

/// The odds of Marathi are natural logarithms times this.
const ODDS: f64 = 16.0;

struct Word<'a> {
    language: usize,
    rank: u8,
    native: &'a str,
    spelling: String,
}

/// `lists` are texts of lines `rank word spelling`, a language each in the order of [`CODES`]; `chat` has lines
/// `language rank word spelling`; `dictionary` are further English words.
pub fn model<'a>(
    lists: &'a [String],
    chat: &'a str,
    dictionary: impl Iterator<Item = &'a str>,
) -> Vec<u8> {
    let mut words = Vec::new();
    let lines = lists.iter().map(|list| list.lines()).zip(0..);
    let lines = lines.flat_map(|(lines, language)| lines.map(move |line| (language, line)));
    let chat = chat.lines().filter(|l| !l.starts_with('#')).map(|line| {
        let (code, line) = line.split_once(' ').unwrap_or_default();
        let language = CODES.iter().position(|c| *c == code);
        (
            language.unwrap_or_else(|| panic!("no language: {line}")),
            line,
        )
    });
    for (language, line) in lines.chain(chat).filter(|(_, line)| !line.is_empty()) {
        let mut fields = line.split_whitespace();
        let (Some(rank), Some(native)) = (fields.next(), fields.next()) else {
            panic!("not a rank and a word: {line}");
        };
        let rank = rank.parse().unwrap_or_else(|_| panic!("no rank: {line}"));
        for spelling in fields.next().unwrap_or(native).split(',') {
            let mut spellings = vec![spelling.replace('~', "n"), spelling.replace('~', "")];
            spellings.dedup();
            words.extend(spellings.into_iter().map(|spelling| Word {
                language,
                rank,
                native,
                spelling,
            }));
        }
    }
    let mut out = by_bucket(&words);
    out.extend(letters(&words, dictionary));
    out
}

/// Offsets of the buckets, then the entries: language, rank, lengths, check of the language's own key, spelling, letters.
fn by_bucket(words: &[Word]) -> Vec<u8> {
    let mut buckets = vec![Vec::new(); BUCKETS];
    for word in words {
        let block = BLOCKS[word.language];
        let native: Vec<u8> = match block {
            0 => Vec::new(),
            _ => word.native.chars().map(|c| offset(c, block)).collect(),
        };
        let sounds = sounds(&word.spelling);
        let entry = &mut buckets[bucket(key(&sounds, SHARED), BUCKETS)];
        entry.extend([
            word.language as u8,
            word.rank,
            word.spelling.len() as u8,
            native.len() as u8,
        ]);
        entry.extend(check(key(&sounds, word.language)).to_le_bytes());
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
    out
}

fn offset(c: char, block: u32) -> u8 {
    let offset = (c as u32).wrapping_sub(block);
    assert!(offset < 0x80, "{c:?} is not of its language's script");
    offset as u8
}

/// For each three letters, what the third costs after the two before it, in each language; last, what a word that is not
/// listed costs before its letters.
fn letters<'a>(words: &[Word], dictionary: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut counts = vec![vec![0.0; LETTERS * LETTERS * LETTERS]; CODES.len()];
    let mut listed = [0.0; CODES.len()];
    let mut count = |language: usize, spelling: &str, weight: f64| {
        for [a, b, c] in trigrams(spelling) {
            counts[language][(a * LETTERS + b) * LETTERS + c] += weight;
        }
    };
    for word in words {
        let p = (-f64::from(word.rank) / RANK).exp();
        listed[word.language] += p;
        // Frequent words are listed: what is not resembles the rarer ones more.
        let weight = (p * 1e4).sqrt();
        count(word.language, &word.spelling, weight);
        if word.language + 1 < CODES.len() {
            count(word.language, &short(&word.spelling), 2.0 * weight);
        }
    }
    for word in dictionary {
        count(CODES.len() - 1, word, 0.1);
    }
    let mut out = vec![0; LETTERS * LETTERS * LETTERS * CODES.len()];
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
                    out[three * CODES.len() + language] = (-p.ln() * COST).round().min(255.0) as u8;
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

/// As most people write: without doubled vowels.
fn short(spelling: &str) -> String {
    spelling
        .replace("aa", "a")
        .replace("ee", "i")
        .replace("oo", "u")
}

/// How much more each run of letters says of Marathi than of Hindi, as signed bytes, from the lists of their words.
pub fn marathi(hindi: &str, marathi: &str) -> Vec<u8> {
    let [hindi, marathi] = [hindi, marathi].map(|list| {
        let mut counts = vec![0.5; RUNS];
        for line in list.lines() {
            let mut fields = line.split_whitespace();
            let rank: f64 = fields
                .next()
                .and_then(|r| r.parse().ok())
                .unwrap_or(f64::MAX);
            let weight = 1e5 * (-rank / RANK).exp();
            runs(fields.next().unwrap_or_default().chars(), |run| {
                counts[run] += weight;
            });
        }
        let all: f64 = counts.iter().sum();
        counts.into_iter().map(move |n| n / all)
    });
    let odds = hindi
        .zip(marathi)
        .map(|(h, m)| (ODDS * (m / h).ln()).round());
    odds.map(|odds| odds.clamp(-127.0, 127.0) as i8 as u8)
        .collect()
}
