//! Whether two numbers with a stop between them are the hours and the minutes of a time rather than a decimal: 5.30 beside a word that
//! tells a time.

use super::case::case_at;
use super::clock::{
    HOURS_OF_DAY, clock_after, ends_of_way, follows_daytime, is_daytime, is_five, is_short_minute,
    minutes_after,
};
use super::days::{is_short_name, is_short_weekday, is_weekday};
use super::follows::{counts, is_decimal, is_scaled, time_at};
use super::numeral;
use super::stopped::{goes_on_to, second_of_range};
use super::unit::unit_at;
use crate::text::danda::is_parted_by_danda;
use crate::text::normalize::ground::*;

/// Minutes of a quarter of an hour, and those that most times are multiples of.
const QUARTER: u64 = 15;
const FIVE: u64 = 5;
/// A lesson has so many minutes.
const HALF_AN_HOUR: u64 = 30;
const LESSON: u64 = 60;
/// Hours of the second half of a day.
const LATE: std::ops::RangeInclusive<u64> = 13..=23;
/// A time, its word and the word for "to" before the second time of a range.
const RANGED: usize = 3;
/// The same, and the part of the day before them.
const MAX_BACK: usize = 4;
/// Letters of what links a time to its noun: 7.40 की बस.
const LINK: usize = 3;
/// Words between a time of a list and the one before.
const NAMED: usize = 2;
/// So many times are a list at whatever minute.
const SEVERAL: usize = 3;

/// Whether the digits at `at`, after a stop, are the minutes of a time that began at `start`: a word for a time follows, or the
/// ending of one, or a part of the day stands before.
pub fn is_dotted_time(view: &View, start: usize, at: usize, table: &Table) -> bool {
    let (minutes, end) = view.digits(at);
    // ৫.১০ মি. may be metres, and 5.30 मि. and 5.45 நிமிடம் are durations.
    let lasts = || {
        let next = view.skip_white(end);
        // 5.30 ମିନିଟ୍ ସମୟରେ
        let at_time = || {
            let word = view.next_word(next + view.letters(next).len());
            view.begins(List::Timed, &word) || table.lists(List::Until, &word)
        };
        is_short_minute(view.rest(next), table)
            || table.word(Name::Minute) == Some(&*view.word(next)) && !at_time()
    };
    // ସନ୍ଧ୍ୟା ଆଳତି ୭.୩୦ ମି.
    let of_day = || {
        let near = || view.words_before(start, 2, |word| is_daytime(view, word));
        follows_daytime(view, start) || is_five(&minutes) && near()
    };
    let minute = || minutes_after(view, end, table) && (of_day() || !lasts());
    clock_after(view, end)
        || minute()
        || has_ending(view, start, end, table)
        || is_of_day(view, start, &minutes, end)
        || is_departure(view, start, &minutes, end)
        || begins_hours(view, start, &minutes, end)
        || closes_range(view, start, end)
        || is_listed(view, start, end)
        || is_of_weekday(view, start, end)
        || is_of_timetable(view, start, end)
        || follows_hour(view, start)
}

/// The place after the short form of an hour and its stop, which no speaker of Odia or Bengali says before hours and minutes: ଘ. ୬:୩୪ is
/// ଛଅଟା ଚଉତିରିଶ ମିନିଟ୍.
pub fn silent_hour(view: &View, at: usize) -> Option<usize> {
    let [letter] = view.letters(at) else {
        return None;
    };
    let table = view.table;
    let stop = usize::from(view.get(at + 1) == Some('.'));
    let end = at + 1 + stop;
    let hour = || {
        let name = table.unit_named(UnitName::Hour).map(NamedUnit::said);
        let mut readings = table.with_stop(letter.encode_utf8(&mut [0; 4])).iter();
        readings.any(|reading| name == Some(reading.said()))
    };
    let start = view.skip_spaces(end);
    let timed = view.get(start).is_some_and(is_parted_by_danda)
        && hour_and_minute(view.text, start).is_some();
    (timed && hour()).then_some(end)
}

