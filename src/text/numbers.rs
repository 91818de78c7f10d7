//! What is written with digits: numbers, fractions, money, measures, ordinals.

use super::dates::year;
use super::reader::Reading;
use super::script;
use super::tables::{Table, currency, table};
use super::units;
use crate::Language;

/// Signs of currencies, which are written before the amount and said after it.
pub(super) const CURRENCIES: &str = "₹$€£¥₩₺৳";
/// Letters directly after a number are its ending up to so many characters, otherwise a word.
const MAX_ENDING: usize = 4;
/// The longest unit as it is written.
const MAX_UNIT: usize = 12;

/// A number as it is written.
struct Numeral {
    whole: Vec<u8>,
    fraction: Vec<u8>,
    grouped: bool,
    /// In groups of three throughout, as millions are.
    western: bool,
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

    fn value(&self) -> Option<u64> {
        value(&self.whole)
    }

    fn words(&self, table: &Table, out: &mut String) {
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
    fn parts(&self) -> Option<u64> {
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
        super::tables::push(out, words);
    }
}

/// A whole number and quarters of the next one, where the language has words for that.
pub(super) fn quarters(table: &Table, whole: u64, quarters: u8, out: &mut String) -> bool {
    let (key, said) = match quarters {
        1 => ("quarter", whole),
        2 => ("half", whole),
        _ if table.word("three").is_some() => ("three", whole),
        _ => ("less", whole + 1),
    };
    if let Some(words) = table.word(&format!("{whole}:{key}")) {
        push(out, Some(words));
    } else if let Some((before, after)) = table.word(key).and_then(|w| w.split_once("<<")) {
        out.push(' ');
        out.push_str(before.trim_end());
        table.number(said, out);
        match after {
            "" => {}
            _ if after.starts_with('~') => push(out, Some(after)),
            _ => out.push_str(after),
        }
    } else {
        return false;
    }
    true
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
        self.digit_near(at) && currency(word).is_some_and(|sign| self.amount_follows(sign, at))
    }

