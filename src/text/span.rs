//! What became of some characters of a clause.

use std::ops::Range;

use super::class::{Class, Meaning};
use crate::data::Place;
use crate::language::Language;
use crate::script;
use crate::token::Token;

/// Some characters of a clause: what they are, and what they became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters, in normalisation form C, without spaces and punctuation around them.
    pub written: String,
    /// Where they stand in the text of the reader.
    pub range: Range<usize>,
    /// What they are.
    pub class: Class,
    /// The language that says them.
    pub language: Language,
    /// The name of the class that was nearly chosen, where it was a close call.
    pub rival: Option<&'static str>,
    /// What was asked of the place where they begin and is true there, in words.
    pub facts: Vec<&'static str>,
    /// Their tokens, by index; none where the characters could not be read.
    pub tokens: Range<usize>,
}

impl Span {
    /// The line of the data that has the reading of an abbreviation.
    pub fn place(&self) -> Option<Place> {
        let (file, line) = match self.class {
            Class::Abbreviation(Meaning::Reading(reading)) => ("readings.txt", reading.line),
            Class::Abbreviation(Meaning::Whole(whole)) => ("shortened.txt", whole.line),
            _ => return None,
        };
        let code = self.language.code();
        Some(Place::of_language(code, file, Some(usize::from(line))))
    }

    /// Its words, of the `tokens` of the clause.
    pub fn words<'t>(&self, tokens: &'t [Token]) -> impl Iterator<Item = &'t Token> {
        let tokens = tokens.get(self.tokens.clone()).unwrap_or_default();
        tokens.iter().filter(|token| token.is_word())
    }
}

/// The part of a range without spaces around it, nor punctuation unless that is all there is and something was `said` for it.
pub fn written(text: &[char], range: Range<usize>, said: bool) -> Range<usize> {
    let mark = |c: &char| {
        script::is_silent(*c)
            || script::parts_sentence(*c)
            || script::ends_sentence(*c)
            || matches!(c, '(' | ')' | '[' | ']')
    };
    let bare = trimmed(text, range.clone(), mark);
    match bare.is_empty() && said {
        true => trimmed(text, range, |c| c.is_whitespace()),
        false => bare,
    }
}

/// The part of a range without such characters at its ends.
fn trimmed(text: &[char], range: Range<usize>, is: impl Fn(&char) -> bool) -> Range<usize> {
    let part = &text[range.clone()];
    let before = part.iter().take_while(|c| is(c)).count();
    let after = part[before..].iter().rev().take_while(|c| is(c)).count();
    range.start + before..range.end - after
}
