//! Compiles the lexicon when the crate is built: words in byte order, each sharing its beginning with the one before.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::context::{CONTEXT, context};
use super::india::{close, keep_seam, keep_yod, lengthen, part_u, stress_noun};
use super::pack::pack;
use super::skeleton::{BUCKETS, Kind, LINE_BITS, LISTED, RANK_BITS, Skeleton, kind};
pub use super::words::{Symbols, Word};
use super::words::{read, rows};
use crate::data::lines;
use crate::phoneme::Phoneme;

/// Reads `cmudict` (ARPAbet), of which `british` has some words with other vowels, and parts what is one vowel in America and two in India: an `o` keeps its rounded vowel (hot),
/// and so does an `a` after w (want).
/// The first vowel of words that begin as a line of `weak` does is close in India: report, enable.
pub fn words<'s>(
    cmudict: &'s str,
    british: &'s str,
    weak: &str,
    symbols: &Symbols,
) -> Vec<Word<'s>> {
    let british: BTreeMap<&str, &str> = rows(british).collect();
    let weak: Vec<&str> = lines(weak)
        .flat_map(|(_, line)| line.split_whitespace())
        .collect();
    let mut words: Vec<Word> = rows(cmudict)
        .map(|(spelling, sounds)| Word {
            spelling,
            sounds: british
                .get(spelling)
                .unwrap_or(&sounds)
                .split_whitespace()
                .collect(),
            shares: Vec::new(),
        })
        .collect();
    for word in &mut words {
        close(word, &weak);
        part_u(word);
        keep_seam(word);
        stress_noun(word);
    }
    let alphabetic: Vec<(&[u8], Vec<u8>)> = words
        .iter()
        .filter(|word| word.spelling.bytes().all(|b| b.is_ascii_lowercase()))
        .map(|word| {
            let phones = word.sounds.iter().map(|sound| symbols.index(sound));
            (word.spelling.as_bytes(), phones.collect())
        })
        .collect();
    let mut shares: BTreeMap<&[u8], Vec<Vec<u8>>> =
        super::align::align(&alphabetic).into_iter().collect();
    for word in &mut words {
        let letters = word.spelling.as_bytes();
        word.shares = shares.remove(letters).unwrap_or_default();
        let mut sounds = word.sounds.iter_mut();
        for (at, share) in word.shares.iter_mut().enumerate() {
            for (index, sound) in share.iter_mut().zip(&mut sounds) {
                let rounded = match *sound {
                    "AA0" => "AO0",
                    "AA1" => "AO1",
                    "AA2" => "AO2",
                    _ => continue,
                };
                if is_round(letters, at) {
                    *sound = rounded;
                    *index = symbols.index(rounded);
                }
            }
        }
        keep_yod(word, symbols);
        lengthen(word, symbols);
    }
    words
}

/// Whether the letter there is said with round lips where America has none: o, a after w, au and aw (auspicious, coleslaw), but not in
/// aunt and laugh, and the first vowel of words from France (entrepreneur).
fn is_round(letters: &[u8], at: usize) -> bool {
    let rest = &letters[at..];
    match rest {
        [b'o', ..] | [b'a', b'w'] => true,
        [b'a', b'u', ..] => !(rest.starts_with(b"augh") || at == 0 && rest.starts_with(b"aunt")),
        [b'a', ..] => at > 0 && letters[at - 1] == b'w' && rest.get(1) != Some(&b'r'),
        [b'e', b'n', ..] => at == 0,
        _ => false,
    }
}

/// Words and their phonemes, as indices.
pub type Entries = BTreeMap<String, Vec<u8>>;

/// The words of the dictionary and those of `india` (symbols of the inventory), which win; and for each row of capitals in
/// `loans`, the names of its `letters` under `=` and the letters.
pub fn entries(
    words: &[Word],
    symbols: &Symbols,
    india: &str,
    loans: &str,
    letters: &str,
) -> Entries {
    let mut entries = Entries::new();
    for word in words {
        let mut phonemes = Vec::new();
        for sound in &word.sounds {
            if sound.ends_with('1') {
                phonemes.extend(read("ˈ"));
            }
            phonemes.extend(symbols.phonemes(symbols.index(sound)));
        }
        entries.insert(word.spelling.to_owned(), phonemes);
    }
    entries.extend(rows(india).map(|(word, sounds)| (word.to_owned(), read(sounds))));
    let names: Vec<(&str, Vec<u8>)> = rows_but_marks(letters)
        .map(|(letter, sounds)| (letter, read(sounds)))
        .collect();
    for abbreviation in listed(loans).filter(|word| is_abbreviation(word)) {
        let named = abbreviation.to_lowercase();
        let sounds = named.chars().flat_map(|letter| {
            let name = names.iter().find(|(name, _)| name.starts_with(letter));
            name.map_or(&[][..], |(_, sounds)| sounds)
        });
        entries.insert(format!("={named}"), sounds.copied().collect());
    }
    entries
}

