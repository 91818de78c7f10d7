//! The ends of words: English words with an ending of another language (officeku, teaminu), whose sounds are in the rows of
//! `latin.txt` that begin with `+`, and names of India among English.

use std::collections::HashMap;
use std::sync::OnceLock;

use foldhash::fast::RandomState;

use crate::data::lines;
use crate::language::Language;
use crate::phoneme::{self, Phoneme};
use crate::romanised::english_stem;

/// The letters that are vowels.
pub(super) const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];

/// The short vowels that names of Kannada, Telugu, Malayalam, Odia and Bengali end in.
const SHORT: [&str; 6] = ["ɯ", "ɔ", "a", "u", "o", "i"];

type Rows = HashMap<&'static str, Vec<Phoneme>, RandomState>;

/// The endings of a language, which are read when a word may have one.
fn rows(language: Language) -> &'static Rows {
    static ROWS: [OnceLock<Rows>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    ROWS[language as usize].get_or_init(|| {
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

/// Ends a name among words of English as its letters do: with the vowel that Hindi drops (Aditya, Narendra), without a short one that
/// only the other script has (Wayanad, Tumkur).
pub(super) fn close(word: &str, out: &mut Vec<Phoneme>) {
    let [.., first, before, last] = &out[..] else {
        return;
    };
    let consonant = !word.ends_with(VOWELS) && !word.ends_with(['h', 'w']);
    if word.ends_with('a') && last.is_consonant() {
        out.extend(Phoneme::from_symbol("ə"));
    } else if consonant && before.is_consonant() && SHORT.contains(&last.symbol()) {
        // A long consonant is not held at the end (Muthoot).
        out.truncate(out.len() - 1 - usize::from(first == before));
    }
}
