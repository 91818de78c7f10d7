//! A clause to its tokens, character by character: words, signs, and the pauses that punctuation asks for.

use std::ops::Range;

use super::counted::{inflected, join};
use super::langid::Romanised;
use super::numbers::digits;
use super::splitter;
use crate::language::{Language, Readers, Table, is_title, table};
use crate::phoneme::Phoneme;
use crate::script::{self, Script};
use crate::token::{Token, Word};

/// Characters of the longest abbreviation, its stops included.
const MAX_ABBREVIATION: usize = 12;

/// Phonemes that the text gives itself.
pub(super) struct Inline {
    /// Where they stand, with their brackets.
    pub(super) at: Range<usize>,
    pub(super) phonemes: Vec<Phoneme>,
}

/// One clause being read.
pub(super) struct Reading<'a> {
    pub(super) table: &'static Table,
    pub(super) language: Language,
    /// Which language reads each script.
    pub(super) readers: Readers,
    pub(super) romanised: &'a Romanised,
    /// Phonemes in brackets.
    pub(super) inline: &'a [Inline],
    pub(super) silent_emoji: bool,
    pub(super) text: &'a [char],
    pub(super) at: usize,
    /// The currency of the amount that comes.
    pub(super) currency: Option<&'static str>,
    /// Where the last number ended, with what belongs to it.
    pub(super) number_end: usize,
    /// Whether the clause is a postal address, once that was asked.
    pub(super) address: Option<bool>,
    pub(super) skipped: usize,
    /// The pause that the punctuation since the last word asks for.
    pub(super) pause: Option<Phoneme>,
    pub(super) out: &'a mut Vec<Token>,
}

