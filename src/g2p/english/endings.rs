//! Endings of English words, and those of another language after them: officeku, teaminu. Rows of `latin.txt` that begin with `+` tell its sounds.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::data::lines;
use crate::language::{Each, Language};
use crate::phoneme::{self, Phoneme};
use crate::romanised::english_stem;

/// Letters of a word that shows that others are joined to it.
pub(super) const MIN_PART: usize = 3;
/// Consonants after which a last s is an ending.
const CLOSING: &[char] = &['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 't', 'v'];

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

/// The American spelling of a word in -ise or -yse, or with ll before an ending.
pub(super) fn american(word: &str) -> Option<String> {
    let endings = [
        "e", "ed", "es", "er", "ers", "ing", "able", "ation", "ations",
    ];
    let mut stems = endings.iter().filter_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        let stem = stem.strip_suffix('s')?;
        let respelt = stem.len() >= MIN_PART && stem.ends_with(['i', 'y']);
        respelt.then(|| format!("{stem}z{ending}"))
    });
    stems.next().or_else(|| {
        let endings = [
            "ed", "er", "ers", "ing", "ings", "ist", "ists", "or", "ors", "ous",
        ];
        let mut single = endings.iter().filter_map(|ending| {
            let stem = word.strip_suffix(ending)?.strip_suffix("ll")?;
            (stem.len() >= MIN_PART).then(|| format!("{stem}l{ending}"))
        });
        single.next()
    })
}

/// What stands before the ending of a plural or possessive.
pub(super) fn stem(word: &str) -> Option<&str> {
    ["'s", "’s", "s'", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
}

/// What stands before the ending of a possessive or, after a consonant, of a plural: no name ends so.
pub(super) fn owner(word: &str) -> Option<&str> {
    let plural = || {
        word.strip_suffix('s')
            .filter(|stem| stem.ends_with(CLOSING))
    };
    let owner = word.strip_suffix("'s").or(word.strip_suffix("’s"));
    owner
        .or_else(plural)
        .filter(|owner| owner.len() >= MIN_PART)
}
