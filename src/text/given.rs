//! What the writer of a text says of its words, where SSML does: how they are read, or that something is told here.

use std::collections::HashMap;
use std::ops::Range;

use crate::language::Language;
use crate::phoneme::Phoneme;
use crate::script::{BOOKMARKS, is_unwritten};

/// Characters for private use that stand for words that are given.
const WORDS: Range<u32> = 0xF_0000..0xF_FFFE;

/// Whether a character stands for something that is given, or for emphasis. In a text of SSML there is none.
pub fn is_place(c: char) -> bool {
    WORDS.contains(&u32::from(c)) || is_unwritten(c)
}

/// Something that stands in a text in place of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The characters, as they are shown.
    pub written: String,
    /// What they are.
    pub says: Says,
}

/// What is said in place of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// These phonemes.
    Phonemes(Vec<Phoneme>),
    /// A text.
    Text {
        /// What is read.
        text: String,
        /// Its language; `None`: that of what stands around it.
        language: Option<Language>,
        /// What it is; `None`: as it looks.
        say_as: Option<SayAs>,
    },
    /// Nothing: the place has a name.
    Bookmark(String),
}

/// What a writer says that characters are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SayAs {
    /// How many.
    Cardinal,
    /// Which one.
    Ordinal,
    /// Digits one by one.
    Digits,
    /// A telephone number.
    Telephone,
    /// A date, its parts in this order; none: as it looks.
    Date(Vec<DatePart>),
    /// A time of day.
    Time,
    /// An amount of a currency, which it names, or of this one.
    Currency(String),
    /// Characters one by one.
    Characters,
}

/// A part of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatePart {
    /// 1 to 31.
    Day,
    /// 1 to 12.
    Month,
    /// Of two or four digits.
    Year,
}

/// What is given in a text, by the characters that stand for it.
#[derive(Clone, Debug, Default)]
pub struct Places {
    given: HashMap<char, Given>,
    /// How many there have been.
    count: u32,
}

impl Places {
    /// Takes what is given, and returns the character that stands for it.
    pub fn take(&mut self, given: Given) -> char {
        let range = match given.says {
            Says::Bookmark(_) => u32::from(*BOOKMARKS.start())..u32::from(*BOOKMARKS.end()),
            Says::Phonemes(_) | Says::Text { .. } => WORDS,
        };
        let c = range.start + self.count % (range.end - range.start);
        self.count = self.count.wrapping_add(1);
        let c = char::from_u32(c).unwrap_or(*BOOKMARKS.start());
        self.given.insert(c, given);
        c
    }

    /// What a character stands for.
    pub fn get(&self, c: char) -> Option<&Given> {
        self.given.get(&c)
    }

    /// Takes the named places out of a text: where they are in what is left, but for other marks that are not written.
    pub fn take_bookmarks(&mut self, text: &mut Vec<char>) -> Vec<(usize, String)> {
        let mut taken = Vec::new();
        if self.given.is_empty() {
            return taken;
        }
        let mut at = 0;
        text.retain(|c| {
            let bookmark = BOOKMARKS.contains(c).then(|| self.given.remove(c));
            match bookmark.flatten().map(|given| given.says) {
                Some(Says::Bookmark(name)) => {
                    taken.push((at, name));
                    false
                }
                _ => {
                    at += usize::from(!is_unwritten(*c));
                    true
                }
            }
        });
        taken
    }

    /// Forgets what the characters of a text stand for: it was read.
    pub fn forget(&mut self, text: &[char]) {
        if !self.given.is_empty() {
            text.iter().for_each(|c| drop(self.given.remove(c)));
        }
    }

    /// Characters as they are written.
    pub fn shown(&self, text: &[char]) -> String {
        let written = |c: &char| match self.given.get(c) {
            Some(given) => given.written.clone(),
            None => String::from(*c),
        };
        text.iter().map(written).collect()
    }
}
