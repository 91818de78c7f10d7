//! Days of the week and months, in full or shortened, in the language of the clause or in English.

use super::ending::{after_link, follows_to, skip_english};
use super::letters;
use crate::text::normalize::ground::*;

/// The list of months has all of them as often as there are other spellings.
const MONTHS: usize = 12;
/// Characters of a short name of a month that may be another word as well.
const SHORT_WORD: usize = 3;

/// Which day of the week letters shorten, Monday first.
pub fn day_of_week(letters: &[char]) -> Option<usize> {
    let [first, rest @ ..] = letters else {
        return None;
    };
    let short = (2..=4).contains(&rest.len()) && rest.iter().all(char::is_ascii_lowercase);
    if !short || !matches!(first, 'M' | 'T' | 'W' | 'F' | 'S') {
        return None;
    }
    let english = table(Language::En);
    let day = english.named(Family::ShortWeekdays, &lowercase(letters))?;
    english.list(List::Weekdays).position(|name| name == day)
}

/// Whether a word in small letters is a day of the week in full.
pub fn is_weekday(view: &View, word: &str) -> bool {
    let mut days = view.table.list(List::Weekdays);
    days.any(|day| day.to_lowercase() == word)
}

/// Whether a word in small letters is the short name of a day in English.
pub fn is_short_name(word: &str) -> bool {
    table(Language::En)
        .named(Family::ShortWeekdays, word)
        .is_some()
}

/// Whether the clause before has a day of the week: Mon to Sat, 9-1.
pub fn follows_weekday(view: &View) -> bool {
    let mut earlier = view.earlier_words().iter();
    earlier.any(|word| is_weekday(view, &word.text) || is_short_name(&word.text))
}

/// Whether a span is the short name of a day of the week.
pub fn is_short_weekday(view: &View, span: &Classified) -> bool {
    said_in_full(span).is_some_and(|said| view.table.lists(List::Weekdays, said))
}

/// Whether a word is the short name of a day, with its stop perhaps.
pub fn is_day(word: &[char]) -> bool {
    day_of_week(word.strip_suffix(&['.']).unwrap_or(word)).is_some()
}

/// A month where it stands.
pub struct MonthAt {
    pub month: Month,
    /// The place after it, and after its stop.
    pub end: usize,
    /// Whether it is written as the language says it.
    pub in_full: bool,
}

/// The month that a word names in the language of a table, or in English; in full or shortened.
pub fn month_at(view: &View, table: &'static Table, at: usize) -> Option<MonthAt> {
    let length = view.letters(at).len();
    if length < 2 {
        return None;
    }
    let word = view.word(at);
    let end = at + length;
    // 10th Dec. Call us
    let stop = view.get(end) == Some('.') && !ends_at_month(view, end + 1);
    let stop = usize::from(stop);
    let latin = word.is_ascii();
    let english = self::table(Language::En);
    // Months that are words of other languages besides begin with a capital.
    let own = !latin || std::ptr::eq(table, english);
    let name_too = || english.lists(List::MonthNames, &word);
    if !own && name_too() && !view.get(at).is_some_and(char::is_uppercase) {
        return None;
    }
    // "Rows 12-20 may board."
    let verb = || {
        let timed = |word: &str| precedes_day(table, word);
        let small = view.get(at).is_some_and(char::is_lowercase);
        small && view.is_letter(view.skip_spaces(end)) && !view.words_before(at, 1, timed)
    };
    if own && word == "may" && verb() {
        return None;
    }
    let source = if own { table } else { english };
    // A short one in another script may be a word, were it not for its stop: जन, but not डिसें and सितं.
    let cut = |c| script::is_virama(c) || matches!(c, 'ं' | 'ం' | 'ಂ' | 'ം' | 'ੰ');
    let only = || word.ends_with(cut) || word.chars().count() > SHORT_WORD;
    let short = || short_month(source, &word).filter(|_| latin || stop > 0 || only());
    // Months of another calendar have the same days.
    let other = || table.list(List::OwnMonths).position(|month| month == word);
    let (month, end, in_full) = match short() {
        Some(month) => (month, end + stop, false),
        None => match other().filter(|_| own) {
            Some(at) => (Month::Own(at), end, own),
            None => match calendar(source, |month| month.eq_ignore_ascii_case(&word)) {
                Some(month) => (month, end, own),
                // 12 ફેબ્રુએ
                None => {
                    let counted = own && !latin && at > 1 && view.is_digit(at - 2);
                    let (month, length) = counted.then(|| bent_month(table, &word))??;
                    (month, at + length, false)
                }
            },
        },
    };
    Some(MonthAt {
        month,
        end,
        in_full,
    })
}

