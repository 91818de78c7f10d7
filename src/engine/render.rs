//! A long text by several threads.

use std::iter;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::frontend::Phrase;
use super::{Engine, Settings, Speech};
use crate::phoneme::Phoneme;
use crate::{Error, Result};

/// Phrases a thread that are rendered at once: enough that threads seldom wait, few enough that memory is bounded.
const WINDOW: usize = 8;
/// More threads than a machine has cores only take memory.
const MAX_JOBS: usize = 64;

impl Engine {
    /// Speaks a whole text, cut anywhere, by `jobs` threads and shows `each` the PCM in order, the same samples as a
    /// [`super::Turn`] gives. Takes no more of the text than the threads need. Returns how many characters were
    /// skipped. An error from `text` or `each` ends it.
    pub fn render<T: AsRef<str>, E: From<Error>>(
        &self,
        text: impl IntoIterator<Item = Result<T, E>>,
        settings: &Settings,
        jobs: usize,
        mut each: impl FnMut(&[i16]) -> Result<(), E>,
    ) -> Result<usize, E> {
        // Refused before any thread is started.
        self.choice(settings)?;
        let jobs = jobs.clamp(1, MAX_JOBS);
        let pool = ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|e| Error::Voice(e.to_string()))?;
        let mut frontend = self.frontend(settings);
        // The end of the text is one more portion.
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
