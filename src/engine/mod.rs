//! The whole way from text to PCM. An [`Engine`] is loaded once and shared; a [`Turn`] is one stream of speech.

mod cache;
mod chunk;
mod frontend;
mod model;
mod phrase;
mod render;
mod settings;
mod speech;
#[cfg(test)]
mod tests;
mod tone;
mod turn;
mod word;

use std::path::Path;
use std::sync::Arc;

#[cfg(any(test, fuzzing))]
pub use cache::fuzz as phrase;
pub use cache::{Cache, Counts};
pub use chunk::{Chunk, Mark};
pub use model::ModelInfo;
#[cfg(all(unix, feature = "serve"))]
pub use model::SPEEDS;
pub use settings::Settings;
pub use turn::Turn;

use crate::lexicon::Lexicon;
use crate::voice::{Bundle, Choice, Options, SAMPLE_RATE};
use crate::{Error, Result};
use frontend::Frontend;
use model::Model;
use speech::Speech;

/// One or more models that speak. Cloning is cheap, and threads can share it.
///
/// ```
/// # fn main() -> vaak::Result<()> {
/// let engine = vaak::Engine::bundled()?;
/// let model = &engine.models()[0];
/// assert!(model.voices.contains(&"Ananya".to_owned()));
/// assert_eq!(model.sample_rate, 24_000);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    /// A description of each model. The first model is the default.
    infos: Arc<[ModelInfo]>,
    /// The networks of each model, in the same order.
    models: Arc<[Arc<Model>]>,
    kernel: Choice,
    lexicon: Arc<Lexicon>,
    cache: Option<Arc<Cache>>,
}

impl Engine {
    /// Loads the models that are compiled into the program.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`] if the crate was built without the feature `bundled-voice`.
    pub fn bundled() -> Result<Self> {
        Self::with(Bundle::bundled()?, Options::default())
    }

    /// Loads the voice bundle in a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`] names the file that is missing, damaged or of another version.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self> {
        Self::with([Bundle::open(folder.as_ref())?], Options::default())
    }

    /// Loads any bundles, to run as `options` say. The first is made ready at once, each other one when a turn first
    /// asks for it.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`] if a network does not load, [`Error::NoBundle`] if there is none.
    pub fn with(bundles: impl IntoIterator<Item = Bundle>, options: Options) -> Result<Self> {
        let bundles: Vec<Bundle> = bundles.into_iter().collect();
        if bundles.is_empty() {
            return Err(Error::NoBundle);
        }
        let engine = Self {
            infos: bundles.iter().map(ModelInfo::of).collect(),
            models: bundles
                .into_iter()
                .map(|bundle| Arc::new(Model::new(bundle, options)))
                .collect(),
            kernel: Choice::of(options.kernel),
            lexicon: Arc::default(),
            cache: None,
        };
        engine.models[engine.find(None)?].voice(0)?;
        Ok(engine)
    }

    /// Returns the engine with the user's lexicon in place of its own. The models are shared.
    pub fn with_lexicon(self, lexicon: impl Into<Arc<Lexicon>>) -> Self {
        Self {
            lexicon: lexicon.into(),
            ..self
        }
    }

    /// Returns the engine with a cache: turns play a phrase again that it has, and keep what they speak in it. The samples
    /// are the same.
    #[doc(hidden)]
    pub fn with_cache(self, cache: Cache) -> Self {
        Self {
            cache: Some(Arc::new(cache)),
            ..self
        }
    }

    /// Returns its cache.
    #[doc(hidden)]
    pub fn cache(&self) -> Option<&Cache> {
        self.cache.as_deref()
    }

    /// Returns the user's lexicon.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// Returns the models, each with its voices. The first is the default.
    pub fn models(&self) -> &[ModelInfo] {
        &self.infos
    }

    /// Returns the sample rate in Hz, the same for every model.
    pub fn sample_rate(&self) -> u32 {
        SAMPLE_RATE
    }

    /// Returns which arithmetic the networks run in, and why.
    pub fn kernel(&self) -> Choice {
        self.kernel
    }

    /// Opens a turn.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownModel`], [`Error::UnknownVoice`], [`Error::InvalidSpeed`] or [`Error::OutOfRange`] if `settings`
    /// ask for what no model has, [`Error::Bundle`] or [`Error::Voice`] if the model does not load.
    pub fn turn(&self, settings: &Settings) -> Result<Turn> {
        let frontend = self.frontend(settings)?;
        Ok(Turn::new(self.speech(settings)?, frontend))
    }

    /// Returns the model and the name of the voice that a turn with these settings would use.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownModel`], [`Error::UnknownVoice`], [`Error::InvalidSpeed`] or [`Error::OutOfRange`], as
    /// [`Self::turn`].
    pub fn choice(&self, settings: &Settings) -> Result<(&ModelInfo, &str)> {
        let (model, voice) = self.chosen(settings)?;
        let model = &self.infos[model];
        Ok((model, &model.voices[voice]))
    }

    /// Returns the name of a voice as its model writes it, from one in any case.
    pub fn voice_named(&self, name: &str) -> Option<&str> {
        let mut voices = self.infos.iter().flat_map(|info| &info.voices);
        voices
            .find(|voice| voice.eq_ignore_ascii_case(name))
            .map(String::as_str)
    }

    /// Checks a document of SSML against the voices of any model.
    ///
    /// # Errors
    ///
    /// [`Error::Ssml`] names the line and column of what is wrong.
    #[cfg(all(unix, feature = "serve"))]
    pub(crate) fn check_ssml(&self, document: &str) -> Result<()> {
        let voices: Vec<String> = self
            .infos
            .iter()
            .flat_map(|info| info.voices.clone())
            .collect();
        crate::text::ssml::parse(document, &voices).map(drop)
    }

    fn frontend(&self, settings: &Settings) -> Result<Frontend> {
        let (model, voice) = self.chosen(settings)?;
        let styles = settings.styles(&self.infos[model].voices, voice);
        let lexicon = match &settings.lexicon {
            None => Arc::clone(&self.lexicon),
            Some(own) => Arc::new(own.clone().over(Arc::clone(&self.lexicon))),
        };
        let (reader, pauses) = (settings.reader(), settings.pauses());
        Ok(Frontend::new(reader, lexicon, pauses, styles))
    }

    fn speech(&self, settings: &Settings) -> Result<Speech> {
        let (model, voice) = self.chosen(settings)?;
        Speech::new(&self.models[model], voice, self.cache.as_ref())
    }

    /// Returns the index of the model of this name, or of the first.
    fn find(&self, name: Option<&str>) -> Result<usize> {
        let mut models = self.infos.iter();
        let index = models.position(|model| name.is_none_or(|name| name == model.name));
        index.ok_or_else(|| Error::UnknownModel {
            model: name.unwrap_or_default().to_owned(),
            available: self.infos.iter().map(|m| m.name.clone()).collect(),
        })
    }

    /// Returns the indices of the chosen model and of its voice.
    fn chosen(&self, settings: &Settings) -> Result<(usize, usize)> {
        let index = self.find(settings.model.as_deref())?;
        let model = &self.infos[index];
        let voice = model.voice(settings.voice.as_deref())?;
        let speed = settings.speed;
        if !model.speeds.contains(&speed) {
            return Err(Error::InvalidSpeed {
                speed,
                speeds: model.speeds.clone(),
            });
        }
        settings.check()?;
        Ok((index, voice))
    }
}
