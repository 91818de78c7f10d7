//! Numbers of houses and plots, in a clause that is a postal address.

use super::candidate::{Candidate, certainty};
use super::telephone::is_decimal;
use super::view::{View, lowercase};
use crate::language::Table;
use crate::script;
use crate::text::class::{Class, House};

/// The number of a house or a plot, where the clause is an address: it names a road or a house, and has none of the little
/// words of a sentence.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    if !view.address.get_or_init(|| is_address(view, table)) {
        return None;
    }
    let (digits, end) = view.digits(at);
    let next = view.get(end);
    if is_decimal(view, end) && next != Some('/') || view.is_letter(end) {
        return None;
    }
    let key = match next {
        Some('/') => Some("over"),
        Some('-') => Some("net:-"),
        _ => None,
    };
    let key = key.filter(|_| view.is_digit(end + 1));
    let sign = key.and_then(|key| table.word(key));
    let end = end + usize::from(key.is_some());
    let class = Class::House(House { digits, sign }.into());
    Some(Candidate {
        language,
        ..Candidate::new(view, end, class, certainty::HOUSE)
    })
}

fn is_address(view: &View, table: &Table) -> bool {
    let words = view.text.split(|c| script::letter(*c).is_none());
    let words: Vec<String> = words.map(lowercase).collect();
    let has = |key| {
        table
            .list(key)
            .any(|listed| words.iter().any(|word| word == listed))
    };
    has("address") && !has("prose")
}