/// Packs them.
pub fn lexicon(entries: &Entries) -> Vec<u8> {
    let entries = entries
        .iter()
        .map(|(word, sounds)| (&word[..], sounds.clone()));
    pack(&entries.collect())
}

/// The entries that are not of the dictionary, one a line, in the order of the packed words.
pub fn added(words: &[Word], entries: &Entries) -> String {
    let dictionary: BTreeSet<&str> = words.iter().map(|word| word.spelling).collect();
    let entries = entries
        .keys()
        .filter(|word| !dictionary.contains(&word[..]));
    entries.map(|word| format!("{word}\n")).collect()
}

/// The words of `british` by their places among the entries, each with its line.
pub fn british(entries: &Entries, british: &str) -> Vec<u8> {
    let ranks: BTreeMap<&str, u32> = (0..)
        .zip(entries.keys())
        .map(|(rank, word)| (&word[..], rank))
        .collect();
    let rows = lines(british).filter_map(|(line, row)| {
        let rank = ranks.get(row.split(' ').next()?)?;
        Some(rank << LINE_BITS | line as u32)
    });
    let mut rows: Vec<u32> = rows.collect();
    rows.sort_unstable();
    rows.iter().flat_map(|row| row.to_le_bytes()).collect()
}

/// The words of the list of loans.
fn listed(loans: &str) -> impl Iterator<Item = &str> {
    lines(loans).flat_map(|(_, line)| line.split_whitespace())
}

fn is_abbreviation(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_uppercase())
}

/// The fewest consonants of a word of the dictionary for it to be a loan though it is not listed, and of a frequent one.
const UNLISTED: usize = 5;
const FREQUENT: usize = 3;

/// Compiles the table of loans: where each bucket begins, then its entries, the places of words in the order of `entries` with
/// the check of their skeletons, those that are listed first; and the first phonemes of these words. No word of `names` is one.
pub fn loans(entries: &Entries, loans: &str, frequent: &str, india: &str, names: &str) -> Vec<u8> {
    let listed: HashSet<String> = listed(loans)
        .map(|word| match is_abbreviation(word) {
            true => format!("={}", word.to_lowercase()),
            false => word.to_lowercase(),
        })
        .collect();
    let frequent: HashSet<&str> = rows(frequent).map(|(_, word)| word).collect();
    let names: HashSet<&str> = rows(names)
        .chain(rows(india))
        .map(|(word, _)| word)
        .collect();
    let mut buckets: Vec<Vec<(u8, u32, u8)>> = vec![Vec::new(); BUCKETS];
    for (rank, (word, sounds)) in (0..).zip(entries) {
        let stress = Phoneme::STRESS.index() as u8;
        let first = { sounds.iter() }.find(|index| **index != stress);
        let Some(&first) = first else { continue };
        let least = match () {
            _ if listed.contains(word) => 1,
            _ if names.contains(&word[..]) || word.contains('\'') => continue,
            _ if frequent.contains(&word[..]) => FREQUENT,
            _ => UNLISTED,
        };
        for skeleton in skeletons(sounds) {
            if skeleton.length() >= least {
                let listed = if least == 1 { LISTED } else { 0 };
                let entry = skeleton.check() << (RANK_BITS + 1) | listed | rank;
                buckets[skeleton.bucket()].push((least as u8, entry, first));
            }
        }
    }
    let mut out = Vec::new();
    let mut at = 0u16;
    for bucket in &mut buckets {
        bucket.sort_unstable();
        out.extend(at.to_le_bytes());
        at = at
            .checked_add(bucket.len() as u16)
            .expect("fewer than 65,536 loans");
    }
    out.extend(at.to_le_bytes());
    let rows = || buckets.iter().flatten();
    out.extend(rows().flat_map(|(_, entry, _)| entry.to_le_bytes()));
    out.extend(rows().map(|(.., first)| first));
    out
}

