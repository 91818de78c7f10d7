//! How a turn is to sound.

use crate::text::Reader;
use crate::{Language, Lexicon};

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

    /// What reads the text.
    pub(super) fn reader(&self) -> Reader {
        Reader::new(self.language)
            .inline_phonemes(self.inline_phonemes)
            .emoji(self.emoji)
    }
}
