//! The karats of gold.

use super::mark::named;
use super::numeral;
use super::unit::unit_at;
use crate::text::normalize::ground::*;

/// A gram of gold costs more rupees.
const OF_GOLD: u64 = 5_000;
/// Gold is of so many karats.
const KARATS: std::ops::RangeInclusive<u64> = 9..=24;
/// Karats of the gold of jewels.
const ALLOYS: [u64; 7] = [9, 14, 18, 20, 22, 23, 24];

/// The karats of 22K, where the clause speaks of gold, or the price or the weight of it follows: 18K ₹67,000, 22K 15 g.
pub fn karats(
    view: &View,
    at: usize,
    end: usize,
    numeral: &Numeral,
    table: &Table,
) -> Option<(Unit, usize)> {
    let start = view.skip_spaces(end);
    let length = match view.letters(start) {
        ['K'] if start == end => 1,
        // Elsewhere these are knots.
        ['k' | 'K', 't' | 'T'] if view.next_word(start + 2) != "of" => 2,
        _ => return None,
    };
    if !numeral.integer().is_some_and(|n| KARATS.contains(&n)) {
        return None;
    }
    let next = view.skip_spaces(start + length);
    let is_alloy = |n: Option<u64>| n.is_some_and(|n| ALLOYS.contains(&n));
    let alloy = is_alloy(numeral.integer());
    let amount_at = |next| {
        let (number, end) = numeral::scan(view.text, next);
        let gram = table.unit("g").map(NamedUnit::said);
        let unit =
            || unit_at(view, end, table, false).map(|(unit, _)| verbalize::unit(&unit, table));
        let weight = || gram == Some(&*view.next_word(end)) || gram == unit().as_deref();
        // Salary 22K, ₹2,000 bonus: gold is dearer.
        let price = view.is_currency(next) && {
            let sign = view
                .rest(next)
                .iter()
                .take_while(|c| script::digit(**c).is_none());
            let price = numeral::scan(view.text, next + sign.count()).0;
            price.integer().is_some_and(|price| price >= OF_GOLD)
        };
        price || !number.whole.is_empty() && weight()
    };
    // 18KT; 14kt/18kt
    let precedes = || {
        let (second, k) = view.digits(next + 1);
        let karats = matches!(view.get(k), Some('k' | 'K')) && is_alloy(second.value());
        view.get(next) == Some('/') && karats
    };
    let karat = |last: &Classified| matches!(&last.class, Class::Measure(m) if m.unit.name() == Some(UnitName::Karat));
    let follows =
        || view.before(at) == Some('/') && matches!(view.left, [.., last, _] if karat(last));
    let capitals = || view.rest(end).starts_with(&['K', 'T']);
    let marked = || capitals() || length == 2 && (precedes() || follows());
    let amount = || next > start + length && amount_at(next);
    let gold = alloy && (amount() || marked()) || view.mentions(List::Gold);
    let unit = gold.then(|| named(table, UnitName::Karat, false))??;
    Some((unit, start + length))
}
