//! Formulas of school books: letters that stand for numbers.

use crate::text::normalize::ground::*;

/// Factors that stand together: nRT.
const FACTORS: usize = 3;

/// Whether the letters from `start` to `end` are factors of a formula: x = -b, F = ma, b² − 4ac. A sign of a formula stands beside
/// them, nothing but one behind them, and another letter stands beside such a sign alone.
pub fn are_factors(view: &View, start: usize, end: usize) -> bool {
    let letters = &view.text[start..end];
    let latin = letters.iter().all(char::is_ascii_alphabetic);
    if !latin || !(1..=FACTORS).contains(&letters.len()) {
        return false;
    }
    let from = start - view.digits_before(start).len();
    let before = view.back(from).next().copied();
    let next = view.skip_spaces(end);
    let after = view.get(next);
    let sign = |c: Option<char>| c.is_some_and(is_sign);
    let ends = || match after {
        // F = ma से, but not P = on leave
        Some(c) => {
            let word = next > end && !c.is_ascii_alphanumeric() && c.is_alphabetic();
            word || matches!(c, ')' | '(' | ',' | ';' | '.' | '?')
        }
        None => true,
    };
    let before = || before.is_none_or(|c| is_sign(c) || matches!(c, '(' | '½' | '¼'));
    let beside = before() && (sign(after) || ends() && !view.is_first(from));
    // With one sign alone, three letters are rather a word: P = Yes.
    let signs = || view.text.iter().filter(|c| is_sign(**c)).count();
    beside && (letters.len() < FACTORS || signs() != 1) && has_variable(view.text)
}

/// Whether a letter alone stands beside a sign of a formula, and what makes it one: y = 2, a² + b.
fn has_variable(text: &[char]) -> bool {
    let alone = |at: usize| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let joined = |c: Option<&char>| c.is_some_and(|c| c.is_alphabetic() || *c == '.');
        let sign = |c: Option<&char>| c.is_some_and(|c| is_sign(*c));
        let gap = |c: &&char| **c != ' ';
        let beside = sign(before.iter().rev().find(gap)) || sign(after.iter().find(gap));
        beside && !joined(before.last()) && !joined(after.first())
    };
    let formula = |c: &char| matches!(c, '²' | '³' | '^' | '√');
    // Y = yes, N = no
    let equals = text.iter().filter(|c| **c == '=').count();
    let added = || {
        text.iter()
            .any(|c| matches!(c, '+' | '−' | '×' | '÷' | '±'))
    };
    let formula = equals == 1 || equals > 0 && added() || text.iter().any(formula);
    let mut letters = text.iter().enumerate();
    formula && letters.any(|(at, c)| c.is_ascii_alphabetic() && alone(at))
}

fn is_sign(c: char) -> bool {
    "=+-−×*÷±√²³^≠≤≥≈".contains(c)
}
