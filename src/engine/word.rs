//! A word on its way to a [`Mark`].

use std::ops::Range;

use super::chunk::Mark;
use crate::language::Language;

/// A word as it stands in the text, or a place that has a name: see [`super::Mark`].
#[derive(Debug)]
pub struct Word {
    pub text: String,
    pub language: Language,
    pub before: String,
    pub after: String,
    pub ends_sentence: bool,
    pub name: Option<String>,
    pub at: Place,
}

/// Where a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its phonemes, in the clause or the phrase.
    Phonemes(Range<usize>),
    /// So many samples after the phrase begins with its silence.
    Silence(usize),
    /// Where the phrase ends, after which nothing comes.
    End,
}

impl Word {
    /// A place that has a name.
    pub fn named(name: String, at: Place, language: Language) -> Self {
        Self {
            text: String::new(),
            language,
            before: String::new(),
            after: String::new(),
            ends_sentence: false,
            name: Some(name),
            at,
        }
    }

    /// The word with its place.
    pub fn mark(self, samples: Range<u64>) -> Mark {
        Mark {
            text: self.text,
            language: self.language,
            before: self.before,
            after: self.after,
            ends_sentence: self.ends_sentence,
            name: self.name,
            samples,
        }
    }
}