/// Whether the short form of an hour stands right before a place.
fn follows_hour(view: &View, start: usize) -> bool {
    let last = view.left.last();
    let end = last.and_then(|span| silent_hour(view, span.range.start));
    end.is_some_and(|end| view.skip_spaces(end) == start)
}

/// Whether the ending of a time comes at a place. ಶೇ 8.25ಕ್ಕೂ is a per cent.
fn has_ending(view: &View, start: usize, end: usize, table: &Table) -> bool {
    let length = case_at(view, end, table, view.language).map_or(0, |(_, length)| length);
    let ending = view.rest(end).iter().take(length);
    let ending: String = ending.filter(|c| script::letter(**c).is_some()).collect();
    let at_times = !table.has(List::AtTimes) || table.lists(List::AtTimes, &ending);
    length > 0 && at_times && !view.follows_own(start, List::PercentWords)
}

/// Whether a part of the day stands before, or another word tells a time, and the minutes are those of most times.
fn is_of_day(view: &View, start: usize, minutes: &Digits, end: usize) -> bool {
    let after_part = follows_daytime(view, start);
    let told = after_part || is_ranged(view, start) || is_timed(view, start, end);
    // Few times that are told so are at another minute, and an amount may follow too: tonight 5.07 mm.
    let clock = after_part && minutes.len() == 2 && view.digits(start).0.is_in(HOURS_OF_DAY);
    // രാവിലെ 4.25 ലി, but સાંજે 6.00 કલાક સુધી.
    let measured = || {
        let unit = unit_at(view, end, view.table, false);
        unit.is_some_and(|(unit, _)| unit.name() != Some(UnitName::Hour) || !clock)
    };
    let fits = is_five(minutes) || clock && ends(view, end);
    fits && told && !is_scaled(view, end) && !measured()
}

/// Whether an hour or a time and the word for "to" stand before a place, and a part of the day before them: in the evening from 4 to 6.30,
/// స. ६ ते ७.३०, સવારે 9થી 12.30.
fn is_ranged(view: &View, start: usize) -> bool {
    let from = |span: &Classified| match &span.class {
        Class::Cardinal(_) | Class::Ordinal(_) | Class::Time(_) => true,
        Class::Measure(measure) => measure.unit.name() == Some(UnitName::Hour),
        _ => false,
    };
    let of_day = |span: &Classified| match (&span.class, said_in_full(span)) {
        (Class::Word, _) => {
            let word = lowercase(&view.text[span.range.clone()]);
            is_daytime(view, &word) || view.table.lists(List::TimedAfter, &word)
        }
        (_, said) => said.is_some_and(|said| is_daytime(view, said)),
    };
    view.left.iter().rev().take(RANGED).any(from)
        && goes_on_to(view, start)
        && view.left.iter().rev().take(MAX_BACK).any(of_day)
}

/// Arr. 06.10, dep. 9.00, समय 14.30, as no decimal is written.
fn is_departure(view: &View, start: usize, minutes: &Digits, end: usize) -> bool {
    let hour = view.digits(start).0;
    let timed = |word: &str| view.language != Language::En && view.table.lists(List::Timed, word);
    let leaves = |word: &str| view.cues(word).has(Kind::Departs) || timed(word);
    let five = minutes.value().is_some_and(|minute| minute % FIVE == 0);
    let written = hour.is_in(0..=23) && minutes.len() == 2 && (hour.first() == Some(&0) || five);
    let lasts = || counts(view, end) || time_at(view, end).is_some();
    written && view.follows_short(start, leaves) && !lasts()
}

