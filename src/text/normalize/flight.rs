//! Flights: the code of an airline and a number.

use super::beside::told_before;
use super::identifier::{is_part, whole_short};
use super::view::View;
use crate::language::Kind;
use crate::text::class::Part;

/// Digits of a flight.
const DIGITS: std::ops::RangeInclusive<usize> = 3..=4;
/// The airline whose code can be nothing else before a number, and those whose codes are where a hyphen or a word of travel by air
/// tells.
const AIRLINE: [char; 2] = ['6', 'E'];
const AIRLINES: [[char; 2]; 16] = [
    ['A', 'I'],
    ['U', 'K'],
    ['S', 'G'],
    ['Q', 'P'],
    ['I', 'X'],
    ['G', '8'],
    ['I', '5'],
    ['9', 'I'],
    ['S', '5'],
    ['E', 'K'],
    ['E', 'Y'],
    ['Q', 'R'],
    ['B', 'A'],
    ['L', 'H'],
    ['S', 'Q'],
    ['F', 'Z'],
];

/// The code of an airline and the number of its flight, AI 865, after a word that tells it; or without one where nothing else is
/// written so.
pub fn parts(view: &View, at: usize) -> Option<(Vec<Part>, usize)> {
    let rest = view.rest(at);
    let airline = rest.get(..2)?;
    let named = airline.iter().all(is_part) && airline.iter().any(char::is_ascii_uppercase);
    let gap = usize::from(matches!(rest.get(2), Some(' ' | '-')));
    let (digits, end) = view.digits(at + 2 + gap);
    let told = || told_before(view, at).before.has(Kind::Service);
    let known = || AIRLINES.iter().any(|code| code == airline);
    let told_so = || rest.get(2) == Some(&'-') || view.is_about(Kind::Airport);
    let alone = gap > 0 && (airline == AIRLINE || known() && told_so());
    if !named || !DIGITS.contains(&digits.len()) || !(alone || told()) {
        return None;
    }
    let mut parts = whole_short(airline);
    parts.push(Part::Digits(digits));
    Some((parts, end - at))
}
