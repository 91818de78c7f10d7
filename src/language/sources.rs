//! The data files of each language, compiled in.

use super::rows::{Language, with_languages};

macro_rules! sources {
    ($($(#[$doc:meta])* $variant:ident, $code:literal, $name:literal, $native:literal, [$($script:ident),+],
        lax: $lax:literal, alike: [$($alike:literal),*], kin: $kin:literal, lent: $lent:literal, a: $a:literal;)+) => {
        // A list of each kind, in the order of `Language::ALL`. Those of one kind are read together, so they lie together.
        static LATIN: [&str; Language::ALL.len()] = [$(include_str!(concat!($code, "/latin.txt"))),+];
        static TABLES: [&[u8]; Language::ALL.len()] =
            [$(include_bytes!(concat!(env!("OUT_DIR"), "/", $code, ".table"))),+];
        static PRONUNCIATIONS: [&str; Language::ALL.len()] =
            [$(include_str!(concat!($code, "/pronunciation.txt"))),+];
    };
}

with_languages!(sources);

impl Language {
    /// Returns the file of its pronunciation: the letters, rules and words.
    pub(crate) fn pronunciation(self) -> &'static str {
        PRONUNCIATIONS[self as usize]
    }

    /// Returns the table that the build laid of it.
    pub(crate) fn pronunciation_table(self) -> &'static [u8] {
        TABLES[self as usize]
    }

    /// Returns the rows by which its words are read when they are written in Latin letters.
    pub(crate) fn latin(self) -> &'static str {
        LATIN[self as usize]
    }
}

/// The rows for Latin letters that all languages share.
pub(crate) const SHARED_LATIN: &str = include_str!("shared/latin.txt");
/// The names of each emoji in all languages, as the build laid them.
pub(crate) const EMOJI_TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/emoji.names"));
/// The names of signs and of letters of other scripts, one language per column.
pub(crate) const SIGNS: &str = include_str!("shared/signs.tsv");
/// Words of English that are spelt alike, and what tells how each is read, as the build laid them.
pub(crate) const ENGLISH_HETERONYMS_TABLE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/english.heteronyms"));
/// Members of compounds that several languages share, in Devanagari.
pub(crate) const SHARED_MEMBERS: &str = include_str!("shared/members.txt");
/// The English names of the Latin letters.
pub(crate) const ENGLISH_LETTERS: &str = include_str!("en/letters.txt");
