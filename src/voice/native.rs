//! How natives of a language speak: their melody and their pace, beside what the voice has learnt.
//!
//! The voices learnt one melody for all languages from a teacher that knows Hindi and English. Every clause falls by a
//! whole octave, which natives do not do, and syllables hardly stand out. The manifest says for each language how far F0
//! is moved along a clause, how much higher it is in vowels, and how much faster it is. `models/README.md` has what was measured. A language that the manifest does not name stays as
//! it was learnt.

use serde::Deserialize;

use super::bend::LATE;
use super::frame::{MAX_PHONEMES, SEMITONE};
use crate::Language;
use crate::phoneme::Phoneme;

/// The most semitones that F0 is moved. Natives differ by up to five.
const FARTHEST: f32 = 12.0;
/// How much faster or livelier than learnt a language may be by default.
const FACTORS: std::ops::RangeInclusive<f32> = 0.7..=1.4;
/// The most points of a curve: more than one for each sound of a usual clause say nothing.
const MAX_POINTS: usize = 40;
/// How many sounds a clause has that is moved wholly: those that were measured. Within a shorter one, F0 would change faster
/// than people sing. In a longer one the teacher falls less: 14 semitones in 15 sounds, 10 in 32, 6 in 70.
const WHOLE: (f32, f32) = (12.0, 18.0);
/// Frames, at speed 1, from a consonant's F0 to that of a vowel.
const RISE: f32 = 3.0;

/// The melody and the pace of a language.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Entry")]
pub(super) struct Native {
    language: Language,
    /// The speed, relative to what was learnt.
    pub speed: f32,
    /// The factor of the distance from the voice's mean pitch, once F0 is moved.
    range: f32,
    /// A further one for each voice; `None`: what the voices have in other languages.
    ranges: Option<Ranges>,
    /// ln of the factor of F0 at places of the clause, equally far from each other; none moves nothing.
    curve: heapless::Vec<f32, MAX_POINTS>,
    /// How much higher than learnt ln of F0 is in vowels, beside consonants: natives' F0 rises and falls with each syllable.
    vowels: f32,
}

/// How much livelier than learnt each voice is in the languages that the manifest names: one that sings wider than natives is held back.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "Vec<f32>")]
pub(super) struct Ranges(Vec<f32>);

impl TryFrom<Vec<f32>> for Ranges {
    type Error = String;

    fn try_from(factors: Vec<f32>) -> Result<Self, String> {
        match factors.iter().find(|factor| !FACTORS.contains(*factor)) {
            Some(factor) => Err(format!(
                "a voice has a range of {factor}, which is not from {} to {}",
                FACTORS.start(),
                FACTORS.end()
            )),
            None => Ok(Self(factors)),
        }
    }
}

impl Ranges {
    /// Returns the factor of a voice, or of the one whose melody it has.
    pub(super) fn of(&self, voice: usize) -> f32 {
        self.0.get(voice).copied().unwrap_or(1.0)
    }
}

#[derive(Deserialize)]
struct Entry {
    language: String,
    #[serde(default = "one")]
    speed: f32,
    #[serde(default = "one")]
    range: f32,
    ranges: Option<Ranges>,
    /// In semitones.
    #[serde(default)]
    curve: Vec<f32>,
    /// In semitones.
    #[serde(default)]
    vowels: f32,
}

fn one() -> f32 {
    1.0
}

impl TryFrom<Entry> for Native {
    type Error = String;

    fn try_from(entry: Entry) -> Result<Self, String> {
        let name = &entry.language;
        let language = Language::ALL.into_iter().find(|l| l.code() == name);
        let language = language.ok_or_else(|| format!("{name:?} is no code of a language"))?;
        for (what, factor) in [("speed", entry.speed), ("range", entry.range)] {
            if !FACTORS.contains(&factor) {
                let (least, most) = (FACTORS.start(), FACTORS.end());
                return Err(format!(
                    "{name} has a {what} of {factor}, which is not from {least} to {most}"
                ));
            }
        }
        let within = |semitones: &f32| (-FARTHEST..=FARTHEST).contains(semitones);
        if !within(&entry.vowels) {
            let vowels = entry.vowels;
            return Err(format!(
                "the vowels of {name} are {vowels} semitones higher, which is not from -{FARTHEST} to {FARTHEST}"
            ));
        }
        if let Some(point) = entry.curve.iter().find(|p| !within(p)) {
            return Err(format!(
                "the curve of {name} has {point} semitones, which is not from -{FARTHEST} to {FARTHEST}"
            ));
        }
        if entry.curve.len() == 1 || entry.curve.len() > MAX_POINTS {
            return Err(format!(
                "the curve of {name} has {} points, not from 2 to {MAX_POINTS}",
                entry.curve.len()
            ));
        }
        Ok(Self {
            language,
            speed: entry.speed,
            range: entry.range,
            ranges: entry.ranges,
            curve: entry.curve.iter().map(|p| p * SEMITONE).collect(),
            vowels: entry.vowels * SEMITONE,
        })
    }
}

