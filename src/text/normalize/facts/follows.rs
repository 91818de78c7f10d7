//! Whether digits go on, and whether something is counted by them.

use super::count::{HUNDRED, begins_as, duration_at, is_for_rupees, rupees_at};
use super::unit::{has_unit, unit_at};
use super::{numeral, scale};
use crate::text::normalize::ground::*;

/// Words of an amount and of what it is of: two cups of green tea.
const THING: usize = 5;

/// Whether what follows is counted by the number before it: a currency, a scale, a per cent, a unit, or what each is for: 3200/month.
pub fn counts(view: &View, at: usize) -> bool {
    rupees_at(view, at)
        || is_scaled(view, at)
        || has_unit(view, at)
        || is_square(view, at)
        || is_rate(view, at)
}

/// Whether persons are counted by the number before a place, with an ending perhaps: 178 మందితో.
pub fn counts_persons(view: &View, at: usize) -> bool {
    let word = view.next_word(at);
    let ends = |rest: &str| rest.is_empty() || view.table.suffix(rest).is_some();
    let counted = |listed: &str| word.strip_prefix(listed).is_some_and(ends);
    view.get(at) == Some(' ') && view.listed(List::Counted).any(counted)
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

/// Whether an amount of something stands before a stroke, and the time that it is for after it: 3 L of water/day, 2 cups of tea/day. Or how
/// often: once/wk, 5x/week.
pub fn is_spread(view: &View, at: usize) -> bool {
    let word = |span: &&Classified| span.class == Class::Word;
    let count = view.left.iter().rev().take(THING).take_while(word).count();
    let (before, named) = view.left.split_at(view.left.len() - count);
    let start = at - view.letters_before(at).len();
    let last = view.word(start);
    let often = || {
        let sign = matches!(view.last_class(), Some(Class::Sign(_)));
        sign && view.letters_before(at) == ['x'] || view.lists(List::Often, &last)
    };
    // 2 digits of the day/month, the exam date/day, but 22 working days/month
    let of_day = [List::Durations, List::Daytimes, List::Date];
    let listed = || of_day.iter().any(|list| view.lists(*list, &last));
    let plural = view.table.word(Name::Plural);
    let many = plural.is_some_and(|plural| last.ends_with(plural));
    let other = || !many && (listed() || is_time_at(view, start) || view.table.names_unit(&last));
    let amount = || {
        let number = |span: &Classified| {
            let counted = matches!(
                span.class,
                Class::Cardinal(_) | Class::Decimal(_) | Class::Fraction(_) | Class::Measure(_)
            );
            counted && view.get(span.range.end) == Some(' ')
        };
        let told = |span: &Classified| {
            view.table
                .is_number_below(HUNDRED, &view.word(span.range.start))
        };
        before.last().is_some_and(number) || named.len() > 1 && told(&named[0])
    };
    // 20 kg of seed/acre, 1 tsp of salt/litre
    let measured = || {
        let long = view.letters(at + 1).len() > 1;
        view.table.names_unit(&view.word(at + 1)) || long && has_unit(view, at + 1)
    };
    let period = is_time_at(view, at + 1);
    let spread = || count > 0 && amount() && !other() && (period || measured());
    view.is_letter(at + 1) && (period && often() || spread())
}

/// Whether a stroke at a place has spaces around it, and a time or who gets something alone after it: 5 kg / person.
pub fn is_apiece(view: &View, at: usize) -> bool {
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    if view.get(at) != Some('/') || !spaced {
        return false;
    }
    let own = view.language_at(at + 2) == Some(view.language);
    let end = view.get(at + 2 + view.letters(at + 2).len());
    let ends = matches!(end, None | Some(',' | ';' | ')' | '.' | '।'));
    let listed = || view.table.lists(List::Apiece, &view.word(at + 2));
    own && ends && (time_at(view, at + 2).is_some() || listed())
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
    // Name of the day/month
    let word = view.word(at);
    let full = |unit| verbalize::unit(&Unit::of(unit, true), view.table) == word;
    if view.language == Language::En && view.table.unit(&word).is_some_and(full) {
        return false;
    }
    unit_at(view, at, view.table, false).is_some_and(|(_, end)| {
        let within = view.text[at..end].contains(&'/');
        within || view.get(end) == Some('/') && unit_at(view, end + 1, view.table, true).is_some()
    })
}

/// Whether a unit or what is counted ends at a place: 20 ग्राम/लीटर, 5 জন/দিন.
pub fn follows_measure(view: &View, at: usize) -> bool {
    // A stop may follow what is shortened: 36 ರೂ./ಕೆಜಿ.
    let ends = |word: &Classified| {
        let stop = view.get(word.range.end) == Some('.');
        word.range.end + usize::from(stop) == at
    };
    match view.left {
        // 5 ലക്ഷം രൂപ/വർഷം
        [.., number, scale, word]
            if number.counts && scale.class == Class::Word && word.class == Class::Word =>
        {
            let rupees = || is_for_rupees(view, &view.word(word.range.start));
            let scaled = || view.lists(List::Scales, &view.word(scale.range.start));
            word.range.end == at && rupees() && scaled()
        }
        // 110 g/bird/day, Rs 1,800/sub./mth
        [.., per, word] if is_per(view, per) => ends(word),
        [.., number, word] if matches!(word.class, Class::Word | Class::Abbreviation(_)) => {
            // 6-7 pm Phy./Chem.
            let timed = match number.class {
                Class::Abbreviation(_) => view.text[number.range.start].is_ascii(),
                Class::Time(_) => true,
                _ => false,
            };
            number.counts && !timed && ends(word)
        }
        [.., span] => {
            let measured = matches!(span.class, Class::Measure(_) | Class::Money(_));
            measured && span.range.end == at
        }
        [] => false,
    }
}

/// Whether a span ends in a stroke for which "per" is said.
fn is_per(view: &View, span: &Classified) -> bool {
    let per = view.table.word(Name::Per);
    let said = match span.class {
        Class::Sign(words) => Some(words) == per,
        Class::Money(_) => true,
        _ => false,
    };
    said && view.before(span.range.end) == Some('/')
}
