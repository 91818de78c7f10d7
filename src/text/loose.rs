//! Spaces and marks of a clause that are of no account: around a stroke, within brackets, around what is bold in a chat.

use super::danda::{after, indic};
use super::stop::takes_stop;
use crate::language::{Language, Readers, currency, table, unit_spelt};
use crate::script::{self, Script, digit, letter};

/// Digits of a number that is parted by a stroke, as a day or a score is, and of one after it, as a year is.
const SHORT_NUMBER: usize = 2;
const YEAR: usize = 4;

/// Whether a mark is one of two around what is bold: *Rs. 500*. Beside a letter one is enough, as the other may stand in another clause;
/// beside a figure it may mean something by itself: *121#, a 5* hotel, ~5 kg.
pub fn is_emphasis(text: &[char], at: usize) -> bool {
    let mark = text[at];
    // _ravi@gmail.com, *121#
    let within = |c: &&char| !c.is_whitespace();
    let before = text[..at].iter().rev().take_while(within);
    let mut word = before.chain(text[at..].iter().take_while(within));
    if word.any(|c| matches!(c, '@' | '#')) {
        return false;
    }
    let other = |c: &&char| **c != mark;
    let beside = |at: usize| {
        let before = text[..at].iter().rev().find(other);
        (before, text[at..].iter().find(other))
    };
    let outside = |c: &char| c.is_whitespace() || script::is_silent(*c);
    let begins = |at| {
        let (before, next) = beside(at);
        before.is_none_or(outside) && !next.is_none_or(outside)
    };
    // **5**ರಿಂದ
    let bent = |at: usize, next: &char| {
        let double = text.get(at + 1) == Some(&mark) && mark == '*';
        double && !next.is_ascii() && script::letter(*next).is_some()
    };
    let ends = |at| {
        let (before, next) = beside(at);
        next.is_none_or(|next| outside(next) || bent(at, next)) && !before.is_none_or(outside)
    };
    // **5**వ, **₹500**-க்கு
    let inflected = |at| match beside(at) {
        (before, Some('-')) => !before.is_none_or(outside),
        (before, next) => indic(next).is_some() && !before.is_none_or(outside),
    };
    let mut open = None;
    let first = |i: usize| text[i] == mark && (i == 0 || text[i - 1] != mark);
    // **Total**
    let at = (0..=at).rev().find(|i| first(*i)).unwrap_or(at);
    for i in (0..text.len()).filter(|i| first(*i)) {
        if ends(i) || open.is_some() && inflected(i) {
            if open.take().is_some_and(|open| [open, i].contains(&at)) {
                return true;
            }
        } else if begins(i) {
            open = open.or(Some(i));
        }
    }
    let plain = |c: Option<&char>| c.is_some_and(|c| c.is_alphabetic() || script::extends(*c));
    match (begins(at), ends(at), beside(at)) {
        (true, _, (_, next)) => mark != '~' && (plain(next) || next == Some(&'₹')),
        (_, true, (before, _)) => plain(before),
        _ => false,
    }
}