    fn amount_follows(&mut self, sign: char, mut at: usize) -> bool {
        at += usize::from(self.text.get(at).is_some_and(|c| c.is_whitespace()));
        let digit = |at: usize| {
            self.text
                .get(at)
                .is_some_and(|c| script::digit(*c).is_some())
        };
        let follows = digit(at) || (self.text.get(at) == Some(&'.') && digit(at + 1));
        if follows {
            self.currency = Some(sign);
            self.at = at;
            if self.peek(0) == Some('.') {
                self.number();
            }
        }
        follows
    }

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
                self.number_end = self.at;
                return self.put_all(&words, language);
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
        let sign = self.currency.take().or_else(|| self.currency_after());
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
            return self.price(table, language);
        }
        if sign.is_none() && self.fraction(&number, table, &mut words) {
            self.put_all(&words, language);
            if let Some((unit, end)) = self.unit(table, false) {
                self.put_all(&unit, language);
                self.at = end;
            }
            return;
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
            (Some(whole), _) if whole > 0 && quarters(table, whole, 2, &mut words) => {}
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
            return;
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
            if sign.is_some() || self.noun_follows(language) {
                before(table, &mut words);
            }
            self.put_all(&words, language);
        }
        let Some(sign) = sign else { return };
        let value = number
            .value()
            .filter(|_| number.fraction.is_empty() && scale.is_none());
        self.put_all(name(table, sign, value), language);
        self.price(table, language);
    }

    /// What may follow an amount of money: `/-`, or the unit that it is the price of.
    fn price(&mut self, table: &Table, language: Language) {
        if self.peek(0) != Some('/') {
            return;
        }
        if self.peek(1) == Some('-') {
            self.at += 2;
            return;
        }
        self.at += 1;
        match (self.unit(table, true), table.word("per")) {
            (Some((unit, end)), Some(per)) => {
                self.at = end;
                self.put_all(per, language);
                self.put_all(&unit, language);
            }
            _ => self.at -= 1,
        }
    }

    /// A currency that is written after its amount.
    fn currency_after(&mut self) -> Option<char> {
        let space = usize::from(self.peek(0).is_some_and(char::is_whitespace));
        let digit = |c: Option<char>| c.is_some_and(|c| script::digit(c).is_some() || c == '.');
        if let Some(sign) = self.peek(space).filter(|c| CURRENCIES.contains(*c)) {
            if digit(self.peek(space + 1)) || digit(self.peek(space + 2)) {
                return None;
            }
            self.at += space + 1;
            return Some(sign);
        }
        let rest = &self.text[self.at + space..];
        let word: String = rest
            .iter()
            .take(4)
            .take_while(|c| c.is_ascii_uppercase())
            .collect();
        let sign = currency(&word).filter(|_| word.len() == 3)?;
        if rest.get(3).is_some_and(|c| c.is_alphanumeric()) || digit(rest.get(4).copied()) {
            return None;
        }
        self.at += space + 3;
        Some(sign)
    }

    /// Numerator and denominator, also after a whole number; whether that is what is written here.
    fn fraction(&mut self, number: &Numeral, table: &Table, out: &mut String) -> bool {
        if !number.fraction.is_empty() {
            return false;
        }
        let vulgar = |c: Option<char>| ['¼', '½', '¾'].iter().position(|v| Some(*v) == c);
        if let Some(part) = vulgar(self.peek(0)) {
            self.at += 1;
            return self.mixed(
                number,
                part as u8 + 1,
                &["¼", "½", "¾"][part..=part],
                table,
                out,
            );
        }
        let spaced =
            self.peek(0) == Some(' ') && self.peek(1).is_some_and(|c| script::digit(c).is_some());
        let (above, end) = if spaced {
            digits(self.text, self.at + 1)
        } else {
            (number.whole.clone(), self.at)
        };
        let slash = self.text.get(end) == Some(&'/');
        let wide = !spaced && self.text[end..].starts_with(&[' ', '/', ' ']);
        let (below, end) = digits(self.text, end + if wide { 3 } else { 1 });
        let more = matches!(self.text.get(end), Some('/'))
            || self
                .text
                .get(end)
                .is_some_and(|c| script::digit(*c).is_some());
        if !(slash || wide)
            || above.is_empty()
            || below.is_empty()
            || more
            || above.len() > 15 + usize::from(!spaced)
        {
            return false;
        }
        let start = number.end - number.whole.len();
        self.at = end;
        // "1/4th" says no more than "1/4".
        let rest: String = self.text[end..]
            .iter()
            .take(2)
            .flat_map(|c| c.to_lowercase())
            .collect();
        if matches!(&rest[..], "th" | "rd" | "nd") {
            self.at += 2 + usize::from(self.peek(2) == Some('s'));
        }
        let written: String = self.text[start..end].iter().collect();
        if let Some(own) = table.word(&format!("fraction:{written}")) {
            push(out, Some(own));
            return true;
        }
        let quarters = match (&above[..], &below[..]) {
            ([1], [4]) => 1,
            ([1], [2]) => 2,
            ([3], [4]) => 3,
            _ => 0,
        };
        let sign = ["", "¼", "½", "¾"][usize::from(quarters)];
        if spaced {
            if quarters > 0 {
                return self.mixed(number, quarters, &[sign], table, out);
            }
            number.words(table, out);
            push(out, table.word("and"));
        } else if quarters > 0 {
            push(out, table.word(sign));
            return true;
        }
        parts(table, &above, &below, spaced, out);
        true
    }

    /// A whole number and quarters.
    fn mixed(
        &mut self,
        number: &Numeral,
        part: u8,
        sign: &[&str],
        table: &Table,
        out: &mut String,
    ) -> bool {
        let whole = number.value().unwrap_or_default();
        if !quarters(table, whole, part, out) {
            number.words(table, out);
            push(out, table.word("and"));
            let joined = table.word(&format!("and{}", sign[0]));
            push(out, joined.or(table.word(sign[0])));
        }
        true
    }

    /// Two numbers with a colon between them that are no time.
    fn ratio(&mut self, table: &Table, out: &mut String) -> bool {
        let (first, end) = digits(self.text, self.at);
        let (second, last) = digits(self.text, end + 1);
        let colon = self.text.get(end) == Some(&':');
        let more = self
            .text
            .get(last)
            .is_some_and(|c| *c == ':' || script::digit(*c).is_some());
        let (Some(a), Some(b)) = (value(&first), value(&second)) else {
            return false;
        };
        let Some(word) = table.word("ratio") else {
            return false;
        };
        if !colon || second.is_empty() || more {
            return false;
        }
        table.number(a, out);
        push(out, Some(word));
        table.number(b, out);
        self.at = last;
        true
    }

    /// Three numbers or more with stops between them: 2.0.1.
    fn version(&mut self, table: &Table, out: &mut String) -> bool {
        let (mut at, mut count) = (self.at, 0);
        loop {
            let (part, end) = digits(self.text, at);
            if part.is_empty() || part.len() > 4 {
                return false;
            }
            push(out, table.word("point").filter(|_| count > 0));
            table.integer(&part, out);
            count += 1;
            let more = self
                .text
                .get(end + 1)
                .is_some_and(|c| script::digit(*c).is_some());
            if self.text.get(end) != Some(&'.') || !more {
                at = end;
                break;
            }
            at = end + 1;
        }
        if count < 3 {
            out.clear();
            return false;
        }
        self.at = at;
        true
    }

    /// A word such as lakh that follows, and the place after it; its words where it is shortened.
    fn scale(&self, table: &Table, money: bool) -> Option<(Option<&'static str>, usize)> {
        let spaces = self.text[self.at..]
            .iter()
            .take_while(|c| c.is_whitespace())
            .count();
        let rest = &self.text[self.at + spaces..];
        let length = rest
            .iter()
            .take_while(|c| script::letter(**c).is_some())
            .count();
        if length == 0 || length > MAX_UNIT {
            return None;
        }
        let word: String = rest[..length].iter().collect();
        let end = self.at + spaces + length;
        let english = super::tables::table(Language::En);
        let short = |table: &Table| {
            let short = money || length > 1;
            table
                .word(&format!("scale:{word}"))
                .filter(|_| short && spaces < 2)
        };
        if let Some(said) = short(table) {
            return Some((Some(said), end));
        }
        let word = word.to_lowercase();
        let scale = table
            .list("scales")
            .chain(english.list("scales"))
            .any(|s| s == word);
        (scale && money).then_some((None, end - length))
    }

    /// Whether a scale follows, and a unit after it: 100 million kg.
    fn measured_scale(&mut self, table: &Table) -> bool {
        let at = self.at;
        while let Some((_, end)) = self.scale(table, true) {
            let word = self.text[end..]
                .iter()
                .take_while(|c| script::letter(**c).is_some());
            self.at = end + word.count();
        }
        let measured = self.at > at && self.unit(table, false).is_some();
        self.at = at;
        measured
    }

    /// Reads the words of a scale: lakh, lakh crore.
    fn words_of_scale(&mut self, table: &Table, money: bool, language: Language) {
        while let Some((scale, end)) = self.scale(table, true) {
            self.at = end;
            match scale {
                Some(said) => self.put_scale(table, said, money, language),
                None => self.step(),
            }
        }
    }

    /// The name of a scale, in its form before a currency.
    fn put_scale(&mut self, table: &Table, said: &str, money: bool, language: Language) {
        let mut words = said.to_owned();
        if money {
            before(table, &mut words);
        }
        self.put_all(&words, language);
    }

    /// The unit that follows, and the place after it.
    fn unit(&self, table: &Table, one: bool) -> Option<(String, usize)> {
        let at = self.at;
        let space = usize::from(self.peek(0) == Some(' ') || self.peek(0) == Some('-'));
        let rest = &self.text[at + space..];
        let part = |c: &&char| script::letter(**c).is_some() || "°²³/µμ%Ω".contains(**c);
        let mut length = rest.iter().take(MAX_UNIT + 1).take_while(part).count();
        if length == 0 || length > MAX_UNIT {
            return None;
        }
        while length > 0 && rest[length - 1] == '/' {
            length -= 1;
        }
        let written: String = rest[..length]
            .iter()
            .map(|c| if *c == 'μ' { 'µ' } else { *c })
            .collect();
        let mut end = at + space + length;
        // "sq. ft"
        let stop = usize::from(self.text.get(end) == Some(&'.'));
        let (written, one) = match &written[..] {
            "sq" | "cu" if self.text.get(end + stop) == Some(&' ') => {
                let base: String = self.text[end + stop + 1..]
                    .iter()
                    .take_while(|c| c.is_alphabetic())
                    .collect();
                end += stop + 1 + base.chars().count();
                (
                    format!("{base}{}", if written == "sq" { "²" } else { "³" }),
                    one,
                )
            }
            _ => (written, one),
        };
        // "1st" is no stone.
        if space == 0 && matches!(&written[..], "st" | "nd" | "rd" | "th" | "s") {
            return None;
        }
        // "5 m-10 m" is a range, "5-m" would be a word.
        if self.peek(0) == Some('-') && written.chars().count() < 2 {
            return None;
        }
        let mut found = units::unit(table, &written, one);
        if found.is_none()
            && let Some((above, _)) = written.split_once('/')
        {
            found = units::unit(table, above, one);
            end = at + space + above.chars().count();
        }
        if self.text.get(end) == Some(&'2') || self.text.get(end) == Some(&'3') {
            return None;
        }
        found.map(|unit| (unit, end))
    }

    /// Whether a noun of the language follows, which the number is said before.
    fn noun_follows(&self, language: Language) -> bool {
        let rest = &self.text[self.at..];
        let word = rest
            .iter()
            .skip(1)
            .take_while(|c| script::letter(**c).is_some());
        self.peek(0) == Some(' ')
            && self
                .peek(1)
                .and_then(script::letter)
                .map(|s| self.in_script(s))
                == Some(language)
            && word.count() > 2
    }

    /// Joins an ending to the number's words. The language of the whole.
    fn ending(&mut self, number: &Numeral, language: Language, words: &mut String) -> Language {
        let letters = |at: usize| {
            let rest = self.text.get(at..).unwrap_or_default();
            rest.iter()
                .take(MAX_UNIT)
                .take_while(|c| script::letter(**c).is_some())
                .count()
        };
        // A hyphen may stand before an ending that the table lists.
        let hyphen = usize::from(matches!(self.peek(0), Some('-' | '‑')));
        let at = self.at + hyphen;
        let length = letters(at);
        if length == 0 || !number.fraction.is_empty() {
            return language;
        }
        let run: String = self.text[at..at + length].iter().collect();
        let script = script::letter(self.text[at]);
        let known = script.is_some_and(|s| self.table_of(s).list("endings").any(|e| e == run));
        if length > MAX_ENDING && !known {
            return language;
        }
        let said = language;
        let language = script.map_or(language, |script| self.in_script(script));
        let table = script.map_or(super::tables::table(language), |script| {
            self.table_of(script)
        });
        if hyphen == 1 && !table.list("endings").any(|e| e == run) {
            return said;
        }
        let figures: String = number.whole.iter().map(|d| char::from(b'0' + d)).collect();
        let proper = match number.whole[..] {
            [.., 1, _] => "th",
            [.., 1] => "st",
            [.., 2] => "nd",
            [.., 3] => "rd",
            _ => "th",
        };
        let run = if run.eq_ignore_ascii_case(proper) {
            proper.to_owned()
        } else {
            run
        };
        let english = run == proper || run == "s";
        // An English ending where the language has its own form for it.
        let own = self.table.word(&format!("ordinal:{figures}{run}"));
        if let Some(ordinal) = own.or_else(|| table.word(&format!("ordinal:{figures}{run}"))) {
            words.clear();
            words.push_str(ordinal);
        } else if language == Language::En {
            if !english {
                return said;
            }
            let decade = number
                .value()
                .filter(|n| !number.grouped && run == "s" && (1100..2100).contains(n));
            words.clear();
            match decade {
                Some(n) => year(table, n, words),
                None => number.words(table, words),
            }
            english_ending(table, &run, words);
        } else {
            // What is said of a year stays.
            if language != said {
                words.clear();
                number.words(table, words);
            }
            join(table, &run, words);
        }
        self.at = at + length;
        if own.is_some() {
            self.language
        } else {
            language
        }
    }
}

