//! Times of day: 10:30, 23:15:05, 1.59 p.m.; and the words of a clock beside them.

use super::prelude::*;

/// So many hours a race takes at most.
const RACE: u64 = 6;
/// The minutes of half an hour.
const HALF: [u8; 2] = [3, 0];
/// The place of an hour among the units of time.
const HOUR: usize = 2;

/// Hours and minutes, and seconds.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    // Posted at 6:46 PM
    let english = || {
        let end = at + view.run(at, |c| c == ':' || script::digit(c).is_some());
        !view
            .get(view.skip_spaces(end))
            .is_some_and(script::is_indic)
    };
    let (language, table) = match view.words_before(at, 1, |word| word == "at") && english() {
        true => (Language::En, table(Language::En)),
        false => view.numerals(at),
    };
    let mut parts = Vec::new();
    let mut start = at;
    let end = loop {
        let (part, end) = view.digits(start);
        let fits = matches!((parts.len(), part.len()), (0, 1 | 2) | (1 | 2, 2));
        parts.push(part.value().filter(|v| fits && *v < 60)?);
        match view.get(end) {
            Some(':') if parts.len() < 3 => start = end + 1,
            // "1.59 p.m."
            Some('.') if parts.len() == 1 && is_dotted_time(view, at, end + 1, table) => {
                start = end + 1
            }
            Some('.') if parts.len() < 3 && is_of_seconds(view, at) => start = end + 1,
            // காலை 10-30
            Some('-') if parts.len() == 1 && is_hyphened(view, at, end + 1, table) => {
                start = end + 1
            }
            _ => break end,
        }
    };
    // A fertiliser of 10:26:26, but 12:11:18 a.m.
    let dated = matches!(view.last_class(), Some(Class::Date(_)));
    if is_grade(view, at, &parts) && !dated && !clock_after(view, end) {
        return None;
    }
    // The odds are 11:10.
    let colon = parts.len() >= 2 && view.before(start) == Some(':');
    if colon && view.speaks_of(Kind::Ratio) && !clock_after(view, end) {
        return None;
    }
    // 0:53 of a film are seconds: a clock has 12:53 or 00:53.
    let lasts = parts[0] == 0 && view.get(at + 1) == Some(':') && !clock_after(view, end);
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
    // સાંજે 6.00 કલાક
    let hours = || {
        let unit = unit_at(view, end, table, false);
        view.is_letter(view.skip_spaces(end))
            && unit.is_some_and(|(unit, _)| unit.name() == Some(UnitName::Hour))
    };
    let quarter = second.is_none() && minute.is_multiple_of(15);
    let told = oclock.is_none()
        && (is_told(view, end, quarter, minute) || is_ranged(view, at, end) || hours());
    let end = oclock.unwrap_or(end);
    // রাত ০০:৩০, which has its part of the day
    let of_day = table.has(List::Hours12) && follows_daytime(view, at);
    let hour = if of_day { (hour + 11) % 12 + 1 } else { hour };
    let time = Time {
        hour,
        minute,
        second,
        told,
        dated: second.is_some() && (dated || hour > RACE || follows_daytime(view, at)),
        meridiem: meridiem_after(view, end),
        minutes: minutes_after(view, end, table),
        hundreds: language == Language::En
            && minute == 0
            && second.is_none()
            && !HOURS_OF_DAY.contains(&hour),
    };
    let found = Class::Time(time.into()).number(view, end, language);
    let mut found = found.with_case(view);
    found.grammar.before = found.end == end && noun_follows(view, end, table, language);
    Some(found)
}

/// Whether a word of the clock comes after a time or its zone, or a word before which a `quarter` has none: 10:15 GMT மணிக்கு, 11:15 GMT पर,
/// 6:30 पर.
fn is_told(view: &View, end: usize, quarter: bool, minute: u64) -> bool {
    let zone = zone_after(view, end);
    let lists = |list, at| view.table.lists(list, &view.next_word(at));
    let until = |zone| lists(List::Until, zone) && minute > 0;
    clock_after(view, end)
        || zone.is_some_and(|zone| clock_after(view, zone) || quarter && until(zone))
        || quarter && lists(List::WithoutOclock, end)
}

