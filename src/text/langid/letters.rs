//! The language of a text by its letters alone, where it is not yet read.

use super::siblings::Siblings;
use crate::language::Language;
use crate::script::{Script, compose, letter};

/// A letter of an Indic script counts as much as so many Latin ones: a few words of English are no English text.
const LATIN: usize = 3;

/// Returns the language of most letters of a text; English, if there are none.
pub fn by_letters(text: &str) -> Language {
    let mut counts = [0usize; Script::ALL.len()];
    for script in text.chars().filter_map(letter) {
        counts[script as usize] += 1;
    }
    counts[Script::Latin as usize] /= LATIN;
    let count = |script: &Script| counts[*script as usize];
    let most = Script::ALL.into_iter().rev().max_by_key(count);
    let most = most.filter(|script| count(script) > 0);
    let Some(script) = most else {
        return Language::En;
    };
    let mut siblings = Siblings::default();
    siblings.hear(&compose(text), |other| other == script);
    siblings.readers().of(script)
}
