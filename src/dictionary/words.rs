//! Words of the dictionary with their phones, and what these are in the inventory.

use crate::data::lines;
use crate::phoneme;

/// A word of the dictionary with its phones, and their indices as each of its letters has them, where letters and phones can
/// be aligned.
pub struct Word<'s> {
    pub spelling: &'s str,
    pub(super) sounds: Vec<&'s str>,
    pub(super) shares: Vec<Vec<u8>>,
}

/// The phones of ARPAbet and their phonemes.
pub struct Symbols<'s>(Vec<(&'s str, Vec<u8>)>);

impl<'s> Symbols<'s> {
    /// Reads the table `arpabet`.
    pub fn new(arpabet: &'s str) -> Self {
        Self(
            rows(arpabet)
                .map(|(name, sounds)| (name, read(sounds)))
                .collect(),
        )
    }

    /// The row for a phone: with its stress digit where there is one, else without.
    pub(super) fn index(&self, sound: &str) -> u8 {
        let bare = sound.trim_end_matches(['0', '1', '2']);
        let row = |name| self.0.iter().position(|(n, _)| *n == name);
        let row = row(sound).or_else(|| row(bare));
        row.unwrap_or_else(|| panic!("no row for {sound}")) as u8
    }

    pub(super) fn phonemes(&self, index: u8) -> &[u8] {
        &self.0[index as usize].1
    }
}

/// The rows of a table: what stands before the first space, and what after it.
pub(super) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    lines(table).map(|(_, line)| {
        line.split_once(' ')
            .unwrap_or_else(|| panic!("no sounds: {line}"))
    })
}

/// Phonemes as indices.
pub fn read(sounds: &str) -> Vec<u8> {
    let phonemes =
        phoneme::parse(sounds).unwrap_or_else(|| panic!("not in the inventory: {sounds}"));
    phonemes.iter().map(|p| p.index() as u8).collect()
}
