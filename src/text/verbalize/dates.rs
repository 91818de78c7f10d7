//! Dates and times of day.

use super::grammar::{before, english_ending};
use super::numbers::{push, quarters, year};
use super::speech::Speech;
use super::units::single;
use crate::language::{Family, Language, List, Name, Table, table};
use crate::text::class::{Date, Grammar, Month, Order, Pause, Time};

/// A day, a month, a year.
pub fn date(date: &Date, language: Language, out: &mut Speech) {
    let table = table(language);
    let mut words = String::new();
    match (date.order, date.day) {
        // "The fifth of May", or the day and the month; or the day alone.
        (Order::DayFirst { article } | Order::Day { article }, Some(n)) => {
            let of = table.word(Name::Of);
            push(&mut words, of.filter(|_| !article).map(|_| "the"));
            day(table, n, &mut words);
            if matches!(date.order, Order::DayFirst { .. }) {
                push(&mut words, of);
                push(&mut words, month(table, date.month));
            }
        }
        (Order::MonthNumber, Some(n)) => {
            let before = match date.month {
                Month::Calendar(at) => table.list(List::MonthsBefore).nth(at),
                Month::Own(_) => None,
            };
            push(&mut words, before.or_else(|| month(table, date.month)));
            table.number(n, &mut words);
            // November 20, 2008 is not 20,008.
            if date.year.is_some() {
                out.put_all(&std::mem::take(&mut words), language);
                out.ask(Pause::Comma);
            }
        }
        (_, n) => {
            push(&mut words, month(table, date.month));
            if let Some(n) = n {
                day(table, n, &mut words);
            }
        }
    }
    if let Some(n) = date.year {
        year(table, in_full(language, n), &mut words);
    }
    out.put_all(&words, language);
}

/// The name of a month.
pub fn month(table: &Table, month: Month) -> Option<&'static str> {
    match month {
        Month::Calendar(at) => table.list(List::Months).nth(at),
        Month::Own(at) => table.list(List::OwnMonths).nth(at),
    }
}

/// A year that is written with two digits, as English says it in a date: twenty twenty five.
fn in_full(language: Language, year: u64) -> u64 {
    match year {
        0..50 if language == Language::En => 2000 + year,
        50..100 if language == Language::En => 1900 + year,
        _ => year,
    }
}

/// The words for a day of a month.
fn day(table: &Table, n: u64, out: &mut String) {
    let index = (n as usize).checked_sub(1);
    if let Some(named) = index.and_then(|n| table.list(List::Days).nth(n)) {
        return push(out, Some(named));
    }
    table.number(n, out);
    if table.word(Name::Oh).is_some() {
        english_ending(table, "th", out);
    }
}

/// A time of day.
pub fn time(time: &Time, language: Language, grammar: Grammar, out: &mut Speech) {
    let table = table(language);
    let mut words = String::new();
    if table.has(List::Hours12) && time.second.is_none() {
        twelve_hours(table, time, &mut words);
    } else if !by_quarter(table, time, &mut words) && !by_units(table, time, &mut words) {
        by_numbers(table, time, &mut words);
        if grammar.before && time.minute == 0 {
            before(table, &mut words);
        }
    }
    out.put_all(&words, language);
}

/// The quarter of an hour that the minutes are, 1 to 3.
fn quarter(time: &Time) -> Option<u8> {
    let whole = time.minute.is_multiple_of(15) && !time.minutes && !time.meridiem;
    (whole && time.minute > 0).then_some((time.minute / 15) as u8)
}

/// A time by hours that carry their counter, in the part of the day where the hour tells it.
fn twelve_hours(table: &Table, time: &Time, out: &mut String) {
    let Time { hour, minute, .. } = *time;
    let named = |hour: u64| table.list(List::Hours12).nth((hour as usize + 11) % 12);
    if !(1..=12).contains(&hour) {
        push(out, table.list(List::Parts).nth(hour as usize % 24));
    }
    let at = (hour + 11) % 12 + 1;
    if let Some(quarter) = quarter(time) {
        let part = [Name::Quarter, Name::Half, Name::QuarterLess][usize::from(quarter) - 1];
        let written = format!("{at}:{} hours12", part.row().key);
        let own = table.named(Family::Quarters, &written);
        if own.is_some() {
            return push(out, own);
        }
        push(out, table.word(part).map(|w| w.trim_end_matches(" <<")));
        return push(out, named(hour + u64::from(part == Name::QuarterLess)));
    }
    if time.told && minute == 0 {
        return table.number(at, out);
    }
    push(out, named(hour));
    if minute > 0 {
        push(out, table.word(Name::Past).filter(|_| !time.minutes));
        table.number(minute, out);
        push(out, table.word(Name::Minute).filter(|_| !time.minutes));
    }
}

