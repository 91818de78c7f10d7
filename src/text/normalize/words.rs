//! The words of a clause: scanned once, when one of them is first asked for.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::view::{View, lowercase};
use crate::language::{Cues, Kind};
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
}

fn scan(text: &[char]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].iter().position(|c| script::letter(*c).is_some()) {
        let start = at + first;
        let letters = text[start..].iter();
        at = start
            + letters
                .take_while(|c| script::letter(**c).is_some())
                .count();
        words.push(Word {
            range: start..at,
            text: lowercase(&text[start..at]),
            cues: OnceCell::new(),
        });
    }
    words
}

impl<'a> View<'a> {
    /// The words of the clause.
    pub fn words(&self) -> &'a [Word] {
        self.known.words.get_or_init(|| scan(self.text))
    }

    /// The words of the clause before.
    pub fn earlier_words(&self) -> &'a [Word] {
        self.known.earlier.get_or_init(|| scan(self.earlier))
    }

    /// The words of the clause, then those of the clause before.
    pub fn all_words(&self) -> impl Iterator<Item = &'a Word> {
        self.words().iter().chain(self.earlier_words())
    }

    /// The word that begins at a place.
    pub fn word_at(&self, at: usize) -> Option<&'a Word> {
        let words = self.words();
        let found = words.binary_search_by_key(&at, |word| word.range.start);
        words.get(found.ok()?)
    }

    /// The letters from a place on, in lower case.
    pub fn word(&self, at: usize) -> Cow<'a, str> {
        match self.word_at(at) {
            Some(word) => Cow::Borrowed(&word.text),
            None => Cow::Owned(lowercase(self.letters(at))),
        }
    }

    /// The characters before a place and their words; at the beginning of a clause those of the clause before, where a colon ends it.
    pub fn lead(&self, at: usize) -> (&'a [char], &'a [Word]) {
        let before = &self.text[..at];
        let labelled = self.earlier.last() == Some(&':');
        if labelled && before.iter().all(|c| !c.is_alphanumeric()) {
            return (self.earlier, self.earlier_words());
        }
        let words = self.words();
        let count = words.partition_point(|word| word.range.end <= at);
        (before, &words[..count])
    }

    /// Whether one of the last `count` words before `at` is such a one; words are told in lower case.
    pub fn words_before(&self, at: usize, count: usize, is: impl Fn(&str) -> bool) -> bool {
        let (_, words) = self.lead(at);
        words.iter().rev().take(count).any(|word| is(&word.text))
    }

    /// What a word tells of a number.
    pub fn cues_of(&self, word: &Word) -> Cues {
        *word.cues.get_or_init(|| self.cues(&word.text))
    }

    /// Whether a word of the clause tells this.
    pub fn speaks_of(&self, kind: Kind) -> bool {
        let mut words = self.words().iter();
        words.any(|word| self.cues_of(word).has(kind))
    }

    /// Whether a word of the clause tells this, or one of the clause before.
    pub fn is_about(&self, kind: Kind) -> bool {
        let mut words = self.all_words();
        words.any(|word| self.cues_of(word).has(kind))
    }
}
