//! Exponents: x^5, 10⁻⁹.

use super::candidate::{Candidate, certainty};
use super::measure::unit_at;
use super::view::View;
use crate::script;
use crate::text::class::{Class, Digits, Power};

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
/// After a word of so many letters a raised number is that of a note.
const WORD: usize = 3;

/// An exponent that follows a caret, or is written above the line; a square and a cube have signs of their own.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let caret = view.get(at) == Some('^');
    let start = at + usize::from(caret);
    let minus = match view.get(start) {
        Some('-' | '−') => caret,
        Some('⁻') => !caret,
        _ => false,
    };
    let start = start + usize::from(minus);
    let (exponent, end) = match caret {
        true => view.digits(start),
        false => raised(view, start),
    };
    let own = !caret && !minus && matches!(exponent[..], [2 | 3]);
    if exponent.is_empty() || own {
        return None;
    }
    let letters = view.text[..at].iter().rev();
    let letters = letters.take_while(|c| script::letter(**c).is_some());
    let note = !caret && letters.count() >= WORD;
    let number = at > 0 && view.is_digit(at - 1);
    let unit = if number {
        unit_at(view, end, view.table, false)
    } else {
        None
    };
    let end = unit.as_ref().map_or(end, |(_, end)| *end);
    let class = match note {
        true => Class::Punctuation(None),
        false => {
            let unit = unit.map(|(words, _)| words);
            let power = Power {
                minus,
                exponent,
                unit,
            };
            Class::Power(power.into())
        }
    };
    Some(Candidate::new(view, end, class, certainty::OPERATOR))
}

/// The raised digits at a place, and the place after them.
fn raised(view: &View, at: usize) -> (Digits, usize) {
    let value = |c: &char| RAISED.iter().position(|raised| raised == c);
    let digits = view.rest(at).iter().map_while(value);
    let digits: Vec<u8> = digits.map(|value| value as u8).collect();
    let end = at + digits.len();
    (Digits(digits), end)
}