/// 2:30 घंटों में, 5:10 मिनट, 7:05 வினாடிகள்: so many hours and minutes, or minutes and seconds, where the word after them is no o'clock.
pub fn duration(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (first, sign) = view.digits(at);
    if !matches!(view.get(sign), Some(':' | '.')) {
        return None;
    }
    let (second, end) = view.digits(sign + 1);
    let word = view.word(view.skip_spaces(end));
    let some = first.value()? > 0;
    let parted = |place: usize| match view.get(sign) {
        Some(':') => second.len() == 2,
        // 2.30 घंटे
        sign => sign == Some('.') && place == HOUR && second[..] == HALF && some,
    };
    // 16:05 hrs is a time.
    let english = word.is_ascii() || table.word(Name::Oh).is_some();
    let place = time_at(view, end).filter(|place| *place <= HOUR && parted(*place) && !english)?;
    let name = |place: usize| table.unit_named(TIMES[place]).map(NamedUnit::said);
    let unit = name(place)?;
    // রাত ১০:১৫ মিনিটে, 10:15 నిమిషాలకు are times.
    let next = view.next_word(view.skip_spaces(end) + word.chars().count());
    let timed = [List::Timed, List::TimedAfter]
        .iter()
        .any(|list| view.lists(*list, &next));
    let of_clock = || word != unit && (is_at(table, &word) || timed) || follows_daytime(view, at);
    if is_clock(table, &word) || place == 1 && of_clock() {
        return None;
    }
    if place > 0 && some && second[..] == HALF {
        let mut number = Number::of(Numeral::of(first));
        number.numeral.fraction = Digits(vec![5]);
        number.halves = true;
        let mut found = Class::Decimal(number.into()).number(view, end, language);
        found.grammar.before = true;
        return Some(found);
    }
    let upper = place.max(1);
    let more = second.value().filter(|n| *n > 0);
    let one = first.value() == Some(1);
    let upper_name = name(upper).and_then(|name| {
        let single = table.named(Family::Ones, name).filter(|_| one);
        single.or(Some(name))
    })?;
    let first = some.then_some([Part::Number(first), Part::Said(upper_name)]);
    let second = more.map(|n| {
        [
            Part::Number(Digits::of(n)),
            Part::Said(name(upper - 1).unwrap_or(unit)),
        ]
    });
    let last = if second.is_some() { upper - 1 } else { upper };
    let mut parts: Vec<Part> = first.into_iter().chain(second).flatten().collect();
    // The last of them has its name and its ending in the text.
    if last == place {
        parts.pop();
        return (!parts.is_empty()).then(|| Class::Identifier(parts).number(view, end, language));
    }
    let ending = form_of(table, unit, &word).chars().count();
    let end = view.skip_spaces(end) + word.chars().count() - ending;
    (!parts.is_empty()).then(|| Class::Identifier(parts).inflected(view, end, language))
}

/// The minutes of a race before its seconds and their parts: 2:18.45.
pub fn of_race(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (minutes, colon) = view.digits(at);
    let race = view.get(colon) == Some(':') && is_raced(view, colon + 1);
    if minutes.len() > 2 || !race || view.speaks_of(Kind::Ratio) {
        return None;
    }
    let one = minutes.value() == Some(1);
    let unit = named(table, UnitName::Minute, one)?;
    let number = Number::of(Numeral::of(minutes));
    let class = Class::Measure(Measure { number, unit }.into());
    let mut found = class.until(view, colon + 1).said_in(language);
    found.grammar.before = true;
    Some(found)
}

/// The seconds after them, and the word for minutes that may stand behind the whole: 3:12.45 मि.
pub fn seconds_of_race(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    if !measures(view, UnitName::Minute) || view.before(at) != Some(':') || !is_raced(view, at) {
        return None;
    }
    let (numeral, end) = numeral::scan(view.text, at);
    let unit = named(table, UnitName::Second, false)?;
    let number = Number::of(numeral);
    let minutes =
        unit_at(view, end, table, false).filter(|(unit, _)| unit.name() == Some(UnitName::Minute));
    let word = view.skip_spaces(end);
    let full =
        minutes_after(view, end, table) || table.word(Name::Minutes) == Some(&*view.word(word));
    let full = full.then(|| word + view.letters(word).len());
    let end = minutes.map(|(_, end)| end).or(full).unwrap_or(end);
    Some(Class::Measure(Measure { number, unit }.into()).number(view, end, language))
}

