//! What Roman numerals are worth, and from which to which they go.

use super::letters;
use crate::text::normalize::ground::*;

/// The value of a numeral in capitals, if it is written as numerals are.
pub fn value(text: &str) -> Option<u64> {
    let signs = "M CM D CD C XC L XL X IX V IV I".split(' ');
    let worths = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    let mut rest = text;
    let mut value = 0;
    for (worth, sign) in worths.into_iter().zip(signs) {
        let power = matches!(sign, "M" | "C" | "X" | "I");
        let most = if power { 3 } else { 1 };
        let mut count = 0;
        while let Some(after) = rest.strip_prefix(sign).filter(|_| count < most) {
            (rest, value, count) = (after, value + worth, count + 1);
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

/// Whether letters are a numeral of I, V and X only, as those that things are counted by.
pub fn is_small(letters: &[char]) -> bool {
    !letters.is_empty() && letters.iter().all(|c| matches!(c, 'I' | 'V' | 'X'))
}

/// Whether a small numeral at a place and a greater one, with a dash, a stroke or a comma between, are classes of a school or the like: VI-IX,
/// V – X, XI/XII.
pub fn rises(view: &View, at: usize) -> bool {
    let first = letters::run(view, at);
    let sign = view.skip_spaces(at + first.len());
    let second = letters::run(view, view.skip_spaces(sign + 1));
    let worth = |letters: &[char]| value(&letters.iter().collect::<String>());
    let small = is_small(first) && is_small(second);
    let parted = || view.is_dash(sign) || matches!(view.get(sign), Some('/' | ','));
    small && parted() && worth(first) < worth(second)
}
