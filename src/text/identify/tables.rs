//! What the tables of this folder are found by: keys of Latin spellings, which are the same for spellings that differ only
//! as people's spellings do, and runs of letters.
//!
//! The build script, which makes the tables, reads this file too.

/// In the order of `Language::ALL`.
pub const CODES: [&str; 11] = [
    "hi", "bn", "ta", "te", "gu", "kn", "ml", "mr", "pa", "or", "en",
];
/// Entries are found in so many buckets.
pub const BUCKETS: usize = 1 << 13;
/// Letters, and the edge of a word as the first of them.
pub const LETTERS: usize = 27;
/// Ranks and costs are natural logarithms of one part in so many, times this.
pub const RANK: f64 = 4.0;
pub const COST: f64 = 20.0;

/// Runs of Devanagari letters are counted in so many buckets.
pub const RUNS: usize = 1 << 14;

/// How many letters at the head of `word` are one sound, and what stands for it.
fn sound(word: &[u8]) -> (usize, &[u8]) {
    match word {
        [b'c', b'h', b'h', ..] => (3, b"C"),
        [b'c', b'h', ..] => (2, b"C"),
        [b's', b'h', ..] => (2, b"S"),
        [b't', b'h', ..] => (2, b"T"),
        [b'd', b'h', ..] => (2, b"D"),
        [b'k', b'h', ..] => (2, b"K"),
        [b'g', b'h', ..] => (2, b"G"),
        [b'b', b'h', ..] => (2, b"B"),
        [b'p', b'h', ..] => (2, b"f"),
        [b'j', b'h', ..] => (2, b"J"),
        [b'z', b'h', ..] => (2, b"Z"),
        [b'c', b'k', ..] => (2, b"k"),
        [b'a', b'y', b'e', ..] | [b'a', b'a', b'e', ..] => (3, b"e"),
        [b'i', b'y', b'e', ..] => (3, b"ie"),
        [b'o', b'y', b'e', ..] => (3, b"oe"),
        [b'a', b'y', b'a', ..] => (3, b"aya"),
        [b'e', b'h', ..] => (2, b"ah"),
        [b'a', b'a', ..] => (2, b"a"),
        [b'e', b'e', ..] | [b'i', b'i', ..] => (2, b"i"),
        [b'o', b'o', ..] | [b'u', b'u', ..] => (2, b"u"),
        [b'a', b'i' | b'y' | b'e', ..] | [b'e', b'i' | b'y', ..] => (2, b"e"),
        [b'a' | b'o', b'u', ..] | [b'o', b'w', ..] => (2, b"o"),
        [b'y'] => (1, b"i"),
        [b'y', b'a' | b'e' | b'i' | b'o' | b'u', ..] => (1, b"y"),
        [b'y', ..] => (1, b"i"),
        [b'w', ..] => (1, b"v"),
        [b'q', ..] => (1, b"k"),
        [b'x', ..] => (1, b"ks"),
        [b'z', ..] => (1, b"j"),
        _ => (1, &word[..1]),
    }
}

/// Sounds that a language's writers do not tell apart, the first of each group standing for it.
const MERGED: [(&str, &[&str]); 8] = [
    ("ta", &["tTdD", "kKgG", "pbB", "sSCcjJ", "lZ"]),
    ("ml", &["tTdD", "kgK", "pb", "Cc"]),
    ("te", &["tT", "dD", "Cc"]),
    ("kn", &["tT", "dD", "Cc"]),
    ("bn", &["sS", "Bv"]),
    ("or", &["sS", "bv"]),
    ("mr", &["sS", "ie"]),
    ("", &["tTdD", "kKgG", "pbBvf", "sSCcjJ", "lZ", "ie"]),
];

/// The key of a word of small letters a to z, in the way of `language`; in a way that all languages share without one.
pub fn key(word: &str, language: &str) -> Vec<u8> {
    let merged = MERGED.iter().find(|(l, _)| *l == language);
    let merged = merged.map_or(&[][..], |(_, groups)| groups);
    let mut key: Vec<u8> = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while !rest.is_empty() {
        let (length, codes) = sound(rest);
        for code in codes {
            let group = merged.iter().find(|g| g.as_bytes().contains(code));
            let code = group.map_or(*code, |g| g.as_bytes()[0]);
            // Doubled letters are written or not; the first half of a doubled aspirate is plain.
            match key.last_mut() {
                Some(last) if last.eq_ignore_ascii_case(&code) => *last = code,
                _ => key.push(code),
            }
        }
        rest = &rest[length..];
    }
    if let [.., b'a' | b'e' | b'i' | b'o' | b'u', b'h'] = key[..] {
        key.pop();
    }
    key
}

/// A number for a key, to find it by.
pub fn bucket(key: &[u8], buckets: usize) -> usize {
    ((hash(key) >> 16) % buckets as u64) as usize
}

/// A number that tells two keys of one bucket apart.
pub fn check(key: &[u8]) -> u16 {
    (hash(key) >> 40) as u16
}

/// FNV-1a.
fn hash(key: &[u8]) -> u64 {
    key.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The letters of a word three by three, its edges included; letters other than a to z are passed over.
pub fn trigrams(word: &str) -> impl Iterator<Item = [usize; 3]> {
    let letters = word.bytes().filter(u8::is_ascii_lowercase);
    let codes = letters.map(|b| usize::from(b - b'a') + 1).chain([0]);
    codes.scan([0, 0], |[a, b], c| {
        let three = [*a, *b, c];
        [*a, *b] = [*b, c];
        Some(three)
    })
}

/// The buckets of the runs of two to four letters of a word, its edges included.
pub fn runs(word: &str) -> Vec<usize> {
    let marked = format!("^{word}$");
    let ends: Vec<usize> = marked
        .char_indices()
        .map(|(i, _)| i)
        .chain([marked.len()])
        .collect();
    let run = |ends: &[usize]| bucket(&marked.as_bytes()[ends[0]..ends[ends.len() - 1]], RUNS);
    (2..=4)
        .flat_map(|length| ends.windows(length + 1).map(run))
        .collect()
}

/// How many letters must be put in, taken out or changed to make one word of the other.
pub fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_have_one_key() {
        for (language, words) in [
            ("hi", &["nahin", "naheen", "nahiin"][..]),
            ("hi", &["accha", "acha", "achchha", "achha"]),
            ("hi", &["kehna", "kahna"]),
            ("hi", &["chahiye", "chahie"]),
            ("hi", &["woh", "vo", "wo"]),
            ("ta", &["vandhaan", "vanthan", "vandan"]),
            ("ta", &["tamizh", "tamil", "thamizh"]),
            ("ta", &["chonna", "sonna"]),
            ("te", &["vachchindi", "vachindhi", "vachindi"]),
            ("bn", &["bhalo", "valo", "bhaalo"]),
            ("bn", &["kothay", "kothae"]),
        ] {
            for word in words {
                assert_eq!(key(word, language), key(words[0], language), "{word}");
                assert_eq!(key(word, ""), key(words[0], ""), "{word}");
            }
        }
        assert_ne!(key("kal", "hi"), key("gal", "hi"));
    }

    #[test]
    fn distance_counts_letters() {
        assert_eq!(distance("pani", "paani"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kya", "kya"), 0);
    }
}
