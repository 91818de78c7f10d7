//! Exponents: x^5, 10⁻⁹.

use super::prelude::*;

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
/// After a word of so many letters a raised number is that of a note, and a square or a cube after one longer than a unit.
const WORD: usize = 3;
const UNIT: usize = 5;
/// Digits of a year.
const YEAR: usize = 4;

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
    if exponent.is_empty() {
        return None;
    }
    if !caret && is_note(view, at, &exponent) {
        return silent(view, at, end - at);
    }
    if !caret && !minus && matches!(exponent[..], [2 | 3]) {
        return None;
    }
    let number = at > 0 && view.is_digit(at - 1);
    let unit = number.then(|| unit_at(view, end, view.table, false));
    let (unit, end) = unit
        .flatten()
        .map_or((None, end), |(unit, end)| (Some(unit), end));
    let power = Power {
        minus,
        exponent,
        unit,
    };
    Some(Class::Power(power.into()).until(view, end))
}

/// Whether a raised number at a place is that of a note: after a mark, a word, or a year.
fn is_note(view: &View, at: usize, number: &Digits) -> bool {
    let (letters, figures) = (view.letters_before(at).len(), view.digits_before(at).len());
    let mark = |c| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '"' | '”' | '।');
    // Squares and cubes are of units too.
    let square = matches!(number[..], [2 | 3]);
    let word = if square { UNIT } else { WORD };
    let year = || figures == YEAR && number.len() == 1 && number[0] < 4;
    view.before(at).is_some_and(mark) || letters >= word || year()
}

/// The raised digits at a place, and the place after them.
fn raised(view: &View, at: usize) -> (Digits, usize) {
    let value = |c: &char| RAISED.iter().position(|raised| raised == c);
    let digits = view.rest(at).iter().map_while(value);
    let digits: Vec<u8> = digits.map(|value| value as u8).collect();
    let end = at + digits.len();
    (Digits(digits), end)
}