/// A quarter past, half past, a quarter to, where the language says so. Whether it does.
fn by_quarter(table: &Table, time: &Time, out: &mut String) -> bool {
    let quarter = quarter(time).filter(|_| time.second.is_none());
    let Some(quarter) = quarter.filter(|_| (1..=12).contains(&time.hour)) else {
        return false;
    };
    let own = table.word(Name::QuarterToOne);
    let own = own.filter(|_| (time.hour, quarter) == (12, 3));
    push(out, own);
    let said = own.is_some() || quarters(table, time.hour, quarter, out);
    if said {
        push(out, table.word(Name::Oclock).filter(|_| !time.told));
    }
    said
}

/// Hours, minutes and seconds, each with its unit, where seconds are told and the language says so. Whether it does.
fn by_units(table: &Table, time: &Time, out: &mut String) -> bool {
    let (Some(second), Some(_)) = (time.second, table.word(Name::Hours)) else {
        return false;
    };
    let parts = [
        (time.hour, Name::Hours),
        (time.minute, Name::Minutes),
        (second, Name::Seconds),
    ];
    // "11:51:19 am" is a time of the day.
    let english = table.word(Name::Oh).is_some();
    if !english && (time.told || time.dated) {
        return false;
    }
    let of_day = time.told && time.minute > 0 && english;
    let parts = match of_day {
        true => {
            let minutes = Time {
                second: None,
                ..time.clone()
            };
            by_numbers(table, &minutes, out);
            &parts[2..]
        }
        false => &parts[..],
    };
    for (n, unit) in parts {
        let and = table.word(Name::AndThen);
        push(out, and.filter(|_| *unit == Name::Seconds));
        let mut number = String::new();
        table.number(*n, &mut number);
        before(table, &mut number);
        push(out, Some(&number));
        push(out, named(table, *unit, *n).as_deref());
    }
    true
}

/// The name of a unit of which there are so many.
fn named(table: &Table, unit: Name, n: u64) -> Option<String> {
    let unit = table.word(unit)?;
    Some(match n {
        1 => single(table, unit),
        _ => unit.to_owned(),
    })
}

/// The numbers, with the words that the language has between them.
fn by_numbers(table: &Table, time: &Time, out: &mut String) {
    let minute = time.minute;
    table.number(time.hour, out);
    match (minute, time.second) {
        (0, None) if time.hundreds => {
            push(out, table.word(Name::Century));
            push(out, table.word(Name::Hours).filter(|_| !time.told));
        }
        (0, None) if time.told => {}
        (0, None) if time.hour == 1 && table.word(Name::OneOclock).is_some() => {
            out.clear();
            push(out, table.word(Name::OneOclock));
        }
        (0, None) => {
            before(table, out);
            push(out, table.word(Name::Oclock));
        }
        (1..10, None) if table.word(Name::Oh).is_some() => {
            push(out, table.word(Name::Oh));
            table.number(minute, out);
        }
        _ if time.told => table.number(minute, out),
        _ => {
            let one = table.word(Name::OneOclock).filter(|_| time.hour == 1);
            if one.is_some() {
                out.clear();
            } else if table.word(Name::Hour).is_some() {
                // ഒരു മണി, பதினோரு மணி
                before(table, out);
            }
            // ఒంటి గంట
            push(out, one.or(table.word(Name::Hour)));
            table.number(minute, out);
            before(table, out);
            let unit = named(table, Name::Minute, minute);
            push(out, unit.as_deref().filter(|_| !time.minutes));
        }
    }
    if let Some(second) = time.second {
        table.number(second, out);
        push(out, table.word(Name::Second));
    }
}
