//! Dates, years and times of day, as they are written with digits.

use super::counted::english_ending;
use super::fractions::quarters;
use super::numbers::{digits, push, value};
use super::reading::Reading;
use crate::language::{Language, Table, table};
use crate::script;

/// Years of the last century are said by hundreds wherever they stand, earlier ones beside a word that tells a year.
const CENTURY: std::ops::Range<u64> = 1901..2000;
const YEARS: std::ops::Range<u64> = 1100..2000;
const LATER: std::ops::Range<u64> = 2100..3000;
/// English says these in two halves as well.
const THIS_CENTURY: std::ops::Range<u64> = 2010..2100;

/// The words for a year: by hundreds where the language says so.
pub(super) fn year(table: &Table, n: u64, out: &mut String) {
    let halves = table.word("oh").is_some() && THIS_CENTURY.contains(&n);
    let hundreds = table
        .word("century")
        .filter(|_| YEARS.contains(&n) || LATER.contains(&n) || halves);
    let Some(hundred) = hundreds else {
        return table.number(n, out);
    };
    table.number(n / 100, out);
    // English names the hundred only where nothing follows it.
    match (table.word("oh"), n % 100) {
        (_, 0) => push(out, table.word("century alone").or(Some(hundred))),
        (Some(oh), 1..10) => push(out, Some(oh)),
        (Some(_), _) => {}
        (None, _) => push(out, Some(hundred)),
    }
    if !n.is_multiple_of(100) {
        table.number(n % 100, out);
    }
}

/// The words for a day of a month.
fn day(table: &Table, n: u64, out: &mut String) {
    if let Some(named) = table.list("days").nth(n as usize - 1) {
        return push(out, Some(named));
    }
    table.number(n, out);
    if table.word("oh").is_some() {
        english_ending(table, "th", out);
    }
}

/// A time by hours that carry their counter, in the part of the day where the hour tells it.
fn twelve_hours(
    table: &Table,
    hour: u64,
    minute: u64,
    [said, minutes]: [bool; 2],
    out: &mut String,
) {
    let named = |hour: u64| table.list("hours12").nth((hour as usize + 11) % 12);
    if !(1..=12).contains(&hour) {
        push(out, table.list("parts").nth(hour as usize % 24));
    }
    let at = |hour: u64| match hour % 12 {
        0 => 12,
        hour => hour,
    };
    let part = ["", "quarter", "half", "less"][minute as usize / 15];
    let own = table.word(&format!("{}:{part} hours12", at(hour)));
    if minute > 0 && minute.is_multiple_of(15) && !minutes {
        if own.is_some() {
            return push(out, own);
        }
        push(out, table.word(part).map(|w| w.trim_end_matches(" <<")));
        return push(out, named(if part == "less" { hour + 1 } else { hour }));
    }
    if said && minute == 0 {
        return table.number(at(hour), out);
    }
    push(out, named(hour));
    if minute > 0 {
        push(out, table.word("past").filter(|_| !minutes));
        table.number(minute, out);
        push(out, table.word("minute").filter(|_| !minutes));
    }
}