impl Native {
    /// Returns the entry of a language; `None`: it is spoken as the voice has learnt it.
    pub(super) fn of(all: &[Self], language: Option<Language>) -> Option<&Self> {
        let language = language?;
        all.iter().find(|native| native.language == language)
    }

    /// Returns the factor of the distance from the mean pitch of a voice, or of the one whose melody it has; `ranges` are of all languages.
    pub(super) fn range(&self, voice: usize, ranges: &Ranges) -> f32 {
        self.range * self.ranges.as_ref().unwrap_or(ranges).of(voice)
    }
}

/// How far F0 of one clause is moved. All of it is known when the clause begins, so nothing waits for it.
#[derive(Debug, Default)]
pub(super) struct Moves {
    curve: heapless::Vec<f32, MAX_POINTS>,
    /// The share of the curve that this clause gets.
    share: f32,
    /// The sounds before each phoneme.
    before: heapless::Vec<u16, MAX_PHONEMES>,
    sounds: u16,
    /// How much higher ln of F0 is in vowels than in consonants.
    vowels: f32,
    /// 1 for a vowel, -1 for a consonant, 0 before the first of them.
    heights: heapless::Vec<i8, MAX_PHONEMES>,
    /// The share of `vowels` that the last frame got, from -1/2 to 1/2.
    now: f32,
}

impl Moves {
    /// Begins a clause, which is no longer than the encoder takes.
    pub(super) fn begin(&mut self, native: Option<&Native>, clause: &[Phoneme]) {
        self.curve.clear();
        self.before.clear();
        self.sounds = 0;
        self.heights.clear();
        self.vowels = 0.0;
        self.now = 0.0;
        let Some(native) = native else {
            return;
        };
        self.vowels = native.vowels;
        self.curve.extend(native.curve.iter().copied());
        for phoneme in clause.iter().take(MAX_PHONEMES) {
            let full = self.before.push(self.sounds).is_err();
            debug_assert!(!full, "there is room for every phoneme");
            self.sounds += u16::from(is_sound(*phoneme));
            let height = match (phoneme.is_vowel(), phoneme.is_consonant()) {
                (true, _) => 1,
                (_, true) => -1,
                // Stress, nasality, a tone or a mark: F0 stays.
                _ => self.heights.last().copied().unwrap_or(0),
            };
            let full = self.heights.push(height).is_err();
            debug_assert!(!full, "there is room for every phoneme");
        }
        let sounds = f32::from(self.sounds);
        self.share = (sounds / WHOLE.0).min(WHOLE.1 / sounds).min(1.0);
    }

    /// Returns what is added to ln of F0 of the next frame for its phoneme alone, which has so many frames to come.
    pub(super) fn next(&mut self, phoneme: usize, to_come: usize, speed: f32) -> f32 {
        if self.vowels == 0.0 {
            return 0.0;
        }
        // A phoneme sounds before its frames, and F0 is half-way when the sound begins.
        let heard = phoneme + usize::from((to_come as f32) < (LATE + RISE / 2.0) / speed);
        let height = self.heights.get(heard).or(self.heights.last());
        let wanted = f32::from(height.copied().unwrap_or(0)) / 2.0;
        let step = speed / RISE;
        self.now += (wanted - self.now).clamp(-step, step);
        self.now * self.vowels
    }

    /// Returns what is added to ln of F0 at a place, from 0 to 1, within a phoneme.
    pub(super) fn at(&self, phoneme: usize, place: f32) -> f32 {
        let (Some(last), Some(before)) =
            (self.curve.len().checked_sub(1), self.before.get(phoneme))
        else {
            return 0.0;
        };
        // A mark has no sounds, so the curve stands still there.
        let next = self.before.get(phoneme + 1).unwrap_or(&self.sounds);
        let sounds = f32::from(*before) + f32::from(next - before) * place;
        let place = sounds / f32::from(self.sounds.max(1)) * last as f32;
        let low = (place as usize).min(last.saturating_sub(1));
        let [from, to] = [low, low + 1].map(|at| self.curve.get(at).copied().unwrap_or(0.0));
        self.share * (from + (to - from) * (place - low as f32))
    }
}

