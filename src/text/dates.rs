//! Dates, years and times of day, as they are written with digits.

use super::numbers::{digits, push, value};
use super::reader::Reading;
use super::script;
use super::tables::Table;

/// Years of the last century are said by hundreds wherever they stand, earlier ones after a word for a year.
const CENTURY: std::ops::Range<u64> = 1901..2000;
const YEARS: std::ops::Range<u64> = 1100..2000;
/// The words for a year: by hundreds where the language says so.
pub(super) fn year(table: &Table, n: u64, out: &mut String) {
    let hundreds = table.word("century").filter(|_| YEARS.contains(&n));
    let Some(hundred) = hundreds else {
        return table.number(n, out);
    };
    table.number(n / 100, out);
    // English names the hundred only where nothing follows it.
    match (table.word("oh"), n % 100) {
        (_, 0) => push(out, Some(hundred)),
        (Some(oh), 1..10) => push(out, Some(oh)),
        (Some(_), _) => {}
        (None, _) => push(out, Some(hundred)),
    }
    if !n.is_multiple_of(100) {
        table.number(n % 100, out);
    }
}

impl Reading<'_> {
    /// Day, month and year, in the order of India or of ISO 8601.
    pub(super) fn date(&mut self, table: &Table, out: &mut String) -> bool {
        let (first, end) = digits(self.text, self.at);
        let separator = self.text.get(end).copied();
        let Some(separator @ ('-' | '/' | '.')) = separator else {
            return false;
        };
        let (second, end) = digits(self.text, end + 1);
        let (third, last) = match self.text.get(end) {
            Some(c) if *c == separator => digits(self.text, end + 1),
            _ => (Vec::new(), end),
        };
        let (day, month, of) = match (first.len(), second.len(), third.len()) {
            (4, 1 | 2, 1 | 2) => (&third, &second, &first),
            (1 | 2, 1 | 2, 4) => (&first, &second, &third),
            (1 | 2, 1 | 2, 2) if separator != '.' => (&first, &second, &third),
            // With a zero before it, a number is no end of a range.
            (2, 2, 0) if separator == '-' && (first[0] == 0 || second[0] == 0) => {
                (&first, &second, &third)
            }
            _ => return false,
        };
        let more = |at: usize| {
            self.text
                .get(at)
                .is_some_and(|c| script::digit(*c).is_some())
        };
        if more(last) || (self.text.get(last) == Some(&separator) && more(last + 1)) {
            return false;
        }
        let (Some(mut day), Some(mut month), Some(of)) = (value(day), value(month), value(of))
        else {
            return false;
        };
        if month > 12 {
            (day, month) = (month, day);
        }
        let month = (1..=12).contains(&month).then(|| month as usize - 1);
        let Some(month) = month.and_then(|m| table.list("months").nth(m)) else {
            return false;
        };
        if !(1..=31).contains(&day) {
            return false;
        }
        table.number(day, out);
        push(out, Some(month));
        if !third.is_empty() {
            year(table, of, out);
        }
        self.at = last;
        true
    }

    /// Hours and minutes, and seconds.
    pub(super) fn time(&mut self, table: &Table, out: &mut String) -> bool {
        let mut parts = Vec::new();
        let mut at = self.at;
        loop {
            let (part, end) = digits(self.text, at);
            let fits = matches!((parts.len(), part.len()), (0, 1 | 2) | (1 | 2, 2));
            let Some(value) = value(&part).filter(|v| fits && *v < 60) else {
                return false;
            };
            parts.push(value);
            match self.text.get(end) {
                Some(':') if parts.len() < 3 => at = end + 1,
                _ => {
                    at = end;
                    break;
                }
            }
        }
        let (hour, minute, second) = match parts[..] {
            [h, m] if h <= 24 => (h, m, None),
            [h, m, s] if h <= 24 => (h, m, Some(s)),
            _ => return false,
        };
        let next: String = self.text[at..]
            .iter()
            .skip_while(|c| c.is_whitespace())
            .take_while(|c| script::letter(**c).is_some())
            .collect();
        let said = table.list("clock").any(|w| w == next.to_lowercase());
        table.number(hour, out);
        match (minute, second) {
            (0, None) if said => {}
            (0, None) => push(out, table.word("o'clock")),
            _ if said => table.number(minute, out),
            _ => {
                push(out, table.word("hour"));
                table.number(minute, out);
                push(out, table.word("minute"));
            }
        }
        if let Some(second) = second {
            table.number(second, out);
            push(out, table.word("second"));
        }
        self.at = at;
        true
    }

    /// Whether a number of four digits, which began at `at`, is a year.
    pub(super) fn is_year(&self, n: u64, at: usize) -> bool {
        let unit = self
            .text
            .get(self.at)
            .is_some_and(|c| script::letter(*c).is_some());
        !unit
            && (CENTURY.contains(&n)
                || (YEARS.contains(&n)
                    && self
                        .words_before(at, 1, |word, table| table.list("years").any(|y| y == word))))
    }
}
