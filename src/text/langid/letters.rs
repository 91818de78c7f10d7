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
    let most = Script::ALL
        .into_iter()
        .rev()
        .max_by_key(|script| counts[*script as usize]);
    let most = most.filter(|script| counts[*script as usize] > 0);
    let Some(script) = most else {
        return Language::En;
    };
    let mut siblings = Siblings::default();
    siblings.hear(&compose(text), |other| other == script);
    siblings.readers().of(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_letters_tell_the_language() {
        for (text, language) in [
            ("मैं घर जा रहा हूँ और वह भी", Language::Hi),
            ("मी घरी जात आहे", Language::Mr),
            ("नई गाड़ी Vande Bharat Express आज सुबह चली", Language::Hi),
            ("நான் வீட்டுக்கு போகிறேன்", Language::Ta),
            ("A word", Language::En),
            ("12", Language::En),
        ] {
            assert_eq!(by_letters(text), language, "{text}");
        }
    }
}
