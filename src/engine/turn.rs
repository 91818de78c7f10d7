//! One stream of speech: text goes in as it comes, PCM comes out as soon as it can.

use super::chunk::{Chunk, Mark};
use super::frontend::Frontend;
use super::speech::Speech;
use crate::{Error, Result};

/// A stream of speech. Runs on the caller's thread, one short chunk at a time.
///
/// The samples do not depend on how the text was cut into pushes, nor on when chunks were asked for.
///
/// ```
/// use vaak::{Chunk, Engine, Settings};
///
/// # fn main() -> vaak::Result<()> {
/// let engine = Engine::bundled()?;
/// let mut turn = engine.turn(&Settings::new())?;
/// turn.push("Hello the")?;
/// assert_eq!(turn.next_chunk()?, Chunk::NeedsText);
/// turn.push("re. How are ")?;
/// assert!(turn.next_chunk()?.audio().is_some(), "the first clause is complete");
/// turn.cancel();
/// assert_eq!(turn.next_chunk()?, Chunk::Done);
/// # Ok(())
/// # }
/// ```
pub struct Turn {
    frontend: Frontend,
    speech: Speech,
    state: State,
    samples: u64,
    /// How many had been given when the phrase began.
    before: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// No more text comes.
    Closed,
    /// Nothing more will sound.
    Over,
}

impl Turn {
    pub(super) fn new(speech: Speech, frontend: Frontend) -> Self {
        Self {
            frontend,
            speech,
            state: State::Open,
            samples: 0,
            before: 0,
        }
    }

    /// Appends text, cut anywhere. It is spoken from its first complete clause on.
    pub fn push(&mut self, text: &str) -> Result<()> {
        if self.state != State::Open {
            return Err(Error::TurnOver);
        }
        self.frontend.push(text);
        Ok(())
    }

    /// Lets what is pending be spoken up to its last complete word, although no clause has ended.
    /// Unlike all else this changes where clauses end.
    pub fn flush(&mut self) {
        self.frontend.flush();
    }

    /// Says that a sentence ends with what was pushed, whatever comes next: it is spoken at once, and what follows begins a
    /// sentence although no white space parts them.
    pub fn end_sentence(&mut self) {
        self.frontend.end_sentence();
    }

    /// Says that no more text comes; what was pushed is still spoken to its end.
    pub fn close(&mut self) {
        if self.state == State::Open {
            self.frontend.close();
            self.state = State::Closed;
        }
    }

    /// Drops at once all that was not spoken yet.
    pub fn cancel(&mut self) {
        self.state = State::Over;
        self.speech.stop();
        self.frontend.clear();
    }

    /// The next samples, or why there are none. A chunk of audio is what one run of the decoder gives.
    pub fn next_chunk(&mut self) -> Result<Chunk<'_>> {
        match self.speak() {
            Ok(0) if self.is_over() => Ok(Chunk::Done),
            Ok(0) => Ok(Chunk::NeedsText),
            Ok(samples) => {
                self.samples += samples as u64;
                Ok(Chunk::Audio(self.speech.pcm()))
            }
            Err(e) => {
                self.cancel();
                Err(e)
            }
        }
    }

    /// Leaves so many samples in the buffer of `speech`.
    fn speak(&mut self) -> Result<usize> {
        while self.state != State::Over {
            if self.speech.advance()? {
                match self.speech.pcm().len() {
                    0 => continue,
                    samples => return Ok(samples),
                }
            }
            match self.frontend.next_phrase() {
                Some(phrase) => {
                    self.speech.begin(&phrase)?;
                    self.before = self.samples + phrase.silence as u64;
                }
                None if self.state == State::Closed => self.state = State::Over,
                None => break,
            }
        }
        Ok(0)
    }

    /// The place of the next word of which it is known: asked after each chunk until there is none, it tells of every
    /// word that sounds.
    pub fn next_mark(&mut self) -> Option<Mark> {
        let at = self.frontend.word()?;
        let sample = |phoneme| Some(self.before + self.speech.begins(phoneme)?);
        let samples = sample(at.start)?..sample(at.end)?;
        let text = self.frontend.take_word()?;
        Some(Mark { text, samples })
    }

    /// Whether nothing more will sound: it was cancelled, or closed and spoken to its end.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// How many characters could not be read, and were skipped.
    pub fn skipped(&self) -> usize {
        self.frontend.skipped()
    }

    /// How many samples have been given.
    pub fn samples(&self) -> u64 {
        self.samples
    }
}
