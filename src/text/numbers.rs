//! What is written with digits: numbers, dates, times, telephone numbers, money, measures.

use unicode_normalization::char::is_combining_mark;

use super::dates::year;
use super::reader::Reading;
use super::script;
use super::tables::{Table, is_rupee, table};
use crate::Language;
use crate::phonemes::Phoneme;

/// Signs of currencies, which are written before the amount and said after it.
const CURRENCIES: &str = "₹$€£¥₩₺৳";
/// Letters directly after a number are its ending up to so many characters, otherwise a word.
const MAX_ENDING: usize = 4;
/// Where a word like "PIN" stands within so many words before, digits are a code.
const CODE_WORDS: usize = 3;

/// A number as it is written.
struct Numeral {
    whole: Vec<u8>,
    fraction: Vec<u8>,
    grouped: bool,
    /// The place after it.
    end: usize,
}

/// The digits that begin at `at`, and the place after them.
pub(super) fn digits(text: &[char], at: usize) -> (Vec<u8>, usize) {
    let rest = text.iter().skip(at);
    let digits: Vec<u8> = rest.map_while(|c| script::digit(*c)).map(|d| d.0).collect();
    let end = at + digits.len();
    (digits, end)
}

impl Numeral {
    fn scan(text: &[char], at: usize) -> Self {
        let (mut whole, mut end) = digits(text, at);
        let mut grouped = Vec::new();
        let mut last = 0;
        let mut next = end;
        // Groups of three, or of two with three at the end.
        while whole.len() <= 3 && text.get(next) == Some(&',') {
            let (group, after) = digits(text, next + 1);
            if !matches!(group.len(), 2 | 3) {
                break;
            }
            last = group.len();
            grouped.extend(group);
            next = after;
        }
        let is_grouped = last == 3;
        if is_grouped {
            whole.extend(grouped);
            end = next;
        }
        let mut fraction = Vec::new();
        if text.get(end) == Some(&'.') {
            let (decimals, after) = digits(text, end + 1);
            if !decimals.is_empty() {
                (fraction, end) = (decimals, after);
            }
        }
        Self {
            whole,
            fraction,
            grouped: is_grouped,
            end,
        }
    }

    fn value(&self) -> Option<u64> {
        value(&self.whole)
    }

    fn words(&self, table: &Table, out: &mut String) {
        table.integer(&self.whole, out);
        if !self.fraction.is_empty() {
            push(out, table.word("point"));
            table.digits(&self.fraction, out);
        }
    }
}

pub(super) fn value(digits: &[u8]) -> Option<u64> {
    (digits.len() <= 15).then(|| digits.iter().fold(0, |n, d| n * 10 + u64::from(*d)))
}

pub(super) fn push(out: &mut String, words: Option<&str>) {
    out.push(' ');
    out.push_str(words.unwrap_or_default());
}

