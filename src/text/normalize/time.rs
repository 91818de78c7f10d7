//! Times of day: 10:30, 23:15:05, 1.59 p.m.; and the words of a clock beside them.

use super::prelude::*;

/// The hours of a clock.
const HOURS_OF_DAY: std::ops::RangeInclusive<u64> = 1..=12;
/// Minutes of a quarter of an hour, and those that most times are multiples of.
const QUARTER: u64 = 15;
const FIVE: u64 = 5;
/// A lesson has so many minutes.
const HALF_AN_HOUR: u64 = 30;
const LESSON: u64 = 60;
/// The minutes of half an hour.
const HALF: [u8; 2] = [3, 0];

/// A time, its word and the word for "to" before the second time of a range.
const RANGED: usize = 3;
/// The same, and the part of the day before them.
const MAX_BACK: usize = 4;
/// Letters of what links a time to its noun: 7.40 की बस.
const LINK: usize = 3;

/// Hours and minutes, and seconds.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let mut parts = Vec::new();
    let mut start = at;
    let end = loop {
        let (part, end) = view.digits(start);
        let fits = matches!((parts.len(), part.len()), (0, 1 | 2) | (1 | 2, 2));
        parts.push(part.value().filter(|v| fits && *v < 60)?);
        match view.get(end) {
            Some(':') if parts.len() < 3 => start = end + 1,
            // "1.59 p.m."
            Some('.') if parts.len() == 1 && told_after(view, at, end + 1, table) => {
                start = end + 1
            }
            // காலை 10-30
            Some('-') if parts.len() == 1 && is_hyphened(view, at, end + 1, table) => {
                start = end + 1
            }
            _ => break end,
        }
    };
    // A fertiliser of 10:26:26, but 12:11:18 a.m.
    let timed = || {
        let dated = matches!(view.last_class(), Some(Class::Date(_)));
        dated || clock_after(view, end)
    };
    if is_grade(&parts) && !timed() {
        return None;
    }
    // The odds are 11:10.
    let colon = parts.len() >= 2 && view.before(start) == Some(':');
    if colon && view.speaks_of(Kind::Ratio) && !clock_after(view, end) {
        return None;
    }
    // 0:53 of a film are seconds: a clock has 12:53, or 00:53 with a word for it.
    let told = || {
        language == Language::En || follows_daytime(view, at) || hours_after(view, end).is_some()
    };
    let lasts =
        parts[0] == 0 && (view.get(at + 1) == Some(':') || !told()) && !clock_after(view, end);
    let (hour, minute, second) = match parts[..] {
        _ if lasts => return None,
        [hour, minute] if hour <= 24 => (hour, minute, None),
        [hour, minute, second] if hour <= 24 => (hour, minute, Some(second)),
        _ => return None,
    };
    // Where the language says the hours anyway, those after them are said once.
    let hours = hours_after(view, end).filter(|_| language != Language::En);
    // So is the Z of universal time after a T.
    let stamped = view.before(at) == Some('T') && view.letters(end) == ['Z'];
    let end = hours.unwrap_or(end + usize::from(stamped));
    let oclock = oclock_after(view, end, minute, table).filter(|_| second.is_none());
    let told = oclock.is_none() && (clock_after(view, end) || is_ranged(view, at, end));
    let end = oclock.unwrap_or(end);
    let time = Time {
        hour,
        minute,
        second,
        told,
        meridiem: meridiem_after(view, end),
        minutes: minutes_after(view, end, table),
        hundreds: language == Language::En
            && minute == 0
            && second.is_none()
            && !HOURS_OF_DAY.contains(&hour),
    };
    let class = Class::Time(time.into());
    let found = Candidate::number(view, end, class, language);
    let mut found = found.with_case(view);
    found.grammar.before = found.end == end && noun_follows(view, end, table, language);
    Some(found)
}