/// From 1.30-3 pm, 3.30 से 6 बजे; 9.30-1, as no amounts fall; 4-5, 7.30-9.
fn begins_hours(view: &View, start: usize, minutes: &Digits, end: usize) -> bool {
    let first = view.digits(start).0;
    let five = is_five(minutes) && minutes.len() == 2;
    second_of_range(view, end).is_some_and(|next| {
        let (hour, last) = view.digits(next);
        // 22.00-04.00 hrs
        let (_, whole) = view.digits(last + 1);
        let dotted = view.get(last) == Some('.') && whole == last + 3;
        let (last, hours) = match dotted {
            true => (whole, 0..=23),
            false => (last, HOURS_OF_DAY),
        };
        let fits = five && first.is_in(hours.clone());
        let falls = || first.value() > hour.value() && view.is_dash(view.skip_spaces(end));
        let time = |span: &Classified| matches!(span.class, Class::Time(_));
        let bare = || {
            let told = falls() || view.left.iter().any(time);
            let fits = is_multiple(view, start, QUARTER) && ends(view, last);
            told && fits && !is_decimal(view, last) && !is_priced(view)
        };
        // 2.30 to 3 hours of sleep
        let lasts = view.language == Language::En && view.table.names_unit(&view.next_word(last));
        fits && hour.is_in(hours)
            && (clock_after(view, last) || bare())
            && (dotted || !counts(view, last))
            && !lasts
    })
}

/// Whether a time is the second one of a range, whose first one is told, at whatever minute: સવારે ૬.૪૮ થી ૧૦.૧૮, మ.12.15-1.02. Or an hour
/// stands before it, and the clause has days or other hours: સોમ-શનિ ૧૦ થી ૧ અને ૫ થી ૭.૩૦.
fn closes_range(view: &View, start: usize, end: usize) -> bool {
    let first = view.last_counted();
    let timed = first.is_some_and(|span| matches!(span.class, Class::Time(_)));
    // 10.00-17.00
    let late = || timed && view.digits(start).0.is_in(LATE) && view.digits(start + 3).0.len() == 2;
    if hour_and_minute(view.text, start).is_none() && !late()
        || !goes_on_to(view, start)
        || counts(view, end)
    {
        return false;
    }
    match first.map(|span| &span.class) {
        Some(Class::Time(_)) => true,
        Some(Class::Cardinal(number)) => {
            let hour = number.numeral.whole.is_in(HOURS_OF_DAY);
            // LL test 10-12.30
            let half = || matches!(hour_and_minute(view.text, start), Some((_, _, 30)));
            let told = || tells_days(view) || half() && !is_priced(view);
            hour && is_multiple(view, start, QUARTER) && ends(view, end) && told()
        }
        _ => false,
    }
}

/// Whether nothing comes at a place that what stands before may count.
fn ends(view: &View, end: usize) -> bool {
    let next = view.written(view.skip_spaces(end));
    next.is_empty() || view.table.lists(List::Until, &next)
}

/// Whether days of the week stand before a place, or from one to another, or the hours of a day, the later one smaller: 10 થી 1.
fn tells_days(view: &View) -> bool {
    let weekday = |span: &Classified| {
        let word = || lowercase(&view.text[span.range.clone()]);
        is_short_weekday(view, span) || is_weekday(view, &word())
    };
    let hour = |span: &Classified| match &span.class {
        Class::Cardinal(number) => number.numeral.value(),
        _ => None,
    };
    let mut hours = view.left.iter().filter(|span| span.counts).map(hour);
    let [first, second] = [hours.next(), hours.next()].map(Option::flatten);
    let falls = second.is_some() && first > second && first <= Some(*HOURS_OF_DAY.end());
    falls && hours.next().is_some() || view.left.iter().any(weekday)
}

/// Whether a day of the week stands right before a quarter of an hour with which something ends, or before hours: ಭಾನುವಾರ 3.30 & 7.30,
/// Mon-Sat 10.30-1.
fn is_of_weekday(view: &View, start: usize, end: usize) -> bool {
    let day = |word: &str| is_weekday(view, word) || is_short_name(word);
    let fits = is_multiple(view, start, QUARTER) && ends(view, end);
    fits && view.follows_short(start, day) && !counts(view, end)
}

/// Whether a time is one of a list: each has a name (मुंबई रा. ८.०१, पुणे ७.५७), or the last one is told (5.10, 6.40, 7.25 am).
fn is_listed(view: &View, start: usize, end: usize) -> bool {
    let fits = hour_and_minute(view.text, start).is_some() && !counts(view, end);
    let before_told = || {
        let list = list_of_times(view, start, end, FIVE);
        list.times > 1 && clock_after(view, list.end)
    };
    fits && (is_named(view, start, end) || before_told()) || goes_on_late(view, start, end)
}

