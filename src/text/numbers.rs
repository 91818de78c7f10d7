//! What is written with digits: numbers, fractions, money, measures, ordinals.

use super::counted::before;
use super::dates::year;
use super::fractions::quarters;
use super::money::name;
use super::reading::Reading;
use crate::language::{Language, Table, table};
use crate::script;

/// So many and a half have a word for it: साढ़े बयालीस, but not 101.5.
const HALVED: std::ops::Range<u64> = 1..100;

/// A number as it is written.
pub(super) struct Numeral {
    pub(super) whole: Vec<u8>,
    pub(super) fraction: Vec<u8>,
    pub(super) grouped: bool,
    /// In groups of three throughout, as millions are.
    pub(super) western: bool,
    /// The place after it.
    pub(super) end: usize,
}

/// The digits that begin at `at`, and the place after them.
pub(super) fn digits(text: &[char], at: usize) -> (Vec<u8>, usize) {
    let rest = text.iter().skip(at);
    let digits: Vec<u8> = rest.map_while(|c| script::digit(*c)).map(|d| d.0).collect();
    let end = at + digits.len();
    (digits, end)
}

impl Numeral {
    pub(super) fn scan(text: &[char], at: usize) -> Self {
        let (mut whole, mut end) = digits(text, at);
        let mut grouped = Vec::new();
        let mut western = true;
        let mut last = 0;
        let mut next = end;
        // Groups of three, or of two with three at the end.
        while !whole.is_empty() && whole.len() <= 3 && text.get(next) == Some(&',') {
            let (group, after) = digits(text, next + 1);
            if !matches!(group.len(), 2 | 3) {
                break;
            }
            last = group.len();
            western &= last == 3;
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
            western: is_grouped && western,
            end,
        }
    }

    pub(super) fn value(&self) -> Option<u64> {
        value(&self.whole)
    }

    pub(super) fn words(&self, table: &Table, out: &mut String) {
        if self.western {
            table.western(&self.whole, out);
        } else if !self.whole.is_empty() {
            table.integer(&self.whole, out);
        }
        if !self.fraction.is_empty() {
            push(out, table.word("point"));
            table.digits(&self.fraction, out);
        }
    }

    /// The hundredth parts of a currency, where it has no finer ones.
    pub(super) fn parts(&self) -> Option<u64> {
        let zeros = self.fraction.iter().rev().take_while(|d| **d == 0).count();
        match self.fraction[..self.fraction.len() - zeros] {
            [] => Some(0),
            [tens] => Some(u64::from(tens) * 10),
            [tens, ones] => Some(u64::from(tens) * 10 + u64::from(ones)),
            _ => None,
        }
    }
}

pub(super) fn value(digits: &[u8]) -> Option<u64> {
    (digits.len() <= 15).then(|| digits.iter().fold(0, |n, d| n * 10 + u64::from(*d)))
}

pub(super) fn push(out: &mut String, words: Option<&str>) {
    if let Some(words) = words {
        crate::language::push(out, words);
    }
}

