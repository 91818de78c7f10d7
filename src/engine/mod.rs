//! The whole way from text to PCM: an [`Engine`] is loaded once and shared, a [`Turn`] is one stream of speech.

mod render;
mod script;
mod speech;
mod turn;

use std::path::Path;
use std::sync::Arc;

pub use turn::{Mark, Turn};

use crate::phonemes::Lexicon;
use crate::text::Reader;
use crate::voice::{Bundle, Choice, Options, SAMPLE_RATE, Voice};
use crate::{Error, Language, Result};
use script::Script;
use speech::Speech;

/// Half as fast as the voice's own pace to twice as fast: what stays natural.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// A loaded voice. Cheap to clone; threads share it.
#[derive(Clone, Debug)]
pub struct Engine {
    voice: Arc<Voice>,
    lexicon: Arc<Lexicon>,
}

/// How a turn is to sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The voice's name; without it, the first of [`Engine::voices`].
    pub voice: Option<String>,
    /// The language of the text; without it, it is detected clause by clause.
    pub language: Option<Language>,
    /// The model's name, to be refused if another one is loaded.
    pub model: Option<String>,
    /// From 0.5, half as fast, to 2.0, twice as fast.
    pub speed: f32,
    /// Whether `[[…]]` in the text holds phonemes, see [`Reader::inline_phonemes`].
    pub inline_phonemes: bool,
    /// Whether emoji are passed over in silence, instead of being named.
    pub silent_emoji: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            voice: None,
            language: None,
            model: None,
            speed: 1.0,
            inline_phonemes: false,
            silent_emoji: false,
        }
    }
}

impl Settings {
    /// What reads the text.
    fn reader(&self) -> Reader {
        Reader::new(self.language)
            .inline_phonemes(self.inline_phonemes)
            .silent_emoji(self.silent_emoji)
    }
}

impl Engine {
    /// With the voice compiled into the program.
    pub fn bundled() -> Result<Self> {
        Self::with(&Bundle::bundled()?, Options::default())
    }

    /// With the voice bundle in a folder.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::with(&Bundle::open(folder)?, Options::default())
    }

    /// With any bundle, run as asked for.
    pub fn with(bundle: &Bundle, options: Options) -> Result<Self> {
        let voice = Arc::new(Voice::load(bundle, options)?);
        Ok(Self {
            voice,
            lexicon: Arc::default(),
        })
    }

    /// The same engine for turns that read words as the user's lexicon says. The voice is shared.
    pub fn with_lexicon(self, lexicon: impl Into<Arc<Lexicon>>) -> Self {
        Self {
            lexicon: lexicon.into(),
            ..self
        }
    }

    /// The user's lexicon.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// The names of the voices.
    pub fn voices(&self) -> &[String] {
        self.voice.voices()
    }

    /// The name of the model.
    pub fn model(&self) -> &str {
        self.voice.name()
    }

    /// Samples a second.
    pub fn sample_rate(&self) -> u32 {
        SAMPLE_RATE
    }

    /// Which form of the networks runs, and why.
    pub fn kernel(&self) -> Choice {
        self.voice.kernel()
    }

    /// Opens a turn; refuses what this engine cannot speak.
    pub fn turn(&self, settings: &Settings) -> Result<Turn> {
        let script = Script::new(settings.reader(), self.lexicon.clone());
        Ok(Turn::new(self.speech(settings)?, script))
    }

    /// Refuses what [`Self::turn`] would refuse.
    pub fn check(&self, settings: &Settings) -> Result<()> {
        self.voice_index(settings).map(drop)
    }

    fn speech(&self, settings: &Settings) -> Result<Speech> {
        Speech::new(&self.voice, self.voice_index(settings)?, settings.speed)
    }

    fn voice_index(&self, settings: &Settings) -> Result<usize> {
        if let Some(model) = &settings.model
            && model != self.model()
        {
            return Err(Error::UnknownModel {
                model: model.clone(),
                available: vec![self.model().to_owned()],
            });
        }
        let voice = match &settings.voice {
            None => 0,
            Some(name) => {
                let index = self.voices().iter().position(|v| v == name);
                index.ok_or_else(|| Error::UnknownVoice {
                    voice: name.clone(),
                    available: self.voices().to_vec(),
                })?
            }
        };
        let speed = settings.speed;
        if !SPEEDS.contains(&speed) {
            return Err(Error::InvalidSpeed { speed });
        }
        Ok(voice)
    }
}