fn is_sound(phoneme: Phoneme) -> bool {
    phoneme.is_vowel() || phoneme.is_consonant()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phoneme::parse;

    fn entry(text: &str) -> Result<Native, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    fn moves(native: &Native, clause: &str) -> Vec<f32> {
        let clause = parse(clause).unwrap();
        let mut moves = Moves::default();
        moves.begin(Some(native), &clause);
        let ends = (0..clause.len()).flat_map(|phoneme| [(phoneme, 0.0), (phoneme, 1.0)]);
        ends.map(|(phoneme, place)| moves.at(phoneme, place) / SEMITONE)
            .collect()
    }

    #[test]
    fn a_curve_is_laid_over_the_sounds_of_a_clause() {
        let native = entry(r#"{"language": "hi", "curve": [-3, 0, 3]}"#).unwrap();
        let found = moves(&native, &format!("_{}._", "na".repeat(7)));
        assert!((found[0] + 3.0).abs() < 1e-5 && (found[found.len() - 1] - 3.0).abs() < 1e-5);
        assert!(found.windows(2).all(|pair| pair[0] <= pair[1]), "{found:?}");
        let steps = found.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(steps.fold(0.0, f32::max) < 0.51, "{found:?}");
    }

    #[test]
    fn a_short_clause_is_moved_less() {
        let native = entry(r#"{"language": "hi", "curve": [-3, 3]}"#).unwrap();
        let found = moves(&native, "_haːn._");
        assert!((found[0] + 3.0 * 3.0 / 12.0).abs() < 1e-5, "{found:?}");
        assert_eq!(moves(&native, "_._"), [0.0; 6]);
    }

    #[test]
    fn a_long_clause_is_moved_less() {
        let native = entry(r#"{"language": "hi", "curve": [-3, 3]}"#).unwrap();
        let found = moves(&native, &format!("_{}._", "na".repeat(18)));
        assert!((found[0] + 1.5).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn vowels_are_higher_than_consonants() {
        let native = entry(r#"{"language": "ta", "vowels": 2}"#).unwrap();
        let clause = parse("_naː\u{303}._").unwrap();
        let mut moves = Moves::default();
        moves.begin(Some(&native), &clause);
        // Eight frames each, the last six of which sound like the next phoneme.
        let frames = (0..clause.len()).flat_map(|p| (0..8).rev().map(move |to_come| (p, to_come)));
        let found: Vec<f32> = frames
            .map(|(p, to_come)| moves.next(p, to_come, 1.0) / SEMITONE)
            .collect();
        let [low, high] = [8, 16].map(|at| (found[at] * 100.0).round());
        assert_eq!((found[0], low, high), (0.0, -100.0, 100.0), "{found:?}");
        assert!(found[16..].iter().all(|f| *f > 0.99), "{found:?}");
        let steps = found.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.fold(0.0, f32::max) < 0.67, "{found:?}");
    }

    #[test]
    fn a_language_that_is_not_named_stays_as_it_was_learnt() {
        let native = [entry(r#"{"language": "hi", "speed": 1.1}"#).unwrap()];
        assert_eq!(Native::of(&native, Some(Language::Hi)), Some(&native[0]));
        assert_eq!(Native::of(&native, Some(Language::En)), None);
        assert_eq!(Native::of(&native, None), None);
        assert!(
            moves(&native[0], "_aːp._")
                .iter()
                .all(|moved| *moved == 0.0)
        );
    }

    #[test]
    fn a_voice_has_a_range_of_its_own() {
        let ranges: Ranges = serde_json::from_str("[1, 0.9]").unwrap();
        assert_eq!([0, 1, 2].map(|voice| ranges.of(voice)), [1.0, 0.9, 1.0]);
        assert_eq!(Ranges::default().of(0), 1.0);
        for (native, range) in [
            (r#"{"language": "hi", "range": 1.1}"#, 0.9 * 1.1),
            (r#"{"language": "ta", "ranges": [1, 0.8]}"#, 0.8),
        ] {
            let native = entry(native).unwrap();
            assert!(
                (native.range(1, &ranges) - range).abs() < 1e-6,
                "{native:?}"
            );
        }
        let wrong = serde_json::from_str::<Ranges>("[1, 3]").unwrap_err();
        assert!(wrong.to_string().contains("a range of 3"), "{wrong}");
    }

    #[test]
    fn a_manifest_may_only_move_languages_within_bounds() {
        for (text, told) in [
            (r#"{"language": "xx"}"#, "no code of a language"),
            (r#"{"language": "hi", "speed": 3}"#, "not from 0.7 to 1.4"),
            (r#"{"language": "hi", "range": 0}"#, "not from 0.7 to 1.4"),
            (
                r#"{"language": "hi", "curve": [0, 40]}"#,
                "not from -12 to 12",
            ),
            (r#"{"language": "hi", "curve": [0]}"#, "not from 2 to 40"),
            (r#"{"language": "hi", "vowels": 13}"#, "not from -12 to 12"),
        ] {
            assert!(entry(text).unwrap_err().contains(told), "{text}");
        }
    }
}
