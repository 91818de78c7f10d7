//! The settings of a turn.

use crate::text::Reader;
use crate::{Language, Lexicon};

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

    /// Makes the reader of the text.
    pub(super) fn reader(&self) -> Reader {
        Reader::new(self.language)
            .inline_phonemes(self.inline_phonemes)
            .emoji(self.emoji)
    }
}
