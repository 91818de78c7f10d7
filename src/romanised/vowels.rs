//! Whether an `a` that somebody typed stands for the long vowel: udya is उद्या, but ghar घर. People write both alike, so the letters
//! around decide, as counted in the spellings of the frequent words, which tell the two apart.
//!
//! The build script, which counts, compiles this file too.

use crate::language::Language;

/// How many contexts each `a` has, the most particular first.
pub const LEVELS: usize = 7;
/// The weight of the more general context, and what is believed before any.
const BACKOFF: f32 = 1.5;
const PRIOR: f32 = 0.4;
/// Syllables after it that are told apart.
const AFTER: usize = 3;
/// The bytes of a row: the hash of a context, and how often its vowel was short and long.
pub const ROW: usize = 6;

/// The contexts of the `a` at a place of a word in small letters, as hashes; none where it is the last letter or part of a
/// diphthong.
pub fn contexts(language: Language, word: &[u8], at: usize) -> Option<[u32; LEVELS]> {
    let is_vowel = |c: &u8| b"aeiou".contains(c);
    let (before, after) = (&word[..at], &word[at + 1..]);
    let first = after.first()?;
    if is_vowel(first) || before.last().is_some_and(is_vowel) {
        return None;
    }
    let consonants = before.iter().rev().take_while(|c| !is_vowel(c)).count();
    let left = &before[at - consonants..];
    let right = &after[..after.iter().take_while(|c| !is_vowel(c)).count()];
    let next = after.get(right.len()).copied().unwrap_or(b'$');
    let begins = consonants == at;
    let previous = match begins {
        true => b'^',
        false => before[at - consonants - 1],
    };
    let groups = after.chunk_by(|a, b| is_vowel(a) == is_vowel(b));
    let rest = groups
        .filter(|group| is_vowel(&group[0]))
        .count()
        .min(AFTER);
    let near = rest.min(AFTER - 1) as u8;
    let flags = [u8::from(begins), right.len().min(AFTER) as u8, near];
    let nearest = [
        left.last().copied().unwrap_or(b'^'),
        right.first().copied().unwrap_or(b'$'),
    ];
    let hash = |level: u8, parts: &[&[u8]]| {
        let own = [language as u8, level];
        let parts = [&own[..]].into_iter().chain(parts.iter().copied());
        // FNV-1a, with a zero after each part.
        parts.fold(0x811c_9dc5_u32, |hash, part| {
            let bytes = part.iter().chain(&[0]);
            bytes.fold(hash, |hash, byte| {
                (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
            })
        })
    };
    Some([
        hash(0, &[left, right, &[next, near]]),
        hash(1, &[left, right, &[near]]),
        hash(2, &[right, &[next, previous, near]]),
        hash(3, &[&nearest, &[next, near]]),
        hash(4, &[right, &[near, flags[0]]]),
        hash(5, &[&flags, &[next]]),
        hash(6, &[&[near, flags[0], u8::from(right.len() > 1)]]),
    ])
}

/// How likely the vowel is long, by how often it was short and long in each of its contexts.
pub fn likelihood(contexts: &[u32; LEVELS], counts: impl Fn(u32) -> Option<[u8; 2]>) -> f32 {
    let known = contexts.iter().rev().filter_map(|hash| counts(*hash));
    known.fold(PRIOR, |p, [short, long]| {
        let [short, long] = [short, long].map(f32::from);
        (long + BACKOFF * p) / (short + long + BACKOFF)
    })
}
