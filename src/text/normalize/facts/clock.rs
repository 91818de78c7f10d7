//! The words of a clock beside a time.

use crate::text::normalize::ground::*;

/// Hours at which shifts change.
const OF_SHIFTS: std::ops::RangeInclusive<u64> = 6..=12;

/// The hours of a clock.
pub const HOURS_OF_DAY: std::ops::RangeInclusive<u64> = 1..=12;

/// The word for one that the hour of a clock has, where it is another, and the hour: ఒంటి గంట.
pub fn one_oclock(table: &Table, numeral: &Numeral) -> Option<(&'static str, &'static str)> {
    let words = || table.word(Name::OneOclock)?.split_once(' ');
    (numeral.integer() == Some(1)).then(words)?
}

/// Whether the word for one hour at a place has an ending that an hour of the clock has, or a word for "until" and the like after it:
/// 1 గంటకు, 1 గంట వరకు, but not 1 గంట పాటు.
pub fn is_told_by_clock(view: &View, at: usize, hour: &str) -> bool {
    let word = view.word(at);
    let until = |word: &str| view.table.lists(List::Until, word);
    let at_it = |case| verbalize::has_ending(view.table, &word, case);
    word.strip_prefix(hour).is_some_and(|ending| match ending {
        "" => until(&view.next_word(at + view.letters(at).len())),
        _ => until(ending) || verbalize::per_ending(view.table).is_some_and(at_it),
    })
}

/// Whether the word at a place is one that stands beside a time: o'clock, p.m.
pub fn clock_after(view: &View, at: usize) -> bool {
    let rest = view.rest(view.skip_white(at)).iter();
    let next = rest.take_while(|c| script::letter(**c).is_some() || **c == '.');
    let next = next.filter(|c| **c != '.').flat_map(|c| c.to_lowercase());
    let next: String = next.collect();
    let native = || {
        view.native(&next)
            .is_some_and(|word| is_clock(view.table, &word))
    };
    is_clock(view.table, &next) || native()
}

/// Whether an hour, minutes and seconds with stops between them come at a place: at 06.33.02, 10.15.22 IST. After "at" no date may be meant.
pub fn is_of_seconds(view: &View, at: usize) -> bool {
    if [2, 5].iter().any(|stop| view.get(at + stop) != Some('.')) {
        return false;
    }
    let (parts, end) = view.numbers(at, '.');
    let [hour, minute, second] = &parts[..] else {
        return false;
    };
    let two = parts.iter().all(|part| part.len() == 2);
    let fits = hour.is_in(0..=23) && minute.is_in(0..=59) && second.is_in(0..=59);
    let day = || hour.is_day() && minute.is_in(1..=12);
    let at_it = || view.words_before(at, 1, |word| word == "at") && !day();
    two && fits && (clock_after(view, end) || zone_after(view, end).is_some() || at_it())
}

/// Whether a word stands beside a time, perhaps with an ending: மணிக்குத், ಗಂಟೆಯಿಂದಲೇ.
pub fn is_clock(table: &Table, word: &str) -> bool {
    let inflected = |rest: &str| !rest.is_ascii() && table.suffix(rest).is_some();
    let mut listed = table.list(List::Clock);
    listed.any(|clock| {
        word.strip_prefix(clock)
            .is_some_and(|rest| rest.is_empty() || inflected(rest))
    })
}

/// The place after the name of a zone that follows a time: 10:15 GMT.
pub fn zone_after(view: &View, at: usize) -> Option<usize> {
    let start = view.skip_spaces(at);
    let word = view.word(start);
    let end = start + view.letters(start).len();
    let capitals = |zone: &str| !zone.is_ascii() || view.get(start).is_some_and(char::is_uppercase);
    let named = everywhere(Everywhere::Zones).any(|zone| zone == word && capitals(zone));
    (named && start > at).then_some(end)
}

/// Whether a form of the word for minutes tells when something is rather than how long: মিনিটে, నిమిషాలకు.
pub fn is_at(table: &Table, word: &str) -> bool {
    let mut endings = table.list(List::AtTimes);
    word.ends_with(['ে', 'ે', 'େ']) || endings.any(|at| word.ends_with(at))
}

/// Whether the a.m. or p.m. of English comes at a place.
pub fn meridiem_after(view: &View, at: usize) -> bool {
    let rest = view.rest(view.skip_spaces(at)).iter().copied();
    let word: Vec<char> = rest.filter(|c| *c != '.').take(3).collect();
    match word[..] {
        // 8:03 amJune 30
        ['a' | 'p', 'm', next] if next.is_ascii_alphabetic() => next.is_uppercase(),
        ['A' | 'P' | 'a' | 'p', 'M' | 'm', next] => !next.is_ascii_alphabetic(),
        ['A' | 'P' | 'a' | 'p', 'M' | 'm'] => true,
        _ => false,
    }
}

/// The place after the "hrs" of a time of 24 hours.
pub fn hours_after(view: &View, at: usize) -> Option<usize> {
    let start = view.skip_spaces(at);
    let letters = view.letters(start);
    let word = lowercase(letters);
    let is = everywhere(Everywhere::FullHours).any(|hours| hours == word);
    let end = start + letters.len();
    // A stop within the clause is its own.
    let own = view.get(end) == Some('.') && view.is_heard_from(end + 1);
    is.then_some(end + usize::from(own))
}

