//! Running text to clauses: the places where speech may start without regret.

use super::scan::{Scan, item};
use crate::script::{BOOKMARKS, danda, is_plain, is_silent};

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

    /// Appends text, cut anywhere.
    pub fn push(&mut self, text: &str) {
        self.text.extend(text.chars().map(danda));
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
            let item = item(first).or(self.scan.item);
            let clause = text.contains(|c| !is_silent(c)).then(|| Clause {
                text: text.to_owned(),
                continues,
            });
            if clause.is_none() {
                let places: Vec<char> = text.chars().filter(|c| BOOKMARKS.contains(c)).collect();
                self.passed.extend(places);
            }
            if clause.is_some() {
                self.paragraph = std::mem::take(&mut self.line_ends) > 1;
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

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::super::scan::MAX_CHARS;
    use super::*;

    fn split(parts: &[&str]) -> Vec<Clause> {
        let mut splitter = Splitter::new();
        let mut clauses = Vec::new();
        for part in parts {
            splitter.push(part);
            while let Some(clause) = splitter.next_clause() {
                clauses.push(clause);
            }
        }
        splitter.close();
        while let Some(clause) = splitter.next_clause() {
            clauses.push(clause);
        }
        clauses
    }

    fn texts(text: &str) -> Vec<String> {
        split(&[text]).into_iter().map(|c| c.text).collect()
    }

    #[test]
    fn a_sentence_ends_a_clause() {
        assert_eq!(
            texts("नमस्ते। कैसे हो? \"ठीक!\" अच्छा"),
            ["नमस्ते।", "कैसे हो?", "\"ठीक!\"", "अच्छा"]
        );
        assert_eq!(texts("है।अब"), ["है।", "अब"]);
        assert_eq!(texts("one\ntwo\r\n\r\nthree"), ["one", "two", "three"]);
    }

    #[test]
    fn a_danda_by_another_code_point_ends_a_sentence() {
        assert_eq!(texts("সে আছে৷ সে যায়৷"), ["সে আছে।", "সে যায়।"]);
        assert_eq!(texts("ସେ ଅଛି\u{B64} ସେ ଯାଏ\u{B64}").len(), 2);
    }

    #[test]
    fn a_stop_inside_does_not() {
        for whole in [
            "Dr. Rao paid Rs. 1,234.50 to J. K. Shah, i.e. me.",
            "see https://example.org/a.b?c=d, now",
            "1. डॉ. शर्मा",
            "अ. ब. शर्मा",
            "Sen. Ted Cruz",
            "ரெவ். ஜான்",
            "മിസ്. ഫ്രീമാൻ",
            "ਡੀ. ਲਿਟ. ਦੀ",
        ] {
            assert_eq!(
                texts(whole).concat().replace(' ', ""),
                whole.replace(' ', "")
            );
            assert!(texts(whole)[0].len() > 11, "{:?}", texts(whole));
        }
        assert_eq!(texts("Dr. Rao. Rs. 5"), ["Dr. Rao.", "Rs. 5"]);
    }

    #[test]
    fn initials_of_more_than_a_letter_do_not_end_a_sentence() {
        for whole in [
            "மு. கருணாநிதி",
            "ஜெ. ஜெயலலிதா",
            "எம்.எஸ். தோனி",
            "వై.ఎస్. జగన్",
            "ఎన్.టి. రామారావు",
            "ಬಿ.ಎಸ್. ಯಡಿಯೂರಪ್ಪ",
            "ಎಚ್.ಡಿ. ಕುಮಾರಸ್ವಾಮಿ",
            "വി.എസ്. അച്യുതാനന്ദൻ",
            "ಕೆ.ಎಸ್.ಆರ್.ಟಿ.ಸಿ. ಬಸ್",
            "எஸ்.எம்.எஸ். அனுப்பவும்",
            "ಎನ್\u{200c}.ಆರ್\u{200c}. ನಾರಾಯಣಮೂರ್ತಿ",
        ] {
            assert_eq!(texts(whole), [whole]);
        }
        assert_eq!(texts("see a.co. Then go"), ["see a.co.", "Then go"]);
        assert_eq!(texts("நீ வா. நான் போ. சரி"), ["நீ வா.", "நான் போ.", "சரி"]);
    }

    #[test]
    fn a_blank_line_begins_a_paragraph_however_the_text_came() {
        let text = "\n\nOne. Two.\nThree.\r\n\r\n Four?\n \n\u{200b}\nFive\nSix";
        for parts in [text.split_inclusive("").collect(), vec![text]] {
            let (mut splitter, mut found) = (Splitter::new(), Vec::new());
            for part in parts.into_iter().map(Some).chain([None]) {
                match part {
                    Some(part) => splitter.push(part),
                    None => splitter.close(),
                }
                while splitter.next_clause().is_some() {
                    found.push(splitter.begins_paragraph());
                }
            }
            assert_eq!(found, [true, false, false, true, true, false]);
        }
    }

    #[test]
    fn a_comma_ends_only_a_long_clause() {
        assert_eq!(
            texts("Yes, no, and this is a rather long clause, then more").len(),
            2
        );
        assert_eq!(texts("a, b, c, d"), ["a, b, c, d"]);
    }

    #[test]
    fn a_clause_is_bounded_and_cut_between_words() {
        let long = "शब्द ".repeat(200);
        let clauses = split(&[&long]);
        assert!(clauses.iter().all(|c| c.text.chars().count() <= MAX_CHARS));
        let whole = |c: &Clause| c.text.split(' ').all(|w| w == "शब्द");
        assert!(clauses.iter().all(whole));
        assert!(clauses.iter().rev().skip(1).all(|c| c.continues));
        let whole = |t: &String| t.starts_with('क') && t.ends_with('ि');
        assert!(texts(&"क्षि".repeat(500)).iter().all(whole));
    }

    #[test]
    fn a_long_clause_is_cut_where_a_reader_surely_pauses_or_waits_for_a_mark() {
        let many = |word: &str, n| vec![word; n].join(" ");
        // So many characters without such a place, then a full stop.
        for words in [33, 47] {
            let whole = format!("{}.", many("किताब", words));
            assert_eq!(texts(&format!("{whole} और")), [&whole, "और"]);
        }
        let first = format!("{} कहा था", many("किताब", 20));
        let rest = format!("लेकिन {} है.", many("किताब", 13));
        assert_eq!(texts(&format!("{first} {rest}")), [first, rest]);
    }

    #[test]
    fn brackets_are_not_cut_unless_they_are_longer_than_a_clause() {
        let words = "word ".repeat(45);
        let sounds = format!("[[{}]]", "k aː ".repeat(20));
        assert_eq!(
            texts(&format!("{words}{sounds} end")),
            [words.trim(), &format!("{sounds} end")]
        );
        let longer = texts(&format!("[[{}]]", "k aː ".repeat(80)));
        assert!(longer.iter().all(|c| c.chars().count() <= MAX_CHARS));
        let mut splitter = Splitter::new();
        splitter.push("one two [[k aː ");
        splitter.flush();
        assert_eq!(
            splitter.next_clause().map(|c| c.text),
            Some("one two".into())
        );
        splitter.push("t̪]] three");
        splitter.close();
        assert_eq!(
            splitter.next_clause().map(|c| c.text),
            Some("[[k aː t̪]] three".into())
        );
    }

    #[test]
    fn nothing_unheard_is_a_clause() {
        assert!(split(&["... \n\n — ! ? ", "\u{200b}", " *** "]).is_empty());
    }

    #[test]
    fn flush_speaks_the_complete_words() {
        let mut splitter = Splitter::new();
        splitter.push("one two thr");
        assert_eq!(splitter.next_clause(), None);
        splitter.flush();
        assert_eq!(
            splitter.next_clause().map(|c| c.text),
            Some("one two".into())
        );
        assert_eq!(splitter.next_clause(), None);
        splitter.push("ee");
        splitter.close();
        assert_eq!(splitter.next_clause().map(|c| c.text), Some("three".into()));
    }

    #[test]
    fn clauses_do_not_depend_on_how_the_text_came() {
        let parts = concat!(
            " ¦ ¦ ¦\n¦.¦,¦?¦।¦…¦\"¦)¦(¦Dr.¦Rs¦5¦3.4¦क्षि¦्¦\u{200d}¦ா",
            "¦word¦நன்றி¦i.e.¦—¦-¦👨‍👩‍👧¦🇮🇳¦\u{301}¦\0¦http://a.b/c?d¦[[¦]]¦5 kg.¦us.But¦आहे.मग"
        );
        let parts: Vec<&str> = parts.split('¦').collect();
        let mut random = SmallRng::seed_from_u64(1);
        for _ in 0..3000 {
            let text: String = (0..random.random_range(..400usize))
                .map(|_| parts[random.random_range(..parts.len())])
                .collect();
            let whole = split(&[&text]);
            let mut cuts: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
            let keep = 1 + random.random_range(..8usize);
            cuts.retain(|_| random.random_range(..keep) == 0);
            let mut parts = Vec::new();
            let mut start = 0;
            for cut in cuts {
                parts.push(&text[start..cut]);
                start = cut;
            }
            parts.push(&text[start..]);
            assert_eq!(split(&parts), whole, "{text:?}");
            // Nothing that is heard is lost, and nothing is said twice.
            let heard = |s: &str| s.chars().filter(|c| !is_silent(*c)).collect::<String>();
            let said: String = whole.iter().map(|c| heard(&c.text)).collect();
            assert_eq!(said, heard(&text));
        }
    }
}