/// Whether a space is of no account: within a bracket, as in ( Sat ), before the colon of a label, and beside a stroke that means the same
/// without it: between short numbers (15 / 08 / 1947), in an abbreviation (u / s), and before a unit (₹60 / kg).
pub fn is_loose(text: &[char], at: usize, readers: Readers) -> bool {
    let (left, right) = match (&text[..at], &text[at + 1..]) {
        ([.., '('], _) | (_, [')', ..]) => return true,
        // Exp : 05/2027
        ([.., word], [':', rest @ ..]) if !script::is_silent(*word) => {
            return rest.first().is_none_or(|c| matches!(c, ' ' | '-'));
        }
        // U.S.A . এর
        (left, ['.', rest @ ..]) => {
            let word = left.iter().rev().take_while(|c| **c != ' ').count();
            let ends = rest.first().is_none_or(|c| *c == ' ');
            return ends && takes_stop(&String::from_iter(&left[left.len() - word..]));
        }
        (_, ['-' | '–' | '—', ..]) => return is_before_suffix(text, at + 1, readers),
        ([.., '-' | '–' | '—'], _) => return is_before_suffix(text, at - 1, readers),
        ([left @ .., '/'], right) | (left, ['/', right @ ..]) => (left, right),
        _ => return false,
    };
    let apart = |c: &char| c.is_whitespace() || matches!(c, '/' | '-' | '(' | ')' | '।');
    let left = left.strip_suffix(&[' ']).unwrap_or(left);
    let right = right.strip_prefix(&[' ']).unwrap_or(right);
    let words = [left.rsplit(apart).next(), right.split(apart).next()];
    let [left, right] = words.map(|word| String::from_iter(word.unwrap_or_default()));
    let right = right.trim_end_matches(['.', ',']);
    let number = |word: &str, most| {
        let digits = word.chars().filter(|c| is_digit(Some(c))).count();
        (1..=most).contains(&digits) && word.chars().all(|c| c == '.' || is_digit(Some(&c)))
    };
    let formula = || text.iter().any(|c| matches!(c, '=' | '×' | '÷'));
    // 100 / 040-23456789
    let code = right.starts_with('0') && right.len() > SHORT_NUMBER;
    if number(&left, SHORT_NUMBER) && number(right, YEAR) && !code && !formula() {
        return is_date_or_pair(text, at);
    }
    let english = table(Language::En);
    let unit = |word: &str| {
        let script = word.chars().next().and_then(letter);
        let table = script.map_or(english, |script| table(readers.of(script)));
        // kg, ml
        let base = word.strip_prefix(['k', 'm', 'c']).unwrap_or(word);
        [word, base].iter().any(|word| table.unit(word).is_some())
            || unit_spelt(word, false).is_some()
    };
    let digit = is_digit(left.chars().last().as_ref());
    // Fever (Y / N)
    if right != "N" && unit(right) && (digit || unit(&left) || currency(&left).is_some()) {
        return true;
    }
    let both = format!("{left}/{right}").to_lowercase();
    english.abbreviation(&both).is_some()
}

/// Whether a dash with a space before it, after a figure or Latin letters also behind it, parts what stands before it from its
/// ending: சென்னை –யில், 2021 – க்கு.
/// One that begins with a vowel is a word as it stands.
pub fn is_before_suffix(text: &[char], at: usize, readers: Readers) -> bool {
    let (before, behind) = (&text[..at], &text[at + 1..]);
    let before = before.strip_suffix(&[' ']).unwrap_or(before).last();
    let latin = before.is_some_and(char::is_ascii_alphabetic);
    let behind = match latin || is_digit(before) {
        true => behind.strip_prefix(&[' ']).unwrap_or(behind),
        false => behind,
    };
    let Some(own) = indic(behind.first()) else {
        return false;
    };
    let ending = after(behind, 0);
    before.is_some_and(|c| !script::is_silent(*c))
        && !ending.starts_with(script::is_vowel)
        // প্রশ্ন ৫ – কে: who
        && text.last() != Some(&'?')
        && table(readers.of(own)).suffix(&ending).is_some()
}

/// Whether a dash belongs to the colon of a label before it, as India writes it: दि:- 5-6-2025. A minus and a face do not: -5°C, :-)
pub fn is_of_colon(text: &[char], at: usize) -> bool {
    let label = match &text[..at] {
        [.., word, ' ', ':'] | [.., word, ':'] => !script::is_silent(*word),
        _ => false,
    };
    if !label {
        return false;
    }
    let behind = &text[at + 1..];
    let digits = behind.iter().take_while(|c| is_digit(Some(c))).count();
    let minus = digits > 0 && behind.get(digits) == Some(&'°');
    let begins = |c: &char| {
        matches!(*c, ' ' | '₹')
            || digits > 0
            || letter(*c).is_some_and(|script| script != Script::Latin)
    };
    !minus && behind.first().is_none_or(begins)
}

/// Whether the numbers that strokes part around a place are two, or three that only a date has: classes 9 / 10 / 11 are a list.
fn is_date_or_pair(text: &[char], at: usize) -> bool {
    let part = |c: &&char| is_digit(Some(c)) || matches!(c, ' ' | '/' | '.');
    let begin = at - text[..at].iter().rev().take_while(part).count();
    let end = at + text[at..].iter().take_while(part).count();
    let all = String::from_iter(&text[begin..end]);
    let numbers: Vec<&str> = all
        .trim_matches([' ', '.'])
        .split('/')
        .map(str::trim)
        .collect();
    match numbers[..] {
        [first, _, year] => first.starts_with('0') || year.chars().count() == YEAR,
        _ => numbers.len() == 2,
    }
}

/// Whether there is a character and it is a digit of any script.
pub fn is_digit(c: Option<&char>) -> bool {
    c.is_some_and(|c| digit(*c).is_some())
}