impl Reading<'_> {
    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    pub(super) fn skip(&mut self) {
        self.skipped += 1;
    }

    pub(super) fn step(&mut self) {
        let Some(c) = self.peek(0) else { return };
        if c == ' ' {
            self.at += 1;
            return;
        }
        if let Some(Inline { at, phonemes }) = self.inline.iter().find(|i| i.at.start == self.at) {
            self.at = at.end;
            let (phonemes, language) = (phonemes.clone(), self.language);
            return self.push(Token::Phonemes { phonemes, language });
        }
        if self.electronic() || self.serial() {
            return;
        }
        if script::digit(c).is_some() {
            return self.number();
        }
        if let Some(script) = script::letter(c) {
            return self.word(script);
        }
        if self.currency() || (c > '\u{2000}' && self.emoji()) {
            return;
        }
        let before = self
            .at
            .checked_sub(1)
            .and_then(|i| self.text.get(i))
            .copied();
        let after = self.peek(1);
        let beside = self.beside_number();
        self.at += 1;
        let spaced = after.is_none_or(script::is_silent);
        let is_digit = |c: Option<char>| c.is_some_and(|c| script::digit(c).is_some());
        let between = beside && self.number_follows();
        match c {
            '.' if is_digit(after) && !before.is_some_and(|b| b.is_alphanumeric() || b == '.') => {
                self.at -= 1;
                self.number();
            }
            '-' | '−' if between && self.text.contains(&'=') => self.say("minus"),
            '-' | '−'
                if (is_digit(after) || after.and_then(super::money::sign).is_some())
                    && before.is_none_or(|b| {
                        b.is_whitespace() || matches!(b, '(' | '?' | ',' | '=')
                    }) =>
            {
                self.say("minus")
            }
            '-' | '–' | '—' | '−' | '~' if between && self.is_pair() => {}
            '-' | '–' | '—' | '−' | '~' if between => self.range(),
            '^' if is_digit(after) => self.say("^"),
            '×' | '*' if between => self.say("×"),
            '%' if beside => {
                self.say("%");
                self.case(self.table, self.language);
                self.number_end = self.at;
            }
            '.' if self.keeps_stop() => {
                // The number of an item of a list.
                if is_digit(before) {
                    self.ask(Phoneme::COMMA);
                }
            }
            // "B.Sc., M.A."
            '.' if after == Some(',') => {}
            '.' | '。' if spaced => self.ask(Phoneme::PERIOD),
            '।' | '॥' | '|' | '…' => self.ask(Phoneme::PERIOD),
            '?' | '？' | '‽' => self.ask(Phoneme::QUESTION),
            '!' | '！' => self.ask(Phoneme::EXCLAMATION),
            '(' | '[' => self.ask(Phoneme::COMMA),
            ')' | ']' if self.more() => self.ask(Phoneme::COMMA),
            '-' if spaced && before.is_some_and(char::is_whitespace) => self.ask(Phoneme::COMMA),
            ':' if is_digit(before) && is_digit(after) => {}
            // A heading, "## Today", or a quoted line, "> today".
            '#' | '>'
                if matches!(after, Some('#' | '>' | ' '))
                    && !self.number_follows()
                    && self.text[..self.at]
                        .iter()
                        .all(|c| matches!(c, '#' | '>' | ' ')) => {}
            _ if script::parts_sentence(c) => self.ask(Phoneme::COMMA),
            _ if script::is_silent(c) => {}
            _ => self.say(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Asks for a pause before the next word: of several marks the one that says most rules.
    pub(super) fn ask(&mut self, pause: Phoneme) {
        const RANK: [Phoneme; 4] = [
            Phoneme::COMMA,
            Phoneme::PERIOD,
            Phoneme::EXCLAMATION,
            Phoneme::QUESTION,
        ];
        let rank = |pause: Phoneme| RANK.iter().position(|p| *p == pause);
        if self.pause.is_none_or(|asked| rank(asked) < rank(pause)) {
            self.pause = Some(pause);
        }
    }

    /// Whether anything more is heard.
    fn more(&self) -> bool {
        self.text[self.at..].iter().any(|c| !script::is_silent(*c))
    }

    /// Whether the stop just passed belongs to the word before it, within a sentence.
    fn keeps_stop(&self) -> bool {
        let before = &self.text[..self.at - 1];
        let word = before
            .iter()
            .rposition(|c| c.is_whitespace())
            .map_or(0, |i| i + 1);
        let text: String = before[word..].iter().collect();
        self.more() && splitter::keeps_stop(&text, word == 0)
    }

    /// Whether a number or an amount of money comes next.
    fn number_follows(&self) -> bool {
        let mut rest = self.text[self.at..].iter().skip_while(|c| **c == ' ');
        rest.next()
            .is_some_and(|c| script::digit(*c).is_some() || super::money::sign(*c).is_some())
    }

    /// Whether the hyphen just passed stands in a pair of numbers, not a range: a score (3-2 से), whose second number the word
    /// for a range follows anyway, or the same number twice (50-50).
    fn is_pair(&self) -> bool {
        let at = self.at + usize::from(self.peek(0) == Some(' '));
        let (second, end) = digits(self.text, at);
        let rest = &self.text[end..];
        let first = &self.text[..self.at - 1];
        let figures = first.iter().rev().map_while(|c| script::digit(*c));
        let length = figures.clone().count();
        // Not the digits of a longer number.
        let more = |c: Option<&char>| matches!(c, Some('.' | ',' | ':'));
        let part = more(first.iter().nth_back(length))
            || more(rest.first()) && rest.get(1).is_some_and(|c| script::digit(*c).is_some());
        if !part && figures.map(|d| d.0).eq(second.iter().rev().copied()) {
            return true;
        }
        let rest = &rest[usize::from(rest.first() == Some(&' '))..];
        let letters = rest.iter().take_while(|c| script::letter(**c).is_some());
        let to = self.table.word("to").map(|to| to.trim_start_matches('+'));
        to.is_some_and(|to| to.chars().eq(letters.copied()))
    }

    /// A word, in the language of its script.
    fn word(&mut self, letters: Script) {
        let rest = &self.text[self.at..];
        let apostrophe = |i: usize| {
            matches!(rest[i], '\'' | '’')
                && rest
                    .get(i + 1)
                    .is_some_and(|c| script::letter(*c) == Some(Script::Latin))
        };
        let length = (0..rest.len())
            .find(|&i| {
                script::letter(rest[i]) != Some(letters)
                    && rest[i] != script::ZWJ
                    && !(letters == Script::Latin && apostrophe(i))
            })
            .unwrap_or(rest.len());
        let mut text = String::with_capacity(length * rest.first().map_or(0, |c| c.len_utf8()));
        text.extend(
            rest[..length]
                .iter()
                .map(|c| if *c == '’' { '\'' } else { *c }),
        );
        let end = self.at + length;
        let script = self.in_script(letters);
        let stops = match self.text.get(end) {
            Some('.' | '॰' | '/') => true,
            Some(':') => is_title(&text),
            _ => text.ends_with(['ঃ', 'ଃ']),
        };
        if self.rupee(&text, end)
            || (stops && self.abbreviation(script))
            || (self.digit_near(end) && self.unstopped(&text, end, script))
            || (self.digit_near(end) && self.month(script))
            || self.roman(&text, end)
        {
            return;
        }
        // "2x3 m"
        if matches!(&text[..], "x" | "X") && self.beside_number() {
            let start = std::mem::replace(&mut self.at, end);
            if self.number_follows() {
                return self.say("by");
            }
            self.at = start;
        }
        // Of "5 p.m." it takes more than the first letter.
        if text.len() > 1
            && self.beside_number()
            && self.table.list("clock").any(|w| w == text.to_lowercase())
        {
            self.at = end;
            self.number_end = end;
            let key = format!("clock:{}", text.to_lowercase());
            // वा. beside a number is an hour, वा the ending of an ordinal.
            let stopped = (self.peek(0) == Some('.')).then(|| format!("{key}."));
            let own = stopped.and_then(|key| self.table.word(&key));
            let own = own.or_else(|| self.table.word(&key));
            return match (own, table(Language::En).word(&key)) {
                (Some(said), _) => self.put_all(said, self.language),
                (None, Some(said)) => self.put_all(said, Language::En),
                (None, None) => self.put(text, script),
            };
        }
        let mut language = self.romanised.at(self.at).unwrap_or(script);
        // "50k-60k" is a range, the "A" of "5A" a letter.
        if length == 1 && self.number_end == self.at && self.at > 0 {
            // "6E-2134" is a flight.
            let flight = self.text.get(end) == Some(&'-') && digits(self.text, end + 1).0.len() > 2;
            if !flight {
                self.number_end = end;
            }
            let name = table(language).word(&format!("letter:{}", text.to_lowercase()));
            text = name.map_or(text, str::to_owned);
        }
        // "विटामिन A" is a letter, "A new day" the article.
        let mut next = self.text[end..].iter().skip_while(|c| **c == ' ');
        let next = next.next().and_then(|c| script::letter(*c));
        if text == "A" && self.language != Language::En && next != Some(Script::Latin) {
            let name = table(Language::En).word("letter:a");
            text = name.map_or(text, str::to_owned);
            language = Language::En;
        }
        self.at = end;
        self.put(text, language);
    }

    /// Between the numbers of a range; where an ending says so, it joins the first as others do.
    fn range(&mut self) {
        let to = self.table.word("to").unwrap_or_default();
        let measured = self.table.list("measured").any(|word| word == to);
        let forms = self.table.word("case:").filter(|_| measured);
        if let Some(Token::Word(Word { text, .. })) = self.out.last_mut() {
            if let Some(ending) = to.strip_prefix('~') {
                return join(self.table, ending, text);
            }
            if let Some(form) = forms.and_then(|forms| inflected(forms, text)) {
                *text = form;
            }
        }
        self.say("to");
    }

    /// Whether a digit comes within three characters from `at`.
    pub(super) fn digit_near(&self, at: usize) -> bool {
        let near = self.text[at..].iter().take(3);
        near.copied().any(|c| script::digit(c).is_some())
    }

    /// Whether only spaces stand between the last number and this place.
    fn beside_number(&self) -> bool {
        let end = self.number_end;
        end <= self.at && self.text[end..self.at].iter().all(|c| *c == ' ')
    }

    /// A word or words with stops that the table has in full: Dr., i.e., ई. पू.; a colon or visarga may stand in place of a stop.
    fn abbreviation(&mut self, language: Language) -> bool {
        let table = table(language);
        let rest = &self.text[self.at..];
        let stop = |c: char| matches!(c, '.' | '॰' | ':' | 'ঃ' | 'ଃ');
        let part = |c: &&char| script::letter(**c).is_some() || stop(**c) || **c == '/';
        let mut longest = None;
        let mut key = String::new();
        let mut at = 0;
        // Of two words at most, the longest that is known.
        for _ in 0..2 {
            let length = rest[at..]
                .iter()
                .take(MAX_ABBREVIATION + 1)
                .take_while(part)
                .count();
            if length == 0 {
                break;
            }
            // A name may follow without a space: ಡಾ.ರಾಜ್ಕುಮಾರ್.
            let seen = length.min(MAX_ABBREVIATION);
            for (i, c) in rest[at..at + seen].iter().enumerate() {
                key.extend(if stop(*c) { '.' } else { *c }.to_lowercase());
                let whole = i + 1 == length && key.contains('/');
                if (whole || stop(*c))
                    && let Some(words) = table.word(&key)
                {
                    longest = Some((words, at + i + 1));
                }
            }
            at += length;
            if seen < length || !key.ends_with('.') || rest.get(at) != Some(&' ') {
                break;
            }
            at += 1;
        }
        let Some((words, length)) = longest else {
            return false;
        };
        // "No." is a number only before one.
        let (words, numbered) = words
            .strip_prefix("# ")
            .map_or((words, false), |w| (w, true));
        let after = rest[length..].iter().find(|c| !c.is_whitespace());
        if numbered && after.is_none_or(|c| script::digit(*c).is_none()) {
            return false;
        }
        // A stop at the end of the sentence is heard as one.
        let ends = !self.text[self.at + length..]
            .iter()
            .any(|c| !script::is_silent(*c));
        let beside = self.beside_number();
        self.at += length - usize::from(ends && rest[length - 1] == '.');
        self.put_all(words, language);
        if beside {
            self.case(table, language);
            self.number_end = self.at;
        }
        true
    }

    /// An abbreviation that the table has without its stop, before a number.
    fn unstopped(&mut self, text: &str, end: usize, language: Language) -> bool {
        let words = table(language).word(text);
        let Some(words) = words.and_then(|words| words.strip_prefix("# ")) else {
            return false;
        };
        let after = self.text[end..].iter().find(|c| **c != ' ');
        if after.is_none_or(|c| script::digit(*c).is_none()) {
            return false;
        }
        self.at = end;
        self.put_all(words, language);
        true
    }

    /// The words for a sign, or one more character that cannot be read.
    pub(super) fn say(&mut self, key: &str) {
        match self.table.word(key) {
            Some(words) => self.put_all(words, self.language),
            None => self.skipped += 1,
        }
    }

    pub(super) fn put_all(&mut self, words: &str, language: Language) {
        for word in words.split_whitespace() {
            let joined = crate::language::is_joined(word);
            match self.out.last_mut() {
                Some(Token::Word(Word { text, .. })) if joined => crate::language::push(text, word),
                _ => self.put(word[usize::from(joined)..].to_owned(), language),
            }
        }
    }

    pub(super) fn put(&mut self, text: String, language: Language) {
        self.push(Token::Word(Word { text, language }));
    }

    /// Appends what is heard, after the pause that was asked for.
    fn push(&mut self, token: Token) {
        if let Some(pause) = self.pause.take()
            && self.out.last().is_some_and(Token::is_word)
        {
            self.out.push(Token::Pause(pause));
        }
        self.out.push(token);
    }
}
