//! A model that may be asked for, and that is made ready when it first is: who never asks pays no memory for it.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use crate::voice::{Bundle, Options, SAMPLE_RATE, Voice};
use crate::{Error, Result};

/// Half as fast as the voice's own pace to twice as fast: what stays natural.
pub const SPEEDS: RangeInclusive<f32> = 0.5..=2.0;

/// What a model is and what may be asked of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModelInfo {
    /// Its name, by which [`Settings::model`](crate::Settings::model) chooses it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The names of its voices; the first speaks where none is asked for.
    pub voices: Vec<String>,
    /// The speeds at which it speaks; 1.0 is the voice's own.
    pub speeds: RangeInclusive<f32>,
    /// Samples a second of what it speaks.
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

    /// The index of the voice of this name, or of the first.
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
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    Waiting(Box<Bundle>),
    Ready(Arc<Voice>),
}

impl Model {
    pub fn new(bundle: Bundle, options: Options) -> Self {
        Self {
            options,
            state: Mutex::new(State::Waiting(Box::new(bundle))),
        }
    }

    /// Its networks. Whoever asks meanwhile waits for the first, instead of loading them too.
    pub fn voice(&self) -> Result<Arc<Voice>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let voice = match &*state {
            State::Ready(voice) => return Ok(Arc::clone(voice)),
            State::Waiting(bundle) => Arc::new(Voice::load(bundle, self.options)?),
        };
        // The bundle's bytes go.
        *state = State::Ready(Arc::clone(&voice));
        Ok(voice)
    }
}
