//! Tokens: words, phonemes given in the text itself, and the pauses between them.

use std::borrow::Cow;

use crate::language::Language;
use crate::phoneme::{self, Phoneme};

/// A unit of speech.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word, ready to be pronounced.
    Word(Word),
    /// Words whose phonemes are given in the text.
    Phonemes {
        /// The phonemes, with [`Phoneme::SPACE`] between words.
        phonemes: Vec<Phoneme>,
        /// The language of the surrounding clause.
        language: Language,
    },
    /// A pause: one of the pause marks of the inventory.
    Pause(Phoneme),
    /// The pause at a colon: it sounds like a comma, but is longer.
    Colon,
    /// A short pause within a clause, where no mark stands: the reader takes breath.
    Breath,
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word: letters only, in normalisation form C.
    pub text: String,
    /// The language whose rules pronounce it.
    pub language: Language,
    /// What the list of Latin spellings has for it, if it was looked up.
    pub listed: Listed,
}

/// The result of looking a word up in the list of Latin spellings. Language detection looks a word up first, so that
/// its pronunciation need not do it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listed {
    /// It was not looked up.
    #[default]
    Unknown,
    /// The list does not have the word in this language.
    No,
    /// The list has the word: its bucket, and its index there.
    At(u16, u16),
    /// It was not looked up: a word of another language among words of this one, which says names in its own way.
    Beside(Language),
}

impl Word {
    /// Makes a word that was not looked up.
    pub(crate) fn new(text: impl Into<String>, language: Language) -> Self {
        Self {
            text: text.into(),
            language,
            listed: Listed::Unknown,
        }
    }

    /// The word among words of the language `around`, which says names of English words in its own way.
    #[doc(hidden)]
    pub fn beside(&self, around: Option<Language>) -> Cow<'_, Self> {
        match around {
            Some(around) if self.language == Language::En => Cow::Owned(Self {
                listed: Listed::Beside(around),
                ..self.clone()
            }),
            _ => Cow::Borrowed(self),
        }
    }
}

impl Token {
    /// The language of a word that is no English one.
    #[doc(hidden)]
    pub fn native(&self) -> Option<Language> {
        match self {
            Self::Word(word) => Some(word.language).filter(|language| *language != Language::En),
            _ => None,
        }
    }

    /// Makes a word of `language`.
    pub fn word(text: impl Into<String>, language: Language) -> Self {
        Self::Word(Word::new(text, language))
    }

    /// Returns whether it sounds as words, which is everything except a pause.
    pub fn is_word(&self) -> bool {
        !matches!(self, Self::Pause(_) | Self::Colon | Self::Breath)
    }

    /// Returns it as text: a word as it is, phonemes between slashes, a pause as its mark, a breath as nothing.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Self::Word(word) => word.text.as_str().into(),
            Self::Phonemes { phonemes, .. } => format!("/{}/", phoneme::format(phonemes)).into(),
            pause => pause.mark().map_or("", Phoneme::symbol).into(),
        }
    }

    /// Returns the pause mark of the inventory as which it sounds; `None`: it is no mark.
    pub(crate) fn mark(&self) -> Option<Phoneme> {
        match self {
            Self::Pause(mark) => Some(*mark),
            Self::Colon => Some(Phoneme::COMMA),
            _ => None,
        }
    }

    /// Returns the language of words and phonemes, `None` for a pause.
    pub fn language(&self) -> Option<Language> {
        match self {
            Self::Word(word) => Some(word.language),
            Self::Phonemes { language, .. } => Some(*language),
            Self::Pause(_) | Self::Colon | Self::Breath => None,
        }
    }
}

/// Writes tokens as text: words with spaces between them, and pauses.
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
