//! English words with an ending of another language: officeku, teaminu. Rows of `latin.txt` that begin with `+` tell its sounds.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::data::lines;
use crate::language::{Each, Language};
use crate::phoneme::{self, Phoneme};
use crate::romanised::english_stem;

type Rows = HashMap<&'static str, Vec<Phoneme>, RandomState>;

/// The endings of a language, which are read when a word may have one.
fn rows(language: Language) -> &'static Rows {
    static ROWS: Each<Rows> = Each::new();
    ROWS.get(language, || {
        let rows = lines(language.latin()).filter_map(|(_, row)| row.strip_prefix('+'));
        let rows = rows.filter_map(|row| row.split_once(' '));
        rows.filter_map(|(ending, sounds)| Some((ending, phoneme::parse(sounds)?)))
            .collect()
    })
}

/// The English word that begins `word`, in lower case, and the sounds of the ending of `language` after it.
pub(super) fn parted(word: &str, language: Language) -> Option<(&str, &'static [Phoneme])> {
    let (stem, ending) = word.split_at(english_stem(word, language)?);
    Some((stem, rows(language).get(ending)?))
}
