//! What a turn returns when it is asked for more.

use std::ops::Range;

use crate::voice::SAMPLE_RATE;

/// The result of [`Turn::next_chunk`](crate::Turn::next_chunk).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk<'a> {
    /// The next samples, at least one: mono, 16 bits, at the model's sample rate.
    Audio(&'a [i16]),
    /// Everything that can be spoken so far was returned. The turn needs more text, a flush, or its end.
    NeedsText,
    /// The turn was spoken to its end or cancelled. Nothing more follows.
    Done,
}

impl<'a> Chunk<'a> {
    /// Returns the samples, if there are any.
    ///
    /// ```
    /// # fn main() -> vaak::Result<()> {
    /// let engine = vaak::Engine::bundled()?;
    /// let mut turn = engine.turn(&vaak::Settings::new())?;
    /// turn.push("Hello.")?;
    /// turn.close();
    /// let mut clip = Vec::new();
    /// while let Some(samples) = turn.next_chunk()?.audio() {
    ///     clip.extend_from_slice(samples);
    /// }
    /// assert!(clip.len() > 12_000, "half a second at least");
    /// # Ok(())
    /// # }
    /// ```
    pub fn audio(self) -> Option<&'a [i16]> {
        match self {
            Self::Audio(samples) => Some(samples),
            Self::NeedsText | Self::Done => None,
        }
    }
}

/// The position of a word in the audio of a turn.
///
/// ```
/// # fn main() -> vaak::Result<()> {
/// let engine = vaak::Engine::bundled()?;
/// let mut turn = engine.turn(&vaak::Settings::new())?;
/// turn.push("You owe ₹ 25.")?;
/// turn.close();
/// let mut words = Vec::new();
/// while turn.next_chunk()?.audio().is_some() {
///     while let Some(mark) = turn.next_mark() {
///         words.push(mark.text);
///     }
/// }
/// assert_eq!(words, ["You", "owe", "₹ 25"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The word, number or sign as written in the text.
    pub text: String,
    /// What opens before the word and is not spoken, such as a quotation mark.
    pub before: String,
    /// Punctuation and white space up to the next word. The `before`, `text` and `after` of all marks are the text.
    pub after: String,
    /// Whether a sentence ends with it.
    pub ends_sentence: bool,
    /// Its samples, counted from the beginning of the turn.
    pub samples: Range<u64>,
}

impl Mark {
    /// Returns where it begins and ends, in milliseconds from the beginning of the turn.
    pub fn millis(&self) -> Range<u64> {
        let millis = |samples: u64| samples * 1_000 / u64::from(SAMPLE_RATE);
        millis(self.samples.start)..millis(self.samples.end)
    }
}
