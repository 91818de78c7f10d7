//! Compiles the lexicon when the crate is built: words in byte order, each sharing its beginning with the one before.

use std::collections::{BTreeMap, HashMap};

use super::inventory;

/// A word of a block: shared length, own length, own bytes, number of phonemes, phonemes.
/// The first word of a block shares nothing, so that blocks can be searched.
pub const BLOCK: usize = 16;

/// Compiles `cmudict` (ARPAbet) by way of the table `arpabet`, and `india` (symbols of the inventory), which wins.
pub fn lexicon(cmudict: &str, arpabet: &str, india: &str) -> Vec<u8> {
    let symbols: HashMap<&str, Vec<u8>> = rows(arpabet)
        .map(|(name, sounds)| (name, read(sounds)))
        .collect();
    let mut words = BTreeMap::new();
    for (word, sounds) in rows(cmudict) {
        let mut phonemes = Vec::new();
        for sound in sounds.split_whitespace() {
            let bare = sound.trim_end_matches(['0', '1', '2']);
            if sound.ends_with('1') {
                phonemes.extend(read("ˈ"));
            }
            let row = symbols.get(sound).or_else(|| symbols.get(bare));
            phonemes.extend(row.unwrap_or_else(|| panic!("{word}: no row for {sound}")));
        }
        words.insert(word, phonemes);
    }
    words.extend(rows(india).map(|(word, sounds)| (word, read(sounds))));
    pack(&words)
}

fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            line.split_once(' ')
                .unwrap_or_else(|| panic!("no sounds: {line}"))
        })
}

fn read(sounds: &str) -> Vec<u8> {
    let phonemes =
        inventory::parse(sounds).unwrap_or_else(|| panic!("not in the inventory: {sounds}"));
    phonemes.iter().map(|p| p.index() as u8).collect()
}

fn pack(words: &BTreeMap<&str, Vec<u8>>) -> Vec<u8> {
    let mut blocks = Vec::new();
    let mut data = Vec::new();
    let mut before = "";
    for (i, (word, phonemes)) in words.iter().enumerate() {
        if i % BLOCK == 0 {
            blocks.push(data.len() as u32);
            before = "";
        }
        let pairs = before.bytes().zip(word.bytes());
        let shared = pairs.take_while(|(a, b)| a == b).count();
        data.extend([shared as u8, (word.len() - shared) as u8]);
        data.extend(&word.as_bytes()[shared..]);
        data.push(phonemes.len() as u8);
        data.extend(phonemes);
        before = word;
    }
    let mut packed = (blocks.len() as u32).to_le_bytes().to_vec();
    packed.extend(blocks.iter().flat_map(|b| b.to_le_bytes()));
    packed.extend(data);
    packed
}
