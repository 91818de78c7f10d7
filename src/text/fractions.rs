//! Fractions, mixed numbers, ratios, and numbers with several stops.

use super::counted::{english_ending, join};
use super::numbers::{Numeral, digits, push, value};
use super::reading::Reading;
use crate::language::Table;
use crate::script;

impl Reading<'_> {
    /// Numerator and denominator, also after a whole number; whether that is what is written here.
    pub(super) fn fraction(&mut self, number: &Numeral, table: &Table, out: &mut String) -> bool {
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
    pub(super) fn mixed(
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
    pub(super) fn ratio(&mut self, table: &Table, out: &mut String) -> bool {
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
    pub(super) fn version(&mut self, table: &Table, out: &mut String) -> bool {
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

/// Numerator and denominator: by the ordinal of the denominator in English, otherwise by the word between them.
pub(super) fn parts(table: &Table, above: &[u8], below: &[u8], mixed: bool, out: &mut String) {
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