impl Reading<'_> {
    /// What begins with a digit, or with a decimal point.
    pub(super) fn number(&mut self) {
        let c = self.peek(0).filter(|c| *c != '.').or(self.peek(1));
        let native = c.and_then(script::digit).and_then(|d| d.1);
        let language = native.map_or(self.language, |script| self.in_script(script));
        let table = table(language);
        let mut words = String::new();
        if self.currency.is_none() && self.peek(0) != Some('.') {
            if self.telephone(table, language) {
                self.number_end = self.at;
                return;
            }
            if self.date(table, &mut words)
                || self.time(table, &mut words)
                || self.day_of_month(table, &mut words)
                || self.ratio(table, &mut words)
                || self.version(table, &mut words)
            {
                self.put_all(&words, language);
                self.case(table, language);
                self.number_end = self.at;
                return;
            }
            if self.house(table, language) {
                return;
            }
        }
        self.amount(table, language);
        self.number_end = self.at;
    }

    /// A number with what belongs to it: an ending, a unit, a currency.
    fn amount(&mut self, table: &'static Table, language: Language) {
        let number = Numeral::scan(self.text, self.at);
        let start = self.at;
        self.at = number.end;
        let mut words = String::new();
        let sign = self.currency.take();
        let sign = sign.or_else(|| self.currency_after());
        let sign = sign.or_else(|| self.stroke());
        if let Some(sign) = sign
            && !number.fraction.is_empty()
            && self.scale(table, true).is_none()
            && let Some(parts) = number.parts()
            && let Some(part) = table.word(&format!("{sign}."))
        {
            // So many rupees, so many paise.
            if number.value().unwrap_or(1) != 0 && !number.whole.is_empty() {
                let whole = Numeral {
                    fraction: Vec::new(),
                    ..number
                };
                whole.words(table, &mut words);
                before(table, &mut words);
                push(&mut words, Some(name(table, sign, whole.value())));
            }
            if parts > 0 || words.is_empty() {
                table.number(parts, &mut words);
                before(table, &mut words);
                let one = (parts == 1)
                    .then(|| table.word(&format!("{sign}.1")))
                    .flatten();
                push(&mut words, one.or(Some(part)));
            }
            self.put_all(&words, language);
            self.case(table, language);
            return self.price(table, language);
        }
        if sign.is_none() && self.fraction(&number, table, &mut words) {
            self.put_all(&words, language);
            if let Some((unit, end)) = self.unit(table, false) {
                self.put_all(&unit, language);
                self.at = end;
            }
            return self.case(table, language);
        }
        let plain = number.fraction.is_empty() && !number.grouped;
        let value = number.value().filter(|_| plain && number.whole.len() == 4);
        let one = number.value() == Some(1) && number.fraction.is_empty();
        let measured = sign.is_none() && self.measured_scale(table);
        let scale = self.scale(table, sign.is_some() || measured);
        // "B2B" has no bytes.
        let named = start > 0 && self.text[start - 1].is_alphabetic();
        let unit = if sign.is_some() || scale.is_some() || named {
            None
        } else {
            self.unit(table, one)
        };
        // Two and a half of something.
        let counts = unit.is_some() || self.scale(table, true).is_some();
        let whole = number.value().filter(|_| number.fraction == [5] && counts);
        match (whole, value) {
            (Some(whole), _)
                if HALVED.contains(&whole) && quarters(table, whole, 2, &mut words) => {}
            (_, Some(n)) if sign.is_none() && unit.is_none() && self.is_year(n, start) => {
                year(table, n, &mut words)
            }
            _ => number.words(table, &mut words),
        }
        if let Some((unit, end)) = unit {
            before(table, &mut words);
            self.put_all(&words, language);
            self.put_all(&unit, language);
            self.at = end;
            return self.case(table, language);
        }
        if let Some((scale, end)) = scale {
            before(table, &mut words);
            self.put_all(&words, language);
            self.at = end;
            if let Some(said) = scale {
                self.put_scale(table, said, sign.is_some(), language);
            }
            self.words_of_scale(table, sign.is_some(), language);
            if sign.is_none()
                && let Some((unit, end)) = self.unit(table, false)
            {
                self.put_all(&unit, language);
                self.at = end;
            }
        } else {
            let language = if sign.is_none() {
                self.ending(&number, language, &mut words)
            } else {
                language
            };
            if sign.is_some() && !self.ranges() || self.noun_follows(table, language) {
                before(table, &mut words);
            }
            self.put_all(&words, language);
            if sign.is_none() && self.peek(0) == Some(' ') {
                self.case(table, language);
            }
        }
        let Some(sign) = sign else { return };
        if self.ranges() {
            self.currency = Some(sign);
            return;
        }
        let value = number
            .value()
            .filter(|_| number.fraction.is_empty() && scale.is_none());
        self.put_all(name(table, sign, value), language);
        self.case(table, language);
        self.price(table, language);
    }
}
