//! The phoneme inventory: the interface between the front-end and the trained voices.
//!
//! The networks are trained on indices into [`SYMBOLS`]. Any change takes a new [`VERSION`] and newly trained bundles.
//! If symbols are only added at the end, it is enough to train their rows; otherwise everything is trained anew.

use std::fmt;

/// The version of the inventory. Bundles of another version are rejected.
pub const VERSION: u32 = 2;

/// Every symbol, in the order of the networks' embedding table.
///
/// The marks come first: `_` is the silence at the edge of a clause, the space a word boundary, punctuation a pause
/// with its melody, `ˈ` stress on the vowel that follows, U+0303 nasality of the vowel before it. A long vowel is a
/// symbol of its own. A geminate is the consonant twice, the first one unaspirated. The last two symbols are low tone
/// (U+0300) and high tone (U+0301) of the vowel before them; nasality follows the tone.
pub const SYMBOLS: [&str; 71] = [
    "_", " ", ",", ".", "?", "!", "ˈ", "\u{303}", //
    "ə", "a", "aː", "i", "iː", "u", "uː", "e", "eː", "o", "oː", "ɛ", "ɔ", "æ", "ɯ", "ɜ", "aɪ",
    "aʊ", "ɔɪ", //
    "k", "kʰ", "ɡ", "ɡʱ", "ŋ", "tʃ", "tʃʰ", "dʒ", "dʒʱ", "ɲ", "ʈ", "ʈʰ", "ɖ", "ɖʱ", "ɳ", //
    "t̪", "t̪ʰ", "d̪", "d̪ʱ", "n", "p", "pʰ", "b", "bʱ", "m", "j", "r", "l", "ʋ", "ʃ", "s",
    "h", //
    "ɽ", "ɽʱ", "ɭ", "ɻ", "f", "z", "x", "ts", "dz", "t", //
    "\u{300}", "\u{301}",
];

const FIRST_PAUSE: u8 = 2;
const LAST_PAUSE: u8 = 5;
const FIRST_VOWEL: u8 = 8;
const FIRST_CONSONANT: u8 = 27;
const FIRST_TONE: u8 = 69;

/// What kind of symbol a phoneme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The edge of a clause, a word boundary, stress or nasality.
    Mark,
    /// A pause with its melody.
    Pause,
    /// A vowel.
    Vowel,
    /// A consonant.
    Consonant,
    /// The tone of the vowel before.
    Tone,
}

impl Class {
    /// Returns the name that `vaak phonemes --inventory` writes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mark => "mark",
            Self::Pause => "pause",
            Self::Vowel => "vowel",
            Self::Consonant => "consonant",
            Self::Tone => "tone",
        }
    }
}

/// One symbol of the inventory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Phoneme(u8);

impl Phoneme {
    /// Silence at the edge of a clause.
    pub const EDGE: Self = Self(0);
    /// A boundary between two words.
    pub const SPACE: Self = Self(1);
    /// A short pause within a sentence.
    pub const COMMA: Self = Self(2);
    /// The end of a statement.
    pub const PERIOD: Self = Self(3);
    /// The end of a question.
    pub const QUESTION: Self = Self(4);
    /// The end of an exclamation.
    pub const EXCLAMATION: Self = Self(5);
    /// Stress on the vowel that follows.
    pub const STRESS: Self = Self(6);
    /// Nasality of the vowel before.
    pub const NASAL: Self = Self(7);
    /// Low tone of the vowel before.
    pub const LOW: Self = Self(FIRST_TONE);
    /// High tone of the vowel before.
    pub const HIGH: Self = Self(FIRST_TONE + 1);

    /// Returns every phoneme, in the order of the embedding table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SYMBOLS.len()).map(|index| Self(index as u8))
    }

    /// Returns the phoneme of a symbol, written exactly as in [`SYMBOLS`].
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        SYMBOLS
            .iter()
            .position(|s| *s == symbol)
            .map(|i| Self(i as u8))
    }

    /// Returns the phoneme at an index of [`SYMBOLS`].
    pub fn from_index(index: u8) -> Option<Self> {
        (usize::from(index) < SYMBOLS.len()).then_some(Self(index))
    }

    /// Returns its symbol.
    pub fn symbol(self) -> &'static str {
        SYMBOLS[self.0 as usize]
    }

    /// Returns its index in the embedding table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns what kind of symbol it is.
    pub fn class(self) -> Class {
        match self.0 {
            FIRST_PAUSE..=LAST_PAUSE => Class::Pause,
            ..FIRST_VOWEL => Class::Mark,
            FIRST_VOWEL..FIRST_CONSONANT => Class::Vowel,
            FIRST_CONSONANT..FIRST_TONE => Class::Consonant,
            FIRST_TONE.. => Class::Tone,
        }
    }

    /// Returns whether it is a vowel.
    pub fn is_vowel(self) -> bool {
        self.class() == Class::Vowel
    }

    /// Returns whether it is a consonant.
    pub fn is_consonant(self) -> bool {
        self.class() == Class::Consonant
    }

    /// Returns whether it modifies the vowel before it: nasality or a tone.
    pub fn is_on_vowel(self) -> bool {
        self == Self::NASAL || self.0 >= FIRST_TONE
    }

    /// Returns whether it is a pause: comma, period, question or exclamation.
    pub fn is_pause(self) -> bool {
        self.class() == Class::Pause
    }
}

impl fmt::Debug for Phoneme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.symbol(), f)
    }
}

impl fmt::Display for Phoneme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_found_at_its_index() {
        for (i, symbol) in SYMBOLS.iter().enumerate() {
            assert_eq!(Phoneme::from_symbol(symbol), Some(Phoneme(i as u8)));
            assert_eq!(Phoneme::from_index(i as u8), Some(Phoneme(i as u8)));
        }
        assert_eq!(Phoneme::from_index(SYMBOLS.len() as u8), None);
    }
}
