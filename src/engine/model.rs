//! A model that is made ready when it is first asked for. A model that nobody uses costs little memory.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use crate::voice::{Bundle, Options, SAMPLE_RATE, Voice};
use crate::{Error, Result};

/// From half to twice the voice's own pace: the range that stays natural.
pub const SPEEDS: RangeInclusive<f32> = 0.5..=2.0;

/// What a model is called and what it can do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelInfo {
    /// The name by which [`Settings::model`](crate::Settings::model) chooses it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The names of its voices. The first is the default.
    pub voices: Vec<String>,
    /// The speeds that it supports; 1.0 is the voice's own.
    pub speeds: RangeInclusive<f32>,
    /// Its sample rate in Hz.
    pub sample_rate: u32,
}

impl ModelInfo {
    pub(super) fn of(bundle: &Bundle) -> Self {
        Self {
            name: bundle.name().to_owned(),
            version: bundle.version().to_owned(),
            voices: bundle.voices().to_owned(),
            speeds: SPEEDS,
            sample_rate: SAMPLE_RATE,
        }
    }

    /// Returns the index of the voice of this name, or of the first.
    pub(super) fn voice(&self, name: Option<&str>) -> Result<usize> {
        let Some(name) = name else {
            return Ok(0);
        };
        let index = self.voices.iter().position(|voice| voice == name);
        index.ok_or_else(|| Error::UnknownVoice {
            voice: name.to_owned(),
            available: self.voices.clone(),
        })
    }
}

#[derive(Debug)]
pub struct Model {
    options: Options,
    /// The part that speaks each voice.
    part_of: Vec<usize>,
    parts: Vec<Mutex<State>>,
}

/// A part: the voices that share their networks, or an added voice.
#[derive(Debug)]
enum State {
    Waiting(Arc<Bundle>),
    Ready(Arc<Voice>),
}

impl Model {
    pub fn new(bundle: Bundle, options: Options) -> Self {
        let bundle = Arc::new(bundle);
        let waiting = |_| Mutex::new(State::Waiting(Arc::clone(&bundle)));
        let voices = 0..bundle.voices().len();
        Self {
            options,
            part_of: voices.map(|voice| bundle.part(voice)).collect(),
            parts: (0..bundle.parts()).map(waiting).collect(),
        }
    }

    /// Returns the part that speaks a voice.
    pub fn part(&self, voice: usize) -> usize {
        self.part_of[voice]
    }

    /// Returns the networks of a part, and loads them first where needed. Threads that ask meanwhile wait instead of loading
    /// them twice.
    pub fn voice(&self, part: usize) -> Result<Arc<Voice>> {
        let mut state = self.parts[part]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let voice = match &*state {
            State::Ready(voice) => return Ok(Arc::clone(voice)),
            State::Waiting(bundle) => Arc::new(Voice::load(bundle, part, self.options)?),
        };
        // After the last part this also frees the bytes of the bundle.
        *state = State::Ready(Arc::clone(&voice));
        Ok(voice)
    }
}
