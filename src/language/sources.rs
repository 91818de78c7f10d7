//! The data files of each language, compiled in.

use super::rows::{Language, with_languages};

/// The files of a language's folder that are read at run time.
pub(super) struct Sources {
    /// The letters, rules and words of its pronunciation.
    pub(super) pronunciation: &'static str,
    /// The same as the build laid them.
    pub(super) table: &'static [u8],
    /// How its words sound when they are written in Latin letters.
    pub(super) latin: &'static str,
}

macro_rules! sources {
    ($($(#[$doc:meta])* $variant:ident, $code:literal, $name:literal, $native:literal, [$($script:ident),+],
        lax: $lax:literal, alike: [$($alike:literal),*], kin: $kin:literal, lent: $lent:literal, a: $a:literal;)+) => {
        /// The files, in the order of [`Language::ALL`].
        static SOURCES: [Sources; Language::ALL.len()] = [$(Sources {
            pronunciation: include_str!(concat!($code, "/pronunciation.txt")),
            table: include_bytes!(concat!(env!("OUT_DIR"), "/", $code, ".table")),
            latin: include_str!(concat!($code, "/latin.txt")),
        }),+];
    };
}

with_languages!(sources);

pub(super) fn sources(language: Language) -> &'static Sources {
    &SOURCES[language as usize]
}

impl Language {
    /// Returns the file of its pronunciation.
    pub(crate) fn pronunciation(self) -> &'static str {
        sources(self).pronunciation
    }

    /// Returns the table that the build laid of it.
    pub(crate) fn pronunciation_table(self) -> &'static [u8] {
        sources(self).table
    }

    /// Returns the rows by which its words are read when they are written in Latin letters.
    pub(crate) fn latin(self) -> &'static str {
        sources(self).latin
    }
}

/// The rows for Latin letters that all languages share.
pub(crate) const SHARED_LATIN: &str = include_str!("shared/latin.txt");
/// The names of each emoji in all languages, as the build laid them.
pub(crate) const EMOJI_TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/emoji.names"));
/// The names of signs and of letters of other scripts, one language per column.
pub(crate) const SIGNS: &str = include_str!("shared/signs.tsv");
/// Indian words in English text, with the Devanagari by which they are read.
pub(crate) const ENGLISH_NAMES: &str = include_str!("en/indian_words.txt");
/// The same as the build laid them.
pub(crate) const ENGLISH_NAMES_TABLE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/english.names"));
/// Words of English that are spelt alike, and what tells how each is read, as the build laid them.
pub(crate) const ENGLISH_HETERONYMS_TABLE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/english.heteronyms"));
/// The English names of the Latin letters.
pub(crate) const ENGLISH_LETTERS: &str = include_str!("en/letters.txt");