/// Whether an hour that few decimals are written as (05.30) and its minutes are those of a timetable: of several behind the ends of a way, or
/// behind what runs or its way: Chennai - Madurai: 21.30, 22.15.
fn is_of_timetable(view: &View, start: usize, end: usize) -> bool {
    if !is_late(view, start) {
        return false;
    }
    let goes_on = view.is_first(start) && view.earlier.last() == Some(&',');
    let way = match goes_on {
        true => ends_of_way(view.earlier).is_some(),
        false => ends_of_way(view.lead(start).0) == Some(false),
    };
    let list = list_of_times(view, start, end, FIVE);
    let goes = |word: &str| view.lists(List::Routes, word);
    let departs = |word: &str| goes(word) || view.cues(word).has(Kind::Departs);
    let left = || ends(view, end) || departs(&view.next_word(end));
    let runs = || view.words_before(start, SEVERAL, goes) || view.follows(start, List::TimedAfter);
    let told = || runs() && (list.times > 1 || left());
    let several = list.times + usize::from(view.rest(list.end) == [',']) >= SEVERAL;
    let padded = view.digits(start).0.first() == Some(&0) && list.times > 1;
    (way && (goes_on || padded || several) || told()) && !counts(view, list.end) && !is_priced(view)
}

/// Whether an hour of the second half of a day and its minutes follow another time of a list: 8.45, 13.10, 22.00.
fn goes_on_late(view: &View, start: usize, end: usize) -> bool {
    let time = |span: &Classified| matches!(span.class, Class::Time(_));
    let listed = || match view.left {
        [.., first, comma] => time(first) && view.get(comma.range.start) == Some(','),
        _ => false,
    };
    is_late(view, start) && listed() && !counts(view, end)
}

/// Whether an hour of the second half of a day, or one with a nought, and its minutes, a multiple of five, begin at a place.
fn is_late(view: &View, at: usize) -> bool {
    let (minutes, _) = view.digits(at + 3);
    let fits = minutes.len() == 2 && is_five(&minutes) && minutes.is_in(0..=59);
    let hour = view.digits(at).0;
    (hour.is_in(LATE) || matches!(hour[..], [0, 1..=9])) && view.get(at + 2) == Some('.') && fits
}

/// Whether a part of a list has but a name and a time, and the part before ends in a time that is told.
fn is_named(view: &View, start: usize, end: usize) -> bool {
    let begin = view.text[..start].iter().rposition(|c| *c == ',');
    let from = begin.map_or(0, |comma| comma + 1);
    let figures = (from..start).any(|at| view.is_digit(at));
    let words = view.words().iter();
    let names = words.filter(|word| (from..start).contains(&word.range.start));
    let told = match begin {
        Some(comma) => {
            let mut left = view.left.iter().rev();
            let before = left.find(|span| span.range.end <= comma);
            before.is_some_and(|span| matches!(span.class, Class::Time(_)))
        }
        // The clause before ends in the comma.
        None => {
            let daytime = |word: &Word| {
                is_daytime(view, &word.text) || view.shortens(&word.text, List::Daytimes)
            };
            let last = view.earlier_words().last();
            last.is_some_and(daytime) && ends_in_time(view.earlier)
        }
    };
    let ends = matches!(view.get(end), None | Some(',' | ';' | '.' | ')' | '।'));
    ends && !figures && (1..=NAMED).contains(&names.count()) && told
}

/// Whether a text ends in hours and minutes with a stop between and a comma.
fn ends_in_time(text: &[char]) -> bool {
    let Some((',' | ';', before)) = text.split_last() else {
        return false;
    };
    let part = |c: &&char| **c == '.' || script::digit(**c).is_some();
    let length = before.iter().rev().take_while(part).count();
    hour_and_minute(before, before.len() - length).is_some()
}

