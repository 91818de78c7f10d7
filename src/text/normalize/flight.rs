//! Flights: the code of an airline and a number.

use super::prelude::*;

/// Digits of a flight.
const DIGITS: std::ops::RangeInclusive<usize> = 3..=4;
/// No flight without a word that tells it is a multiple of this, or one of these years.
const ROUND: u64 = 50;
const YEARS: std::ops::Range<u64> = 1900..2100;

/// Whether nothing but a flight is written so in a language of another script: its letters are no year of a country, and count
/// nothing.
fn is_bare(view: &View, digits: &Digits, end: usize) -> bool {
    let fits = |n: u64| !n.is_multiple_of(ROUND) && !YEARS.contains(&n);
    view.language != Language::En
        && digits.value().is_some_and(fits)
        && !is_decimal(view, end)
        && view.get(end) != Some('%')
        && !counts(view, end)
}

/// Whether the name of a city follows, which it flies to or from.
fn is_bound(view: &View, end: usize) -> bool {
    let word = view.skip_spaces(end);
    let after = word + view.letters(word).len();
    let city = view.next_word(after);
    view.lists(List::Bound, &view.word(word)) && view.table.lists(List::Places, &city)
}

/// The code of an airline and the number of its flight, AI 865, after a word that tells it; or without one where nothing else is
/// written so.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let rest = view.rest(at);
    let airline = rest.get(..2)?;
    let named = airline.iter().all(is_part) && airline.iter().any(char::is_ascii_uppercase);
    let gap = usize::from(matches!(rest.get(2), Some(' ' | '-')));
    let (digits, end) = view.digits(at + 2 + gap);
    let told = || told_before(view, at).before.has(Kind::Service);
    let is = |list| everywhere(list).any(|code| code.chars().eq(airline.iter().copied()));
    let known = || is(Everywhere::Airlines);
    let told_so =
        || rest.get(2) == Some(&'-') || view.is_about(Kind::Airport) || is_bound(view, end);
    let alone = gap > 0
        && (is(Everywhere::AirlinesAlone) || known() && (told_so() || is_bare(view, &digits, end)));
    if !named || !DIGITS.contains(&digits.len()) || !(alone || told()) {
        return None;
    }
    let mut parts = whole(airline, MAX_NUMBER);
    parts.push(Part::Digits(digits));
    Some(Class::Identifier(parts).inflected(view, end, view.language))
}