/// The month that a word is short for which has an ending of the language, and the characters before that: જાન્યુએ.
fn bent_month(table: &Table, word: &str) -> Option<(Month, usize)> {
    let mut ends = word.char_indices().skip(SHORT_WORD + 1);
    ends.find_map(|(at, _)| {
        let (short, ending) = word.split_at(at);
        let month = short_month(table, short).filter(|_| table.suffix(ending).is_some())?;
        Some((month, short.chars().count()))
    })
}

/// The month that a word at a place names.
pub fn month_named(view: &View, at: usize) -> Option<Month> {
    month_at(view, view.table, at).map(|found| found.month)
}

/// The month that a word is short for.
pub fn short_month(table: &Table, word: &str) -> Option<Month> {
    let name = table.named(Family::ShortMonths, word)?;
    calendar(table, |month| month == name)
}

/// The month of the calendar with this name, in any of its spellings.
fn calendar(table: &Table, is_named: impl Fn(&str) -> bool) -> Option<Month> {
    let index = table.list(List::Months).position(is_named);
    index.map(|at| Month::Calendar(at % MONTHS))
}

/// Whether the day of a month with its name stands at a place.
pub fn is_day_at(view: &View, at: usize) -> bool {
    let (_, table) = view.numerals(at);
    let (digits, end) = view.digits(at);
    let end = skip_english(view, end);
    digits.is_day() && view.get(end) == Some(' ') && month_at(view, table, end + 1).is_some()
}

/// Whether a day and a month with a stroke, from `at` to `end`, are the first or the last of so many days: 1/6 to 31/5. One of both has a
/// day that is no month.
pub fn spans_days(view: &View, at: usize, end: usize) -> bool {
    let day = |at: usize| {
        let (day, stroke) = view.digits(at);
        let (month, end) = view.digits(stroke + 1);
        let fits = view.get(stroke) == Some('/') && day.is_in(1..=31) && month.is_in(1..=12);
        day.value().filter(|_| fits && view.get(end) != Some('/'))
    };
    let late = |day: Option<u64>| day > Some(MONTHS as u64);
    // 3/4 to 5/4, which is more than a whole, but 3/4 to 5/4 inches
    let month = |at: usize| view.digits(view.digits(at).1 + 1);
    let rises = |next: usize| {
        let (same, end) = month(next);
        let same = same.value();
        day(at) < day(next)
            && month(at).0.value() == same
            && day(next) > same
            && same > Some(2)
            && !view.is_letter(view.skip_spaces(end))
    };
    let opens = || {
        let next = after_link(view, end, |word| view.is_to(word));
        let next = next.filter(|next| day(*next).is_some());
        next.is_some_and(|next| late(day(at)) || late(day(next)) || rises(next))
    };
    let dated = |span: &Classified| matches!(span.class, Class::Date(_));
    let last = || view.last_counted().is_some_and(dated);
    let linked = || follows_to(view, at) || view.last_class() == Some(&Class::Range);
    day(at).is_some() && (opens() || linked() && last())
}

