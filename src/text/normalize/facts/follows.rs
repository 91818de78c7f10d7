//! Whether digits go on, and whether something is counted by them.

use super::count::{begins_as, duration_at, rupees_at};
use super::scale;
use super::unit::{has_unit, unit_at};
use crate::text::normalize::ground::*;

/// Whether what follows is counted by the number before it: a currency, a scale, a per cent, a unit, or what each is for: 3200/month.
pub fn counts(view: &View, at: usize) -> bool {
    rupees_at(view, at)
        || is_scaled(view, at)
        || has_unit(view, at)
        || is_square(view, at)
        || is_rate(view, at)
}

/// Whether a stroke and a time or persons come at a place, for each of whom what stands before is paid: 3200/month, ১৮০০/জন.
pub fn is_rate(view: &View, at: usize) -> bool {
    if view.get(at) != Some('/') || !view.is_letter(at + 1) {
        return false;
    }
    let word = view.word(at + 1);
    let each = || view.table.names_unit(&word) || view.table.lists(List::Counted, &word);
    is_time_at(view, at + 1) || each()
}

/// Whether a time or how long something lasts is named at a place.
pub fn is_time_at(view: &View, at: usize) -> bool {
    duration_at(view, at) || time_at(view, at).is_some()
}

/// Whether a scale or a per cent comes at a place.
pub fn is_scaled(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at);
    let word: String = view.letters(next).iter().collect();
    let named = |name: &str| word.starts_with(name);
    let percent =
        || view.get(next) == Some('%') || view.table.word(Name::Percent).is_some_and(named);
    scale::at(view, at, view.table, true).is_some() || percent()
}

/// Which of `TIMES` has its name at a place.
pub fn time_at(view: &View, at: usize) -> Option<usize> {
    let place = |name: UnitName| TIMES.iter().position(|time| *time == name);
    let unit = unit_at(view, at, view.table, false).and_then(|(unit, _)| unit.name());
    let word = || view.word(view.skip_spaces(at));
    let begins = |word: &str| {
        TIMES
            .iter()
            .position(|time| begins_as(view.table, *time, word))
    };
    let other = |word: &str| {
        let lists = [
            (List::OtherMonths, UnitName::Month),
            (List::OtherYears, UnitName::Year),
        ];
        let found = lists.iter().find(|(list, _)| view.table.lists(*list, word));
        let mut hours = view.table.list(List::OtherHours);
        let hour = || {
            let named = hours.any(|stem| word.starts_with(stem));
            named.then_some(UnitName::Hour)
        };
        found.map(|(_, name)| *name).or_else(hour).and_then(place)
    };
    unit.and_then(place)
        .or_else(|| begins(&word()))
        .or_else(|| other(&word()))
}

/// Whether a digit follows the sign at a place, which belongs to a number.
pub fn is_decimal(view: &View, at: usize) -> bool {
    matches!(view.get(at), Some('.' | ',' | '/' | ':')) && view.is_digit(at + 1)
}

/// Whether the word after a number says that its unit is a square, in full or shorter: वर्ग फुट, चौ. फूट.
fn is_square(view: &View, at: usize) -> bool {
    let word: String = view.letters(view.skip_spaces(at)).iter().collect();
    let square = view.table.word(Name::Square);
    let full = || {
        let mut readings = view.table.with_stop(&word).iter();
        let beside = readings.find(|reading| reading.condition == Condition::BesideNumber)?;
        Some(beside.said())
    };
    !word.is_empty() && (square == Some(&*word) || full() == square)
}
