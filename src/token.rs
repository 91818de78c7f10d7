//! What is spoken: words, phonemes that the text gives itself, and the pauses between them.

use crate::language::Language;
use crate::phoneme::{self, Phoneme};

/// One thing that is spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word, ready to be pronounced.
    Word(Word),
    /// Words whose phonemes the text gives itself.
    Phonemes {
        /// The phonemes, with [`Phoneme::SPACE`] between words.
        phonemes: Vec<Phoneme>,
        /// The language of the clause they stand in.
        language: Language,
    },
    /// A pause: one of the inventory's pause marks.
    Pause(Phoneme),
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Letters only, in normalisation form C.
    pub text: String,
    /// The language whose rules pronounce it.
    pub language: Language,
    /// What the list of Latin spellings says of it, if that was asked.
    pub listed: Listed,
}

/// What the list of Latin spellings says of a word: whoever tells languages apart looks a word up, and whoever pronounces it
/// need not again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listed {
    /// Nobody has looked.
    #[default]
    Unknown,
    /// It has no such word of the language.
    No,
    /// It has the word: in this bucket, at this place.
    At(u16, u8),
}

impl Token {
    /// A word of `language`.
    pub fn word(text: impl Into<String>, language: Language) -> Self {
        Self::Word(Word {
            text: text.into(),
            language,
            listed: Listed::Unknown,
        })
    }

    /// Whether it is heard as words: it is no pause.
    pub fn is_word(&self) -> bool {
        !matches!(self, Self::Pause(_))
    }

    /// As text: a word as it is, phonemes between slashes, a pause as its mark.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Self::Word(word) => word.text.as_str().into(),
            Self::Phonemes { phonemes, .. } => format!("/{}/", phoneme::format(phonemes)).into(),
            Self::Pause(pause) => pause.symbol().into(),
        }
    }

    /// The language of what is heard as words.
    pub fn language(&self) -> Option<Language> {
        match self {
            Self::Word(word) => Some(word.language),
            Self::Phonemes { language, .. } => Some(*language),
            Self::Pause(_) => None,
        }
    }
}

/// Tokens as text: the words with spaces between, and the pauses.
pub fn spoken(tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        if token.is_word() && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&token.text());
    }
    out
}
