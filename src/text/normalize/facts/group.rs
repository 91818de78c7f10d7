//! The letters and the digits of a code, in groups.

use super::numeral::is_next;
use crate::text::normalize::ground::*;

/// No code is looked at further.
const MAX_LENGTH: usize = 40;
/// The years of cases and standards.
pub const YEARS: std::ops::Range<u64> = 1950..2100;
/// Those of books and of people's lives.
pub const WRITTEN_YEARS: std::ops::Range<u64> = 1000..2100;

/// The most tablets of each time.
const MOST: u8 = 3;
/// What the grade of a fertiliser tells of.
const NUTRIENTS: usize = 3;

/// Whether numbers with colons between them are the parts of nitrogen, phosphorus and potassium that fertilisers are sold with, or the
/// first two after the name of a fertiliser, which has no third: D.A.P. 18:46.
pub fn is_grade(view: &View, at: usize, parts: &[u64]) -> bool {
    let third = (parts.len() < NUTRIENTS).then_some(0);
    let parts = || parts.iter().copied().chain(third);
    let listed = |grade: &str| grade.split(':').map(str::parse).eq(parts().map(Ok));
    let named = || {
        let name: String = view.back(at).take_while(|c| **c != ' ').collect();
        let letters = name.chars().rev().filter(|c| *c != '.');
        let name = lowercase(&letters.collect::<Vec<_>>());
        everywhere(Everywhere::Fertilisers).any(|listed| listed == name)
    };
    everywhere(Everywhere::Grades).any(listed) && (third.is_none() || named())
}

/// Whether a text begins with so many in the morning, at noon and in the evening, one of which is none, and no more: 1-0-1, 1+0+1.
pub fn is_dose(text: &[char]) -> bool {
    let [morning, sign @ ('-' | '+'), noon, other, evening, rest @ ..] = text else {
        return false;
    };
    let numbers = [morning, noon, evening].map(|c| script::digit(*c).map(|(n, _)| n));
    let few = numbers.iter().all(|n| n.is_some_and(|n| n <= MOST));
    let goes_on = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '+');
    let ends = !rest.first().is_some_and(goes_on);
    sign == other && few && numbers.contains(&Some(0)) && ends
}

pub fn is_part(c: &char) -> bool {
    c.is_ascii_uppercase() || is_figure(c)
}

/// A digit of any script.
pub fn is_figure(c: &char) -> bool {
    script::digit(*c).is_some()
}

/// Some letters, or some digits, of a code.
pub struct Group<'a> {
    /// The sign before it.
    pub sign: Option<char>,
    pub start: usize,
    pub text: &'a [char],
}

impl Group<'_> {
    pub fn is_digits(&self) -> bool {
        self.text.first().is_some_and(is_figure)
    }

    pub fn digits(&self) -> Digits {
        digits(self.text, 0).0
    }

    /// Whether it is of digits whose value is in a range.
    pub fn is_in(&self, range: std::ops::RangeInclusive<u64>) -> bool {
        self.is_digits() && self.digits().is_in(range)
    }

    /// Whether it is the last two digits of the year after the one before it.
    pub fn is_next(&self, before: &Self) -> bool {
        let next = self.digits().value().zip(before.year());
        let joined = self.is_digits() && self.text.len() == 2 && self.sign.is_some();
        joined && next.is_some_and(|(next, year)| is_next(year, next, 2))
    }

    pub fn year(&self) -> Option<u64> {
        let digits = self.digits();
        let four = self.is_digits() && self.text.len() == 4;
        digits.value().filter(|n| four && YEARS.contains(n))
    }
}

/// The groups of capitals and of digits that begin a text, as far as they are one code.
pub fn groups(rest: &[char]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    let mut at = 0;
    while at < MAX_LENGTH {
        let sign = rest.get(at).copied().filter(|c| {
            // SCR.A: stops part letters only.
            let letter = |i: usize| rest.get(i).is_some_and(char::is_ascii_uppercase);
            let stop = *c == '.' && at > 0 && letter(at - 1) && letter(at + 1);
            at > 0 && (matches!(c, '/' | '-') || stop)
        });
        let start = at + usize::from(sign.is_some());
        let rest = rest.get(start..).unwrap_or_default();
        let digit = rest.first().is_some_and(is_figure);
        let like = |c: &&char| is_part(c) && is_figure(c) == digit;
        let length = rest.iter().take_while(like).count();
        if length == 0 {
            break;
        }
        let text = &rest[..length];
        groups.push(Group { sign, start, text });
        at = start + length;
    }
    // NEFT-FDRLM4226131792-JOHN JOSE: a name after the code.
    let name = |last: &Group| last.sign == Some('-') && !last.is_digits() && last.text.len() > 2;
    let more = matches!(rest.get(at..), Some([' ', a, b, ..]) if a.is_ascii_uppercase() && b.is_ascii_uppercase());
    if more && groups.last().is_some_and(name) {
        groups.pop();
    }
    groups
}

/// Whether a grade stands before a spaced dash: NPK 12:32:16 - 50 kg.
pub fn is_after_grade(view: &View, at: usize) -> bool {
    let mut start = at - view.run_before(at, |c| c == ' ');
    let spaced = start < at;
    let mut parts = 0;
    while !view.digits_before(start).is_empty() {
        start -= view.digits_before(start).len();
        parts += 1;
        if view.before(start) != Some(':') {
            break;
        }
        start -= 1;
    }
    // 12:11:18 - 12:15:00, 0:29 - 0:38, 3:2 - 5:2
    let next = view.digits(view.skip_spaces(at + 1)).1;
    spaced
        && view.get(next) != Some(':')
        && match view.last_class() {
            Some(Class::Identifier(_)) => parts > 1,
            Some(Class::Time(_)) => false,
            _ => parts == NUTRIENTS,
        }
}
