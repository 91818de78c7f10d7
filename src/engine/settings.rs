//! The settings of a turn.

use std::time::Duration;

use super::frontend::Pauses;
use super::tone::{PITCH_RANGES, PITCHES, Styles, VOLUMES, samples};
use crate::text::Reader;
use crate::voice::Prosody;
use crate::{Error, Language, Lexicon, Result};

/// The maximum pause in milliseconds. It limits the audio that a short text can ask for.
const LONGEST_PAUSE: f32 = 5_000.0;

/// The settings of a turn: voice, language, speed and how text is read.
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
    /// The name of the voice; `None` is the first voice of the model.
    pub voice: Option<String>,
    /// The language of the text; `None` detects it clause by clause.
    pub language: Option<Language>,
    /// The name of the model; `None` is the first of [`Engine::models`](crate::Engine::models).
    pub model: Option<String>,
    /// The speed, relative to the voice's own; it must be within the model's [`speeds`](crate::ModelInfo::speeds).
    pub speed: f32,
    /// The pitch, in semitones above the voice's own: -6 to 6.
    pub pitch: f32,
    /// The range of the melody, relative to the voice's own: 0.0 (a monotone) to 2.0.
    pub pitch_range: f32,
    /// The volume, in dB above the voice's own: -40 to 12. A limiter compresses peaks instead of clipping them.
    pub volume: f32,
    /// Silence to add between sentences: at most 5 s.
    pub sentence_pause: Duration,
    /// Silence to add at blank lines, instead of `sentence_pause` if it is longer: at most 5 s.
    pub paragraph_pause: Duration,
    /// Readings of words that take precedence over the engine's lexicon.
    pub lexicon: Option<Lexicon>,
    /// Whether `[[…]]` in the text holds phonemes, in the notation of `vaak phonemes`.
    pub inline_phonemes: bool,
    /// Whether emoji are read by their names; otherwise they are silent.
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
    /// Chooses the first voice of the first model at its own speed, and detects the language.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the voice by its name.
    pub fn voice(mut self, name: impl Into<String>) -> Self {
        self.voice = Some(name.into());
        self
    }

    /// Sets the language of the text.
    pub fn language(mut self, language: Language) -> Self {
        self.language = Some(language);
        self
    }

    /// Sets the model by its name.
    pub fn model(mut self, name: impl Into<String>) -> Self {
        self.model = Some(name.into());
        self
    }

    /// Sets the speed: 0.5 is half as fast, 2.0 twice as fast.
    pub fn speed(mut self, speed: f32) -> Self {
        self.speed = speed;
        self
    }

    /// Sets the pitch, in semitones above the voice's own.
    pub fn pitch(mut self, semitones: f32) -> Self {
        self.pitch = semitones;
        self
    }

    /// Sets the range of the melody, relative to the voice's own.
    pub fn pitch_range(mut self, factor: f32) -> Self {
        self.pitch_range = factor;
        self
    }

    /// Sets the volume, in dB above the voice's own.
    pub fn volume(mut self, db: f32) -> Self {
        self.volume = db;
        self
    }

    /// Sets the silence to add between sentences.
    pub fn sentence_pause(mut self, pause: Duration) -> Self {
        self.sentence_pause = pause;
        self
    }

    /// Sets the silence to add at blank lines.
    pub fn paragraph_pause(mut self, pause: Duration) -> Self {
        self.paragraph_pause = pause;
        self
    }

    /// Adds readings of words that take precedence over the engine's lexicon.
    pub fn lexicon(mut self, lexicon: Lexicon) -> Self {
        self.lexicon = Some(lexicon);
        self
    }

    /// Sets whether `[[…]]` in the text holds phonemes.
    pub fn inline_phonemes(mut self, phonemes: bool) -> Self {
        self.inline_phonemes = phonemes;
        self
    }

    /// Sets whether emoji are read by their names.
    pub fn emoji(mut self, named: bool) -> Self {
        self.emoji = named;
        self
    }

    /// Rejects settings that no voice supports. The model checks the speed.
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

    /// Returns how a voice of `voices` sounds, by its index.
    pub(super) fn styles(&self, voices: &[String], voice: usize) -> Styles {
        Styles {
            voices: voices.to_owned(),
            voice,
            language: self.language,
            prosody: Prosody {
                speed: self.speed,
                pitch: self.pitch,
                range: self.pitch_range,
                language: None,
            },
            volume: self.volume,
        }
    }

    /// Returns the silence to add, in samples.
    pub(super) fn pauses(&self) -> Pauses {
        Pauses {
            sentence: samples(self.sentence_pause),
            paragraph: samples(self.paragraph_pause),
        }
    }

    /// Makes the reader of the text.
    pub(super) fn reader(&self) -> Reader {
        Reader::new(self.language)
            .inline_phonemes(self.inline_phonemes)
            .emoji(self.emoji)
    }
}
