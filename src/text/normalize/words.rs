//! The words of a clause: scanned once, when one of them is first asked for.

use std::cell::OnceCell;
use std::ops::Range;

use crate::language::Cues;
use crate::script;

/// A run of letters of any script.
#[derive(Debug)]
pub struct Word {
    /// Its characters.
    pub range: Range<usize>,
    /// It in lower case.
    pub text: String,
    /// What it tells of a number, once that was asked.
    cues: OnceCell<Cues>,
}

/// What is known of a clause, once it was asked.
#[derive(Debug, Default)]
pub struct Known {
    words: OnceCell<Vec<Word>>,
    earlier: OnceCell<Vec<Word>>,
    /// Whether it is a postal address.
    pub address: OnceCell<bool>,
    /// Whether it has a formula.
    pub formula: OnceCell<bool>,
}

impl Word {
    /// What it tells of a number, asked once.
    pub fn cues(&self, ask: impl FnOnce(&str) -> Cues) -> Cues {
        *self.cues.get_or_init(|| ask(&self.text))
    }
}

impl Known {
    /// The words of the clause `text`.
    pub fn words(&self, text: &[char]) -> &[Word] {
        self.words.get_or_init(|| scan(text))
    }

    /// The words of the clause before it, `text`.
    pub fn earlier(&self, text: &[char]) -> &[Word] {
        self.earlier.get_or_init(|| scan(text))
    }
}

fn scan(text: &[char]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].iter().position(|c| script::letter(*c).is_some()) {
        let start = at + first;
        let letters = text[start..].iter();
        let letters = letters.take_while(|c| script::letter(**c).is_some());
        at = start + letters.count();
        words.push(Word {
            range: start..at,
            text: script::lowercase(text[start..at].iter().copied()),
            cues: OnceCell::new(),
        });
    }
    words
}