impl Reading<'_> {
    /// The sign of a currency, where an amount follows it.
    pub(super) fn currency(&mut self) -> bool {
        let sign = self.peek(0).filter(|c| CURRENCIES.contains(*c));
        let Some(sign) = sign else { return false };
        self.amount_follows(sign, self.at + 1)
    }

    /// A word for a currency, which ends before `at`, where an amount follows it.
    pub(super) fn rupee(&mut self, word: &str, at: usize) -> bool {
        let at = at + usize::from(self.text.get(at) == Some(&'.'));
        is_rupee(&word.to_lowercase()) && self.amount_follows('₹', at)
    }

    fn amount_follows(&mut self, sign: char, mut at: usize) -> bool {
        at += usize::from(self.text.get(at).is_some_and(|c| c.is_whitespace()));
        let follows = self
            .text
            .get(at)
            .is_some_and(|c| script::digit(*c).is_some());
        if follows {
            self.currency = Some(sign);
            self.at = at;
        }
        follows
    }

    /// What begins with a digit.
    pub(super) fn number(&mut self) {
        let native = self.peek(0).and_then(script::digit).and_then(|d| d.1);
        let language = match native {
            Some(Language::Hi) => self.devanagari,
            Some(language) => language,
            None => self.language,
        };
        let table = table(language);
        let mut words = String::new();
        if self.currency.is_none() {
            if self.telephone(table, language) {
                return;
            }
            if self.date(table, &mut words) || self.time(table, &mut words) {
                return self.put_all(&words, language);
            }
        }
        self.amount(table, language);
    }

    /// Digits one by one, with a pause between their groups. Whether it was a telephone number or a code.
    fn telephone(&mut self, table: &Table, language: Language) -> bool {
        let mut groups = Vec::new();
        let mut at = self.at;
        loop {
            let (group, end) = digits(self.text, at);
            if group.is_empty() || groups.len() > 4 {
                break;
            }
            groups.push((group, end));
            match self.text.get(end) {
                Some(' ' | '-') => at = end + 1,
                _ => break,
            }
        }
        let lengths: Vec<_> = groups.iter().map(|(g, _)| g.len()).collect();
        let total: usize = lengths.iter().sum();
        let first = groups.first().and_then(|(g, _)| g.first()).copied();
        let international = self.at > 0 && self.text.get(self.at - 1) == Some(&'+');
        let mobile = matches!(first, Some(6..=9));
        let is_telephone = match lengths[..] {
            _ if international => (8..=15).contains(&total),
            [10] | [5, 5] => mobile,
            [3, 3, 4] => true,
            [a, _] => a >= 3 && first == Some(0) && (10..=12).contains(&total),
            [4..=8] => self.after_code_word(),
            _ => false,
        };
        if !is_telephone {
            return false;
        }
        for (group, end) in groups {
            let mut words = String::new();
            table.digits(&group, &mut words);
            self.put_all(&words, language);
            self.at = end;
            if matches!(self.peek(0), Some(' ' | '-'))
                && self.peek(1).is_some_and(|c| script::digit(c).is_some())
            {
                self.ask(Phoneme::COMMA);
            }
        }
        true
    }

    fn after_code_word(&self) -> bool {
        self.words_before(self.at, CODE_WORDS, |word, table| {
            table.list("codes").any(|c| c == word)
        })
    }

    /// Whether one of the last `count` words before `at` is such a one.
    pub(super) fn words_before(
        &self,
        at: usize,
        count: usize,
        is: impl Fn(&str, &Table) -> bool,
    ) -> bool {
        let before: String = self.text.iter().take(at).collect();
        let words = before.split(|c: char| script::letter(c).is_none());
        let mut words = words.filter(|w| !w.is_empty()).rev().take(count);
        words.any(|w| is(&w.to_lowercase(), self.table))
    }

    /// A number with what belongs to it: an ending, a unit, a currency.
    fn amount(&mut self, table: &'static Table, language: Language) {
        let number = Numeral::scan(self.text, self.at);
        let start = self.at;
        self.at = number.end;
        let mut words = String::new();
        let currency = self.currency;
        if let Some(sign) = currency
            && let [_, _] = number.fraction[..]
            && let Some(part) = table.word(&format!("{sign}."))
            && !self.scale_follows(table)
        {
            // So many rupees, so many paise.
            self.currency = None;
            if number.value() != Some(0) {
                table.integer(&number.whole, &mut words);
                push(&mut words, Some(name(table, sign, number.value())));
            }
            let parts = value(&number.fraction).unwrap_or_default();
            if parts > 0 || words.is_empty() {
                table.number(parts, &mut words);
                push(&mut words, Some(part));
            }
            return self.put_all(&words, language);
        }
        if self.fraction(&number, table, &mut words) {
            return self.put_all(&words, language);
        }
        let plain = number.fraction.is_empty() && !number.grouped;
        let value = number.value().filter(|_| plain && number.whole.len() == 4);
        match value {
            Some(n) if currency.is_none() && self.is_year(n, start) => year(table, n, &mut words),
            _ => number.words(table, &mut words),
        }
        let (language, unit) = self.ending(&number, language, &mut words);
        self.put_all(&words, language);
        if let Some(unit) = unit {
            self.put_all(unit, language);
        }
        if self.range(table) {
            return;
        }
        let Some(sign) = currency else { return };
        self.currency = None;
        // "1.5 lakh rupees"
        if self.scale_follows(table) {
            while self.peek(0).is_some_and(char::is_whitespace) {
                self.at += 1;
            }
            self.step();
        }
        let value = number.value().filter(|_| number.fraction.is_empty());
        self.put_all(name(table, sign, value), language);
    }

    /// Numerator and denominator.
    fn fraction(&mut self, number: &Numeral, table: &Table, out: &mut String) -> bool {
        if self.peek(0) != Some('/') || !number.fraction.is_empty() {
            return false;
        }
        let (below, end) = digits(self.text, self.at + 1);
        if below.is_empty() || self.text.get(end) == Some(&'/') {
            return false;
        }
        let whole = match (&number.whole[..], &below[..]) {
            ([1], [2]) => table.word("½"),
            ([1], [4]) => table.word("¼"),
            ([3], [4]) => table.word("¾"),
            _ => None,
        };
        if whole.is_some() {
            push(out, whole);
        } else {
            number.words(table, out);
            push(out, table.word("over"));
            table.integer(&below, out);
        }
        self.at = end;
        true
    }

    /// "to", where another number follows a dash.
    fn range(&mut self, table: &Table) -> bool {
        let ranges = matches!(self.peek(0), Some('-' | '–' | '—'))
            && self.peek(1).is_some_and(|c| script::digit(c).is_some());
        if ranges {
            self.at += 1;
            self.put_all(table.word("to").unwrap_or_default(), self.language);
        }
        ranges
    }

    fn scale_follows(&self, table: &Table) -> bool {
        let rest = self.text[self.at..]
            .iter()
            .skip_while(|c| c.is_whitespace());
        let word: String = rest.take_while(|c| script::letter(**c).is_some()).collect();
        let word = word.to_lowercase();
        table.list("scales").any(|s| s == word)
            || super::tables::table(Language::En)
                .list("scales")
                .any(|s| s == word)
    }

    /// Joins an ending to the number's words, or finds the unit after it.
    fn ending(
        &mut self,
        number: &Numeral,
        language: Language,
        words: &mut String,
    ) -> (Language, Option<&'static str>) {
        let spaced = self.peek(0).is_some_and(char::is_whitespace);
        let at = self.at + usize::from(spaced);
        let rest = &self.text[at..];
        let length = rest
            .iter()
            .take_while(|c| script::letter(**c).is_some() || "°²³/µ".contains(**c))
            .count();
        let run: String = rest[..length].iter().collect();
        let run = run.trim_end_matches('/');
        if run.is_empty() {
            return (language, None);
        }
        let end = at + run.chars().count();
        if let Some(unit) = table(language).word(&format!("unit:{run}")) {
            self.at = end;
            return (language, Some(unit));
        }
        let letters = run.chars().all(|c| script::letter(c).is_some());
        if spaced || !letters || length > MAX_ENDING || !number.fraction.is_empty() {
            return (language, None);
        }
        let script = run.chars().next().and_then(script::letter);
        let language = match script {
            Some(Language::Hi) => self.devanagari,
            Some(script) => script,
            None => language,
        };
        let table = table(language);
        let digits: String = number.whole.iter().map(|d| char::from(b'0' + d)).collect();
        if let Some(ordinal) = table.word(&format!("ordinal:{digits}{run}")) {
            words.clear();
            words.push_str(ordinal);
        } else if language == Language::En {
            if !matches!(run, "st" | "nd" | "rd" | "th" | "s") {
                return (self.language, None);
            }
            words.clear();
            table.integer(&number.whole, words);
            english_ending(table, run, words);
        } else {
            words.clear();
            table.integer(&number.whole, words);
            join(table, run, words);
        }
        self.at = end;
        (language, None)
    }
}

