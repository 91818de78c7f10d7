//! Digits that count nothing: telephone numbers, PINs, account and vehicle numbers, house numbers.

use super::numbers::{digits, push};
use super::reading::Reading;
use super::units::unit;
use crate::language::{Language, Table, currency, table};
use crate::phoneme::Phoneme;
use crate::script::{self, Script};

/// Where a word like "PIN" stands within so many words before, digits are a code.
const CODE_WORDS: usize = 4;
/// With what India's free telephone numbers begin.
const TOLL_FREE: [[char; 4]; 2] = [['1', '8', '0', '0'], ['1', '8', '6', '0']];
/// Groups of a telephone or card number.
const MAX_GROUPS: usize = 5;

impl Reading<'_> {
    /// Digits one by one, with a pause between their groups. Whether it was a telephone number or a code.
    pub(super) fn telephone(&mut self, table: &Table, language: Language) -> bool {
        let mut groups: Vec<(Vec<u8>, usize)> = Vec::new();
        let mut at = self.at;
        loop {
            let (group, end) = digits(self.text, at);
            if group.is_empty() || groups.len() > MAX_GROUPS {
                break;
            }
            groups.push((group, end));
            // Brackets stand around the code of an area: (123) 456, +1 (123)-456.
            let between = &self.text[end..];
            let gap = between
                .iter()
                .take_while(|c| matches!(c, ' ' | '-' | '(' | ')' | '.'))
                .count();
            let parted = matches!(
                between[..gap],
                [' ' | '-' | '.' | ')'] | [')', ' ' | '-'] | [' ' | '-', '(']
            );
            if !parted {
                break;
            }
            at = end + gap;
        }
        let before = |n: usize| {
            self.at
                .checked_sub(n)
                .and_then(|i| self.text.get(i))
                .copied()
        };
        let international = before(1) == Some('+');
        let bracket = before(1) == Some('(');
        let letter = |end: usize| {
            let c = self.text.get(end);
            c.is_some_and(|c| script::letter(*c).is_some() || *c == '%')
                && self.case_at(end, table, language).is_none()
        };
        // The longest run of groups that is a telephone number.
        while !groups.is_empty() {
            let ends = groups
                .last()
                .is_none_or(|(_, end)| letter(*end) || self.decimal(*end));
            if !ends && self.is_code(&groups, international, bracket) {
                break;
            }
            groups.pop();
        }
        let whole = groups.len();
        for (i, (group, end)) in groups.into_iter().enumerate() {
            let mut words = String::new();
            table.digits(&group, &mut words);
            self.put_all(&words, language);
            self.at = end;
            if i + 1 < whole {
                self.ask(Phoneme::COMMA);
                while self.peek(0).is_some_and(|c| script::digit(c).is_none()) {
                    self.at += 1;
                }
            }
        }
        if whole > 0 {
            self.case(table, language);
        }
        whole > 0
    }

    /// Whether a digit follows the stop or comma at `at`.
    fn decimal(&self, at: usize) -> bool {
        matches!(self.text.get(at), Some('.' | ',' | '/' | ':'))
            && self
                .text
                .get(at + 1)
                .is_some_and(|c| script::digit(*c).is_some())
    }

    fn is_code(&self, groups: &[(Vec<u8>, usize)], international: bool, bracket: bool) -> bool {
        let lengths: Vec<_> = groups.iter().map(|(g, _)| g.len()).collect();
        let total: usize = lengths.iter().sum();
        let first = groups.first().and_then(|(g, _)| g.first()).copied();
        // A round number is rather counted.
        let zeros = groups
            .first()
            .is_some_and(|(g, _)| g.windows(6).any(|w| w == [0; 6]));
        let round = groups.last().is_some_and(|(g, _)| g.ends_with(&[0; 3]));
        let mobile = matches!(first, Some(6..=9)) && !zeros;
        let hyphens = groups[..groups.len() - 1]
            .iter()
            .all(|(_, end)| self.text.get(*end) == Some(&'-'));
        let stops = |at: usize| self.text.get(at) == Some(&'.');
        // Stops part groups only where each group has them.
        let dotted = groups[..groups.len() - 1]
            .iter()
            .filter(|(_, end)| stops(*end))
            .count();
        if dotted > 0 && (lengths[..] != [3, 3, 4] || dotted + 1 != lengths.len()) {
            return false;
        }
        // An account has a balance too.
        let counts = || groups.last().is_some_and(|(_, end)| self.rupees_at(*end));
        match lengths[..] {
            _ if international => (8..=15).contains(&total),
            [10] if self.is_toll_free() => !zeros,
            [10] | [5, 5] | [4, 6] | [4, 3, 3] | [5, 3, 2] if mobile => true,
            [3, 3, 4] | [3, 3, 4, _] | [1, 3, 3, 4] | [4, 4, 4] | [4, 4, 4, 4] => true,
            [1, 3, ..] if first == Some(1) => total >= 8,
            [_, _, _, _, ..] if hyphens => (8..=15).contains(&total),
            [4, 3, 4] | [4, 2, 4] => first == Some(1),
            [a, _] | [a, _, _] if bracket || first == Some(0) => {
                a >= 3 && (9..=12).contains(&total)
            }
            [3, 3] | [4..=8] => self.after_code_word() && !counts() || !round && self.is_pin(total),
            [9..=18] => self.after_code_word() && !counts(),
            _ => false,
        }
    }

    fn after_code_word(&self) -> bool {
        self.words_before(self.at, CODE_WORDS, |word, table| {
            let english = crate::language::table(Language::En);
            table
                .list("codes")
                .chain(english.list("codes"))
                .any(|c| c == word)
        })
    }

    fn is_toll_free(&self) -> bool {
        let rest = &self.text[self.at..];
        TOLL_FREE.iter().any(|series| rest.starts_with(series))
    }

    /// Six digits after the name of a state or a city.
    fn is_pin(&self, length: usize) -> bool {
        length == 6
            && self.words_before(self.at, 1, |word, table| {
                table.list("places").any(|p| p == word)
            })
    }

    /// Whether one of the last `count` words before `at` is such a one.
    pub(super) fn words_before(
        &self,
        at: usize,
        count: usize,
        is: impl Fn(&str, &Table) -> bool,
    ) -> bool {
        let mut end = at;
        for _ in 0..count {
            let letter = |c: &char| script::letter(*c).is_some();
            let Some(last) = self.text[..end].iter().rposition(letter) else {
                return false;
            };
            let first = self.text[..last]
                .iter()
                .rposition(|c| !letter(c))
                .map_or(0, |i| i + 1);
            let word: String = self.text[first..=last].iter().collect();
            if is(&word.to_lowercase(), self.table) {
                return true;
            }
            end = first;
        }
        false
    }

    /// The number of a house or a plot: its digits one by one, where the clause is an address: it names a road or a
    /// house, and has none of the little words of a sentence.
    pub(super) fn house(&mut self, table: &Table, language: Language) -> bool {
        let text = self.text;
        let address = *self.address.get_or_insert_with(|| {
            let has = |key| {
                let mut words = text.split(|c| script::letter(*c).is_none());
                words.any(|w| {
                    let mut list = table.list(key);
                    list.any(|a| a.chars().eq(w.iter().flat_map(|c| c.to_lowercase())))
                })
            };
            has("address") && !has("prose")
        });
        let (group, end) = digits(self.text, self.at);
        let after = self.text.get(end).copied();
        if !address
            || self.decimal(end) && after != Some('/')
            || after.is_some_and(|c| script::letter(c).is_some())
        {
            return false;
        }
        let mut words = String::new();
        table.digits(&group, &mut words);
        self.at = end;
        let more = self
            .text
            .get(end + 1)
            .is_some_and(|c| script::digit(*c).is_some());
        match after {
            Some('/') if more => push(&mut words, table.word("over")),
            Some('-') if more => push(&mut words, table.word("net:-")),
            _ => return self.put_digits(&words, language),
        }
        self.at += 1;
        self.put_digits(&words, language)
    }

    fn put_digits(&mut self, words: &str, language: Language) -> bool {
        self.put_all(words, language);
        true
    }

    /// A code of capitals and digits, such as `KA05MH1234`, `SBIN0001234` or `ABCDE1234F`: sign by sign.
    pub(super) fn serial(&mut self) -> bool {
        let part = |c: &char| c.is_ascii_uppercase() || c.is_ascii_digit();
        let rest = &self.text[self.at..];
        if !rest.first().is_some_and(part)
            || self.at > 0 && self.text[self.at - 1].is_alphanumeric()
        {
            return false;
        }
        let mut length = self.plate().unwrap_or(0);
        if length == 0 {
            length = rest.iter().take_while(|c| part(c)).count();
            let code = &rest[..length];
            let numerals = code.iter().filter(|c| c.is_ascii_digit()).count();
            if numerals < 3 || numerals == length || length - numerals < 2 && length < 6 {
                return false;
            }
            // "INR500" is an amount.
            let letters = code.iter().take_while(|c| c.is_ascii_uppercase());
            let letters: String = letters.collect();
            // "128GB" is a measure.
            let measure = code.iter().skip_while(|c| c.is_ascii_digit());
            let measure: String = measure.collect();
            if currency(&letters).is_some() || unit(self.table, &measure, false).is_some() {
                return false;
            }
        }
        if rest.get(length).is_some_and(|c| c.is_alphanumeric()) {
            return false;
        }
        let code: Vec<char> = rest[..length].to_vec();
        self.at += length;
        for (i, c) in code.iter().enumerate() {
            match c.to_digit(10) {
                Some(digit) => {
                    if i > 0 && !code[i - 1].is_ascii_digit() {
                        self.ask(Phoneme::COMMA);
                    }
                    let mut words = String::new();
                    self.table.digits(&[digit as u8], &mut words);
                    self.put_all(&words, self.language);
                }
                None if c.is_ascii_uppercase() => {
                    if i > 0 && !code[i - 1].is_ascii_uppercase() {
                        self.ask(Phoneme::COMMA);
                    }
                    self.spell(c.encode_utf8(&mut [0; 4]));
                }
                None => {}
            }
        }
        true
    }

    /// How many characters from here are the number of a vehicle: MH 12 AB 1234.
    fn plate(&self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let mut at = 0;
        for (letters, least, most) in [(true, 2, 2), (false, 1, 2), (true, 1, 3), (false, 4, 4)] {
            let is = |c: &char| {
                if letters {
                    c.is_ascii_uppercase()
                } else {
                    c.is_ascii_digit()
                }
            };
            at += usize::from(at > 0 && matches!(rest.get(at), Some(' ' | '-')));
            let count = rest[at.min(rest.len())..]
                .iter()
                .take_while(|c| is(c))
                .count();
            if !(least..=most).contains(&count) {
                return None;
            }
            at += count;
        }
        Some(at)
    }

    /// The language of what is written in a script.
    pub(super) fn in_script(&self, script: Script) -> Language {
        self.readers.of(script)
    }

    /// The table of that language.
    pub(super) fn table_of(&self, script: Script) -> &'static Table {
        table(self.in_script(script))
    }
}
