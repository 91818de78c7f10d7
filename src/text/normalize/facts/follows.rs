//! Whether digits go on, and whether something is counted by them.

use super::count::{begins_as, duration_at, rupees_at};
use super::unit::{has_unit, unit_at};
use super::{numeral, scale};
use crate::text::normalize::ground::*;

/// Whether what follows is counted by the number before it: a currency, a scale, a per cent, a unit, or what each is for: 3200/month.
pub fn counts(view: &View, at: usize) -> bool {
    rupees_at(view, at)
        || is_scaled(view, at)
        || has_unit(view, at)
        || is_square(view, at)
        || is_rate(view, at)
}

/// Whether the short form of a unit comes at a place after an article of English or the like: a kg of rice, half an hr.
pub fn is_of_one(view: &View, at: usize) -> bool {
    let unit = || view.table.lists(List::UnitsOfOne, &view.written(at));
    view.before(at) == Some(' ') && view.follows_own(at, List::BeforeAUnit) && unit()
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

/// The unit of a price that is an abbreviation, with its stop or, after a stroke, without, ₹60/लि., 30/कि., ரூ.900/மா, and the place after it.
pub fn short_unit(view: &View, at: usize, table: &Table) -> Option<(&'static Reading, usize)> {
    let letters = view.letters(at);
    let end = at + letters.len();
    if letters.is_empty() {
        return None;
    }
    // ரூ.900/மா
    if view.get(end) != Some('.') {
        let per = |reading: &&Reading| reading.condition == Condition::AfterStroke;
        return Some((table.shortened(letters)?.iter().find(per)?, end));
    }
    // ₹12/व.फु.
    let last = end + 1 + view.letters(end + 1).len();
    let square =
        (last > end + 1).then(|| table.with_stop(&lowercase(&view.text[at..last])).first());
    let conditions = [Condition::AfterStroke, Condition::BesideNumber];
    let counted = |reading: &&Reading| conditions.contains(&reading.condition);
    let (reading, end) = match square.flatten() {
        Some(reading) => (reading, last),
        None => {
            let mut readings = table.with_stop(&lowercase(letters)).iter();
            (readings.find(counted)?, end)
        }
    };
    // A stop at the end of the sentence is heard as one.
    let own = view.get(end) == Some('.') && view.is_heard_from(end + 1);
    Some((reading, end + usize::from(own)))
}

/// Whether a word comes at a place that names the amount after it, as of two prices: हाफ ₹80/फुल ₹150. Not what an amount is paid for:
/// ₹199/month ₹1999/year.
pub fn names_amount(view: &View, at: usize) -> bool {
    let sum = at + view.letters(at).len() + 1;
    let end = numeral::scan(view.text, view.skip_spaces(sum + 1)).1;
    let word = view.word(at);
    let paid = || view.table.names_unit(&word) || view.lists(List::Durations, &word);
    let again = || view.get(end) == Some('/') && view.is_letter(end + 1);
    view.is_letter(at)
        && view.get(sum - 1) == Some(' ')
        && view.get(sum).and_then(currency_sign).is_some()
        && end > sum + 1
        && !paid()
        && !again()
}

/// Whether a unit and what it is measured by come at a place, with a stroke between them: mg/dl, किग्रा/हे.
pub fn is_unit_rate(view: &View, at: usize) -> bool {
    let length = view.run(at, |c| c == '.' || script::letter(c).is_some());
    let parted = view.before(at).is_none_or(|c| !c.is_alphanumeric());
    let single = matches!(
        view.rest(at),
        ['J' | 'N' | 'W', '/', 'k', 'g', ..]
            | ['J' | 'N' | 'W', '/', 'm', '2' | '3' | '²' | '³', ..]
    );
    // Most words have no stroke behind.
    if length < 2 && !single || view.get(at + length) != Some('/') || !parted {
        return false;
    }
    unit_at(view, at, view.table, false).is_some_and(|(_, end)| {
        let within = view.text[at..end].contains(&'/');
        within || view.get(end) == Some('/') && unit_at(view, end + 1, view.table, true).is_some()
    })
}
