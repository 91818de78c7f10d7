//! Keys for the tables of this folder. Latin spellings that differ only as people's spellings do have the same key.
//! There are also keys for runs of letters.
//!
//! The build script, which makes the tables, compiles this file too.

use crate::language::Language;

/// The number of languages.
pub const LANGUAGES: usize = Language::ALL.len();
/// The number of buckets for entries.
pub const BUCKETS: usize = 1 << 13;
/// A bit that marks a line of a list of chat words.
pub const CHAT: u16 = 1 << 15;
/// The letters a to z, and the edge of a word as code 0.
pub const LETTERS: usize = 27;
/// The factors of ranks and costs, which are negative natural logarithms of probabilities.
pub const RANK: f64 = 4.0;
pub const COST: f64 = 20.0;

/// No entry of a bucket: the build keeps buckets smaller.
pub const NO_ENTRY: u16 = u16::MAX;
/// The number of buckets for runs of Indic letters.
pub const RUNS: usize = 1 << 14;

/// Returns how many letters at the start of `word` form one sound, and the code of that sound.
fn sound(word: &[u8]) -> (usize, &[u8]) {
    let at = |i: usize| word.get(i).copied().unwrap_or_default();
    match (at(0), at(1), at(2)) {
        (b'c', b'h', b'h') => (3, b"C"),
        (b'c', b'h', _) => (2, b"C"),
        (b's', b'h', _) => (2, b"S"),
        (b't', b'h', _) => (2, b"T"),
        (b'd', b'h', _) => (2, b"D"),
        (b'k', b'h', _) => (2, b"K"),
        (b'g', b'h', _) => (2, b"G"),
        (b'b', b'h', _) => (2, b"B"),
        (b'p', b'h', _) => (2, b"f"),
        (b'j', b'h', _) => (2, b"J"),
        (b'z', b'h', _) => (2, b"Z"),
        (b'c', b'k', _) => (2, b"k"),
        (b'a', b'y' | b'a', b'e') => (3, b"e"),
        (b'i', b'y', b'e') => (3, b"ie"),
        (b'o', b'y', b'e') => (3, b"oe"),
        (b'a', b'y', b'a') => (3, b"aya"),
        (b'e', b'h', _) => (2, b"ah"),
        (b'a', b'a', _) => (2, b"a"),
        (b'e', b'e', _) | (b'i', b'i', _) => (2, b"i"),
        (b'o', b'o', _) | (b'u', b'u', _) => (2, b"u"),
        (b'a' | b'e', b'i' | b'y', _) | (b'a', b'e', _) => (2, b"e"),
        (b'a' | b'o', b'u', _) | (b'o', b'w', _) => (2, b"o"),
        (b'y', b'a' | b'e' | b'i' | b'o' | b'u', _) => (1, b"y"),
        (b'y', ..) => (1, b"i"),
        (b'w', ..) => (1, b"v"),
        (b'q', ..) => (1, b"k"),
        (b'x', ..) => (1, b"ks"),
        (b'z', ..) => (1, b"j"),
        _ => (1, &word[..1.min(word.len())]),
    }
}

/// The code that replaces each sound for each language. The last row merges all sounds that any language merges.
static MERGED: [[u8; 0x80]; LANGUAGES + 1] = {
    let shared = merged(&["tTdD", "kKgG", "pbBvf", "sSCcjJ", "lZ", "ie"]);
    let mut all = [shared; LANGUAGES + 1];
    let mut language = 0;
    while language < LANGUAGES {
        all[language] = merged(Language::ALL[language].alike());
        language += 1;
    }
    all
};
/// The row that all languages share.
pub const SHARED: usize = LANGUAGES;

/// Returns the code that replaces each sound.
const fn merged(groups: &[&str]) -> [u8; 0x80] {
    let mut merged = [0; 0x80];
    let mut sound = 0;
    while sound < merged.len() {
        merged[sound] = sound as u8;
        sound += 1;
    }
    let mut group = 0;
    while group < groups.len() {
        let sounds = groups[group].as_bytes();
        let mut at = 0;
        while at < sounds.len() {
            merged[sounds[at] as usize] = sounds[0];
            at += 1;
        }
        group += 1;
    }
    merged
}