/// Whether seconds with tenths or hundredths come at a place, and no clock after them.
fn is_raced(view: &View, at: usize) -> bool {
    let (seconds, stop) = view.digits(at);
    let (parts, end) = view.digits(stop + 1);
    let goes_on = matches!(view.get(end), Some('.' | ':')) && view.is_digit(end + 1);
    view.get(stop) == Some('.')
        && seconds.len() == 2
        && seconds.is_in(0..=59)
        && (1..=2).contains(&parts.len())
        && !goes_on
        && !clock_after(view, end)
}

/// The short form of an hour before hours and minutes, which is not said.
pub fn hour(view: &View, at: usize) -> Option<Candidate> {
    let end = silent_hour(view, at)?;
    silent(view, at, end - at)
}

/// The place after the word for an hour that follows a time, and its ending, where the minutes alone would be taken for an hour:
/// 7:05 बजे.
fn oclock_after(view: &View, at: usize, minute: u64, table: &Table) -> Option<usize> {
    let start = view.skip_spaces(at);
    let word = view.word(start);
    let names = [table.word(Name::Oclock), table.word(Name::Hour)];
    let few = HOURS_OF_DAY.contains(&minute) && table.word(Name::Oh).is_none();
    // 7:05 वा.
    let end = start + view.letters(start).len();
    let short = || table.named(Family::ClockWords, &format!("{word}.")) == names[0];
    if few && start > at && names[0].is_some() && view.get(end) == Some('.') && short() {
        return Some(end + 1);
    }
    let rests = names.iter().filter_map(|name| word.strip_prefix((*name)?));
    let rest = rests.min_by_key(|rest| rest.len())?;
    let fits = rest.is_empty() || table.suffix(rest).is_some();
    // 7:20 గంటలకు, where the ending is that of the minutes
    let inflected = || !rest.is_empty() && !minute.is_multiple_of(15);
    let few = few || inflected() && table.word(Name::Oh).is_none();
    let length = word.chars().count() - rest.chars().count();
    (few && fits && start > at).then_some(start + length)
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
    };
    // 1430 IST
    let zone = || {
        let start = view.skip_spaces(end);
        let listed = everywhere(Everywhere::ZonesOfADay).any(|zone| zone == view.word(start));
        (listed && view.get(start).is_some_and(char::is_uppercase)).then_some(end)
    };
    let last = last.or_else(zone)?;
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
    Some(Class::Time(time.into()).inflected(view, end, language))
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
    // at 6:46 PM, where the number is said in English
    let number = view.left.last().filter(|span| span.counts);
    let language = number.map_or(view.language, |number| number.language);
    let own = stopped.as_ref().and_then(|stopped| full(language, stopped));
    let own = own.or_else(|| full(language, &word));
    let stop = usize::from(stopped.is_some());
    // 12 वा. पासून, 8 वा.ची: the ending is of the word in full.
    if let Some(words) = own.filter(|_| stop > 0)
        && case_at(view, end + stop, view.table, view.language).is_some()
    {
        let found =
            Class::Abbreviation(Meaning::Words(words)).inflected(view, end + stop, view.language);
        if found.end > end + stop {
            return Some(found);
        }
    }
    let own = own.map(|words| (until(view, end + stop, words), language));
    let found = own.or_else(|| Some((full(Language::En, &word)?, Language::En)));
    // 6 PM-ന് മുമ്പ്
    Some(match found {
        Some((words, language)) => {
            Class::Abbreviation(Meaning::Words(words)).inflected(view, end, language)
        }
        None => Class::Word.number(view, end, view.language_at(at)?),
    })
}

