//! A minus before a number, or between two: −5 °C, (x − 32), RE –1.75.

use super::prelude::*;
use crate::script::is_indic;

/// A minus before a number, or between two in a sum.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let hyphen = view.get(at) == Some('-');
    // RE –1.75
    let dash = || {
        let (number, end) = numeral::scan(view.text, at + 1);
        let spaced = view.before(at) == Some(' ') && letters::follows_capitals(view, at);
        // (–0.34%)
        let bracket = view.before(at) == Some('(') && view.get(end) == Some('%');
        let point = (spaced || bracket) && !number.fraction.is_empty();
        // –30°C, तापमान –4
        let begins =
            || matches!(view.before(at), None | Some(' ' | '(')) && !view.beside_number(at);
        let next = view.skip_spaces(end);
        let degrees = || view.get(next) == Some('°') || names_degrees(view.table, &view.word(next));
        let low = !number.whole.is_empty() && begins() && (degrees() || is_below(view, at));
        view.get(at) == Some('–') && (point || low)
    };
    if !hyphen && view.get(at) != Some('−') && !dash() {
        return None;
    }
    let starts = |c: char| c.is_whitespace() || script::opens(c) || matches!(c, '?' | ',' | '=');
    let sum_of = |c| matches!(c, '¼' | '½' | '¾') || currency_sign(c).is_some();
    let factors = || formula::are_factors(view, at + 1, at + 1 + view.letters(at + 1).len());
    let number = view.is_digit(at + 1) || view.get(at + 1).is_some_and(sum_of) || factors();
    let beside = view.beside_number(at);
    // -3.00/-0.75
    let second = || view.before(at) == Some('/') && at > 1 && view.is_digit(at - 2);
    // House tax 2023-24, whatever is added after it
    let sum = || {
        let number = beside && view.number_follows(at + 1) && !is_between_years(view, at);
        // 1 litre = 120-140 sq. ft
        let first = view.digits(at - view.digits_before(at).len()).0;
        let rises = first.value() < view.digits(at + 1).0.value();
        let ranged = view.text[..at].contains(&'=') && rises;
        number && !ranged && view.text.contains(&'=')
    };
    // x² − 4, 3x − y = 0: a term of a formula.
    let term = || {
        let next = view.skip_spaces(at + 1);
        let follows = view.is_digit(next) || view.letters(next).len() == 1;
        // (°F − 32)
        let parted = view.get(at) == Some('−') && view.before(at) == Some(' ') && next > at + 1;
        let power = |c: &char| matches!(c, '²' | '³');
        let formula = is_formula(view) || view.text.iter().any(power) || parted;
        // x - y = 2
        let letters = || {
            let ends = |i: usize| view.is_letter(i) || power(&view.text[i]);
            let before = at.checked_sub(2).is_some_and(ends);
            let word = at > 2 && view.is_letter(at - 3) && view.is_letter(at - 2);
            // (x-1)/2
            let tight = || {
                let first = matches!(view.text[..at], [.., '(', c] if c.is_alphanumeric());
                first && view.get(at + 2) == Some(')')
            };
            view.before(at) == Some(' ') && view.get(at + 1) == Some(' ') && before && !word
                || tight()
        };
        (!hyphen || letters()) && follows && formula
    };
    if !(number && (view.before(at).is_none_or(starts) || second()) || sum() || term()) {
        return None;
    }
    // COVID -19, no. -1, கிருமி -2, and the hyphen before -16കാരി
    let names = || {
        // A number of spectacles has a quarter: no. -1.25
        let quarters = || numeral::scan(view.text, at + 1).0.fraction.len() > 1;
        let named =
            view.follows(at, List::Models) || view.follows_cue(at, Kind::Number) && !quarters();
        named || is_of_name(view, at)
    };
    // 10 -15 days, where one space is missing.
    let ranged = || number && beside && !is_formula(view);
    match hyphen && (names() || ranged()) {
        true => None,
        false => said(view, at, Name::MinusWord),
    }
}

/// Whether a hyphen before a whole number, which no unit follows, parts it from the word of an Indic script before it, or from a word that
/// was left out. A minus one is common, so it stays one.
fn is_of_name(view: &View, at: usize) -> bool {
    let (numeral, end) = numeral::scan(view.text, at + 1);
    let word = match view.text[..at] {
        // U -19
        ['A'..='Z', ' '] | [.., ' ', 'A'..='Z', ' '] => true,
        [.., c, ' '] => is_indic(c),
        [] => view.is_letter(end),
        _ => false,
    };
    let unit = || {
        let next = view.skip_spaces(end);
        matches!(view.get(next), Some('%' | '°' | 'º'))
            || has_unit(view, end)
            || view.table.names_unit(&view.word(next))
            || names_degrees(view.table, &view.word(next))
            || names_percent(view, next)
    };
    word && numeral.integer() > Some(1) && !is_formula(view) && !unit() && !is_below(view, at)
}

/// Whether a word for what may be below nothing stands before a place: तापमान -5.
fn is_below(view: &View, at: usize) -> bool {
    view.words_before(at, 1, |word| view.begins(List::Negative, word))
}
