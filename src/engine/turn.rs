//! One stream of speech: text goes in as it arrives, PCM comes out as early as possible.

use super::chunk::{Chunk, Mark};
use super::frontend::Frontend;
use super::speech::Speech;
use super::word::Place;
use crate::text::ssml;
use crate::{Error, Result};

/// A stream of speech. It runs on the caller's thread, one short chunk at a time.
///
/// The samples depend neither on how the text is cut into pushes nor on when chunks are asked for.
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
    /// The value of `samples` when the phrase began, and the samples of silence before its first sound.
    before: u64,
    silence: usize,
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
            silence: 0,
        }
    }

    /// Appends text, cut anywhere. Speech begins with the first complete clause.
    ///
    /// # Errors
    ///
    /// [`Error::TurnOver`] if the turn was closed or cancelled.
    pub fn push(&mut self, text: &str) -> Result<()> {
        if self.state != State::Open {
            return Err(Error::TurnOver);
        }
        self.frontend.push(text);
        Ok(())
    }

    /// Appends a whole document of SSML. It begins and ends a sentence. Text that is pushed is never taken for SSML.
    ///
    /// ```
    /// # fn main() -> vaak::Result<()> {
    /// let engine = vaak::Engine::bundled()?;
    /// let mut turn = engine.turn(&vaak::Settings::new())?;
    /// turn.push_ssml(r#"<speak>One <break time="2s"/> two.</speak>"#)?;
    /// turn.close();
    /// let mut samples = 0;
    /// while let Some(pcm) = turn.next_chunk()?.audio() {
    ///     samples += pcm.len();
    /// }
    /// assert!(samples > 2 * 24_000);
    /// let error = turn.push_ssml("<speak><b>One</b></speak>").unwrap_err();
    /// assert!(error.to_string().starts_with("SSML, line 1, column 8: unknown element <b>"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Ssml`] names the line and column of what is wrong; nothing of the document is spoken then.
    /// [`Error::TurnOver`] if the turn was closed or cancelled.
    pub fn push_ssml(&mut self, document: &str) -> Result<()> {
        let parts = ssml::parse(document, self.frontend.voices())?;
        if self.state != State::Open {
            return Err(Error::TurnOver);
        }
        self.frontend.push_ssml(parts);
        Ok(())
    }

    /// Ends the pending clause after its last complete word, so that it is spoken without waiting for more text. This
    /// changes where clauses end, so the samples depend on when it is called.
    pub fn flush(&mut self) {
        self.frontend.flush();
    }

    /// Marks the end of a sentence. What was pushed so far is spoken at once, and what follows begins a new sentence
    /// even without white space between.
    pub fn end_sentence(&mut self) {
        self.frontend.end_sentence();
    }

    /// Declares that no more text follows. What was pushed is still spoken to its end.
    pub fn close(&mut self) {
        if self.state == State::Open {
            self.frontend.close();
            self.state = State::Closed;
        }
    }

    /// Drops at once everything that was not yet returned.
    pub fn cancel(&mut self) {
        self.state = State::Over;
        self.speech.stop();
        self.frontend.clear();
    }

    /// Returns the next samples, or why there are none. A chunk of audio is the output of one run of the decoder, about
    /// 200 ms and less at the beginning of a phrase, or silence before a phrase: mono, 16 bits, at
    /// [`Engine::sample_rate`](crate::Engine::sample_rate).
    ///
    /// # Errors
    ///
    /// [`Error::Voice`] if a network fails. The turn is then cancelled.
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

    /// Runs until the buffer of `speech` holds samples, and returns how many; 0 if there is nothing to speak.
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
                    self.before = self.samples;
                    self.silence = phrase.silence;
                }
                None if self.state == State::Closed => self.state = State::Over,
                None => break,
            }
        }
        Ok(0)
    }

    /// Returns the position of the next word, as soon as it is known. Call it after each chunk until it returns `None`
    /// to get every word that sounds.
    pub fn next_mark(&mut self) -> Option<Mark> {
        let at = self.frontend.word()?;
        let samples = match at {
            Place::End => self.samples..self.samples,
            at => {
                let at = self.speech.samples(&at, self.silence)?;
                self.before + at.start..self.before + at.end
            }
        };
        Some(self.frontend.take_word()?.mark(samples))
    }

    /// Returns whether nothing more will sound: the turn was cancelled, or closed and spoken to its end.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Returns how many characters could not be read and were skipped.
    pub fn skipped(&self) -> usize {
        self.frontend.skipped()
    }

    /// Returns how many samples have been returned.
    pub fn samples(&self) -> u64 {
        self.samples
    }
}
