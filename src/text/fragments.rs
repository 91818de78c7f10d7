//! Text that comes in messages: where one message ends a sentence and the next begins another, without a space between them.
//!
//! Some clients send a reply sentence by sentence and drop the spaces, others send the tokens of a language model, which
//! carry their own. Which of the two a client does shows in where its messages are cut: tokens are cut inside sentences.

use super::stop::{self, Stop};
use crate::script::{closes, ends_sentence, parts_sentence, unified};

/// Characters that are kept of the text so far: more than a word that is looked up has.
const TAIL: usize = 64;

/// What the text so far ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The middle of a sentence.
    Open,
    /// A mark that may end the sentence, or belong to a number, an abbreviation or a name.
    Unsure,
    /// The end of a sentence.
    Sentence,
}

/// Joins the messages of one turn.
#[derive(Clone, Debug, Default)]
pub struct Fragments {
    /// The end of the text so far.
    tail: String,
    /// A fragment has ended inside a sentence: they are tokens, which carry their own spaces.
    tokens: bool,
    /// The client writes the spaces between its sentences: what it writes without one belongs together.
    spaces: bool,
}

/// What stands at the end of a text.
struct End<'a> {
    /// The last character that counts: no white space, no closing quote or bracket, no emoji.
    mark: Option<char>,
    /// The word before the marks.
    word: &'a str,
    /// White space follows.
    spaced: bool,
}

impl Fragments {
    /// Joins the messages of the next turn of the same client, whose habits are known.
    pub fn next(&self) -> Self {
        Self {
            spaces: self.spaces,
            ..Self::default()
        }
    }

    /// Appends a fragment to `text`, after a space where it begins a sentence and the text so far ends one.
    pub fn push(&mut self, fragment: &str, text: &mut String) {
        let Some(first) = fragment.chars().find_map(unified) else {
            return;
        };
        let end = End::of(&self.tail);
        if end.mark.is_some() {
            let inside = !end.is_marked() || is_mark(first) || end.is_in_number(fragment);
            let tokens = self.tokens || inside;
            let spaced =
                end.mark.is_some_and(ends_sentence) && (end.spaced || first.is_whitespace());
            let spaces = self.spaces || tokens || spaced;
            let parted = !end.spaced && end.parts_from(first, fragment, spaces);
            self.tokens = tokens;
            self.spaces = spaces;
            if parted {
                text.push(' ');
                self.tail.push(' ');
            }
        }
        text.push_str(fragment);
        self.tail.extend(fragment.chars().filter_map(unified));
        if let Some((cut, _)) = self.tail.char_indices().rev().nth(TAIL) {
            self.tail.drain(..cut);
        }
    }

    /// What the text so far ends in.
    pub fn ending(&self) -> Ending {
        let end = End::of(&self.tail);
        match end.mark {
            Some('।' | '॥') => Ending::Sentence,
            Some(mark) if !ends_sentence(mark) => Ending::Open,
            None => Ending::Open,
            // Words that carry their spaces: the next belongs to the abbreviation.
            Some(_) if end.may_go_on() && end.spaced && self.tokens => Ending::Open,
            Some(_) if end.may_go_on() => Ending::Unsure,
            Some(_) if self.tokens && !end.spaced => Ending::Unsure,
            Some(_) => Ending::Sentence,
        }
    }

    /// Whether fragments are smaller than sentences.
    pub fn are_tokens(&self) -> bool {
        self.tokens
    }
}

impl<'a> End<'a> {
    fn of(tail: &'a str) -> Self {
        let body = tail.trim_end_matches(|c: char| c.is_whitespace() || closes(c) || decorates(c));
        let word = body.trim_end_matches(is_mark);
        let word = word.rsplit(char::is_whitespace).next().unwrap_or_default();
        Self {
            mark: body.chars().next_back(),
            word,
            spaced: tail.ends_with(char::is_whitespace),
        }
    }

    fn is_marked(&self) -> bool {
        self.mark.is_some_and(is_mark)
    }

    /// Whether a group of digits goes on with a fragment: `1,` `250`, `1,` `25,000`. Other lists have no such numbers without a space.
    fn is_in_number(&self, fragment: &str) -> bool {
        let digits = fragment.chars().take_while(char::is_ascii_digit).count();
        let next = fragment.chars().nth(digits);
        let group = digits == 3 || digits == 2 && next == Some(',');
        let number = self.word.ends_with(|c: char| c.is_ascii_digit());
        self.mark == Some(',') && !self.spaced && number && group
    }

    /// A stop that may belong to a number, an abbreviation or initials.
    fn may_go_on(&self) -> bool {
        let number = self.word.ends_with(char::is_numeric);
        self.mark == Some('.')
            && (number || stop::after(self.word, false, true, false) == Stop::Kept)
    }

    /// Whether a fragment that begins with `first` does not belong to what stands here.
    fn parts_from(&self, first: char, fragment: &str, tokens: bool) -> bool {
        let Some(mark) = self.mark else {
            return false;
        };
        let mut next = fragment.chars().skip(1);
        let second = next.next();
        let quoted = second.is_some_and(char::is_alphanumeric);
        if first.is_whitespace() || is_mark(first) || closes(first) && (tokens || !quoted) {
            return false;
        }
        let number = self.word.ends_with(char::is_numeric);
        match (ends_sentence(mark), tokens) {
            (true, false) => true,
            // In tokens only what cannot go on: not `.` `com`, `3` `.` `14`, `Ph` `.` `D`.
            (true, true) => {
                let capital = first.is_uppercase()
                    && second.is_some_and(|c| c.is_lowercase() || c.is_whitespace());
                let caseless =
                    first.is_alphabetic() && !first.is_lowercase() && !first.is_uppercase();
                (capital || caseless) && !self.may_go_on()
            }
            (false, false) => parts_sentence(mark) && !(number && first.is_numeric()),
            (false, true) => false,
        }
    }
}

fn is_mark(c: char) -> bool {
    ends_sentence(c) || parts_sentence(c)
}

/// Stands after the end of a sentence, and belongs to it: emphasis and emoji.
fn decorates(c: char) -> bool {
    matches!(c, '*' | '_' | '`' | '~' | '\u{200D}' | '\u{FE0F}' | '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}')
}