/// Whether a word before an hour and its minutes makes them a time, or one after them: by 5.30, the 6.30 show, from 9.30 to 5.30.
/// Not where what is told is how much: it rose by 5.30, at 5.30 km.
fn is_timed(view: &View, start: usize, end: usize) -> bool {
    let hour = view.digits(start).0;
    let late =
        || hour.is_in(LATE) && (continues_list(view, start) || is_of_shows(view, start, end));
    if !hour.is_in(HOURS_OF_DAY) && !late() {
        return false;
    }
    let list = |list, word: &str| view.lists(list, word);
    // "c u @ 6.30", but not @ 6.30 a kilo.
    let sign = view.back(start).next() == Some(&'@');
    let amount = |span: &Classified| matches!(span.class, Class::Money(_) | Class::Measure(_));
    let at = sign && is_multiple(view, start, QUARTER) && !view.left.iter().any(amount);
    let before = at || !sign && view.follows(start, List::Timed);
    // The 7.40 bus, 7.40 की बस, 6.20ರ ಬಸ್.
    let next = view.skip_spaces(end);
    let linked = next + view.letters(next).len();
    let linked = (linked <= next + LINK).then(|| view.next_word(linked));
    let linked = linked.filter(|_| view.language != Language::En);
    let timed = |word: &str| list(List::TimedAfter, word);
    let after = || timed(&view.word(next)) || linked.is_some_and(|word| timed(&word));
    // Another time stands before it, or it begins a range of quarters of an hour: 9.00 to 10.30.
    let time = |span: &Classified| matches!(span.class, Class::Time(_));
    let ends = || {
        view.left.iter().any(time)
            || lists_times(view, start, end)
            || begins_range(view, start, end)
            || is_of_shows(view, start, end)
    };
    let untimed = || {
        view.words_before(start, 2, |word| list(List::Untimed, word))
            || list(List::Untimed, &view.next_word(end))
            || view.next_word(end) == "per"
    };
    (before || after() || ends()) && !untimed() && !counts(view, end)
}

/// Whether another time stands before a place, with a comma or a word for what has its time between.
fn continues_list(view: &View, start: usize) -> bool {
    let time = |span: &Classified| matches!(span.class, Class::Time(_));
    let comma = view.back(start).next() == Some(&',');
    let last = || matches!(view.left, [.., last, _] if time(last));
    comma && last() || view.follows_own(start, List::Timed) && view.left.iter().any(time)
}

/// Whether hours and minutes begin a clause, and the one before has a part of the day and its time: காலை 6.45 செய்திகள், 7.15 பாடல்கள்;
/// ಬೆ. 7.00, 9.15.
fn lists_times(view: &View, start: usize, end: usize) -> bool {
    let timed = |word: &Word| {
        let end = word.range.end;
        let (daytime, next) = match view.earlier.get(end) {
            Some('.') => (view.shortens(&word.text, List::Daytimes), end + 1),
            _ => (is_daytime(view, &word.text), end),
        };
        let spaces = view.earlier.iter().skip(next).take_while(|c| **c == ' ');
        daytime && hour_and_minute(view.earlier, next + spaces.count()).is_some()
    };
    let fits = view.is_first(start) && is_multiple(view, start, FIVE) && !counts(view, end);
    fits && view.earlier_words().iter().any(timed)
}

/// Whether hours and minutes that end at a place go on to others, of quarters of an hour both.
fn begins_range(view: &View, start: usize, end: usize) -> bool {
    let dash = view.is_dash(view.skip_spaces(end));
    let Some(next) = second_of_range(view, end) else {
        return false;
    };
    // What is measured is no time: 7.00 to 7.30 per cent.
    let measured = || counts(view, numeral::scan(view.text, next).1);
    let quarters = [start, next].map(|at| is_multiple(view, at, QUARTER));
    let fives = [start, next].iter().all(|at| is_multiple(view, *at, FIVE));
    // 9.30-10.10, 9.20-10.05
    let minutes = |at| hour_and_minute(view.text, at).map(|(hour, _, minute)| 60 * hour + minute);
    let lesson = || {
        let lasts = minutes(next).zip(minutes(start));
        lasts.is_some_and(|(last, first)| (first + HALF_AN_HOUR..=first + LESSON).contains(&last))
    };
    // 10.40 to 15.40
    let late = || {
        let same = [start, next].map(|at| view.digits(view.digits(at).1 + 1).0);
        is_late(view, next) && is_multiple(view, start, FIVE) && same[0] == same[1]
    };
    let times =
        quarters == [true; 2] || dash && fives && (quarters.contains(&true) || lesson()) || late();
    times && !measured()
}

