//! Numbers in words: the rules of `numbers.txt`, and how one word is joined to the one before it.

use super::packed::{Rule, Span, Str};
use super::table::{RULES, Table};
use crate::script::is_vowel_sign;

/// A number with more digits is read digit by digit.
const MAX_DIGITS: usize = 16;
/// Code points of a script of India; the places of its consonants, of the letters of short vowels, and of their signs.
const SCRIPT: u32 = 0x80;
const CONSONANTS: std::ops::RangeInclusive<u32> = 0x15..=0x39;
const SHORT: [u32; 5] = [0x05, 0x07, 0x09, 0x0E, 0x12];
const SHORT_SIGNS: [u32; 4] = [0x3F, 0x41, 0x46, 0x4A];

impl Table {
    /// Appends the words for an integer: as a number, or digit by digit if it has a leading zero or is too long.
    pub fn integer(&self, digits: &[u8], out: &mut String) {
        if digits.len() > MAX_DIGITS || (digits.len() > 1 && digits[0] == 0) {
            return self.digits(digits, out);
        }
        let number = digits.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        self.number(number, out);
    }

    /// Appends the name of each digit.
    pub fn digits(&self, digits: &[u8], out: &mut String) {
        for digit in digits {
            self.number(u64::from(*digit), out);
        }
    }

    /// Appends the words for an integer in groups of three digits.
    pub fn western(&self, digits: &[u8], out: &mut String) {
        if digits.len() > MAX_DIGITS || digits.first() == Some(&0) {
            return self.integer(digits, out);
        }
        let number = digits.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        say(self.western, self.scaled, number, out);
    }

    /// Appends the words for a number.
    pub fn number(&self, n: u64, out: &mut String) {
        say(self.numbers, self.scaled, n, out);
    }
}

/// A word by the form that `forms` have for its longest tail: `tail>form tail>form`. A tail after `^` is that of a word of one short
/// syllable.
pub fn inflected(forms: &str, word: &str) -> Option<String> {
    let forms = forms.split_ascii_whitespace();
    let forms = forms.filter_map(|form| form.split_once('>'));
    let stem = |tail: &str| match tail.strip_prefix('^') {
        Some(tail) => word.strip_suffix(tail).filter(|stem| is_short(stem)),
        None => word.strip_suffix(tail),
    };
    let stems = forms.filter_map(|(tail, form)| Some((stem(tail)?, form)));
    let (stem, form) = stems.min_by_key(|(stem, _)| stem.len())?;
    Some([stem, form].concat())
}

/// Whether letters are one syllable with a short vowel. The signs and letters of vowels have the same places in all scripts of India.
fn is_short(letters: &str) -> bool {
    let place = |c: char| u32::from(c) % SCRIPT;
    let mut chars = letters.chars().map(place);
    match (chars.next(), chars.next(), chars.next()) {
        (Some(only), None, _) => CONSONANTS.contains(&only) || SHORT.contains(&only),
        (Some(first), Some(sign), None) => {
            CONSONANTS.contains(&first) && SHORT_SIGNS.contains(&sign)
        }
        _ => false,
    }
}

/// Gives the last word the form that it has before a scale.
fn scaled(forms: &str, out: &mut String) {
    let at = out.rfind(' ').map_or(0, |space| space + 1);
    if let Some(form) = inflected(forms, &out[at..]) {
        out.truncate(at);
        out.push_str(&form);
    }
}

fn say(span: Span, forms: [Str; 2], n: u64, out: &mut String) {
    let rules = span.of(RULES);
    let above = rules.partition_point(|rule| rule.base <= n);
    let mut below = rules[..above].iter().rev();
    let Some(Rule {
        base,
        divisor,
        words,
    }) = below.next()
    else {
        return;
    };
    // A rule that changes only what follows a round number does not apply to the round number itself.
    let words = match below.next() {
        Some(round) if !base.is_multiple_of(*divisor) && n.is_multiple_of(*divisor) => round.words,
        _ => *words,
    };
    let mut words = words.get().split(' ').peekable();
    while let Some(word) = words.next() {
        match word {
            "<<" => {
                say(span, forms, n / divisor, out);
                let joined = words.peek().is_some_and(|scale| is_joined(scale));
                scaled(forms[usize::from(joined)].get(), out);
            }
            ">>" if n.is_multiple_of(*divisor) => {}
            ">>" => say(span, forms, n % divisor, out),
            _ => push(out, word),
        }
    }
}

/// Returns whether a word of a table is joined to the word before it.
pub fn is_joined(word: &str) -> bool {
    word.starts_with(['~', '+']) && word.len() > 1
}

/// Appends a word. A `+` before it joins it to the last word; a `~` also replaces that word's vowel sign or virama.
pub fn push(out: &mut String, word: &str) {
    if !is_joined(word) {
        out.push(' ');
        out.push_str(word);
        return;
    }
    if word.starts_with('~') && out.ends_with(is_vowel_sign) {
        out.pop();
    }
    out.push_str(&word[1..]);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::rows::Language;
    use super::super::table::table;

    fn spoken(language: Language, n: u64) -> String {
        let digits: Vec<u8> = n.to_string().bytes().map(|b| b - b'0').collect();
        let mut out = String::new();
        table(language).integer(&digits, &mut out);
        out.trim().to_owned()
    }

    #[test]
    fn no_two_numbers_are_said_alike() {
        for language in Language::ALL {
            let mut said = HashMap::new();
            let powers = (4..15).flat_map(|p| (1..100).map(move |n| n * 10u64.pow(p)));
            for n in (0..10_000).chain(powers.filter(|n| n.ilog10() < 15)) {
                let words = spoken(language, n);
                let sound = !words.is_empty() && !words.contains("  ");
                assert!(sound, "{language} {n}: {words}");
                let other = said.insert(words, n);
                assert!(
                    other.is_none_or(|other| other == n),
                    "{language} {n}: {other:?}"
                );
            }
        }
    }
}