/// O'clock in the form that it has before minutes or the word for "until", or with this word where it ends a range: 6 वा. पर्यंत, 2 ते 6 वा.
fn until(view: &View, end: usize, words: &'static str) -> &'static str {
    let table = view.table;
    let found = table.word(Name::OclockUntil);
    let Some(until) = found.filter(|_| table.word(Name::Oclock) == Some(words)) else {
        return words;
    };
    // 11 वा. 45 मि.
    let start = view.skip_spaces(end);
    let (digits, last) = view.digits(start);
    if digits.len() == 2 && minutes_after(view, last, table) {
        return table.word(Name::Hour).unwrap_or(words);
    }
    match table.lists(List::Until, &view.next_word(end)) {
        true => until.split(' ').next().unwrap_or(until),
        false if ends_range(view, words) => until,
        false => words,
    }
}

/// Whether the number that is the last span ends a range of times of the clock, whose word is `oclock`: 9 ते 12, but not सोम ते शुक्र 6.
fn ends_range(view: &View, oclock: &str) -> bool {
    let Some((last, left)) = view.left.split_last() else {
        return false;
    };
    let words = view.words();
    let count = words.partition_point(|word| word.range.end <= last.range.start);
    let mut back = words[..count].iter().rev().peekable();
    // A part of the day may stand between.
    let daytime = |word: &str| is_daytime(view, word) || view.shortens(word, List::Daytimes);
    back.next_if(|word| daytime(&word.text));
    let to = back.next();
    let Some(to) = to.filter(|to| view.table.lists(List::Untold, &to.text)) else {
        return false;
    };
    let stop = |span: &&Classified| matches!(span.class, Class::Punctuation(_));
    let mut before = left.iter().rev().filter(|span| !stop(span));
    let first = before.find(|span| span.range.start < to.range.start);
    first.is_some_and(|first| match &first.class {
        Class::Time(_) => true,
        Class::Cardinal(number) => number.numeral.whole.is_in(HOURS_OF_DAY),
        _ => said_in_full(first) == Some(oclock),
    })
}

/// Whether the digits at `at`, after a hyphen, are the minutes of a time that began at `start` rather than another hour: they can be no
/// hour, and a word of the clock or a part of the day tells that they are of a time.
fn is_hyphened(view: &View, start: usize, at: usize, table: &Table) -> bool {
    let (digits, end) = view.digits(at);
    let hour = view.digits(start).0.is_in(HOURS_OF_DAY);
    // రాత్రి 8-12 ని.లకు
    let minutes = || is_short_minute(view.rest(view.skip_spaces(end)), table);
    if hour && digits.len() == 2 && follows_daytime(view, start) && minutes() {
        return true;
    }
    let near = || follows_time(view, start) || begins_times(view, end);
    let no_hour = is_no_hour(&digits) || is_five(&digits) && near();
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
    follows_daytime(view, start) || hours && clock_after(view, end) || near()
}

/// Whether two digits after a hyphen are no hour: 10-05, 10-30.
fn is_no_hour(digits: &Digits) -> bool {
    digits.first() == Some(&0) || !digits.is_in(0..=*HOURS_OF_DAY.end())
}

/// Whether a full or a half hour with a hyphen comes after the word for "to" at a place: ૯-૧૦ થી ૧૨-૪૫, ૧૧-૦૦ થી ૫-૦૦.
fn begins_times(view: &View, end: usize) -> bool {
    let Some(next) = stopped::second_of_range(view, end) else {
        return false;
    };
    let (hour, hyphen) = view.digits(next);
    let (minutes, end) = view.digits(hyphen + 1);
    let fits = matches!(minutes[..], [0 | 3, 0] | [4, 5] | [0, 5]);
    let apart = view.get(hyphen) == Some('-') && !view.is_dash(end);
    hour.is_in(HOURS_OF_DAY) && apart && fits && !counts(view, end) && !is_counted(view, end)
}

/// Whether a time with a hyphen stands before a place, with a word for its range between, and a part of the day perhaps: 6-00 முதல் 7-30,
/// ૧૦-૩૦ થી સાંજે ૬-૧૦.
fn follows_time(view: &View, at: usize) -> bool {
    let time = |span: &Classified| {
        let hyphened = || view.text[span.range.clone()].contains(&'-');
        matches!(span.class, Class::Time(_)) && hyphened()
    };
    let (left, at) = match view.left {
        [left @ .., part] if follows_daytime(view, at) => (left, part.range.start),
        left => (left, at),
    };
    match left {
        [.., first, _] if time(first) => view.follows_own(at, List::Particles),
        [.., last] => time(last) && last.grammar.case.is_some(),
        [] => false,
    }
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
