//! A model that may be asked for, and that is made ready when it first is: who never asks pays no memory for it.

use std::sync::{Arc, Mutex, PoisonError};

use crate::Result;
use crate::voice::{Bundle, Options, Voice};

#[derive(Debug)]
pub struct Model {
    pub name: String,
    pub voices: Vec<String>,
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
            name: bundle.name().to_owned(),
            voices: bundle.voices().to_owned(),
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