/// Numerator and denominator: by the ordinal of the denominator in English, otherwise by the word between them.
fn parts(table: &Table, above: &[u8], below: &[u8], mixed: bool, out: &mut String) {
    let (many, parted) = (value(above) != Some(1), value(below));
    table.integer(above, out);
    let proper = |n: &u64| (2..=100).contains(n) && (mixed || value(above) < Some(*n));
    if let Some(denominator) = parted.filter(proper)
        && table.word("ordinal:one").is_some()
    {
        let mut words = String::new();
        match denominator {
            2 if many => words.push_str(" halves"),
            2 => words.push_str(" half"),
            4 => words.push_str(" quarter"),
            _ => {
                table.number(denominator, &mut words);
                english_ending(table, "th", &mut words);
            }
        }
        out.push_str(&words);
        if many && denominator != 2 {
            out.push('s');
        }
        return;
    }
    match table.word("over").map(|w| w.strip_prefix('~').ok_or(w)) {
        Some(Ok(ending)) => join(table, ending, out),
        over => push(out, over.and_then(Result::err)),
    }
    table.integer(below, out);
}

/// The form of a number before what it counts.
fn before(table: &Table, words: &mut String) {
    let at = words.trim_end().rfind(' ').map_or(0, |i| i + 1);
    let alone = words[..at].trim().is_empty();
    let last = words[at..].trim();
    let form = alone
        .then(|| table.word(&format!("before:{last}")))
        .flatten();
    if let Some(form) = form.or_else(|| table.word(&format!("counting:{last}"))) {
        words.truncate(at);
        words.push_str(form);
    }
}