/// 2:45 घंटे, 5:30 मिनट: two hours and so many minutes, where the word for hours is no o'clock.
pub fn duration(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (first, end) = view.digits(at);
    let (second, end) = view.digits(end + 1);
    if view.get(at + first.len()) != Some(':') || second.len() != 2 {
        return None;
    }
    let start = view.skip_spaces(end);
    let word = view.word(start);
    let units = [UnitName::Hour, UnitName::Minute, UnitName::Second];
    let units = units.map(|name| table.unit_named(name).map(NamedUnit::said));
    // 2:45 hours, 5:30 minutes, and 0:30 seconds, whose word is that of their last part
    let (index, ending) = units.iter().enumerate().find_map(|(index, unit)| {
        let ending = word.strip_prefix((*unit)?)?;
        // ১০:১৫ মিনিটে is a time.
        let inflected = index != 1 && table.suffix(ending).is_some();
        (ending.is_empty() || inflected).then_some((index.min(1), ending.chars().count()))
    })?;
    let (unit, part) = (units[index]?, units[index + 1]?);
    if table.word(Name::Oh).is_some() || is_clock(table, unit) {
        return None;
    }
    // 00:30 seconds, 00:30 तासात
    let (some, more) = (first.value()? > 0, second.value().filter(|n| *n > 0));
    if !some && (more.is_none() || Some(part) != units[2] && ending == 0) {
        return None;
    }
    let mut parts = match some {
        true => vec![Part::Number(first), Part::Said(unit)],
        false => Vec::new(),
    };
    if let Some(n) = more {
        parts.extend([Part::Number(Digits::of(n)), Part::Said(part)]);
    }
    let last = start + view.letters(start).len() - ending;
    let class = Class::Identifier(parts);
    Some(Candidate::inflected(view, last, class, language))
}

/// The place after the word for an hour that follows a time, and its ending, where the minutes alone would be taken for an hour:
/// 7:05 बजे.
fn oclock_after(view: &View, at: usize, minute: u64, table: &Table) -> Option<usize> {
    let start = view.skip_spaces(at);
    let word = view.word(start);
    let names = [table.word(Name::Oclock), table.word(Name::Hour)];
    let rests = names.iter().filter_map(|name| word.strip_prefix((*name)?));
    let rest = rests.min_by_key(|rest| rest.len())?;
    let fits = rest.is_empty() || table.suffix(rest).is_some();
    let few = HOURS_OF_DAY.contains(&minute) && table.word(Name::Oh).is_none();
    let length = word.chars().count() - rest.chars().count();
    (few && fits && start > at).then_some(start + length)
}

/// 2:30 घंटे, two hours and a half, where the word for hours is no o'clock.
pub fn half(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (whole, end) = view.digits(at);
    let (minutes, end) = view.digits(end + 1);
    let parted = matches!(view.get(at + whole.len()), Some(':' | '.'));
    if !parted || minutes[..] != HALF || whole.value().is_none_or(|hours| hours == 0) {
        return None;
    }
    let start = view.skip_spaces(end);
    let unit = table.unit_named(UnitName::Hour)?;
    let english = table.word(Name::Oh).is_some();
    if english || view.word(start) != unit.said() || is_clock(table, unit.said()) {
        return None;
    }
    let last = start + view.letters(start).len();
    let mut number = Number::of(Numeral::of(whole));
    number.numeral.fraction = Digits(vec![5]);
    number.halves = true;
    let unit = Unit::of(unit, false);
    let class = Class::Measure(Measure { number, unit }.into());
    let mut found = Candidate::number(view, last, class, language);
    found.grammar.before = true;
    Some(found)
}

/// Four digits that are hours and minutes: 1630 hrs.
pub fn of_day(view: &View, at: usize) -> Option<Candidate> {
    let (language, _) = view.numerals(at);
    let (digits, end) = view.digits(at);
    // 0600-1200 hrs
    let second = view.digits(end + 1);
    let ranged = view.is_dash(end) && second.0.len() == digits.len();
    let last = match ranged {
        true => hours_after(view, second.1).map(|_| end),
        false => hours_after(view, end),
    }?;
    let value = digits.value().filter(|_| digits.len() == 4)?;
    let (hour, minute) = (value / 100, value % 100);
    if hour > 24 || minute > 59 {
        return None;
    }
    let english = language == Language::En;
    let time = Time {
        hour,
        minute,
        told: english,
        hundreds: english && minute == 0,
        ..Time::default()
    };
    let end = if english { end } else { last };
    let class = Class::Time(time.into());
    Some(Candidate::inflected(view, end, class, language))
}

