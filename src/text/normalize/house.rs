//! Numbers of houses in a postal address: 14/3, 302.

use super::prelude::*;

/// A number of fewer digits without a stroke is read as any other, unless the language says otherwise.
const MIN_DIGITS: usize = 3;

/// The number of a house or a plot, or a part of it, where the clause is an address.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (digits, end) = view.digits(at);
    let next = view.get(end);
    if is_decimal(view, end) && next != Some('/') || view.is_letter(end) || next == Some('%') {
        return None;
    }
    let sign = match next {
        Some('/') => Some(table.word(Name::Stroke)),
        Some('-') => Some(table.named(Family::Addresses, "-")),
        _ => None,
    };
    let sign = sign.filter(|_| view.is_digit(end + 1));
    // वार्ड 17, 2025-26 का कर
    if next == Some('-') && is_between_years(view, end) {
        return None;
    }
    let least = one_by_one(table);
    let block = next == Some('/') && sign.is_some() && follows_block(view, at);
    if sign.is_none() && digits.len() < least || !(block || view.is_address()) {
        return None;
    }
    let last = sign.map_or(end, |_| view.digits(end + 1).1);
    let set_off = || block || least == 1 || is_set_off(view, at, last, sign.is_some());
    if counts(view, last) || clock_after(view, last) || is_side(view, at, last) || !set_off() {
        return None;
    }
    // "Sector 21" is counted, and so is "ward no. 137".
    if sign.is_none() && is_named(view, at, List::Blocks) {
        return None;
    }
    let end = end + usize::from(sign.is_some());
    let sign = sign.flatten();
    let counted = digits.len() < least && digits.first() != Some(&0);
    let house = House {
        digits,
        counted,
        sign,
    };
    Some(
        Class::House(house.into())
            .until(view, end)
            .said_in(language),
    )
}

/// Whether the letter of a block and a hyphen stand before a place: B-12/3.
fn follows_block(view: &View, at: usize) -> bool {
    match view.text[..at] {
        ['A'..='Z', '-'] => true,
        [.., before, 'A'..='Z', '-'] => !before.is_alphanumeric(),
        _ => false,
    }
}

/// Whether a word of the list stands before a place, or a word for a number after one.
fn is_named(view: &View, at: usize, list: List) -> bool {
    let number = |word: &str| view.cues(word).any(&[Kind::Number, Kind::Count]);
    let listed = |word: &str| view.table.lists(list, word);
    let words = 1 + usize::from(view.words_before(at, 1, number));
    view.words_before(at, words, listed)
}

/// Whether the number from `at` to `end` stands as that of a house does: after its name, or with a stroke at the beginning of a
/// line, and before no noun. "Shop 120 items" is a count.
fn is_set_off(view: &View, at: usize, end: usize, stroke: bool) -> bool {
    let before = view.back(at).next();
    let begins = before.is_none_or(|c| matches!(c, ',' | ':' | ';'));
    let noun = view.is_letter(view.skip_spaces(end));
    match stroke {
        true => begins || is_named(view, at, List::Address),
        // The second part is counted as the first is: flat 12/345.
        false => !noun && before != Some(&'/') && is_named(view, at, List::Address),
    }
}

/// Whether the number from `at` to `end` is a side of a plot: 30×60 feet.
fn is_side(view: &View, at: usize, end: usize) -> bool {
    let by = |c: Option<&char>| matches!(c, Some('×' | 'x' | 'X' | '*'));
    let before = view.back(at).next();
    by(before) || by(view.rest(view.skip_spaces(end)).first())
}

/// The digits from which the number of a house is read digit by digit.
fn one_by_one(table: &Table) -> usize {
    let digits = table.word(Name::HouseDigits);
    digits.and_then(|n| n.parse().ok()).unwrap_or(MIN_DIGITS)
}
