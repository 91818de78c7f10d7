//! Amounts of money, and the scales that they are counted in.

use std::borrow::Cow;

use super::counted::{before, inflected};
use super::reading::Reading;
use crate::language::{Language, Table, currency};
use crate::script;

/// Signs of currencies, which are written before the amount and said after it.
const SIGNS: [&str; 8] = ["₹", "$", "€", "£", "¥", "₩", "₺", "৳"];
/// Characters by which a word for rupees is known.
const RUPEE_STEM: usize = 3;
/// The longest word for a scale that is looked at.
const MAX_SCALE: usize = 16;

impl Reading<'_> {
    /// The sign of a currency, where an amount follows it.
    pub(super) fn currency(&mut self) -> bool {
        let sign = self.peek(0).and_then(sign);
        sign.is_some_and(|sign| self.amount_follows(sign, self.at + 1))
    }

    /// A word for a currency, which ends before `at`, where an amount follows it: also one with a sign, as in `US$`.
    pub(super) fn rupee(&mut self, word: &str, mut at: usize) -> bool {
        let mut word = Cow::Borrowed(word);
        // "a $5 note" is no Australian one.
        let country = word.bytes().all(|b| b.is_ascii_uppercase());
        let space = usize::from(word.len() > 1 && self.text.get(at) == Some(&' '));
        match self.text.get(at + space) {
            Some('.' | '॰' | ':') if space == 0 => at += 1,
            Some(c) if country && sign(*c).is_some() => {
                word.to_mut().push(*c);
                at += space + 1;
            }
            _ => {}
        }
        self.digit_near(at) && currency(&word).is_some_and(|sign| self.amount_follows(sign, at))
    }

    fn amount_follows(&mut self, sign: &'static str, mut at: usize) -> bool {
        at += usize::from(self.text.get(at).is_some_and(|c| c.is_whitespace()));
        let minus = matches!(self.text.get(at), Some('-' | '−'));
        at += usize::from(minus);
        let digit = |at: usize| {
            self.text
                .get(at)
                .is_some_and(|c| script::digit(*c).is_some())
        };
        let follows = digit(at) || (self.text.get(at) == Some(&'.') && digit(at + 1));
        if follows {
            if minus {
                self.say("minus");
            }
            self.currency = Some(sign);
            self.at = at;
            if self.peek(0) == Some('.') {
                self.number();
            }
        }
        follows
    }

    /// Whether an amount goes on to a second one, whose currency is its own too: ₹500-1000.
    pub(super) fn ranges(&self) -> bool {
        matches!(self.peek(0), Some('-' | '–' | '—'))
            && self.peek(1).is_some_and(|c| script::digit(c).is_some())
    }

    /// What may follow an amount of money: `/-`, or the unit that it is the price of.
    pub(super) fn price(&mut self, table: &Table, language: Language) {
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
            // "₹2000/night"
            (None, Some(per)) if self.word_follows() => self.put_all(per, language),
            _ => self.at -= 1,
        }
    }

    /// Whether a word of three letters at least comes here.
    fn word_follows(&self) -> bool {
        let letter = |c: &&char| script::letter(**c).is_some() && !c.is_uppercase();
        self.text[self.at..].iter().take_while(letter).count() > 2
    }

    /// The stroke that closes an amount of rupees, 500/-; a word after it may name them.
    pub(super) fn stroke(&mut self) -> Option<&'static str> {
        let closed = self.text[self.at..].starts_with(&['/', '-']);
        if !closed || self.peek(2).is_some_and(|c| script::digit(c).is_some()) {
            return None;
        }
        self.at += 2;
        (!self.rupees_at(self.at)).then_some("₹")
    }

    /// Whether a word for rupees comes at `at`, in whatever form and spelling (रुपया, रुपये, रुपए): it begins as their name does.
    pub(super) fn rupees_at(&self, at: usize) -> bool {
        let rest = self.text[at..].iter().skip_while(|c| **c == ' ');
        let word: String = rest
            .take_while(|c| script::letter(**c).is_some())
            .flat_map(|c| c.to_lowercase())
            .collect();
        let name = self.table.word("₹").unwrap_or_default();
        let stem = name.char_indices().nth(RUPEE_STEM);
        let stem = stem.map_or(name, |(end, _)| &name[..end]);
        word.starts_with(stem) || currency(&word) == Some("₹")
    }

    /// A currency that is written after its amount.
    pub(super) fn currency_after(&mut self) -> Option<&'static str> {
        let space = usize::from(self.peek(0).is_some_and(char::is_whitespace));
        let digit = |c: Option<char>| c.is_some_and(|c| script::digit(c).is_some() || c == '.');
        if let Some(sign) = self.peek(space).and_then(sign) {
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

    /// A word such as lakh that follows, and the place after it; its words where it is shortened.
    pub(super) fn scale(
        &self,
        table: &Table,
        money: bool,
    ) -> Option<(Option<&'static str>, usize)> {
        let spaces = self.text[self.at..]
            .iter()
            .take_while(|c| c.is_whitespace())
            .count();
        let rest = &self.text[self.at + spaces..];
        let length = rest
            .iter()
            .take_while(|c| script::letter(**c).is_some())
            .count();
        if length == 0 || length > MAX_SCALE {
            return None;
        }
        let word: String = rest[..length].iter().collect();
        let end = self.at + spaces + length;
        let english = crate::language::table(Language::En);
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
        // Said in its form before the currency, where it has one.
        let mut counting = table
            .list("scales")
            .filter(|s| table.word(&format!("counting:{s}")).is_some());
        if money && let Some(said) = counting.find(|s| *s == word) {
            return Some((Some(said), end));
        }
        if scale || !money {
            return money.then_some((None, end - length));
        }
        // The ending of a scale (லட்சத்துக்கு) is left to the currency.
        let mut suffixes = word.char_indices().map(|(at, _)| &word[at..]);
        suffixes.find_map(|ending| {
            let forms = table.word(&format!("case:{ending}"))?;
            let mut scales = table.list("scales");
            let scale = scales.find(|s| inflected(forms, s).is_some_and(|form| form == word))?;
            Some((Some(scale), end - ending.chars().count()))
        })
    }

    /// Whether a scale follows, and a unit after it: 100 million kg.
    pub(super) fn measured_scale(&mut self, table: &Table) -> bool {
        let at = self.at;
        while let Some((_, end)) = self.scale(table, true) {
            let word = self.text[end..]
                .iter()
                .take_while(|c| script::letter(**c).is_some());
            self.at = end + word.count();
        }
        // "4K TV" is no amount of anything.
        let measured = self.at > at + 1 && self.unit(table, false).is_some();
        self.at = at;
        measured
    }

    /// Reads the words of a scale: lakh, lakh crore.
    pub(super) fn words_of_scale(&mut self, table: &Table, money: bool, language: Language) {
        while let Some((scale, end)) = self.scale(table, true) {
            self.at = end;
            match scale {
                Some(said) => self.put_scale(table, said, money, language),
                None => self.step(),
            }
        }
    }

    /// The name of a scale, in its form before a currency.
    pub(super) fn put_scale(&mut self, table: &Table, said: &str, money: bool, language: Language) {
        let mut words = said.to_owned();
        if money {
            before(table, &mut words);
        }
        self.put_all(&words, language);
    }
}

/// The key of the currency whose sign `c` is.
pub(super) fn sign(c: char) -> Option<&'static str> {
    SIGNS.into_iter().find(|sign| sign.starts_with(c))
}

/// The name of a currency for an amount.
pub(super) fn name(table: &Table, currency: &str, amount: Option<u64>) -> &'static str {
    let one = (amount == Some(1))
        .then(|| table.word(&format!("{currency}1")))
        .flatten();
    one.or_else(|| table.word(currency)).unwrap_or_default()
}
