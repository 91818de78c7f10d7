//! Hindi or Marathi: both are written in Devanagari, and the their words and the runs of letters in them tell them apart.

use crate::romanised::keys::runs;

static ODDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/marathi.model"));

/// A word that is listed tells as much as so many runs.
const WORD: i32 = 3;

/// How much speaks for Marathi, and against it where negative.
pub fn marathi(text: &[char]) -> i32 {
    let mut sum = 0;
    text.split(|c| !matches!(c, '\u{900}'..='\u{963}' | '\u{971}'..='\u{97F}'))
        .filter(|word| !word.is_empty())
        .for_each(|word| {
            runs(word.iter().copied(), |run, whole| {
                sum += i32::from(ODDS[run] as i8) * if whole { WORD } else { 1 };
            });
        });
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_endings_and_letters() {
        for (text, is_marathi) in [
            ("मी घरी जात आहे", true),
            ("मुलं कुजबुज करत असतात", true),
            ("तो विक्रमचा हात पकडतो", true),
            ("शाळेच्या मैदानावर", true),
            ("मैं घर जा रहा हूँ", false),
            ("अब मुझे दौड़ना ही पड़ेगा", false),
            ("किताबों की दुकान", false),
        ] {
            let letters: Vec<char> = text.chars().collect();
            assert_eq!(marathi(&letters) > 0, is_marathi, "{text}");
        }
        assert_eq!(marathi(&['5', ' ', 'w']), 0);
    }
}