/// A word of the clock beside a number: the p.m. of "5 pm".
pub fn clock(view: &View, at: usize) -> Option<Candidate> {
    let letters = match letters::run(view, at) {
        // 8:03 amJune 30
        letters @ ['a' | 'p', 'm', next, ..] if next.is_uppercase() => &letters[..2],
        letters => letters,
    };
    let end = at + letters.len();
    let word = lowercase(letters);
    if !is_clock(view.table, &word) {
        return None;
    }
    // वा. beside a number is an hour, वा the ending of an ordinal.
    let stopped = (view.get(end) == Some('.')).then(|| format!("{word}."));
    let full = |language, word: &str| table(language).named(Family::ClockWords, word);
    let own = stopped.and_then(|stopped| full(view.language, &stopped));
    let own = own.or_else(|| full(view.language, &word));
    let own = own.map(|words| (words, view.language));
    let found = own.or_else(|| Some((full(Language::En, &word)?, Language::En)));
    let (class, language) = match found {
        Some((words, language)) => (Class::Abbreviation(Meaning::Words(words)), language),
        None => (Class::Word, view.language_at(at)?),
    };
    Some(Candidate::number(view, end, class, language))
}

/// Whether the digits at `at`, after a hyphen, are the minutes of a time that began at `start` rather than another hour: they can be no
/// hour, and a word of the clock or a part of the day tells that they are of a time.
fn is_hyphened(view: &View, start: usize, at: usize, table: &Table) -> bool {
    let (digits, end) = view.digits(at);
    let hour = view.digits(start).0.is_in(HOURS_OF_DAY);
    let no_hour = digits.first() == Some(&0) || !digits.is_in(0..=*HOURS_OF_DAY.end());
    if !hour || !no_hour || digits.len() != 2 || view.get(end) == Some('-') {
        return false;
    }
    // "10-15 hours" are so many hours where they have the same name as the clock's.
    let name = table.unit_named(UnitName::Hour).map(NamedUnit::said);
    let hours = table.word(Name::Hour) == name || digits[..] >= HALF[..];
    // 12-39 કલાકે
    let clock = || view.table.lists(List::Clock, &view.next_word(end));
    if !is_five(&digits) {
        // 12-36 કલાકે are hours.
        let hours = digits.value().is_some_and(|n| n.is_multiple_of(12));
        return clock() && !hours && Some(&*view.next_word(end)) != name;
    }
    follows_daytime(view, start) || hours && clock_after(view, end)
}

/// Whether minutes end in a five or a zero.
fn is_five(minutes: &Digits) -> bool {
    matches!(minutes.last(), Some(0 | 5))
}

/// Whether a word is a part of the day that stands before an hour.
fn is_daytime(view: &View, word: &str) -> bool {
    view.table.lists(List::Daytimes, word)
}

/// Whether a part of the day, which may be shortened, stands right before a place.
fn follows_daytime(view: &View, at: usize) -> bool {
    let daytime = |word: &str| is_daytime(view, word);
    view.shortened().is_some_and(daytime) || view.words_before(at, 1, daytime)
}