/// Whether hours and minutes that end at a place are of a list of quarters of an hour, in a clause with a word for what has times and none
/// for what costs: shows at 11.00, 1.00 & 3.30. A list may go on in the next clause. Several may be at other minutes: buses 5.10, 6.45, 8.20.
fn is_of_shows(view: &View, start: usize, end: usize) -> bool {
    let goes_on = |list: &Times| view.rest(list.end) == [','];
    let continues = view.is_first(start) && ends_in_time(view.earlier);
    let several = |list: &Times| {
        list.times + usize::from(goes_on(list)) >= SEVERAL || continues && list.times > 0
    };
    let list = list_of_times(view, start, end, FIVE);
    // వేళలు: గుంటూరు 5.10, 6.45, 8.20
    let told = |word: &str| view.table.lists(List::Timed, word);
    let timed = several(&list)
        && view.language != Language::En
        && match continues {
            true => view.earlier_words().iter().any(|word| told(&word.text)),
            false => view.words_before(start, NAMED, told),
        };
    let list = match several(&list) {
        true => list,
        false => list_of_times(view, start, end, QUARTER),
    };
    let many = match list.times {
        0 => false,
        1 if !continues => {
            goes_on(&list) && view.words_before(start, 2, |word| view.lists(List::TimedAfter, word))
        }
        2 => goes_on(&list) || ends_in_time(view.earlier),
        _ => true,
    };
    let shown = |word: &Word| view.lists(List::TimedAfter, &word.text);
    let told = || timed || view.all_words().any(shown);
    many && !counts(view, list.end) && told() && !is_priced(view)
}

/// Whether a word of the clause, or of the one before, tells of what costs or of how much something is.
fn is_priced(view: &View) -> bool {
    let amount = |word: &Word| view.lists(List::Untimed, &word.text);
    view.mentions_around(List::Priced) || view.all_words().any(amount)
}

/// Times that follow one another, and the place after the last.
struct Times {
    times: usize,
    end: usize,
}

/// Those that begin with the one from `start` to `end`, all at a multiple of so many minutes: 11.00, 1.00 & 3.30.
fn list_of_times(view: &View, start: usize, end: usize, of: u64) -> Times {
    let late = |at| is_late(view, at) && view.get(at + 5) != Some('.');
    let is_of_list = |at| is_multiple(view, at, of) || late(at);
    let times = usize::from(is_of_list(start));
    let mut list = Times { times, end };
    while list.times > 0 {
        let at = list.end;
        let link = view.skip_spaces(at + usize::from(view.get(at) == Some(',')));
        let and = match view.get(link) {
            Some('&') => 1,
            _ if view.table.word(Name::Ampersand) == Some(&*view.word(link)) => {
                view.letters(link).len()
            }
            _ => 0,
        };
        let next = view.skip_spaces(link + and);
        if next == at || !is_of_list(next) {
            break;
        }
        list.times += 1;
        list.end = numeral::scan(view.text, next).1;
    }
    list
}

/// Whether hours and minutes with a stop between begin at a place, the minutes a multiple of this.
fn is_multiple(view: &View, at: usize, of: u64) -> bool {
    matches!(hour_and_minute(view.text, at), Some((_, '.', minute)) if minute % of == 0)
}

/// The hour of a clock at a place, the stop or colon after it, and minutes of two digits.
fn hour_and_minute(text: &[char], at: usize) -> Option<(u64, char, u64)> {
    let (hour, stop) = digits(text, at);
    let (minute, _) = digits(text, stop + 1);
    let sign = *text.get(stop).filter(|c| matches!(**c, '.' | ':'))?;
    let fits = hour.is_in(HOURS_OF_DAY) && minute.len() == 2;
    fits.then_some((hour.value()?, sign, minute.value()?))
}
