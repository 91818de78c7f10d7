//! The whole way from text to PCM: an [`Engine`] is loaded once and shared, a [`Turn`] is one stream of speech.

mod chunk;
mod frontend;
mod model;
mod render;
mod settings;
mod speech;
mod turn;

use std::path::Path;
use std::sync::Arc;

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

/// One model or several that are ready to speak, or will be once asked for. Cheap to clone; threads share it.
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
    /// What the models are. The first speaks where none is asked for.
    infos: Arc<[ModelInfo]>,
    /// Their networks, in the same order.
    models: Arc<[Model]>,
    kernel: Choice,
    lexicon: Arc<Lexicon>,
}

impl Engine {
    /// With the models that are compiled into the program.
    pub fn bundled() -> Result<Self> {
        Self::with(Bundle::bundled()?, Options::default())
    }

    /// With the voice bundle in a folder.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self> {
        Self::with([Bundle::open(folder.as_ref())?], Options::default())
    }

    /// With any bundles, run as asked for. The first is made ready at once, another one when a turn asks for it.
    pub fn with(bundles: impl IntoIterator<Item = Bundle>, options: Options) -> Result<Self> {
        let bundles: Vec<Bundle> = bundles.into_iter().collect();
        let engine = Self {
            infos: bundles.iter().map(ModelInfo::of).collect(),
            models: bundles
                .into_iter()
                .map(|bundle| Model::new(bundle, options))
                .collect(),
            kernel: Choice::of(options.kernel),
            lexicon: Arc::default(),
        };
        engine.models[engine.find(None)?].voice()?;
        Ok(engine)
    }

    /// The same engine for turns that read words as the user's lexicon says. The models are shared.
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

    /// The models, each with its voices. The first speaks where none is asked for.
    pub fn models(&self) -> &[ModelInfo] {
        &self.infos
    }

    /// Samples a second, whichever model speaks.
    pub fn sample_rate(&self) -> u32 {
        SAMPLE_RATE
    }

    /// Which form of the networks runs, and why.
    pub fn kernel(&self) -> Choice {
        self.kernel
    }

    /// Opens a turn; refuses what this engine cannot speak.
    pub fn turn(&self, settings: &Settings) -> Result<Turn> {
        Ok(Turn::new(self.speech(settings)?, self.frontend(settings)))
    }

    /// The model and the name of the voice that a turn would have; refuses what [`Self::turn`] would refuse.
    pub fn choice(&self, settings: &Settings) -> Result<(&ModelInfo, &str)> {
        let (model, voice) = self.chosen(settings)?;
        let model = &self.infos[model];
        Ok((model, &model.voices[voice]))
    }

    fn frontend(&self, settings: &Settings) -> Frontend {
        let lexicon = match &settings.lexicon {
            None => Arc::clone(&self.lexicon),
            Some(own) => Arc::new(own.clone().over(Arc::clone(&self.lexicon))),
        };
        Frontend::new(settings.reader(), lexicon, settings.pauses())
    }

    fn speech(&self, settings: &Settings) -> Result<Speech> {
        let (model, voice) = self.chosen(settings)?;
        Speech::new(&*self.models[model].voice()?, voice, settings)
    }

    /// The index of the model of this name, or of the first.
    fn find(&self, name: Option<&str>) -> Result<usize> {
        let mut models = self.infos.iter();
        let index = models.position(|model| name.is_none_or(|name| name == model.name));
        index.ok_or_else(|| Error::UnknownModel {
            model: name.unwrap_or_default().to_owned(),
            available: self.infos.iter().map(|m| m.name.clone()).collect(),
        })
    }

    /// The indices of the model and of its voice.
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
