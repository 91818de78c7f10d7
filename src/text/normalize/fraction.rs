//! Fractions and mixed numbers: 1/2, 2 3/4, 5½.

use super::candidate::Candidate;
use super::facts::days::is_day_at;
use super::facts::ending::skip_english;
use super::facts::figures;
use super::facts::numeral;
use super::facts::unit::unit_at;
use super::view::View;
use crate::language::{Family, Table};
use crate::text::class::{Class, Digits, Fraction, Numeral};

const VULGAR: [char; 3] = ['¼', '½', '¾'];
/// Other fractions of one character, by their numerators and denominators.
const OTHERS: [(char, u8, u8); 15] = [
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('⅕', 1, 5),
    ('⅖', 2, 5),
    ('⅗', 3, 5),
    ('⅘', 4, 5),
    ('⅙', 1, 6),
    ('⅚', 5, 6),
    ('⅐', 1, 7),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
    ('⅑', 1, 9),
    ('⅒', 1, 10),
];
/// Digits of the parts of a fraction whose stroke has spaces around it.
const MAX_WIDE: usize = 3;
/// A numerator of more digits than a value has, and one, is no number.
const MAX_NUMERATOR: usize = 15;

/// Numerator and denominator, also after a whole number.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = figures::language(view, at);
    let (numeral, after) = numeral::scan(view.text, at);
    if !numeral.fraction.is_empty() {
        return None;
    }
    let found = vulgar(view, &numeral, after);
    let (mut fraction, end) = found.or_else(|| slashed(view, table, numeral, after))?;
    let unit = unit_at(view, end, table, fraction.whole.is_none());
    let end = unit.as_ref().map_or(end, |(_, end)| *end);
    fraction.unit = unit.map(|(unit, _)| unit);
    if fraction.unit.is_none() && fraction.whole.is_none() {
        fraction.own = fraction
            .own
            .or_else(|| agreeing(view, table, &fraction, end));
    }
    let class = Class::Fraction(fraction.into());
    let found = Candidate::number(view, end, class, language);
    Some(found.with_case(view))
}

/// The form of a half or three quarters that agrees with the noun after it: अर्धी वाटी. The table lists such forms by the noun or
/// by its last characters.
fn agreeing(view: &View, table: &Table, fraction: &Fraction, end: usize) -> Option<&'static str> {
    let sign = VULGAR[usize::from(fraction.quarters?.clamp(1, 3)) - 1];
    let noun = view.letters(end + 1);
    if view.get(end) != Some(' ') || noun.is_empty() {
        return None;
    }
    [noun.len(), 2, 1].into_iter().find_map(|length| {
        let last: String = noun[noun.len().saturating_sub(length)..].iter().collect();
        table.named(Family::Agreeing, &format!("{sign}:{last}"))
    })
}

/// One character after a whole number.
fn vulgar(view: &View, whole: &Numeral, at: usize) -> Option<(Fraction, usize)> {
    let sign = view.get(at)?;
    let quarters = VULGAR.iter().position(|v| *v == sign);
    let (above, below) = match quarters {
        Some(n) => [(1, 4), (1, 2), (3, 4)][n],
        None => {
            let (_, above, below) = OTHERS.iter().find(|(other, ..)| *other == sign)?;
            (*above, *below)
        }
    };
    let below = match below {
        10 => vec![1, 0],
        below => vec![below],
    };
    let fraction = Fraction {
        whole: (!whole.whole.is_empty()).then(|| whole.clone()),
        above: Digits(vec![above]),
        below: Digits(below),
        quarters: quarters.map(|n| n as u8 + 1),
        own: None,
        unit: None,
    };
    Some((fraction, at + 1))
}

/// Two numbers with a slash between them; `at` is the place after the first.
fn slashed(view: &View, table: &Table, first: Numeral, at: usize) -> Option<(Fraction, usize)> {
    let mixed = view.get(at) == Some(' ') && view.is_digit(at + 1);
    let start = at - first.whole.len();
    let (above, end) = match mixed {
        true => view.digits(at + 1),
        false => (first.whole.clone(), at),
    };
    let slash = view.get(end) == Some('/');
    let wide = !mixed && view.rest(end).starts_with(&[' ', '/', ' ']) && !view.is_formula();
    if !slash && !wide {
        return None;
    }
    // 24/25 Oct
    if slash && is_day_at(view, end + 1) {
        return None;
    }
    let (below, end) = view.digits(end + if wide { 3 } else { 1 });
    let more = view.get(end) == Some('/') || view.is_digit(end);
    let long = above.len() > MAX_NUMERATOR + usize::from(!mixed);
    // "2 May 2020 / 43" parts two numbers.
    let parted =
        wide && (above.len() > MAX_WIDE || below.len() > MAX_WIDE || below.first() == Some(&0));
    if above.is_empty() || below.is_empty() || more || long || parted {
        return None;
    }
    let written: String = view
        .text
        .get(start..end)
        .unwrap_or_default()
        .iter()
        .collect();
    let own = table.named(Family::Fractions, &written);
    let quarters = match (&above[..], &below[..]) {
        ([1], [4]) => Some(1),
        ([1], [2]) => Some(2),
        ([3], [4]) => Some(3),
        _ => None,
    };
    let fraction = Fraction {
        whole: mixed.then_some(first),
        above,
        below,
        quarters,
        own,
        unit: None,
    };
    // "1/4th" says no more than "1/4", nor do "3/4ths".
    let last = skip_english(view, end);
    let plural = last > end && view.get(last) == Some('s');
    Some((fraction, last + usize::from(plural)))
}
