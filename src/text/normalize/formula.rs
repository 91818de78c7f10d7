//! What a formula multiplies without a sign: ma, 4ac, 2ab.

use super::prelude::*;

/// Letters that stand for numbers, one by one, or the number before several of them.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (_, start) = view.digits(at);
    let letters = view.letters(start);
    let end = start + letters.len();
    if !formula::are_factors(view, start, end) {
        return None;
    }
    if start == at {
        let class = match letters {
            // Any other letter alone is said by its name anyway.
            [letter] if !matches!(letter, 'a' | 'A') => Class::Word,
            _ => Class::Identifier(vec![Part::Letters(letters.iter().collect())]),
        };
        return Some(class.until(view, end));
    }
    let (numeral, end) = figures::scan(view, at);
    let number = Class::Cardinal(Number::of(numeral.counting()).into());
    (letters.len() > 1 && end == start).then(|| number.number(view, end, view.language))
}
