//! Forms of the words that a table lists with their sounds: a row serves the word with its endings too.

use super::paradigms::Ending;
use super::read;
use super::rules::Sound;
use super::table::Table;
use crate::script;

/// A form of a row of `[words]`.
pub(super) struct Row<'t> {
    /// The row's word.
    pub(super) stem: &'t str,
    listed: Vec<Sound>,
    /// In their order.
    endings: Vec<Ending>,
}

impl<'t> Row<'t> {
    /// The row that `word` is a form of, the longest one, where its language says what endings rows take.
    pub(super) fn find(word: &'t str, table: &Table) -> Option<Self> {
        let listed = |stem: &str| table.words.contains(stem);
        let (cut, endings) = table.paradigms.row(word, listed)?;
        let stem = &word[..cut];
        Some(Self {
            stem,
            listed: table.words.get(stem)?,
            endings,
        })
    }

    /// Its sounds, which no rule changes: those of the row, and what the rules make of each ending.
    pub(super) fn sounds(&self, table: &Table) -> Vec<Sound> {
        let mut sounds = self.listed.clone();
        for ending in &self.endings {
            let part = &ending.part;
            // A sign takes the place of the vowel that a last consonant has.
            if part.text.starts_with(script::is_matra)
                && sounds.last().is_some_and(|last| last.is_vowel())
            {
                sounds.pop();
            }
            match &part.sounds {
                Some(given) => sounds.extend_from_slice(given),
                None => {
                    let mut own = Vec::new();
                    let spelling = part.read.as_ref().unwrap_or(&part.text);
                    read::read(spelling, table, &mut own);
                    table.rules.apply(&mut own);
                    sounds.extend(own);
                }
            }
        }
        sounds
    }
}