/// Whether a text begins with the word for minutes as it is shortened: মিঃ, ମି.
pub fn is_short_minute(text: &[char], table: &Table) -> bool {
    let letters = text.iter().map_while(|c| script::letter(*c).map(|_| *c));
    let letters: String = letters.collect();
    let stem = letters.trim_end_matches(['ঃ', 'ଃ']);
    let stopped = stem.len() < letters.len() || text.get(letters.chars().count()) == Some(&'.');
    let mut readings = table.with_stop(stem).iter();
    stopped && readings.any(|reading| minutes(table) == Some(reading.said()))
}

/// The word for minutes, where those of a clock have one.
fn minutes(table: &Table) -> Option<&'static str> {
    table.word(Name::Minute).and(table.word(Name::Minutes))
}

/// Whether minutes end in a five or a zero.
pub fn is_five(minutes: &Digits) -> bool {
    matches!(minutes.last(), Some(0 | 5))
}

/// Whether a word is a part of the day that stands before an hour.
pub fn is_daytime(view: &View, word: &str) -> bool {
    view.table.lists(List::Daytimes, word)
}

/// Whether a part of the day, which may be shortened, stands right before a place, or with a word for "about" between: ରାତି ପ୍ରାୟ ୧୧.୪୫ରେ.
pub fn follows_daytime(view: &View, at: usize) -> bool {
    let daytime = |word: &str| is_daytime(view, word);
    let about = || {
        let (_, words) = view.lead(at);
        let mut back = words.iter().rev().map(|word| &*word.text);
        let hedge = |word| view.table.lists(List::About, word);
        back.next().is_some_and(hedge) && back.next().is_some_and(daytime)
    };
    view.follows_short(at, daytime) || about()
}

/// Whether the word for minutes comes at a place: it takes the endings of the time, and its number is said in full.
pub fn minutes_after(view: &View, at: usize, table: &Table) -> bool {
    let rest = view.rest(view.skip_white(at));
    // Without the virama that a final consonant may have.
    let word = minutes(table).map(|w| w.trim_end_matches('୍'));
    word.is_some_and(|word| {
        let full = word
            .chars()
            .eq(rest.iter().copied().take(word.chars().count()));
        full || is_short_minute(rest, table)
    })
}

/// Whether a part of the day and its hour come at a place: सकाळी 10 - सायं. 6.
pub fn hour_follows(view: &View, at: usize) -> bool {
    let start = view.skip_spaces(at);
    let word = view.word(start);
    let end = start + view.letters(start).len();
    let stop = usize::from(view.get(end) == Some('.'));
    let daytime = match stop {
        0 => is_daytime(view, &word),
        _ => view.shortens(&word, List::Daytimes),
    };
    daytime && view.is_digit(view.skip_spaces(end + stop))
}

/// Whether an hour with its word, or after its part of the day, comes at a place, as after a date: 28/11, 8 am; 12/10 शाम 6 बजे.
pub fn is_before_hour(view: &View, end: usize) -> bool {
    let comma = usize::from(view.get(end) == Some(','));
    let next = view.skip_spaces(end + comma);
    // 11/9 at 5 pm
    let timed = view.language == Language::En && view.lists(List::Timed, &view.word(next));
    let next = match timed {
        true => view.skip_spaces(next + view.letters(next).len()),
        false => next,
    };
    let hour = |start: usize| {
        let (hour, mut last) = view.digits(start);
        if matches!(view.get(last), Some('.' | ':')) && view.is_digit(last + 1) {
            last = view.digits(last + 1).1;
        }
        hour.is_in(HOURS_OF_DAY).then_some(last)
    };
    let timed = || hour(next).is_some_and(|end| clock_after(view, end));
    next > end && (timed() || hour_follows(view, next))
}

/// Whether what begins at an hour lasts until the same hour: రాత్రి షిఫ్ట్ 8-8, 9-9 shift.
pub fn is_around_clock(view: &View, from: usize, hour: &Digits, end: usize) -> bool {
    let before = match view.language {
        Language::En => List::TimedAfter,
        _ => List::Timed,
    };
    let timed = |word: &str| is_daytime(view, word) || view.table.lists(before, word);
    let shift = || view.table.lists(List::TimedAfter, &view.next_word(end));
    let told = || view.words_before(from, 2, timed) || follows_daytime(view, from) || shift();
    hour.is_in(OF_SHIFTS) && !view.speaks_of(Kind::Score) && told()
}

/// Whether a figure stands behind the two ends of a way, if a text has these: Chennai - Madurai.
pub fn ends_of_way(text: &[char]) -> Option<bool> {
    let dash = |c: &[char]| c[0] == ' ' && script::is_dash(c[1]) && c[2] == ' ';
    let begin = text.windows(3).rposition(dash)?;
    let mut behind = text[begin..].iter();
    Some(behind.any(|c| script::digit(*c).is_some()))
}