/// Returns the sounds of a word in lower-case letters a to z.
pub fn sounds(word: &str) -> Vec<u8> {
    let mut sounds = Vec::with_capacity(2 * word.len());
    let mut rest = word.as_bytes();
    while !rest.is_empty() {
        let (length, codes) = sound(rest);
        sounds.extend_from_slice(codes);
        rest = &rest[length..];
    }
    sounds
}

/// Returns the key of a word with these sounds, by the row of a language in [`MERGED`].
pub fn key(sounds: &[u8], language: usize) -> u64 {
    let merged = &MERGED[language];
    let mut key = BASIS;
    let [mut before, mut last] = [None; 2];
    for code in sounds {
        let code = *merged.get(usize::from(*code)).unwrap_or(code);
        match last {
            // Some people double letters and some do not; the first half of a doubled aspirate is plain.
            Some(last) if code.eq_ignore_ascii_case(&last) => {}
            _ => {
                key = hash(key, last.as_slice());
                before = last;
            }
        }
        last = Some(code);
    }
    let silent = matches!(
        (before, last),
        (Some(b'a' | b'e' | b'i' | b'o' | b'u'), Some(b'h'))
    );
    if silent {
        key
    } else {
        hash(key, last.as_slice())
    }
}

/// Returns the bucket of a key.
pub fn bucket(key: u64, buckets: usize) -> usize {
    ((key >> 16) % buckets as u64) as usize
}

/// Returns the part of a key that distinguishes keys in one bucket.
pub fn check(key: u64) -> u16 {
    (key >> 40) as u16
}

/// Continues an FNV-1a hash over `bytes`.
fn hash(before: u64, bytes: &[u8]) -> u64 {
    let [hash] = hash_all([before], bytes);
    hash
}

/// Continues several.
#[inline]
fn hash_all<const N: usize>(before: [u64; N], bytes: &[u8]) -> [u64; N] {
    bytes.iter().fold(before, |hashes, byte| {
        hashes.map(|hash| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
    })
}
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;

/// Returns the letter trigrams of a word, including its edges. Characters other than a to z are skipped.
pub fn trigrams(word: &str) -> impl Iterator<Item = [usize; 3]> {
    let letters = word.bytes().filter(u8::is_ascii_lowercase);
    let codes = letters.map(|b| usize::from(b - b'a') + 1).chain([0]);
    codes.scan([0, 0], |[a, b], c| {
        let three = [*a, *b, c];
        [*a, *b] = [*b, c];
        Some(three)
    })
}

/// Passes to `each` the buckets of the runs of two to four letters of a word, including its edges, and last, as `true`, the
/// bucket of the whole word, which tells more than its runs do.
pub fn runs(word: impl Iterator<Item = char>, mut each: impl FnMut(usize, bool)) {
    // The keys of the last letter, of the last two and of the last three.
    let mut last = [BASIS; 3];
    let mut known = 0;
    let mut whole = !BASIS;
    for letter in ['^'].into_iter().chain(word).chain(['$']) {
        let mut bytes = [0; 4];
        let letter = letter.encode_utf8(&mut bytes).as_bytes();
        let [two, three, four] = last;
        let [one, two, three, four] = hash_all([BASIS, two, three, four], letter);
        for run in &[two, three, four][..known] {
            each(bucket(*run, RUNS), false);
        }
        whole = (whole ^ one).wrapping_mul(PRIME);
        last = [one, two, three];
        known = last.len().min(known + 1);
    }
    each(bucket(whole, RUNS), true);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_have_one_key() {
        let of = |word: &str, language: usize| key(&sounds(word), language);
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
            let language = language.parse::<Language>().unwrap() as usize;
            for word in words {
                assert_eq!(of(word, language), of(words[0], language), "{word}");
                assert_eq!(of(word, SHARED), of(words[0], SHARED), "{word}");
            }
        }
        assert_ne!(of("kal", 0), of("gal", 0));
    }
}