/// Whether the digits at `at`, after a stop, are the minutes of a time that began at `start`: a word for a time follows, or the
/// ending of one, or a part of the day stands before.
fn told_after(view: &View, start: usize, at: usize, table: &Table) -> bool {
    let (minutes, end) = view.digits(at);
    // ಶೇ 8.25ಕ್ಕೂ
    let share = || view.follows_own(start, List::PercentWords);
    let case = || {
        let length = case_at(view, end, table, view.language).map_or(0, |(_, length)| length);
        let ending = view.rest(end).iter().take(length);
        let ending: String = ending.filter(|c| script::letter(**c).is_some()).collect();
        let at_times = !table.has(List::AtTimes) || table.lists(List::AtTimes, &ending);
        length > 0 && at_times && !share()
    };
    let part_of_day = || {
        // "In the evening from 4 to 6.30"
        let ranged = || {
            use Class::{Cardinal, Ordinal, Time};
            let from = |span: &Classified| matches!(span.class, Cardinal(_) | Ordinal(_) | Time(_));
            // स. ६ ते ७.३०, સવારે 9થી 12.30
            let of_day = |span: &Classified| match (&span.class, said_in_full(span)) {
                (Class::Word, _) => is_daytime(view, &lowercase(&view.text[span.range.clone()])),
                (_, said) => said.is_some_and(|said| is_daytime(view, said)),
            };
            view.left.iter().rev().take(RANGED).any(from)
                && (matches!(view.last_class(), Some(Class::Range))
                    || view.follows_own(start, List::Particles)
                    || ending::follows_to(view, start))
                && view.left.iter().rev().take(MAX_BACK).any(of_day)
        };
        let after_part = follows_daytime(view, start);
        let told = after_part || ranged() || is_timed(view, start, end);
        // Few times that are told so are at another minute, and an amount may follow too: tonight 5.07 mm.
        let minute = || {
            let next = view.written(view.skip_spaces(end));
            let last = next.is_empty() || view.table.lists(List::Until, &next);
            let hour = view.digits(start).0.is_in(HOURS_OF_DAY);
            after_part && hour && minutes.len() == 2 && last
        };
        // രാവിലെ 4.25 ലി
        let unit = || unit_at(view, end, table, false).is_some();
        (is_five(&minutes) || minute()) && told && !measure_at(view, end, table) && !unit()
    };
    // Arr. 06.10, as no decimal is written.
    let listed = || {
        let hour = view.digits(start).0;
        let leaves = |word: &str| view.cues(word).has(Kind::Departs);
        let told = view.shortened().is_some_and(leaves) || view.words_before(start, 1, leaves);
        let written = hour.len() == 2 && hour[0] == 0 && minutes.len() == 2;
        written && told && !is_amount(view, end)
    };
    // From 1.30-3 pm
    let to_hour = || {
        let (hour, last) = view.digits(end + 1);
        let fits = is_five(&minutes) && minutes.len() == 2 && hour.is_in(HOURS_OF_DAY);
        view.is_dash(end) && fits && clock_after(view, last)
    };
    // ৫.১০ মি. may be metres, and 5.30 मि. a duration.
    let minute = || {
        let short = is_short_minute(view.rest(view.skip_white(end)), table);
        minutes_after(view, end, table) && (!short || follows_daytime(view, start))
    };
    clock_after(view, end) || minute() || case() || part_of_day() || listed() || to_hour()
}

/// Whether a word before an hour and its minutes makes them a time, or one after them: by 5.30, the 6.30 show, from 9.30 to 5.30.
/// Not where what is told is how much: it rose by 5.30, at 5.30 km.
fn is_timed(view: &View, start: usize, end: usize) -> bool {
    if !view.digits(start).0.is_in(HOURS_OF_DAY) {
        return false;
    }
    let list = |list, word: &str| view.table.lists(list, word);
    // "c u @ 6.30", but not @ 6.30 a kilo.
    let sign = view.back(start).next() == Some(&'@');
    let amount = |span: &Classified| matches!(span.class, Class::Money(_) | Class::Measure(_));
    let at = sign && is_multiple(view, start, QUARTER) && !view.left.iter().any(amount);
    let before = at || !sign && view.follows_own(start, List::Timed);
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
    };
    let untimed = || {
        view.words_before(start, 2, |word| list(List::Untimed, word))
            || list(List::Untimed, &view.next_word(end))
    };
    let unit = || unit_at(view, end, view.table, false).is_some();
    (before || after() || ends()) && !untimed() && !unit()
}

