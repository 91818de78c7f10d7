//! How the melody of a clause ends where it asks.
//!
//! The voices learnt their melody from a teacher that ends every clause like a statement: low. So a question without a
//! word that asks would be none. The manifest says how high the ends of other clauses are.

use std::f32::consts::LN_2;

use serde::Deserialize;

use super::bend::{LATE, smooth};
use crate::phoneme::Phoneme;

/// Frames, at speed 1, from the begin of the last vowel's sound until F0 is where it ends.
const RISE: f32 = 11.0;

/// The end of the clauses before a mark.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Entry")]
pub(super) struct Ending {
    mark: Phoneme,
    /// Semitones from the voice's mean pitch.
    semitones: f32,
}

#[derive(Deserialize)]
struct Entry {
    mark: String,
    semitones: f32,
}

impl TryFrom<Entry> for Ending {
    type Error = String;

    fn try_from(Entry { mark, semitones }: Entry) -> Result<Self, String> {
        if !(-12.0..=12.0).contains(&semitones) {
            return Err(format!(
                "the ending before {mark:?} has {semitones} semitones, which is not from -12 to 12"
            ));
        }
        match Phoneme::from_symbol(&mark) {
            Some(mark) if mark.is_pause() => Ok(Self { mark, semitones }),
            _ => Err(format!("an ending is before {mark:?}, which is no pause")),
        }
    }
}

/// The end of one clause: its last vowel, and where F0 ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    pub vowel: usize,
    /// ln of F0, relative to the voice's mean pitch.
    pub height: f32,
}

impl End {
    /// Returns the end of a clause; `None` if it ends as the voice has learnt it.
    pub(super) fn of(endings: &[Ending], clause: &[Phoneme]) -> Option<Self> {
        let mark = clause.iter().rposition(|p| p.is_pause())?;
        let ending = endings.iter().find(|ending| ending.mark == clause[mark])?;
        Some(Self {
            vowel: clause[..mark].iter().rposition(|p| p.is_vowel())?,
            height: ending.semitones * LN_2 / 12.0,
        })
    }

    /// Returns how far F0 is on its way from the voice's own to the end, from 0 to 1, at a time after the begin of the
    /// vowel, in frames.
    pub(super) fn share(time: f32, speed: f32) -> f32 {
        smooth((time + LATE) * speed / RISE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phoneme::parse;

    const ENDINGS: [Ending; 1] = [Ending {
        mark: Phoneme::QUESTION,
        semitones: 12.0,
    }];

    #[test]
    fn the_last_vowel_before_the_mark_bears_the_end() {
        let clause = parse("_namast̪eː d̪oːst̪?_").unwrap();
        let end = End::of(&ENDINGS, &clause).unwrap();
        assert_eq!(clause[end.vowel].symbol(), "oː");
        assert!((end.height - LN_2).abs() < 1e-6);
        for text in ["_namast̪eː._", "_s?_", "_"] {
            assert_eq!(End::of(&ENDINGS, &parse(text).unwrap()), None, "{text}");
        }
    }

    #[test]
    fn f0_rises_from_where_the_vowel_begins_to_sound() {
        assert_eq!(End::share(-LATE, 1.0), 0.0);
        assert!((End::share(RISE / 2.0 - LATE, 1.0) - 0.5).abs() < 1e-6);
        assert_eq!(End::share(RISE, 1.0), 1.0);
        assert_eq!(End::share(RISE / 2.0, 2.0), 1.0);
    }

    #[test]
    fn a_manifest_may_only_move_ends_before_pauses_and_within_bounds() {
        let entry = |mark: &str, semitones: f32| {
            let text = format!(r#"{{"mark": "{mark}", "semitones": {semitones}}}"#);
            serde_json::from_str::<Ending>(&text).map_err(|e| e.to_string())
        };
        assert!(entry("?", 3.0).is_ok());
        assert!(entry("a", 3.0).unwrap_err().contains("no pause"));
        assert!(entry("?", 40.0).unwrap_err().contains("not from -12 to 12"));
    }
}
