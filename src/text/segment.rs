//! Running text to clauses: the places where speech may start without regret.

use unicode_normalization::char::compose;

use super::scan::{Scan, item, last_item};
use crate::script::{BOOKMARKS, is_plain, is_second, is_silent, unified};

/// A stretch of text that is spoken in one breath.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The text, punctuation at its end included.
    pub text: String,
    /// Whether it was cut where the text goes on in the same sentence without a mark.
    pub continues: bool,
}

/// Splits text that comes in any portions into clauses.
///
/// The clauses do not depend on the portions: a boundary is decided by the characters around it alone, and
/// only once they are there. Each character is looked at a bounded number of times.
#[derive(Debug, Default)]
pub struct Splitter {
    text: String,
    /// Bytes of `text` that were returned; what follows is pending, and every other place is counted from here.
    start: usize,
    /// Bytes that the scan has passed.
    at: usize,
    scan: Scan,
    /// Bytes that are to be spoken although no boundary is known.
    flushed: usize,
    /// Bytes at whose end a clause ends, whatever follows; and whether its sentence goes on.
    ended: (usize, bool),
    closed: bool,
    started: bool,
    /// The named places in what was passed over since the last clause.
    passed: Vec<char>,
    /// Line ends since the last clause, and whether those before it left a line blank.
    line_ends: usize,
    paragraph: bool,
}

impl Splitter {
    /// A splitter at the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// A splitter of a whole text.
    pub fn of(text: &str) -> Self {
        let mut splitter = Self::new();
        splitter.push(text);
        splitter.close();
        splitter
    }

    /// Appends text, cut anywhere. Several spaces are one, and so are the parts of a vowel sign.
    pub fn push(&mut self, text: &str) {
        let mut spaced = self.text.ends_with(' ');
        // What is read as it stands is copied in one piece.
        let mut copied = 0;
        for (at, c) in text.char_indices() {
            let mut read = unified(c).filter(|c| !spaced || *c != ' ');
            if is_second(c) {
                let last = |text: &str| text.chars().next_back();
                let first = last(&text[copied..at]).or_else(|| last(&self.text));
                let whole = first.and_then(|first| compose(first, c));
                if whole.is_some() {
                    self.text.push_str(&text[copied..at]);
                    self.text.pop();
                    copied = at;
                    read = whole;
                }
            }
            if read != Some(c) {
                self.text.push_str(&text[copied..at]);
                self.text.extend(read);
                copied = at + c.len_utf8();
            }
            spaced = read.map_or(spaced, |c| c == ' ');
        }
        self.text.push_str(&text[copied..]);
    }

    /// Says that no more text comes: what is pending is the last clause.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Asks to speak what is pending, up to the last complete word and to double brackets that stand open.
    pub fn flush(&mut self) {
        let pending = self.pending();
        let whole = &pending[..self.open_bracket().unwrap_or(pending.len())];
        self.flushed = whole.rfind(char::is_whitespace).unwrap_or(0);
    }

    /// Says that a sentence ends here, whatever follows; not inside double brackets.
    pub fn end_sentence(&mut self) {
        if self.open_bracket().is_none() {
            self.cut(false);
        }
    }

    /// Says that a clause ends here, whatever follows, and whether it is `within` a sentence.
    pub fn cut(&mut self, within: bool) {
        self.ended = (self.pending().len(), within);
    }

    /// Where double brackets stand open in what is pending.
    fn open_bracket(&self) -> Option<usize> {
        let pending = self.pending();
        let open = pending.rfind("[[")?;
        (!pending[open..].contains("]]")).then_some(open)
    }

    /// Forgets what is pending.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The next clause, if it is known where it ends. Text without anything to be heard is passed over.
    pub fn next_clause(&mut self) -> Option<Clause> {
        loop {
            let (end, continues) = self.boundary()?;
            let piece = self.pending().get(..end)?;
            let (text, line_ends) = (piece.trim(), piece.matches('\n').count());
            // The items of a list follow one another on a line.
            let first = text.split(char::is_whitespace).next().unwrap_or_default();
            let item = item(first).or(self.scan.item).or_else(|| last_item(text));
            let clause = text.contains(|c| !is_silent(c)).then(|| Clause {
                text: text.to_owned(),
                continues,
            });
            match clause {
                None => {
                    let places: Vec<char> =
                        text.chars().filter(|c| BOOKMARKS.contains(c)).collect();
                    self.passed.extend(places);
                }
                Some(_) => self.paragraph = std::mem::take(&mut self.line_ends) > 1,
            }
            self.line_ends += line_ends;
            self.start += end;
            // What was returned is let go when it is most of the text: each character is moved once or so.
            if self.start > self.text.len() / 2 {
                self.text.drain(..self.start);
                self.start = 0;
            }
            self.flushed = self.flushed.saturating_sub(end);
            self.ended.0 = self.ended.0.saturating_sub(end);
            self.at = 0;
            self.scan = Scan {
                item: item.filter(|_| line_ends == 0),
                ..Scan::default()
            };
            if clause.is_some() {
                self.started = true;
                return clause;
            }
        }
    }

    /// Takes the characters that name places in text without anything to be heard, which was passed over: they stand before the
    /// clause that was returned last, or behind all of them.
    pub fn take_passed(&mut self) -> Vec<char> {
        std::mem::take(&mut self.passed)
    }

    /// Whether a blank line came before the last clause.
    pub fn begins_paragraph(&self) -> bool {
        self.paragraph
    }

    fn pending(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }

    /// Where the clause that begins the pending text ends, and whether it was cut there without a mark.
    fn boundary(&mut self) -> Option<(usize, bool)> {
        let pending = self.text.get(self.start..).unwrap_or_default();
        let mut rest = pending.get(self.at..).unwrap_or_default().chars();
        loop {
            if self.at > 0 && self.at == self.ended.0 {
                let parted = self.scan.parted(&pending[..self.at], None);
                return parted.or(Some(self.ended));
            }
            let Some(c) = rest.next() else { break };
            if let Some(end) = self.scan.step(pending, self.at, c, self.started) {
                return Some(end);
            }
            self.at += c.len_utf8();
            if is_plain(c) {
                self.at = self.scan.pass(pending, self.at, self.ended.0);
                rest = pending.get(self.at..).unwrap_or_default().chars();
            }
        }
        if self.closed && self.at > 0 {
            let parted = self.scan.parted(pending, None);
            return parted.or(Some((self.at, false)));
        }
        let ends = self.scan.unit_end.is_some_and(|end| end <= self.flushed);
        (self.flushed > 0).then_some((self.flushed, !ends))
    }
}