/// The name of a currency for an amount.
fn name(table: &Table, sign: char, amount: Option<u64>) -> &str {
    let one = (amount == Some(1))
        .then(|| table.word(&format!("{sign}1")))
        .flatten();
    let many = || {
        table
            .word(sign.encode_utf8(&mut [0; 4]))
            .unwrap_or_default()
    };
    one.unwrap_or_else(many)
}

/// Fifth, twentieth; eighties.
fn english_ending(table: &Table, ending: &str, words: &mut String) {
    let at = words.rfind(' ').map_or(0, |i| i + 1);
    let last = words.split_off(at);
    let ordinal = table.word(&format!("ordinal:{last}"));
    match ending {
        "s" => words.push_str(&format!("{last}s")),
        _ => words.push_str(ordinal.unwrap_or(&format!("{last}th"))),
    }
}

/// A vowel sign takes the place of the virama or the vowel before it, and so do the endings that the table lists.
fn join(table: &Table, ending: &str, words: &mut String) {
    let written = table.word(&format!("ending:{ending}"));
    let ending = written.unwrap_or(ending);
    let sign = ending.starts_with(is_combining_mark);
    if (sign || table.list("eats").any(|e| e == ending)) && words.ends_with(is_combining_mark) {
        words.pop();
    }
    words.push_str(ending);
}