/// The name of a currency for an amount.
fn name(table: &Table, sign: char, amount: Option<u64>) -> &'static str {
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
pub(super) fn english_ending(table: &Table, ending: &str, words: &mut String) {
    let at = words.rfind(' ').map_or(0, |i| i + 1);
    let last = words.split_off(at);
    let ordinal = table.word(&format!("ordinal:{last}"));
    match (ending, last.strip_suffix('y')) {
        ("s", Some(tens)) => words.push_str(&format!("{tens}ies")),
        ("s", _) => words.push_str(&format!("{last}s")),
        _ => words.push_str(ordinal.unwrap_or(&format!("{last}th"))),
    }
}

/// A vowel sign takes the place of the virama or the vowel before it, and so do the endings that the table lists.
fn join(table: &Table, ending: &str, words: &mut String) {
    let written = table.word(&format!("ending:{ending}"));
    let ending = written.unwrap_or(ending);
    let Some(last) = words.chars().last() else {
        return;
    };
    if let Some(both) = table.word(&format!("ending:{last}+{ending}")) {
        words.pop();
        words.push_str(both);
        return;
    }
    let sign = ending.starts_with(script::is_vowel_sign);
    let syllable: String = words
        .chars()
        .rev()
        .take(2)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let tail = [&syllable[..], last.encode_utf8(&mut [0; 4])]
        .iter()
        .find_map(|tail| Some((tail.len(), table.word(&format!("final:{tail}"))?)));
    if let Some((length, stem)) = tail {
        words.truncate(words.len() - length);
        words.push_str(stem);
    }
    if (sign || table.list("eats").any(|e| e == ending)) && words.ends_with(script::is_vowel_sign) {
        words.pop();
    }
    words.push_str(ending);
}