/// Whether the "and" between two days of a month stands at a place in English, and the place after it: Nov 6 and 11, Dec 11 & 14.
fn and_at(view: &View, at: usize) -> Option<usize> {
    let and = view.table.word(Name::Ampersand);
    let word = and == Some(&*view.word(at));
    let length = if word { view.letters(at).len() } else { 1 };
    let found = view.language == Language::En && (word || view.get(at) == Some('&'));
    found.then_some(at + length)
}

/// Whether a span is such an "and", and nothing that the number behind it counts comes after it, at a place.
pub fn joins_days(view: &View, span: &Classified, end: usize) -> bool {
    and_at(view, span.range.start).is_some() && ends_list(view, end)
}

/// Whether nothing that a number counts comes at a place.
fn ends_list(view: &View, end: usize) -> bool {
    let next = view.skip_spaces(end);
    let word = || next > end && view.table.lists(List::Prose, &view.word(next));
    !view.get(next).is_some_and(char::is_alphanumeric) || word()
}

/// The month of a day within a list of three or more, whose first one the month stands before: Dec 11, 14 & 17.
pub fn month_of_list(view: &View, at: usize, day: &Digits, end: usize) -> Option<Month> {
    let rises = |first: &Digits, second: &Digits| second.is_day() && first.value() < second.value();
    let before = match view.is_first(at) {
        true => view.earlier,
        false => &view.text[..at],
    };
    if before.iter().rev().find(|c| **c != ' ') != Some(&',') {
        return None;
    }
    let mut words = before.rsplit(|c| *c == ' ').filter(|word| !word.is_empty());
    let mut first = day.clone();
    let name = loop {
        match words.next()? {
            [number @ .., ','] if number.iter().all(char::is_ascii_digit) => {
                let number = digits(number, 0).0;
                first = Some(number).filter(|number| rises(number, &first))?;
            }
            name => break name,
        }
    };
    let (mut last, mut end) = (day.clone(), skip_english(view, end));
    loop {
        let comma = view.get(end) == Some(',');
        let and = and_at(view, view.skip_spaces(end));
        let next = and.filter(|_| !comma).unwrap_or(end + 1);
        let (number, after) = view.digits(view.skip_spaces(next));
        last = Some(number).filter(|number| rises(&last, number))?;
        end = skip_english(view, after);
        match comma {
            true => {}
            false if and.is_some() && ends_list(view, end) => break,
            false => return None,
        }
    }
    let name: String = name.iter().filter(|c| **c != '.').collect();
    let name = name.to_lowercase();
    let full = || calendar(view.table, |month| month.eq_ignore_ascii_case(&name));
    let listed = first.value() < day.value();
    short_month(view.table, &name)
        .or_else(full)
        .filter(|_| listed)
}

/// Whether a word stands before a day: on, by, until.
pub fn precedes_day(table: &Table, word: &str) -> bool {
    table.lists(List::Timed, word) || crate::language::table(Language::En).lists(List::OnDay, word)
}

/// Whether a date with a month in Latin letters at `month` follows a word of English, which says it: After 11th Dec.
pub fn is_after_english(view: &View, at: usize, month: usize) -> bool {
    if !view.get(month).is_some_and(|c| c.is_ascii_alphabetic()) {
        return false;
    }
    let english = table(Language::En);
    let weekday = |word: &str| {
        let mut days = english.list(List::Weekdays);
        days.any(|day| day.eq_ignore_ascii_case(word))
    };
    let on = |word: &str| word.is_ascii() && precedes_day(english, word) || weekday(word);
    // Modified on Thursday, | 09 July
    let last = || view.earlier_words().last();
    let parted = || view.is_first(at) && last().is_some_and(|word| weekday(&word.text));
    view.words_before(at, 1, on) || parted()
}

