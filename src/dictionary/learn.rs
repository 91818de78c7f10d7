//! Learns how words of India are spelt in Latin letters, from such words with their phonemes, when the crate is built.

use super::align::align;
use super::compile::learn;
use super::context::context;
use super::origin::{LETTERS, PARTS, SCALE, cells};
use super::words::read;
use crate::data::lines;
use crate::phoneme::Phoneme;

/// A name counts as much as so many words that people type in chats.
const NAME: usize = 3;
/// One name alone teaches nothing.
const LEAST_GAIN: usize = NAME + 1;
/// The alignment has room for the phonemes from this one on: nasality, vowels, consonants and tones.
const FIRST: u8 = Phoneme::NASAL.index() as u8;

/// The rows of a list: spelling, phonemes as indices, and how often they count.
fn rows(list: &str) -> impl Iterator<Item = (&str, Vec<u8>, usize)> {
    let rows = lines(list).filter_map(|(_, line)| line.split_once(' '));
    rows.map(|(spelling, sounds)| match spelling.strip_prefix('*') {
        Some(name) => (name, read(sounds), NAME),
        None => (spelling, read(sounds), 1),
    })
}

/// Compiles letter-to-sound rules learnt from a `list`, as those of English are.
pub fn letters(list: &str) -> Vec<u8> {
    let words: Vec<(&[u8], Vec<u8>)> = rows(list)
        .map(|(spelling, sounds, _)| {
            let phones = sounds.iter().map(|sound| sound.saturating_sub(FIRST));
            (spelling.as_bytes(), phones.collect())
        })
        .collect();
    let counts: std::collections::HashMap<&[u8], usize> = rows(list)
        .map(|(spelling, _, count)| (spelling.as_bytes(), count))
        .collect();
    let aligned = align(&words);
    let mut examples = Vec::new();
    for (word, shares) in &aligned {
        for (at, share) in shares.iter().enumerate() {
            let example = (context(word, at), share.as_slice());
            examples.extend(std::iter::repeat_n(example, counts[word]));
        }
    }
    learn(examples, LEAST_GAIN, |phone| vec![phone + FIRST])
}

/// Compiles how much likelier three letters are in each of `lists` than in `english` words.
pub fn origins<'w>(english: impl Iterator<Item = &'w str>, lists: [&str; PARTS]) -> Vec<u8> {
    let mut others = vec![0.0; CELLS];
    for word in english {
        cells(word).for_each(|cell| others[cell] += 1.0);
    }
    let mut table = vec![0; PARTS * CELLS];
    for (part, list) in lists.into_iter().enumerate() {
        let mut counts = vec![0.0; CELLS];
        for (spelling, _, count) in rows(list) {
            cells(spelling).for_each(|cell| counts[cell] += count as f32);
        }
        let (all, all_others): (f32, f32) = (counts.iter().sum(), others.iter().sum());
        for cell in 0..CELLS {
            let share = |count: f32, all: f32| (count + UNSEEN) / (all + UNSEEN * KNOWN);
            let odds = (share(counts[cell], all) / share(others[cell], all_others)).ln();
            let odds = (odds * SCALE).round().clamp(-LIMIT, LIMIT);
            table[PARTS * cell + part] = odds as i8 as u8;
        }
    }
    table
}

/// Three letters.
const CELLS: usize = LETTERS * LETTERS * LETTERS;
/// No odds are told beyond so many steps.
const LIMIT: f32 = 96.0;
/// What is added to each count, and about how many three letters there are.
const UNSEEN: f32 = 0.3;
const KNOWN: f32 = 8000.0;
