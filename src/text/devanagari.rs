//! Hindi or Marathi: both are written in Devanagari, and their words and endings tell them apart.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::tables::table;
use crate::Language;

/// What a whole word that only one of the two has says, an ending being one.
const WORD: i32 = 2;
const LETTER: i32 = 2;
/// The longest ending that is listed has so many characters.
const MAX_ENDING: usize = 6;

/// How much speaks for Marathi, and against it where negative.
pub fn marathi(text: &str) -> i32 {
    text.split(|c: char| !matches!(c, '\u{900}'..='\u{963}' | '\u{971}'..='\u{97F}'))
        .map(word)
        .sum()
}

fn word(word: &str) -> i32 {
    let cues = cues();
    if let Some(sign) = cues.words.get(word) {
        return WORD * sign;
    }
    let letters: i32 = word.chars().filter_map(|c| cues.letters.get(&c)).sum();
    // The longest ending says most.
    let starts = word.char_indices().map(|(i, _)| i);
    let from = word.chars().count().saturating_sub(MAX_ENDING);
    let ending = starts.skip(from).find_map(|i| cues.endings.get(&word[i..]));
    LETTER * letters + ending.unwrap_or(&0)
}

#[derive(Default)]
struct Cues {
    words: HashMap<&'static str, i32>,
    endings: HashMap<&'static str, i32>,
    letters: HashMap<char, i32>,
}

fn cues() -> &'static Cues {
    static CUES: OnceLock<Cues> = OnceLock::new();
    CUES.get_or_init(|| {
        let mut cues = Cues::default();
        for (language, sign) in [(Language::Hi, -1), (Language::Mr, 1)] {
            for cue in table(language).list("cues") {
                if let Some(ending) = cue.strip_prefix('-') {
                    cues.endings.insert(ending, sign);
                } else if let Some(letter) = cue.strip_prefix('*') {
                    cues.letters
                        .extend(letter.chars().last().map(|c| (c, sign)));
                } else {
                    cues.words.insert(cue, sign);
                }
            }
        }
        cues
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_endings_and_letters() {
        for (text, language) in [
            ("मी घरी जात आहे", Language::Mr),
            ("मुलं कुजबुज करत असतात", Language::Mr),
            ("तो विक्रमचा हात पकडतो", Language::Mr),
            ("शाळेच्या मैदानावर", Language::Mr),
            ("मैं घर जा रहा हूँ", Language::Hi),
            ("अब मुझे दौड़ना ही पड़ेगा", Language::Hi),
            ("किताबों की दुकान", Language::Hi),
        ] {
            let marathi = marathi(text) > 0;
            assert_eq!(marathi, language == Language::Mr, "{text}");
        }
        assert_eq!(marathi("5 word"), 0);
    }
}