impl Reading<'_> {
    /// Day, month and year, in the order of India or of ISO 8601.
    pub(super) fn date(&mut self, table: &Table, out: &mut String) -> bool {
        // Inside a longer number.
        if self.at > 0 && matches!(self.text[self.at - 1], '-' | '/' | '.') {
            return false;
        }
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
        let (day_digits, month, of) = match (first.len(), second.len(), third.len()) {
            (4, 1 | 2, 1 | 2) => (&third, &second, &first),
            (1 | 2, 1 | 2, 4) => (&first, &second, &third),
            (1 | 2, 1 | 2, 2) if separator != '.' => (&first, &second, &third),
            // With a zero before it, a number is no end of a range.
            (2, 2, 0) if separator == '-' && (first[0] == 0 || second[0] == 0) => {
                (&first, &second, &third)
            }
            // A month and its year.
            (1 | 2, 4, 0) if separator != '.' && second[0] > 0 => (&third, &first, &second),
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
        let (Some(mut day_number), Some(mut month), Some(of)) =
            (value(day_digits), value(month), value(of))
        else {
            return false;
        };
        // Where the month cannot be one, the two stand in the American order, and are said so.
        let swapped = month > 12;
        if swapped {
            (day_number, month) = (month, day_number);
        }
        let month = (1..=12).contains(&month).then(|| month as usize - 1);
        let Some(month) = month.and_then(|m| table.list("months").nth(m)) else {
            return false;
        };
        let dayless = day_digits.is_empty();
        if !dayless && !(1..=31).contains(&day_number) {
            return false;
        }
        if dayless && !(1000..2200).contains(&of) {
            return false;
        }
        if dayless || swapped && third.is_empty() {
            push(out, Some(month));
            if !dayless {
                day(table, day_number, out);
            }
        } else {
            self.day_and_month(table, day_number, month, out);
        }
        if dayless || !third.is_empty() {
            year(table, of, out);
        }
        self.at = last;
        true
    }

    /// "The fifth of May", or the day and the month.
    fn day_and_month(&self, table: &Table, n: u64, month: &str, out: &mut String) {
        let of = table.word("of");
        if of.is_some() && !self.words_before(self.at, 1, |word, _| word == "the") {
            push(out, Some("the"));
        }
        day(table, n, out);
        push(out, of);
        push(out, Some(month));
    }

    /// The month that a word names, in full or shortened, and the place after it with its stop.
    fn month_at(&self, table: &Table, at: usize) -> Option<(&'static str, usize)> {
        let rest = self.text.get(at..)?;
        let length = rest
            .iter()
            .take_while(|c| script::letter(**c).is_some())
            .count();
        if length < 2 {
            return None;
        }
        let word: String = rest[..length]
            .iter()
            .flat_map(|c| c.to_lowercase())
            .collect();
        if let Some(full) = table.word(&format!("month:{word}")) {
            let stop = usize::from(rest.get(length) == Some(&'.'));
            return Some((full, at + length + stop));
        }
        let full = table.list("months").find(|m| m.to_lowercase() == word)?;
        Some((full, at + length))
    }

    /// The year at `at`, after a space or comma, and the place after it.
    fn year_at(&self, mut at: usize) -> Option<(u64, usize)> {
        at += usize::from(self.text.get(at) == Some(&','));
        if !matches!(self.text.get(at), Some(' ' | '-')) {
            return None;
        }
        let (year, end) = digits(self.text, at + 1);
        let joined = self
            .text
            .get(end)
            .is_some_and(|c| matches!(c, ':' | '%') || script::letter(*c).is_some());
        (year.len() == 4 && !joined).then(|| value(&year).map(|year| (year, end)))?
    }

    /// The year of "05-Nov-26", where a hyphen stands before the month too.
    fn short_year_at(&self, at: usize, hyphen: bool) -> Option<(u64, usize)> {
        let (year, end) = digits(self.text, at + 1);
        let more = self.text.get(end).is_some_and(|c| c.is_alphanumeric());
        let short = hyphen && self.text.get(at) == Some(&'-') && year.len() == 2 && !more;
        value(&year).filter(|_| short).map(|year| (year, end))
    }

    /// "15 August 2024": a day before the name of its month, where such a day has a form of its own.
    pub(super) fn day_of_month(&mut self, table: &Table, out: &mut String) -> bool {
        if table.word("of").is_none() && table.word("days").is_none() {
            return false;
        }
        let (number, mut end) = digits(self.text, self.at);
        let Some(n) = value(&number).filter(|n| number.len() <= 2 && (1..=31).contains(n)) else {
            return false;
        };
        let ending: String = self.text[end..].iter().take(2).collect();
        if matches!(&ending[..], "st" | "nd" | "rd" | "th") {
            end += 2;
        }
        if !matches!(self.text.get(end), Some(' ' | '-')) {
            return false;
        }
        let hyphen = self.text.get(end) == Some(&'-');
        let Some((month, end)) = self.month_at(table, end + 1) else {
            return false;
        };
        self.day_and_month(table, n, month, out);
        self.at = end;
        if let Some((of, end)) = self
            .year_at(end)
            .or_else(|| self.short_year_at(end, hyphen))
        {
            year(table, of, out);
            self.at = end;
        }
        true
    }

    /// "August 15, 2024": the name of a month before its day, or its year.
    pub(super) fn month(&mut self, script: Language) -> bool {
        let table = table(script);
        if table.word("of").is_none() && table.word("days").is_none() {
            return false;
        }
        let Some((month, end)) = self.month_at(table, self.at) else {
            return false;
        };
        if !matches!(self.text.get(end), Some(' ' | '-')) {
            return false;
        }
        let (number, mut last) = digits(self.text, end + 1);
        let before = table.list("months").position(|m| m == month);
        let before = before.and_then(|m| table.list("months before").nth(m));
        let mut words = String::from(month);
        if number.len() == 4 {
            let Some((of, last)) = self.year_at(end) else {
                return false;
            };
            year(table, of, &mut words);
            self.at = last;
            self.put_all(&words, script);
            return true;
        }
        let Some(n) =
            value(&number).filter(|n| matches!(number.len(), 1 | 2) && (1..=31).contains(n))
        else {
            return false;
        };
        let ending: String = self.text[last..].iter().take(2).collect();
        if matches!(&ending[..], "st" | "nd" | "rd" | "th") {
            last += 2;
        }
        if self
            .text
            .get(last)
            .is_some_and(|c| c.is_alphanumeric() || matches!(c, ':' | '%' | '/'))
        {
            return false;
        }
        if script == Language::En {
            day(table, n, &mut words);
        } else {
            words = before.unwrap_or(month).to_owned();
            table.number(n, &mut words);
        }
        self.at = last;
        if let Some((of, last)) = self.year_at(last) {
            year(table, of, &mut words);
            self.at = last;
        }
        self.put_all(&words, script);
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
                // "1.59 p.m."
                Some('.') if parts.len() == 1 && self.told_as_time(end + 1, table) => at = end + 1,
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
        let said = self.clock_after(at);
        let minutes = self.minutes_after(at, table);
        let part = (minute / 15) as u8;
        let quarter = minute % 15 == 0 && minute > 0 && second.is_none() && !minutes;
        if table.word("hours12").is_some() && second.is_none() {
            twelve_hours(table, hour, minute, [said, minutes], out);
            self.at = at;
            return true;
        }
        let own = table
            .word("12:45")
            .filter(|_| quarter && (hour, part) == (12, 3));
        push(out, own);
        if quarter
            && (1..=12).contains(&hour)
            && (own.is_some() || quarters(table, hour, part, out))
        {
            push(out, table.word("o'clock").filter(|_| !said));
            self.at = at;
            return true;
        }
        if let Some(second) = second
            && table.word("hours").is_some()
        {
            for (n, unit) in [(hour, "hours"), (minute, "minutes"), (second, "seconds")] {
                push(out, table.word("and then").filter(|_| unit == "seconds"));
                table.number(n, out);
                let one = (n == 1).then(|| table.word(&format!("1 {unit}"))).flatten();
                push(out, one.or(table.word(unit)));
            }
            self.at = at;
            return true;
        }
        table.number(hour, out);
        match (minute, second) {
            (0, None) if said => {}
            (0, None) => push(out, table.word("o'clock")),
            (1..10, None) if table.word("oh").is_some() => {
                push(out, table.word("oh"));
                table.number(minute, out);
            }
            _ if said => table.number(minute, out),
            _ => {
                push(out, table.word("hour"));
                table.number(minute, out);
                push(out, table.word("minute").filter(|_| !minutes));
            }
        }
        if let Some(second) = second {
            table.number(second, out);
            push(out, table.word("second"));
        }
        self.at = at;
        true
    }

    /// Whether the digits at `at`, after a stop, are minutes: a word for a time follows, or the ending of one, or a part of the day
    /// stands before.
    fn told_as_time(&self, at: usize, table: &Table) -> bool {
        let end = digits(self.text, at).1;
        let case = self.case_at(end, table, self.language);
        let case = case
            .filter(|(_, length)| *length > 0)
            .is_some_and(|(_, length)| {
                let ending = self.text[end..end + length].iter();
                let ending: String = ending.filter(|c| script::letter(**c).is_some()).collect();
                table.word("at").is_none() || table.list("at").any(|at| at == ending)
            });
        let part_of_day = |word: &str, table: &Table| table.list("daytimes").any(|w| w == word);
        self.clock_after(end)
            || self.minutes_after(end, table)
            || case
            || self.words_before(self.at, 1, part_of_day) && !self.measure_at(end, table)
    }

    /// Whether a per cent or a scale follows.
    fn measure_at(&self, at: usize, table: &Table) -> bool {
        let rest = self.text[at..].iter().skip_while(|c| **c == ' ');
        let next: String = rest
            .take_while(|c| **c == '%' || script::letter(**c).is_some())
            .collect();
        let percent = table.word("%").unwrap_or("%");
        next.starts_with(percent)
            || next.starts_with('%')
            || table.list("scales").any(|scale| scale == next)
    }

    /// Whether the word for minutes follows: it takes the endings of the time, and its number is said in full.
    fn minutes_after(&self, at: usize, table: &Table) -> bool {
        let rest = &self.text[at..];
        let mut next = rest.iter().skip_while(|c| c.is_whitespace());
        // Without the virama that a final consonant may have.
        let word = table.word("minute").map(|w| w.trim_end_matches('୍'));
        word.is_some_and(|w| w.chars().all(|c| next.next() == Some(&c)))
    }

    /// Whether the next word is one that stands beside a time: o'clock, p.m.
    fn clock_after(&self, at: usize) -> bool {
        let rest = self.text[at..].iter().skip_while(|c| c.is_whitespace());
        let next: String = rest
            .take_while(|c| script::letter(**c).is_some() || **c == '.')
            .filter(|c| **c != '.')
            .flat_map(|c| c.to_lowercase())
            .collect();
        self.table.list("clock").any(|w| w == next)
    }

    /// Whether a number of four digits, which began at `at`, is a year.
    pub(super) fn is_year(&self, n: u64, at: usize) -> bool {
        let joined = |i: usize| {
            self.text
                .get(i)
                .is_some_and(|c| script::letter(*c).is_some())
        };
        // "1950 rupees": what is counted follows.
        let rest = &self.text[self.at..];
        let next = rest.iter().skip(1);
        let next = next.take_while(|c| script::letter(**c).is_some());
        let next: String = next.flat_map(|c| c.to_lowercase()).collect();
        let plural = self.table.word("plural");
        let counted = rest.first() == Some(&' ')
            && (self.table.list("counted").any(|noun| noun == next)
                || next.len() > 3 && plural.is_some_and(|plural| next.ends_with(plural)));
        let before =
            |key: &str| self.words_before(at, 1, |word, table| table.list(key).any(|y| y == word));
        let halves = self.table.word("oh").is_some() && THIS_CENTURY.contains(&n);
        // "1857 की क्रांति"; a round number is rather counted.
        let dated = || {
            let rest = &rest[usize::from(rest.first() == Some(&' '))..];
            let word = rest.iter().take_while(|c| script::letter(**c).is_some());
            let mut dated = self.table.list("dated");
            !n.is_multiple_of(100) && dated.any(|w| w.chars().eq(word.clone().copied()))
        };
        // An English ending makes it a decade, another one leaves it a year.
        (!joined(self.at) || self.table.word("oh").is_none())
            && !counted
            && (CENTURY.contains(&n)
                || halves
                || (YEARS.contains(&n) && (before("years") || before("months") || dated())))
    }
}