/// Whether a word ends at a place that is short for a day of the week elsewhere: ನನ್ನ ಗುರು. ನಾನು
pub fn is_weekday_too(view: &View, at: usize) -> bool {
    let word = |span: &Classified| span.class == Class::Word;
    let written: String = view.letters_before(at).iter().collect();
    let readings = view.table.with_stop(&written);
    let day = |reading: &Reading| view.table.lists(List::Weekdays, reading.said());
    let told = !readings.is_empty() && readings.iter().all(day);
    told && view.span_before(at).is_some_and(word) && !view.is_address()
}

/// The day of the week or the month whose short or full name stands at a place.
pub fn day_or_month(view: &View, at: usize) -> Option<Meaning> {
    let letters = letters::run(view, at);
    if letters.first()?.is_ascii() {
        let capital = |_: &Month| letters[0].is_uppercase();
        let month = || month_named(view, at).filter(capital).map(Meaning::Month);
        return day_of_week(letters).map(Meaning::Weekday).or_else(month);
    }
    let written: String = letters.iter().collect();
    // শনি-বৃহঃ
    let short = || {
        let visarga = written.strip_suffix(['ঃ', 'ଃ']);
        let mut readings = view.table.with_stop(visarga.unwrap_or(&written)).iter();
        let named = |reading: &&Reading| full(view.table, reading.said()).is_some();
        let first = readings.next()?;
        let later = || readings.find(named).filter(|_| visarga.is_some());
        let reading = Some(first).filter(named).or_else(later);
        reading.map(Meaning::Reading)
    };
    let month = || short_month(view.table, &written).map(Meaning::Month);
    full(view.table, &written).or_else(month).or_else(short)
}

/// The day or the month with this name.
fn full(table: &Table, name: &str) -> Option<Meaning> {
    let mut weekdays = table.list(List::Weekdays);
    let weekday = weekdays.position(|weekday| weekday == name);
    let month = || calendar(table, |month| month == name).map(Meaning::Month);
    weekday.map(Meaning::Weekday).or_else(month)
}

/// Whether a sentence begins with a capital after the stop of a month: till 31st Oct. Documents.
pub fn ends_at_month(view: &View, at: usize) -> bool {
    let next = view.skip_spaces(at);
    next > at
        && letters::is_name(view.letters(next))
        && !view.is_currency(next)
        && is_announced(view, next)
}

/// Whether the word at a place begins a sentence after an hour or a day, as a name does not: 5 p.m. Rajdhani, 26 Jan. Parade
pub fn is_announced(view: &View, at: usize) -> bool {
    use List::{Announced, Prose, SentenceBegins};
    let word = view.word(at);
    let mut lists = [Announced, Prose, SentenceBegins].into_iter();
    lists.any(|list| view.lists(list, &word))
}

/// Whether the day of the week comes after two numbers, 22/11 (சனி), 3/3 Mon, or a bracket where papers tell the place and the day:
/// କଟକ,୧୨/୩(ସମିସ). The second and third are no `common` fraction.
pub fn names_day(view: &View, at: usize, end: usize, common: bool) -> bool {
    let next = view.skip_spaces(end);
    if view.get(next) == Some('(') {
        let placed = next == end && view.before(at) == Some(',') && !common;
        return placed || day_or_month(view, next + 1).is_some();
    }
    let day = || matches!(day_or_month(view, next), Some(Meaning::Weekday(_)));
    // Sun flower oil
    let last = || view.get(view.skip_spaces(next + view.letters(next).len()));
    let ends = || !last().is_some_and(char::is_alphabetic);
    next > end && view.language == Language::En && !common && day() && ends()
}

/// Whether the word for hours after a time ends at a place, and a sentence begins at the `next` one: 22:30 hrs. Pay here.
pub fn follows_hours(view: &View, at: usize, next: usize) -> bool {
    let [.., time, hours] = view.left else {
        return false;
    };
    let written = lowercase(&view.text[hours.range.clone()]);
    let full = || everywhere(Everywhere::FullHours).any(|listed| listed == written);
    let ends = hours.range.end == at && matches!(time.class, Class::Time(_)) && full();
    ends && day_or_month(view, next).is_none()
}
