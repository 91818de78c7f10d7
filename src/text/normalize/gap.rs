//! The pause between two numbers that a space parts, where they would be heard as one.

use super::prelude::*;

/// Digits of a year.
const YEAR: usize = 4;

/// A space between the number of an English name and another, in another language: Note 30 5G; and between two that would be heard as
/// one: 100 60. One between a date and its time.
pub fn between_numbers(view: &View, at: usize) -> Option<Candidate> {
    let last = view.span_before(at)?;
    let (next, end) = view.digits(at + 1);
    // 14-06-2026 04:21
    let clock = !next.is_empty() && view.get(end) == Some(':') && view.is_digit(end + 1);
    let parts = match &last.class {
        // Rao II, December 31
        Class::Roman { ruler: true, .. } => month_named(view, at + 1).is_some(),
        Class::Date(date) => date.year.is_some() && clock,
        Class::Year(number) => number.numeral.whole.len() == YEAR && clock,
        // 10W-30 1 l, 90/90-12 ₹1,650
        Class::Identifier(parts) => {
            (!next.is_empty() || view.is_currency(at + 1))
                && matches!(parts.last(), Some(Part::Number(_)))
        }
        // 26x1.5 ₹280
        Class::Decimal(_) => view.is_currency(at + 1),
        Class::Cardinal(number) => {
            let named = last.language == Language::En && view.language != Language::En;
            // Of 1000 24 the second fits into the zeros of the first.
            let zeros = number.numeral.whole.iter().rev().take_while(|d| **d == 0);
            let zeros = u32::try_from(zeros.count()).unwrap_or_default();
            let sum = || {
                let whole = number.numeral.integer().is_some_and(|n| n > 0);
                whole && next.is_in(1..10_u64.saturating_pow(zeros))
            };
            let alone = number.scales.is_empty() && last.grammar.case.is_none();
            let four = number.numeral.whole.len() == YEAR;
            // World T20 2007
            let dated = next.len() == YEAR
                && next.is_in(WRITTEN_YEARS)
                && view
                    .before(last.range.start)
                    .is_some_and(|c| c.is_ascii_uppercase());
            // Vivo T1 5G, but Note 30 5G
            let generation = next.len() == 1 && view.get(end) == Some('G') && zeros == 0;
            // 2000 ₹500 notes
            let notes = || {
                let (price, end) = numeral::scan(view.text, at + 2);
                price.whole.len() < YEAR && view.letters(view.skip_spaces(end)).len() > 1
            };
            // बासमती 1121 ₹4,350
            let priced = || (four && !sum() && !notes() || named) && view.is_currency(at + 1);
            let sum = || !next.is_empty() && (named && !generation || sum());
            clock && four || alone && (dated || sum() || priced())
        }
        _ => false,
    };
    parts.then(|| pause(view, at))?
}
