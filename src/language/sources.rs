//! The data of each language, compiled in.

use super::rows::{Language, with_languages};

/// The files of a language's folder that are read at run time.
pub(super) struct Sources {
    /// How numbers are said.
    pub(super) numbers: &'static str,
    /// What signs, units, months and the like are called, and the words that give numbers their sense.
    pub(super) words: &'static str,
    /// The words beside a number that tell how it is read.
    pub(super) cues: &'static str,
    /// Letters, rules and words of its pronunciation.
    pub(super) pronunciation: &'static str,
    /// How its words sound where they are written in Latin letters.
    pub(super) latin: &'static str,
}

macro_rules! sources {
    ($($(#[$doc:meta])* $variant:ident, $code:literal, $name:literal, $native:literal, [$($script:ident),+],
        lax: $lax:literal, alike: [$($alike:literal),*];)+) => {
        /// In the order of [`Language::ALL`].
        static SOURCES: [Sources; Language::ALL.len()] = [$(Sources {
            numbers: include_str!(concat!($code, "/numbers.txt")),
            words: include_str!(concat!($code, "/words.txt")),
            cues: include_str!(concat!($code, "/cues.txt")),
            pronunciation: include_str!(concat!($code, "/pronunciation.txt")),
            latin: include_str!(concat!($code, "/latin.txt")),
        }),+];
    };
}

with_languages!(sources);

pub(super) fn sources(language: Language) -> &'static Sources {
    &SOURCES[language as usize]
}

impl Language {
    /// The table of its pronunciation.
    pub(crate) fn pronunciation(self) -> &'static str {
        sources(self).pronunciation
    }

    /// The rows by which its words are read where they are written in Latin letters.
    pub(crate) fn latin(self) -> &'static str {
        sources(self).latin
    }
}

/// The rows for Latin letters that all languages share.
pub(crate) const SHARED_LATIN: &str = include_str!("shared/latin.txt");
/// The names of emoji, a language a column.
pub(crate) const EMOJI: &str = include_str!("shared/emoji.tsv");
/// Words of India in English texts, and the Devanagari by which they are read.
pub(crate) const ENGLISH_NAMES: &str = include_str!("en/names.txt");
/// How the letters of Indian words in English texts sound.
pub(crate) const ENGLISH_INDIAN: &str = include_str!("en/indian.txt");
/// The names of the Latin letters in English.
pub(crate) const ENGLISH_LETTERS: &str = include_str!("en/letters.txt");
