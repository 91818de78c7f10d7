//! Renders a long text on several threads.

use std::iter;
use std::ops::Range;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::phrase::Phrase;
use super::tone::Tone;
use super::word::{Place, Word};
use super::{Engine, Mark, Settings, Speech};
use crate::phoneme::Phoneme;
use crate::voice::Accent;
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
        self.render_with_marks(text, settings, jobs, |pcm, _| each(pcm))
    }

    /// Does what [`Self::render`] does, and passes the words that sound in the PCM too.
    ///
    /// # Errors
    ///
    /// Those of [`Self::render`].
    pub fn render_with_marks<T: AsRef<str>, E: From<Error>>(
        &self,
        text: impl IntoIterator<Item = Result<T, E>>,
        settings: &Settings,
        jobs: usize,
        mut each: impl FnMut(&[i16], Vec<Mark>) -> Result<(), E>,
    ) -> Result<usize, E> {
        // Fail before any thread starts.
        self.choice(settings)?;
        let jobs = jobs.clamp(1, MAX_JOBS);
        let pool = ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|e| Error::Voice(e.to_string()))?;
        let mut frontend = self.frontend(settings)?;
        // The end of the text counts as one more portion.
        let mut portions = text.into_iter().map(Some).chain(iter::once(None));
        let mut samples = 0;
        loop {
            let mut phrases: Vec<Whole> = Vec::new();
            while phrases.len() < WINDOW * jobs {
                match frontend.next_phrase() {
                    Some(phrase) => {
                        let (phonemes, silence) = (phrase.phonemes.to_vec(), phrase.silence);
                        let (tone, accents) = (phrase.tone, phrase.accents.to_vec());
                        let words = iter::from_fn(|| {
                            let at = frontend.word()?;
                            Some((frontend.take_word()?, at))
                        });
                        phrases.push(Whole {
                            words: words.collect(),
                            phonemes,
                            silence,
                            tone,
                            accents,
                        });
                    }
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
            let clips: Vec<Clip> = pool.install(|| {
                let speeches = phrases.into_par_iter().map_init(
                    || self.speech(settings),
                    |speech, phrase| match speech {
                        Ok(speech) => clip(speech, phrase),
                        Err(e) => Err(Error::Voice(e.to_string())),
                    },
                );
                speeches.collect::<Result<_>>()
            })?;
            for Clip { pcm, words } in clips {
                let marks = words.into_iter().map(|(word, at)| {
                    let at = samples + at.start..samples + at.end;
                    word.mark(at)
                });
                each(&pcm, marks.collect())?;
                samples += pcm.len() as u64;
            }
        }
    }
}

/// A phrase that waits for a thread.
struct Whole {
    phonemes: Vec<Phoneme>,
    silence: usize,
    tone: Tone,
    accents: Vec<Accent>,
    /// Its words, with their places in it.
    words: Vec<(Word, Place)>,
}

/// A phrase that was spoken, with its words and their samples in it.
struct Clip {
    pcm: Vec<i16>,
    words: Vec<(Word, Range<u64>)>,
}

fn clip(speech: &mut Speech, phrase: Whole) -> Result<Clip> {
    let mut pcm = Vec::new();
    speech.begin(&Phrase {
        phonemes: &phrase.phonemes,
        silence: phrase.silence,
        tone: phrase.tone,
        accents: &phrase.accents,
    })?;
    while speech.advance()? {
        pcm.extend_from_slice(speech.pcm());
    }
    let words = phrase.words.into_iter();
    let words = words.filter_map(|(word, at)| Some((word, speech.samples(&at, phrase.silence)?)));
    Ok(Clip {
        words: words.collect(),
        pcm,
    })
}
