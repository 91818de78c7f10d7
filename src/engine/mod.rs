//! The whole way from text to PCM: an [`Engine`] is loaded once and shared, a [`Turn`] is one stream of speech.

mod model;
mod render;
mod script;
mod speech;
mod turn;

use std::path::Path;
use std::sync::Arc;

pub use turn::{Mark, Turn};

use crate::lexicon::Lexicon;
use crate::text::Reader;
use crate::voice::{Bundle, Choice, Options, SAMPLE_RATE};
use crate::{Error, Language, Result};
use model::Model;
use script::Script;
use speech::Speech;

/// Half as fast as the voice's own pace to twice as fast: what stays natural.
pub const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// One model or several that are ready to speak, or will be once asked for. Cheap to clone; threads share it.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The first speaks where none is asked for.
    models: Arc<[Model]>,
    kernel: Choice,
    lexicon: Arc<Lexicon>,
}

/// How a turn is to sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The voice's name; without it, the first of [`Engine::voices`].
    pub voice: Option<String>,
    /// The language of the text; without it, it is detected clause by clause.
    pub language: Option<Language>,
    /// The model's name; without it, the first of [`Engine::models`].
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
    /// With the voices compiled into the program.
    pub fn bundled() -> Result<Self> {
        Self::with(Bundle::bundled()?, Options::default())
    }

    /// With the voice bundle in a folder.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::with([Bundle::open(folder)?], Options::default())
    }

    /// With any bundles, run as asked for. The first is made ready at once, another one when a turn asks for it.
    pub fn with(bundles: impl IntoIterator<Item = Bundle>, options: Options) -> Result<Self> {
        let bundles = bundles.into_iter();
        let engine = Self {
            models: bundles.map(|b| Model::new(b, options)).collect(),
            kernel: Choice::of(options.kernel),
            lexicon: Arc::default(),
        };
        engine.find(None)?.voice()?;
        Ok(engine)
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

    /// The names of the first model's voices.
    pub fn voices(&self) -> &[String] {
        self.models.first().map_or(&[], |model| &model.voices)
    }

    /// The names of the models.
    pub fn models(&self) -> impl Iterator<Item = &str> {
        self.models.iter().map(|model| model.name.as_str())
    }

    /// Samples a second.
    pub fn sample_rate(&self) -> u32 {
        SAMPLE_RATE
    }

    /// Which form of the networks runs, and why.
    pub fn kernel(&self) -> Choice {
        self.kernel
    }

    /// Opens a turn; refuses what this engine cannot speak.
    pub fn turn(&self, settings: &Settings) -> Result<Turn> {
        let script = Script::new(settings.reader(), self.lexicon.clone());
        Ok(Turn::new(self.speech(settings)?, script))
    }

    /// The names of the model and the voice that a turn would have; refuses what [`Self::turn`] would refuse.
    pub fn choice(&self, settings: &Settings) -> Result<(&str, &str)> {
        let (model, voice) = self.chosen(settings)?;
        Ok((&model.name, &model.voices[voice]))
    }

    fn speech(&self, settings: &Settings) -> Result<Speech> {
        let (model, voice) = self.chosen(settings)?;
        Speech::new(&*model.voice()?, voice, settings.speed)
    }

    /// The model of this name, or the first.
    fn find(&self, name: Option<&str>) -> Result<&Model> {
        let mut models = self.models.iter();
        let model = models.find(|model| name.is_none_or(|name| name == model.name));
        model.ok_or_else(|| Error::UnknownModel {
            model: name.unwrap_or_default().to_owned(),
            available: self.models().map(str::to_owned).collect(),
        })
    }

    /// The model and the index of its voice.
    fn chosen(&self, settings: &Settings) -> Result<(&Model, usize)> {
        let model = self.find(settings.model.as_deref())?;
        let voice = match &settings.voice {
            None => 0,
            Some(name) => {
                let index = model.voices.iter().position(|v| v == name);
                index.ok_or_else(|| Error::UnknownVoice {
                    voice: name.clone(),
                    available: model.voices.clone(),
                })?
            }
        };
        let speed = settings.speed;
        if !SPEEDS.contains(&speed) {
            return Err(Error::InvalidSpeed { speed });
        }
        Ok((model, voice))
    }
}
