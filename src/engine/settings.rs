//! How a turn is to sound.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::frontend::Pauses;
use crate::text::Reader;
use crate::voice::{Prosody, SAMPLE_RATE};
use crate::{Error, Language, Lexicon, Result};

/// Semitones: the networks have heard no pitch much farther from a voice's own.
const PITCHES: RangeInclusive<f32> = -6.0..=6.0;
/// Times the voice's own: beyond twice, melodies break.
const PITCH_RANGES: RangeInclusive<f32> = 0.0..=2.0;
/// dB: below, nothing is heard; above, there is little but the limiter.
const VOLUMES: RangeInclusive<f32> = -40.0..=12.0;
/// Milliseconds: what a request's audio can come to must be bounded by its text.
const LONGEST_PAUSE: f32 = 5_000.0;

/// How a turn is to sound: which voice, in which language, how fast.
///
/// ```
/// use vaak::{Language, Settings};
///
/// let settings = Settings::new().voice("Arjun").language(Language::Hi).speed(1.2);
/// assert_eq!(settings.speed, 1.2);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// The voice's name; without it, the first voice of the model.
    pub voice: Option<String>,
    /// The language of the text; without it, it is detected clause by clause.
    pub language: Option<Language>,
    /// The model's name; without it, the first of [`Engine::models`](crate::Engine::models).
    pub model: Option<String>,
    /// The speed, 1.0 for the voice's own; the model's [`speeds`](crate::ModelInfo::speeds) are allowed.
    pub speed: f32,
    /// How many semitones the voice is higher than its own, or lower: from -6 to 6.
    pub pitch: f32,
    /// How lively the melody is, 1.0 for the voice's own: from 0.0, a monotone, to 2.0, twice as wide.
    pub pitch_range: f32,
    /// How many dB louder than its own, or softer: from -40 to 12. Peaks are limited, none is clipped.
    pub volume: f32,
    /// Silence between sentences, beyond what the voice makes itself: at most 5 s.
    pub sentence_pause: Duration,
    /// Silence at blank lines, in place of the one between sentences where it is longer: at most 5 s.
    pub paragraph_pause: Duration,
    /// How words are read in this turn, before the engine's lexicon is asked.
    pub lexicon: Option<Lexicon>,
    /// Whether `[[…]]` in the text holds phonemes, as `vaak phonemes` writes them.
    pub inline_phonemes: bool,
    /// Whether emoji are named; otherwise they are passed over in silence.
    pub emoji: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            voice: None,
            language: None,
            model: None,
            speed: 1.0,
            pitch: 0.0,
            pitch_range: 1.0,
            volume: 0.0,
            sentence_pause: Duration::ZERO,
            paragraph_pause: Duration::ZERO,
            lexicon: None,
            inline_phonemes: false,
            emoji: false,
        }
    }
}

impl Settings {
    /// The first voice of the first model at its own speed; the language is detected.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses a voice by its name.
    pub fn voice(mut self, name: impl Into<String>) -> Self {
        self.voice = Some(name.into());
        self
    }

    /// Says which language the text is in.
    pub fn language(mut self, language: Language) -> Self {
        self.language = Some(language);
        self
    }

    /// Chooses a model by its name.
    pub fn model(mut self, name: impl Into<String>) -> Self {
        self.model = Some(name.into());
        self
    }

    /// Sets the speed: 0.5 is half as fast, 2.0 twice as fast.
    pub fn speed(mut self, speed: f32) -> Self {
        self.speed = speed;
        self
    }

    /// Sets how many semitones the voice is higher, or lower.
    pub fn pitch(mut self, semitones: f32) -> Self {
        self.pitch = semitones;
        self
    }

    /// Sets how wide the melody is: 0.0 is a monotone, 2.0 twice as wide.
    pub fn pitch_range(mut self, factor: f32) -> Self {
        self.pitch_range = factor;
        self
    }

    /// Sets how many dB louder it is, or softer.
    pub fn volume(mut self, db: f32) -> Self {
        self.volume = db;
        self
    }

    /// Sets the silence between sentences.
    pub fn sentence_pause(mut self, pause: Duration) -> Self {
        self.sentence_pause = pause;
        self
    }

    /// Sets the silence between paragraphs.
    pub fn paragraph_pause(mut self, pause: Duration) -> Self {
        self.paragraph_pause = pause;
        self
    }

    /// Adds words that are read otherwise, before the engine's lexicon is asked.
    pub fn lexicon(mut self, lexicon: Lexicon) -> Self {
        self.lexicon = Some(lexicon);
        self
    }

    /// Says whether `[[…]]` in the text holds phonemes.
    pub fn inline_phonemes(mut self, phonemes: bool) -> Self {
        self.inline_phonemes = phonemes;
        self
    }

    /// Says whether emoji are named.
    pub fn emoji(mut self, named: bool) -> Self {
        self.emoji = named;
        self
    }

    /// Refuses what no voice can do.
    pub(super) fn check(&self) -> Result<()> {
        let millis = |pause: Duration| pause.as_secs_f32() * 1000.0;
        let pause = 0.0..=LONGEST_PAUSE;
        for (setting, value, range) in [
            ("pitch", self.pitch, PITCHES),
            ("pitch_range", self.pitch_range, PITCH_RANGES),
            ("volume", self.volume, VOLUMES),
            (
                "sentence_pause_ms",
                millis(self.sentence_pause),
                pause.clone(),
            ),
            ("paragraph_pause_ms", millis(self.paragraph_pause), pause),
        ] {
            if !range.contains(&value) {
                return Err(Error::OutOfRange {
                    setting,
                    value,
                    range,
                });
            }
        }
        Ok(())
    }

    /// What is changed of the voice's own way to speak.
    pub(super) fn prosody(&self) -> Prosody {
        Prosody {
            speed: self.speed,
            pitch: self.pitch,
            range: self.pitch_range,
        }
    }

    /// The silence that is put between what is spoken.
    pub(super) fn pauses(&self) -> Pauses {
        let samples = |pause: Duration| (pause.as_secs_f32() * SAMPLE_RATE as f32) as usize;
        Pauses {
            sentence: samples(self.sentence_pause),
            paragraph: samples(self.paragraph_pause),
        }
    }

    /// What reads the text.
    pub(super) fn reader(&self) -> Reader {
        Reader::new(self.language)
            .inline_phonemes(self.inline_phonemes)
            .emoji(self.emoji)
    }
}