/// The skeletons under which a word may be found: a diphthong that closes in u may be followed by v.
fn skeletons(sounds: &[u8]) -> Vec<Skeleton> {
    let phonemes: Vec<Phoneme> = sounds
        .iter()
        .filter_map(|&index| Phoneme::from_index(index))
        .filter(|phoneme| *phoneme != Phoneme::STRESS)
        .collect();
    let glides = phonemes
        .windows(2)
        .any(|two| two[0].symbol() == "aʊ" && two[1].is_vowel());
    let mut skeletons = Vec::new();
    for with_v in [false, true].into_iter().take(1 + usize::from(glides)) {
        let mut skeleton = Skeleton::NONE;
        for (at, phoneme) in phonemes.iter().enumerate() {
            let next = phonemes.get(at + 1);
            if at > 0 && phonemes[at - 1] == *phoneme {
                continue;
            }
            if let Some(kind) = kind(phoneme.symbol()) {
                skeleton.push(kind);
            }
            // Scripts write ng as n and g.
            let velar = next.is_some_and(|next| matches!(next.symbol(), "k" | "ɡ"));
            if phoneme.symbol() == "ŋ" && !velar {
                skeleton.push(Kind::Velar);
            }
            if with_v && phoneme.symbol() == "aʊ" && next.is_some_and(|next| next.is_vowel()) {
                skeleton.push(Kind::Labial);
            }
        }
        skeletons.push(skeleton);
    }
    skeletons
}

/// A longer context is kept if it reads at least so many letters of the dictionary right that its shorter ones do not.
const LEAST_GAIN: usize = 2;

/// Compiles letter-to-sound rules learnt from `words`: contexts of a letter, as [`context`] writes them, and the phonemes that
/// the letter has there. The longest context that is found holds.
pub fn letters<'w>(words: impl Iterator<Item = &'w Word<'w>>, symbols: &Symbols) -> Vec<u8> {
    let mut examples = Vec::new();
    for word in words {
        for (at, share) in word.shares.iter().enumerate() {
            examples.push((context(word.spelling.as_bytes(), at), share.as_slice()));
        }
    }
    learn(examples, LEAST_GAIN, |phone| {
        symbols.phonemes(phone).to_vec()
    })
}

/// Packs the contexts that `examples` of letters and their phones teach, each of which reads `least` more of them rightly; `phonemes`
/// are those of a phone.
pub fn learn(
    mut examples: Vec<([u8; CONTEXT], &[u8])>,
    least: usize,
    phonemes: impl Fn(u8) -> Vec<u8>,
) -> Vec<u8> {
    examples.sort_unstable();
    let mut rules = BTreeMap::new();
    grow(&examples, 0, &[u8::MAX], least, &mut rules);
    let rules = rules
        .into_iter()
        .map(|(context, share)| {
            let phonemes = share.iter().flat_map(|&phone| phonemes(phone));
            (context, phonemes.collect())
        })
        .collect();
    pack(&rules)
}

/// Keeps the contexts that begin as all `examples` do up to `depth` and read them otherwise than `read` does.
fn grow<'e>(
    examples: &'e [([u8; CONTEXT], &'e [u8])],
    depth: usize,
    mut read: &'e [u8],
    least: usize,
    rules: &mut BTreeMap<&'e str, &'e [u8]>,
) {
    let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
    for (_, share) in examples {
        *counts.entry(*share).or_default() += 1;
    }
    let as_read = counts.get(read).copied().unwrap_or(0);
    let best = counts.into_iter().max_by_key(|(_, count)| *count);
    let Some((share, count)) = best else { return };
    if depth > 0 && (count >= as_read + least || read == [u8::MAX]) {
        let context = &examples[0].0[..depth];
        rules.insert(std::str::from_utf8(context).unwrap_or_default(), share);
        read = share;
    }
    if depth < CONTEXT && examples.iter().any(|(_, share)| *share != read) {
        for group in examples.chunk_by(|(a, _), (b, _)| a[depth] == b[depth]) {
            grow(group, depth + 1, read, least, rules);
        }
    }
}

/// The rows of a table that has marks too.
fn rows_but_marks(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let rows = lines(table).filter(|(_, line)| !line.starts_with('='));
    rows.filter_map(|(_, line)| line.split_once(' '))
}
