//! Where the phonemes of a word come from.

/// How a word was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pronunciation {
    /// Where its phonemes come from.
    pub source: Source,
    /// How many characters could not be read and were skipped.
    pub skipped: usize,
}

/// Where the phonemes of a word come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The user's lexicon.
    Lexicon,
    /// Phonemes in the text itself.
    Given,
    /// The English dictionary, also with an ending.
    Dictionary,
    /// The words of the language that its rules do not read.
    Exception,
    /// The English word that it is in native script.
    Loan,
    /// The rules of the language.
    Rules,
    /// An Indic word in Latin letters, by its spelling in its own.
    Romanised,
    /// The rules for Latin letters, where no list has the word.
    LetterToSound,
    /// The names of the letters.
    Spelt,
}

impl Source {
    /// Its name, as `vaak phonemes --explain` tells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lexicon => "lexicon",
            Self::Given => "given",
            Self::Dictionary => "dictionary",
            Self::Exception => "exception",
            Self::Loan => "loan",
            Self::Rules => "rules",
            Self::Romanised => "romanised",
            Self::LetterToSound => "letter-to-sound",
            Self::Spelt => "spelt",
        }
    }
}
