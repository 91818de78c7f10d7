//! Codes of capitals and digits, vehicles, houses.

use super::candidate::{Candidate, certainty};
use super::telephone::is_decimal;
use super::units::unit;
use super::view::View;
use crate::language::{Table, currency};
use crate::script;
use crate::text::class::{Class, House};

/// Digits of a code, and its letters unless it has so many characters.
const MIN_DIGITS: usize = 3;
const MIN_LETTERS: usize = 2;
const MIN_LENGTH: usize = 6;

/// A code such as `KA05MH1234`, `SBIN0001234` or `ABCDE1234F`.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let part = |c: &char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let rest = view.rest(at);
    if !rest.first().is_some_and(part) || view.before(at).is_some_and(char::is_alphanumeric) {
        return None;
    }
    let length = plate(rest).or_else(|| serial(view.table, rest))?;
    if rest.get(length).is_some_and(|c| c.is_alphanumeric()) {
        return None;
    }
    let code = rest[..length].iter().filter(|c| part(c)).collect();
    let class = Class::Identifier(code);
    Some(Candidate::new(
        view,
        at + length,
        class,
        certainty::IDENTIFIER,
    ))
}

/// How many characters are a code without spaces.
fn serial(table: &Table, rest: &[char]) -> Option<usize> {
    let part = |c: &&char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let length = rest.iter().take_while(part).count();
    let code = &rest[..length];
    let digits = code.iter().filter(|c| c.is_ascii_digit()).count();
    let letters = length - digits;
    if digits < MIN_DIGITS || letters == 0 || letters < MIN_LETTERS && length < MIN_LENGTH {
        return None;
    }
    // "INR500" is an amount.
    let first: String = code.iter().take_while(|c| c.is_ascii_uppercase()).collect();
    // "128GB" is a measure.
    let after: String = code.iter().skip_while(|c| c.is_ascii_digit()).collect();
    let other = currency(&first).is_some() || unit(table, &after, false).is_some();
    (!other).then_some(length)
}

/// How many characters are the number of a vehicle: MH 12 AB 1234.
fn plate(rest: &[char]) -> Option<usize> {
    let letter = char::is_ascii_uppercase as fn(&char) -> bool;
    let digit = char::is_ascii_digit as fn(&char) -> bool;
    let mut at = 0;
    for (is, counts) in [
        (letter, 2..=2),
        (digit, 1..=2),
        (letter, 1..=3),
        (digit, 4..=4),
    ] {
        at += usize::from(at > 0 && matches!(rest.get(at), Some(' ' | '-')));
        let rest = rest.get(at..).unwrap_or_default();
        let count = rest.iter().take_while(|c| is(c)).count();
        if !counts.contains(&count) {
            return None;
        }
        at += count;
    }
    Some(at)
}

/// The number of a house or a plot, where the clause is an address: it names a road or a house, and has none of the little
/// words of a sentence.
pub fn house(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    if !view.address.get_or_init(|| is_address(view, table)) {
        return None;
    }
    let (digits, end) = view.digits(at);
    let next = view.get(end);
    if is_decimal(view, end) && next != Some('/') || view.is_letter(end) {
        return None;
    }
    let key = match next {
        Some('/') => Some("over"),
        Some('-') => Some("net:-"),
        _ => None,
    };
    let key = key.filter(|_| view.is_digit(end + 1));
    let sign = key.and_then(|key| table.word(key));
    let end = end + usize::from(key.is_some());
    let class = Class::House(House { digits, sign }.into());
    Some(Candidate {
        language,
        ..Candidate::new(view, end, class, certainty::HOUSE)
    })
}

fn is_address(view: &View, table: &Table) -> bool {
    let has = |key| {
        let mut words = view.text.split(|c| script::letter(*c).is_none());
        words.any(|word| {
            let small = || word.iter().flat_map(|c| c.to_lowercase());
            table.list(key).any(|listed| listed.chars().eq(small()))
        })
    };
    has("address") && !has("prose")
}
