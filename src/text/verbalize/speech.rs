//! The words of a clause as they are put together.

use super::grammar::join;
use crate::language::{self, Language, Name, Suffix, Table, inflected};
use crate::phoneme::Phoneme;
use crate::text::class::Pause;
use crate::token::{Listed, Token};

/// Words and the pauses between them, appended to what was said before.
pub struct Speech<'a> {
    out: &'a mut Vec<Token>,
    /// The pause that the punctuation since the last word asks for.
    pause: Option<Pause>,
    /// Whether a reader would take breath before the next word.
    breath: bool,
    /// Characters that could not be read.
    skipped: usize,
}

impl<'a> Speech<'a> {
    /// Appends to `out`.
    pub fn new(out: &'a mut Vec<Token>) -> Self {
        Self {
            out,
            pause: None,
            breath: false,
            skipped: 0,
        }
    }

    /// How many words and pauses there are.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// How many characters could not be read.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// One more character that cannot be read.
    pub fn skip(&mut self) {
        self.skipped += 1;
    }

    /// Asks for a pause before the next word: of several marks the one that says most rules.
    pub fn ask(&mut self, pause: Pause) {
        self.pause = self.pause.max(Some(pause));
    }

    /// Asks for a breath before the next word; a pause of a mark is one too.
    pub fn ask_breath(&mut self) {
        self.breath = true;
    }

    /// Ends the clause, with `pause` unless its punctuation asks for one. Returns the pause.
    pub fn end(self, pause: Pause) -> Pause {
        let pause = self.pause.unwrap_or(pause);
        self.out.push(pause.into());
        pause
    }

    /// Appends a word.
    pub fn put(&mut self, text: String, language: Language) {
        self.push(Token::word(text, language));
    }

    /// Says what the list of Latin spellings has of the word that was put last.
    pub fn note(&mut self, listed: Listed) {
        if let Some(Token::Word(word)) = self.out.last_mut() {
            word.listed = listed;
        }
    }

    /// Appends phonemes that the text gives itself.
    pub fn give(&mut self, phonemes: Vec<Phoneme>, language: Language) {
        self.push(Token::Phonemes { phonemes, language });
    }

    /// Appends what is heard, after the pause that was asked for.
    fn push(&mut self, token: Token) {
        let pause = self.pause.take().map(Token::from);
        let breath = std::mem::take(&mut self.breath).then_some(Token::Breath);
        if self.out.last().is_some_and(Token::is_word) {
            self.out.extend(pause.or(breath));
        }
        self.out.push(token);
    }

    /// Appends words of a table, each joined to the last one where it says so.
    pub fn put_all(&mut self, words: &str, language: Language) {
        for word in words.split_ascii_whitespace() {
            let joined = language::is_joined(word);
            match self.last() {
                Some(last) if joined => language::push(last, word),
                _ => self.put(word[usize::from(joined)..].to_owned(), language),
            }
        }
    }

    /// Attaches an ending to the last word, if it takes it. Whether it does.
    pub fn inflect(&mut self, case: Suffix) -> bool {
        let Some(last) = self.last() else {
            return false;
        };
        let form = inflected(case.forms, last);
        if let Some(form) = &form {
            *last = [form, case.ending, case.doubled].concat();
        }
        form.is_some()
    }

    /// Gives the last word the form that it has as the first number of a range: with the word for it joined, or before it.
    pub fn begin_range(&mut self, table: &Table) {
        let to = table.word(Name::To).unwrap_or_default();
        let ending = to.strip_prefix(['~', '+']);
        let case = match ending {
            Some(ending) => table.suffix(ending),
            None => table.postposition(to),
        };
        let bent = case.is_some_and(|case| self.inflect(case));
        match (ending, self.last()) {
            (Some(ending), Some(last)) if !bent => match to.starts_with('~') {
                true => join(table, ending, last),
                false => last.push_str(ending),
            },
            _ => {}
        }
    }

    /// Whether these are the words that were put last, or the last of them is all that was put. After another word it may tell something
    /// else: ರಾತ್ರಿ 10 ಗಂಟೆಗೆ 80 km/h.
    pub fn ends_in(&self, words: &str) -> bool {
        let mut back = self.out.iter().rev();
        let mut met = false;
        words.rsplit(' ').all(|word| {
            met = match back.next() {
                Some(Token::Word(last)) => last.text == word,
                Some(_) => false,
                None => met,
            };
            met
        })
    }

    /// The word that was put last, if nothing stands after it.
    pub fn last(&mut self) -> Option<&mut String> {
        match self.out.last_mut() {
            Some(Token::Word(word)) => {
                // What is known of the word is not known of what it becomes.
                word.listed = Listed::Unknown;
                Some(&mut word.text)
            }
            _ => None,
        }
    }
}

impl From<Pause> for Token {
    fn from(pause: Pause) -> Self {
        match pause {
            Pause::Comma => Self::Pause(Phoneme::COMMA),
            Pause::Colon => Self::Colon,
            Pause::Period => Self::Pause(Phoneme::PERIOD),
            Pause::Exclamation => Self::Pause(Phoneme::EXCLAMATION),
            Pause::Question => Self::Pause(Phoneme::QUESTION),
        }
    }
}
