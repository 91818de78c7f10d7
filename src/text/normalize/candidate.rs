//! What a class answers, and how sure it is.

use super::fact::Facts;
use super::view::{Classified, View};
use crate::language::{Language, Name};
use crate::text::class::{Class, Grammar, Pause};

/// What a class answers: what begins at a place.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The place after it.
    pub end: usize,
    /// What it is.
    pub class: Class,
    /// The language that says it.
    pub language: Language,
    /// How it is said beside its neighbours.
    pub grammar: Grammar,
    /// Whether it is a number that signs and letters after it may belong to.
    pub counts: bool,
    /// How sure it is, at most as its row of the table: one of [`certainty`].
    pub certainty: u8,
    /// The class that it may be instead, where the class itself knows that it guesses.
    pub doubt: Option<&'static str>,
}

impl Candidate {
    /// The span that begins at `at`, now that this was chosen before its rival.
    pub fn chosen(self, at: usize, rival: Option<&'static str>) -> Classified {
        Classified {
            range: at..self.end.max(at + 1),
            class: self.class,
            language: self.language,
            grammar: self.grammar,
            counts: self.counts,
            rival,
            facts: Facts::default(),
        }
    }

    /// The same, which another language says.
    pub fn said_in(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The same, no surer than this.
    pub fn at_most(mut self, certainty: u8) -> Self {
        self.certainty = self.certainty.min(certainty);
        self
    }

    /// The same, which may be another class instead.
    pub fn unless(mut self, class: Option<&'static str>) -> Self {
        self.doubt = class;
        self
    }
}

impl Class {
    /// A candidate up to a place, in the language of the clause.
    pub fn until(self, view: &View, end: usize) -> Candidate {
        Candidate {
            end,
            class: self,
            language: view.language,
            grammar: Grammar::default(),
            counts: false,
            certainty: u8::MAX,
            doubt: None,
        }
    }

    /// The same, as a number in a language.
    pub fn number(self, view: &View, end: usize, language: Language) -> Candidate {
        Candidate {
            language,
            counts: true,
            ..self.until(view, end)
        }
    }

    /// The same, with the ending that is written after it.
    pub fn inflected(self, view: &View, end: usize, language: Language) -> Candidate {
        self.number(view, end, language).with_case(view)
    }
}

/// A sign in the words of the clause's language.
pub fn said(view: &View, at: usize, name: Name) -> Option<Candidate> {
    Some(Class::Sign(view.table.word(name)?).until(view, at + 1))
}

/// A sign that is heard as a pause.
pub fn pause(view: &View, at: usize) -> Option<Candidate> {
    Some(Class::Punctuation(Some(Pause::Comma)).until(view, at + 1))
}

/// So many signs of which nothing is heard.
pub fn silent(view: &View, at: usize, length: usize) -> Option<Candidate> {
    Some(Class::Punctuation(None).until(view, at + length))
}

/// How sure the classes are, the surest first. Of two that may begin at a place the surer one is taken, of two that are as sure the
/// longer one, then the one that is asked first. Nothing but their order counts, and what is [`certainty::CLOSE`].
///
/// What a shape tells is surer than what a word beside it tells, and that is surer than what is left.
pub mod certainty {
    /// Phonemes, and what is for the eye: the writer says so.
    pub const MARKUP: u8 = 240;
    /// An address holds signs that nothing else holds.
    pub const ELECTRONIC: u8 = 230;
    /// Capitals among digits.
    pub const IDENTIFIER: u8 = 220;
    /// A word or a sign of a currency with an amount.
    pub const CURRENCY: u8 = 210;
    pub const EMOJI: u8 = 210;
    /// A word beside it tells to press it, or # ends it.
    pub const KEY: u8 = 205;
    /// The lengths of the groups, or a word before them.
    pub const TELEPHONE: u8 = 200;
    /// A unit after the word for "per".
    pub const UNIT: u8 = 195;
    /// A word with its stop, or before its number.
    pub const ABBREVIATION: u8 = 190;
    pub const UNSTOPPED: u8 = 180;
    /// Two or three numbers that fit a day, a month, a year.
    pub const DATE: u8 = 170;
    pub const TIME: u8 = 160;
    /// The name of a month beside a number.
    pub const MONTH: u8 = 150;
    pub const RATIO: u8 = 140;
    pub const VERSION: u8 = 130;
    /// Letters that are numerals, after a word that is numbered.
    pub const NUMBERED: u8 = 130;
    pub const HOUSE: u8 = 120;
    /// A currency after the amount.
    pub const AMOUNT: u8 = 110;
    /// Two numbers that are no fraction.
    pub const SCORE: u8 = 106;
    pub const FRACTION: u8 = 100;
    pub const MEASURE: u8 = 90;
    /// A sign between numbers.
    pub const OPERATOR: u8 = 90;
    pub const MINUS: u8 = 80;
    pub const RANGE: u8 = 70;
    pub const ORDINAL: u8 = 60;
    /// A word of the clock beside a number.
    pub const CLOCK: u8 = 60;
    /// Four digits beside a word that tells a year.
    pub const DATED: u8 = 50;
    pub const LETTER: u8 = 50;
    /// Four digits that look like a year.
    pub const YEAR: u8 = 44;
    pub const NUMBER: u8 = 40;
    /// Letters that may be numerals.
    pub const NUMERALS: u8 = 24;
    /// What is left.
    pub const WORD: u8 = 20;
    pub const PUNCTUATION: u8 = 20;
    pub const SIGN: u8 = 10;
    /// A candidate that is less behind the best made it a close call.
    pub const CLOSE: u8 = 5;
}
