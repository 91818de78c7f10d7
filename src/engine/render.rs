//! Renders a long text on several threads.

use std::iter;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::frontend::Phrase;
use super::{Engine, Settings, Speech};
use crate::phoneme::Phoneme;
use crate::{Error, Result};

/// Phrases rendered at once, for each thread: enough that threads seldom wait, few enough to bound memory.
const WINDOW: usize = 8;
/// A limit on threads: more than a machine has cores only cost memory.
const MAX_JOBS: usize = 64;

impl Engine {
    /// Speaks a whole text, which arrives in any portions, on `jobs` threads. Passes the PCM to `each` in order: the
    /// same samples as a [`super::Turn`] returns. Reads `text` only as far as the threads need. Returns how many
    /// characters were skipped.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::turn`], [`Error::Voice`] if a thread cannot start, and any error from `text` or `each`. The
    /// first one ends the rendering.
    pub fn render<T: AsRef<str>, E: From<Error>>(
        &self,
        text: impl IntoIterator<Item = Result<T, E>>,
        settings: &Settings,
        jobs: usize,
        mut each: impl FnMut(&[i16]) -> Result<(), E>,
    ) -> Result<usize, E> {
        // Fail before any thread starts.
        self.choice(settings)?;
        let jobs = jobs.clamp(1, MAX_JOBS);
        let pool = ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|e| Error::Voice(e.to_string()))?;
        let mut frontend = self.frontend(settings);
        // The end of the text counts as one more portion.
        let mut portions = text.into_iter().map(Some).chain(iter::once(None));
        loop {
            let mut phrases: Vec<(Vec<Phoneme>, usize)> = Vec::new();
            while phrases.len() < WINDOW * jobs {
                match frontend.next_phrase() {
                    Some(phrase) => phrases.push((phrase.phonemes.to_vec(), phrase.silence)),
                    None => match portions.next() {
                        Some(Some(portion)) => frontend.push(portion?.as_ref()),
                        Some(None) => frontend.close(),
                        None => break,
                    },
                }
            }
            if phrases.is_empty() {
                return Ok(frontend.skipped());
            }
            let clips: Vec<Vec<i16>> = pool.install(|| {
                let speeches = phrases.par_iter().map_init(
                    || self.speech(settings),
                    |speech, (phonemes, silence)| match speech {
                        Ok(speech) => clip(
                            speech,
                            &Phrase {
                                phonemes,
                                silence: *silence,
                            },
                        ),
                        Err(e) => Err(Error::Voice(e.to_string())),
                    },
                );
                speeches.collect::<Result<_>>()
            })?;
            for clip in &clips {
                each(clip)?;
            }
        }
    }
}

fn clip(speech: &mut Speech, phrase: &Phrase) -> Result<Vec<i16>> {
    let mut clip = Vec::new();
    speech.begin(phrase)?;
    while speech.advance()? {
        clip.extend_from_slice(speech.pcm());
    }
    Ok(clip)
}
