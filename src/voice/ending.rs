//! How the melody of a clause depends on the mark at its end.
//!
//! The voices learnt their melody from a teacher that sings every clause like a statement. So a question without a word
//! that asks would be none, nor an exclamation. The manifest says how high the ends of other clauses are, or how much
//! livelier all of their melody is.

use std::f32::consts::LN_2;

use serde::Deserialize;

use super::bend::{LATE, smooth};
use crate::phoneme::Phoneme;

/// Frames, at speed 1, from the begin of the last vowel's sound until F0 is where it ends.
const RISE: f32 = 11.0;

/// The melody of the clauses before a mark.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Entry")]
pub(super) struct Ending {
    mark: Phoneme,
    /// Where it ends: semitones from the voice's mean pitch. Without them, where the voice has learnt it.
    semitones: Option<f32>,
    /// Semitones above the voice's own pitch.
    pub pitch: f32,
    /// The factor of the distance from the voice's mean pitch.
    pub range: f32,
}

#[derive(Deserialize)]
struct Entry {
    mark: String,
    semitones: Option<f32>,
    #[serde(default)]
    pitch: f32,
    #[serde(default = "one")]
    range: f32,
}

fn one() -> f32 {
    1.0
}

impl TryFrom<Entry> for Ending {
    type Error = String;

    fn try_from(entry: Entry) -> Result<Self, String> {
        let (mark, range) = (entry.mark, entry.range);
        for (name, semitones) in [("semitones", entry.semitones), ("pitch", Some(entry.pitch))] {
            if let Some(semitones) = semitones
                && !(-12.0..=12.0).contains(&semitones)
            {
                return Err(format!(
                    "the ending before {mark:?} has {name} of {semitones}, which is not from -12 to 12"
                ));
            }
        }
        if !(0.0..=2.0).contains(&range) {
            return Err(format!(
                "the ending before {mark:?} has a range of {range}, which is not from 0 to 2"
            ));
        }
        match Phoneme::from_symbol(&mark) {
            Some(mark) if mark.is_pause() => Ok(Self {
                mark,
                semitones: entry.semitones,
                pitch: entry.pitch,
                range,
            }),
            _ => Err(format!("an ending is before {mark:?}, which is no pause")),
        }
    }
}

impl Ending {
    /// Returns how a clause differs from a statement; `None` if it does not.
    pub(super) fn of<'a>(endings: &'a [Self], clause: &[Phoneme]) -> Option<&'a Self> {
        let mark = clause.iter().rfind(|p| p.is_pause())?;
        endings.iter().find(|ending| ending.mark == *mark)
    }

    /// Returns where such a clause ends; `None` if it is where the voice has learnt it.
    pub(super) fn end(&self, clause: &[Phoneme]) -> Option<End> {
        Some(End {
            height: self.semitones? * LN_2 / 12.0,
            vowel: clause.iter().rposition(|p| p.is_vowel())?,
        })
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

    fn entry(text: &str) -> Result<Ending, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    #[test]
    fn the_last_vowel_before_the_mark_bears_the_end() {
        let question = entry(r#"{"mark": "?", "semitones": 12}"#).unwrap();
        let end = |text: &str| {
            let clause = parse(text).unwrap();
            let end = Ending::of(&[question], &clause)?.end(&clause)?;
            Some((clause[end.vowel].symbol(), end.height))
        };
        let (vowel, height) = end("_namast̪eː d̪oːst̪?_").unwrap();
        assert_eq!(vowel, "oː");
        assert!((height - LN_2).abs() < 1e-6);
        for text in ["_namast̪eː._", "_s?_", "_"] {
            assert_eq!(end(text), None, "{text}");
        }
    }

    #[test]
    fn an_exclamation_has_no_end_of_its_own() {
        let mark = entry(r#"{"mark": "!", "pitch": 1, "range": 1.5}"#).unwrap();
        let clause = parse("_namast̪eː!_").unwrap();
        assert_eq!(Ending::of(&[mark], &clause), Some(&mark));
        assert_eq!(mark.end(&clause), None);
        assert_eq!((mark.pitch, mark.range), (1.0, 1.5));
    }

    #[test]
    fn f0_rises_from_where_the_vowel_begins_to_sound() {
        assert_eq!(End::share(-LATE, 1.0), 0.0);
        assert!((End::share(RISE / 2.0 - LATE, 1.0) - 0.5).abs() < 1e-6);
        assert_eq!(End::share(RISE, 1.0), 1.0);
        assert_eq!(End::share(RISE / 2.0, 2.0), 1.0);
    }

    #[test]
    fn a_manifest_may_only_move_melody_before_pauses_and_within_bounds() {
        assert!(entry(r#"{"mark": "?", "semitones": 3.0}"#).is_ok());
        for (text, told) in [
            (r#"{"mark": "a", "semitones": 3.0}"#, "no pause"),
            (r#"{"mark": "?", "semitones": 40}"#, "not from -12 to 12"),
            (r#"{"mark": "!", "pitch": -40}"#, "not from -12 to 12"),
            (r#"{"mark": "!", "range": 3}"#, "not from 0 to 2"),
        ] {
            assert!(entry(text).unwrap_err().contains(told), "{text}");
        }
    }
}