/// Whether hours and minutes begin a clause, and the one before has a part of the day and its time: காலை 6.45 செய்திகள், 7.15 பாடல்கள்.
fn lists_times(view: &View, start: usize, end: usize) -> bool {
    let begins = view.text[..start].iter().all(|c| !c.is_alphanumeric());
    if !begins || !is_multiple(view, start, FIVE) || is_amount(view, end) {
        return false;
    }
    let daytime = |word: &Word| is_daytime(view, &word.text);
    view.earlier_words()
        .iter()
        .any(|word| daytime(word) && hour_and_minute(view.earlier, word.range.end + 1).is_some())
}

/// Whether hours and minutes that end at a place go on to others, of quarters of an hour both.
fn begins_range(view: &View, start: usize, end: usize) -> bool {
    let to = view.skip_spaces(end);
    let dash = view.is_dash(to);
    let length = if dash { 1 } else { view.letters(to).len() };
    let next = view.skip_spaces(to + length);
    let named = || {
        let (word, name) = (view.word(to), view.table.word(Name::To).unwrap_or_default());
        name.trim_start_matches(['+', '~']) == word || view.table.lists(List::Particles, &word)
    };
    // What is measured is no time: 7.00 to 7.30 per cent.
    let measured = || is_amount(view, numeral::scan(view.text, next).1);
    let quarters = [start, next].map(|at| is_multiple(view, at, QUARTER));
    let fives = [start, next].iter().all(|at| is_multiple(view, *at, FIVE));
    // 9.30-10.10, 9.20-10.05
    let minutes = |at| hour_and_minute(view.text, at).map(|(hour, _, minute)| 60 * hour + minute);
    let lesson = || {
        let lasts = minutes(next).zip(minutes(start));
        lasts.is_some_and(|(last, first)| (first + HALF_AN_HOUR..=first + LESSON).contains(&last))
    };
    let times = quarters == [true; 2] || dash && fives && (quarters.contains(&true) || lesson());
    times && (dash || named()) && !measured()
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

/// Whether what is measured or paid ends at a place: a unit, a per cent, a scale or rupees come.
fn is_amount(view: &View, at: usize) -> bool {
    let unit = unit_at(view, at, view.table, false).is_some();
    unit || measure_at(view, at, view.table) || rupees_at(view, at)
}

/// Whether a per cent or a scale comes at a place.
fn measure_at(view: &View, at: usize, table: &Table) -> bool {
    let rest = view.rest(view.skip_spaces(at)).iter();
    let part = |c: &&char| **c == '%' || script::letter(**c).is_some();
    let next: String = rest.take_while(part).collect();
    let percent = table.word(Name::Percent).unwrap_or("%");
    next.starts_with(percent) || next.starts_with('%') || table.lists(List::Scales, &next)
}

/// Whether the word for minutes comes at a place: it takes the endings of the time, and its number is said in full.
fn minutes_after(view: &View, at: usize, table: &Table) -> bool {
    let rest = view.rest(view.skip_white(at));
    // Without the virama that a final consonant may have.
    let word = table.word(Name::Minute).map(|w| w.trim_end_matches('୍'));
    word.is_some_and(|word| {
        let full = word
            .chars()
            .eq(rest.iter().copied().take(word.chars().count()));
        full || is_short_minute(rest, table)
    })
}

/// Whether a time from `at` to `end` begins or ends a range in a language whose o'clock is an adverb: सकाळी नऊ ते दुपारी दीड.
fn is_ranged(view: &View, at: usize, end: usize) -> bool {
    if !view.table.has(List::Untold) {
        return false;
    }
    let next = view.skip_spaces(end);
    let sign = view.is_dash(next) && view.number_follows(next + 1)
        || matches!(view.last_class(), Some(Class::Range));
    let listed = |word: &str| view.table.lists(List::Untold, word);
    // A part of the day may stand between.
    sign || listed(&view.word(next)) || view.words_before(at, 2, listed)
}
