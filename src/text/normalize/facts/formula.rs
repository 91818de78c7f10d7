//! Formulas of school books: letters that stand for numbers.

use crate::text::normalize::ground::*;

/// Factors that stand together: nRT.
const FACTORS: usize = 3;

/// Whether the clause has a sign of a formula, or divides a sum in brackets.
pub fn is_formula(view: &View) -> bool {
    let sign = |c: &char| matches!(c, '×' | '÷' | '=');
    let divided = || (0..view.text.len()).any(|at| divides_sum(view.text, at));
    let asked = || view.text.iter().any(sign) || divided();
    *view.known.formula.get_or_init(asked)
}

/// Whether a stroke at a place stands beside a sum in brackets: (a+b)/2, 1/(x-1).
pub fn divides_sum(text: &[char], at: usize) -> bool {
    let gap = |c: &char| *c == ' ';
    let Some((left, right)) = text
        .split_at_checked(at)
        .filter(|(_, right)| right.first() == Some(&'/'))
    else {
        return false;
    };
    let left = &left[..left
        .iter()
        .rposition(|c| !gap(c))
        .map_or(0, |last| last + 1)];
    let right = &right[1 + right[1..].iter().take_while(|c| gap(c)).count()..];
    let sum = |inside: &[char]| {
        // 4ac are factors.
        let mut parts = inside.split(|c| !c.is_alphanumeric());
        let word = parts.any(|part| part.len() > 1 && part[..2].iter().all(|c| c.is_alphabetic()));
        // (x-1), (5 - 1)/2, but not 5/(1-2)
        let letter = inside.iter().any(char::is_ascii_lowercase)
            || inside.windows(3).any(|part| part == [' ', '-', ' ']);
        let sign = |c: &char| matches!(c, '+' | '±' | '−' | '×' | '÷' | '*') || *c == '-' && letter;
        let begins = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '−');
        inside.first().is_some_and(begins) && !word && inside[1..].iter().any(sign)
    };
    let term = |c: Option<&char>, letters: usize| {
        letters == 1 || c.is_some_and(|c| script::digit(*c).is_some() || matches!(c, '(' | ')'))
    };
    let letter = |c: &&char| c.is_ascii_alphabetic();
    let inner = |part: Option<&[char]>| part.is_some_and(sum);
    let before = within(left);
    let after = right
        .strip_prefix(&['('])
        .filter(|right| right.contains(&')'));
    inner(before) && term(right.first(), right.iter().take_while(letter).count())
        || inner(after.and_then(|right| right.split(|c| *c == ')').next()))
            && term(left.last(), left.iter().rev().take_while(letter).count())
}

/// What stands between the bracket that ends a text and the one that it closes: (-b ± √(b² - 4ac))
fn within(text: &[char]) -> Option<&[char]> {
    let inside = text.strip_suffix(&[')'])?;
    let mut depth = 1;
    let open = inside.iter().rposition(|c| {
        match c {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(&inside[open + 1..])
}

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
