//! Dates: 15/08/2024, 2024-01-26, 15 August 2024, August 15.

use std::ops::RangeInclusive;

use super::prelude::*;

/// The last two digits of a year in a date with stops.
const THIS_CENTURY: RangeInclusive<u64> = 15..=49;
/// The same where the month has one digit, as few versions have it.
const LATELY: RangeInclusive<u64> = 20..=30;
/// A year of two digits after a hyphen and no day of a month before.
const RECENT: RangeInclusive<u64> = 20..=49;
/// Of how many parts fractions mostly are.
const PARTS: [u64; 7] = [2, 3, 4, 5, 6, 8, 10];
/// A year beside a month without a day.
const YEARS: std::ops::Range<u64> = 1000..2200;
/// What years of two digits are counted from.
const CENTURY: u64 = 2000;
/// A number after it is a day.
const MOST_MONTHS: u64 = 12;

/// Day, month and year, in the order of India or of ISO 8601.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    // Inside a longer number, and not after a word with its stop or another date: 01.12.26-31.12.26.
    let after_stop = view.before(at) == Some('.') && at >= 2 && view.is_letter(at - 2);
    let ends_range = || match view.left {
        [.., first, dash] => dash.class == Class::Range && matches!(first.class, Class::Date(_)),
        _ => false,
    };
    // तारीख-5/12
    let labelled = || {
        let date = |word: &str| view.table.lists(List::Date, word);
        view.before(at) == Some('-') && view.follows_short(at, date)
    };
    let parted = matches!(view.before(at), Some('-' | '/' | '.'));
    if parted && !after_stop && !ends_range() && !labelled() {
        return None;
    }
    let (language, table) = view.numerals(at);
    let (first, end) = view.digits(at);
    let separator = view.get(end).filter(|c| matches!(c, '-' | '/' | '.'))?;
    let (second, end) = view.digits(end + 1);
    let (third, last) = match view.get(end) == Some(separator) {
        true => view.digits(end + 1),
        false => (Digits::default(), end),
    };
    // "i5-1240P" has no month.
    if view.before(at).is_some_and(|c| c.is_ascii_alphabetic()) {
        return None;
    }
    let expires = separator == '/' && third.is_empty() && is_expiry(view, &first, &second, last);
    let zero = |part: &Digits| part.len() == 2 && part[0] == 0;
    let told = third.is_empty()
        && match separator {
            '/' => zero(&first) || zero(&second) || is_told(view, table, at, last),
            '.' => stopped::is_day(view, &first, &second, at, last),
            '-' => stopped::is_hyphened(view, &first, &second, at, last),
            _ => false,
        };
    let (day, month, year) = match told && first.len() <= 2 && second.len() <= 2 {
        _ if expires => (&third, &first, &second),
        true => (&first, &second, &third),
        false => parts(&first, &second, &third, separator, || {
            // PHP 8.2.25 and section 2.1.23 are none.
            let named = || {
                view.words_before(at, 1, |word| word.is_ascii()) || view.follows(at, List::Numbered)
            };
            dated(view, table, at) || language != Language::En && !named()
        })?,
    };
    if view.is_digit(last) || view.get(last) == Some(separator) && view.is_digit(last + 1) {
        return None;
    }
    // Letter no. 12/2026-27
    let numbered = third.is_empty() && separator != '.';
    let spans = || told && spans_days(view, at, last);
    if numbered && view.get(last) == Some('-') && view.is_digit(last + 1) && !spans() {
        return None;
    }
    // The T of 2026-11-05T10:30:00Z is not said.
    let stamped = first.len() == 4 && view.get(last) == Some('T') && view.is_digit(last + 1);
    let last = last + usize::from(stamped);
    let (mut number, mut month) = (day.value()?, month.value()?);
    let year_number = year.value()? + if expires { CENTURY } else { 0 };
    // Where the month cannot be one, the two stand in the American order, and are said so.
    let swapped = month > 12;
    if swapped {
        (number, month) = (month, number);
    }
    let index = (month as usize).checked_sub(1).filter(|m| *m < 12)?;
    let month = Month::Calendar(index);
    let dayless = day.is_empty();
    // 45/क3/2024 is the number of a file.
    if dayless && script::bases(view.letters_before(at)) == 1 {
        return None;
    }
    let fits = match dayless {
        true => YEARS.contains(&year_number),
        // HSN 8471.30.10
        false if first.len() == 4 && separator == '.' && !YEARS.contains(&year_number) => false,
        false => (1..=31).contains(&number),
    };
    if !fits || separator == '.' && is_of_seconds(view, at) {
        return None;
    }
    let order = match dayless || swapped && third.is_empty() {
        true => Order::MonthFirst,
        false => day_first(view, at),
    };
    let day = (!dayless).then_some(number);
    let year = (dayless || !third.is_empty()).then_some(year_number);
    Some(Class::date(day, month, year, order).inflected(view, last, language))
}

/// Whether two numbers are the month and the year until which something is valid: card valid thru 05/27. Years that may be
/// months are none.
fn is_expiry(view: &View, first: &Digits, second: &Digits, end: usize) -> bool {
    let two = first.len() == 2 && second.len() == 2;
    let fits = two && first.is_in(1..=12) && second.is_in(THIS_CENTURY);
    let tells = |word: &Word| view.cues_of(word).has(Kind::Expiry);
    // 12/15, exp 28-Nov: the word has a date of its own.
    let other = |word: &Word| word.range.start >= end && view.digit_near(word.range.end);
    let told = || {
        let mut here = view.words().iter();
        view.earlier_words().iter().any(tells) || here.any(|word| tells(word) && !other(word))
    };
    fits && told() && !is_counted(view, end)
}

/// Whether a word beside two numbers says that they are a day and a month: Wed 19/11, 19/11 ఆదివారం, दिनांक 3/4.
fn is_told(view: &View, table: &Table, at: usize, end: usize) -> bool {
    let weekday = |word: &str| {
        let begins = |day: &str| day == word || word.chars().count() > 1 && day.starts_with(word);
        let mut days = table.list(List::Weekdays);
        days.any(|day| begins(&day.to_lowercase()) || word.starts_with(day))
    };
    let (day, slash) = view.digits(at);
    let month = view.digits(slash + 1).0;
    let pair = format!("{}/{}", day.figures(), month.figures());
    let next = view.next_word(end);
    // Journey 3/4 complete
    let common = figures::is_common_fraction(&pair);
    // यात्रा 5/8 घंटे
    let part = common || unit_at(view, end, table, false).is_some() || duration_at(view, end);
    let dated =
        |word: &str| view.lists(List::Date, word) && !(part && view.lists(List::Journeys, word));
    // The attacks of 26/11, but 26/11 Wed, தேதி 9/11
    let of_date = |word: &str| table.lists(List::Date, word) && dated(word);
    let paired = || !weekday(&next) && !view.follows_short(at, of_date);
    if figures::is_pair(table, &pair) && paired() || names_road(view, end) {
        return false;
    }
    let fits = day.is_in(1..=31) && month.is_in(1..=MOST_MONTHS);
    let (day, month) = (day.value(), month.value());
    // More than a whole.
    let whole = day > Some(MOST_MONTHS) && month.is_some_and(|month| month <= MOST_MONTHS);
    // 28/11, 8 am
    let counts = || {
        let named = view.words_before(at, 1, |word| view.cues(word).is_named());
        named || view.follows(at, List::Numbered) || is_in_strokes(view)
    };
    // 11/9 at 5 pm, but pain of 7/10 at 9 am
    let parts = || month.is_some_and(|month| PARTS.contains(&month));
    let rated = || view.lists(List::Timed, &next) && (parts() || view.speaks_of(Kind::Paired));
    let timed = is_before_hour(view, end) && (whole || !part && !counts() && !rated());
    if timed || is_late(view, at, end) {
        return true;
    }
    // By 15/12, on 6/12, which are rather no part of anything.
    let day_only = day > month || month.is_some_and(|month| !PARTS.contains(&month));
    // By 10/10
    let same = day == month && month > Some(4);
    // "Late on 2/10": halves, thirds, quarters and eighths are rather parts, and so is what is counted.
    let on = month.is_some_and(|month| month > 4 && month != 8) && !is_counted(view, end);
    // "The due date is 20/11."
    let is = usize::from(view.follows(at, List::DateIs));
    // 31/12 तक
    let until = || whole && table.list(List::Until).any(|until| next == until);
    // 15/11ರಂದು, but 22/7ర is a fraction
    let bare = || {
        let case = case_at(view, end, table, view.language).is_some_and(|(_, n)| n > 0);
        let told = || view.words_before(at, 1, |word| !view.cues(word).is_empty());
        (whole || day > month && month > Some(4))
            && day_only
            && case
            && !told()
            && !is_in_strokes(view)
            && !view.follows(at, List::Numbered)
            && !view.is_address()
    };
    // 12/12 ರಂದು, 2/12 മുതൽ
    let on_day = || {
        let listed = |list| table.lists(list, &next);
        let falls = || day > month || month > Some(10);
        let from = || listed(List::FromDay) && !(common && goes_on_in_parts(view, end));
        (from() || listed(List::OfDay) && !part && falls()) && !counts()
    };
    // w.e.f. 5/12
    let short = || {
        let last = view.left.last().filter(|_| view.shortened().is_some());
        let letters = last.map(|span| view.text[span.range.clone()].iter().filter(|c| **c != '.'));
        letters.is_some_and(|letters| dated(&letters.collect::<String>().to_lowercase()))
    };
    let spans = || spans_days(view, at, end) && !counts();
    if fits && names_day(view, at, end, common) || bare() || on_day() || short() || spans() {
        return true;
    }
    view.words_before(at, 1 + is, |word| {
        weekday(word)
            || dated(word)
            || (day_only || same && !view.speaks_of(Kind::Rating)) && precedes_day(table, word)
            || on && view.lists(List::OnDay, word)
    }) || !next.is_empty()
        && table.word(Name::Oh).is_none()
        && (dated(&next)
            || weekday(&next)
            || until()
            || whole && table.lists(List::Daytimes, &next))
}

/// Whether a word comes at a place, and then two numbers with a stroke: 1/2 முதல் 3/4 is from one part to another.
fn goes_on_in_parts(view: &View, at: usize) -> bool {
    let word = view.skip_spaces(at);
    let second = view.skip_spaces(word + view.letters(word).len());
    view.get(view.digits(second).1) == Some('/')
}

/// Whether two numbers that end a phrase are a day of November or December that is no month, and nothing tells what else they may be.
/// In "the answer is 15/12" they are a fraction.
fn is_late(view: &View, at: usize, end: usize) -> bool {
    let (day, stroke) = view.digits(at);
    let month = view.digits(stroke + 1).0;
    let fits = day.is_in(13..=31) && month.is_in(11..=12) && view.language == Language::En;
    let ends = matches!(view.get(end), None | Some('.' | ',' | ';' | ')' | ':'));
    fits && ends
        && !view.follows(at, List::DateIs)
        && told_before(view, at).is_nothing()
        && !is_in_strokes(view)
        && !is_formula(view)
        && !view.is_address()
        && !has_unit(view, end)
}

/// Whether the word for a date stands right before one.
fn dated(view: &View, table: &Table, at: usize) -> bool {
    view.words_before(at, 1, |word| {
        table.lists(List::Date, word)
            || view.lists(List::Date, word)
            || view.lists(List::OnDay, word)
    })
}

/// Which of two or three numbers is the day, the month, the year.
fn parts<'d>(
    first: &'d Digits,
    second: &'d Digits,
    third: &'d Digits,
    separator: char,
    told: impl Fn() -> bool,
) -> Option<(&'d Digits, &'d Digits, &'d Digits)> {
    match (first.len(), second.len(), third.len()) {
        (4, 1 | 2, 1 | 2) => Some((third, second, first)),
        (1 | 2, 1 | 2, 4) => Some((first, second, third)),
        (1 | 2, 1 | 2, 2) if separator != '.' => Some((first, second, third)),
        // Stops part versions too: 2.0.11.
        (1 | 2, 2, 2) if THIS_CENTURY.contains(&third.value()?) => Some((first, second, third)),
        // Dt. 4.6.24
        (1 | 2, 1, 2) if LATELY.contains(&third.value()?) && told() => Some((first, second, third)),
        // With a zero before it, a number is no end of a range.
        (2, 2, 0) if separator == '-' && (first[0] == 0 || second[0] == 0) => {
            Some((first, second, third))
        }
        // A month and its year.
        (1 | 2, 4, 0) if separator != '.' && second[0] > 0 => Some((third, first, second)),
        _ => None,
    }
}

/// Whether an article or what stands for one comes before a place: the 5 May, every 15 August.
fn follows_determiner(view: &View, at: usize) -> bool {
    let every =
        |word: &str| view.table.lists(List::BeforeWeekday, word) && !precedes_day(view.table, word);
    view.words_before(at, 1, |word| word == "the" || every(word))
}

fn day_first(view: &View, at: usize) -> Order {
    let article = follows_determiner(view, at);
    Order::DayFirst { article }
}

/// A year, if there is one, and the place after it, or else `end`.
fn parted(year: Option<(u64, usize)>, end: usize) -> (Option<u64>, usize) {
    year.map_or((None, end), |(year, end)| (Some(year), end))
}

/// The month of a later day, where a dash or the word for it parts the two: 10-15 Nov, 10 to 15 November, in English also 23rd & 24th Jan.
fn month_of_range(view: &View, table: &'static Table, at: usize) -> Option<Month> {
    let next = view.skip_spaces(at);
    // 24/25 Oct
    let dash = view.is_dash(next) || view.get(at) == Some('/');
    let and = table
        .word(Name::Ampersand)
        .filter(|_| table.word(Name::Of).is_some());
    let word = || [table.word(Name::To), and].contains(&Some(&*view.word(next)));
    let length = match dash || and.is_some() && view.get(next) == Some('&') {
        true => 1,
        false if next > at && word() => view.letters(next).len(),
        false => return None,
    };
    let start = view.skip_spaces(next + length);
    let (digits, end) = view.digits(start);
    let end = skip_english(view, end);
    let month = month_at(view, table, view.skip_spaces(end))?;
    (digits.is_day() && view.get(end) == Some(' ')).then_some(month.month)
}

/// Whether a language has a form of its own for a day beside the name of its month.
fn names_days(table: &Table) -> bool {
    table.word(Name::Of).is_some() || table.has(List::Days)
}

/// 05Nov25, 5Nov2025: a date without signs or spaces, as banks write it.
pub fn glued(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (digits, end) = view.digits(at);
    let capital = char::is_ascii_uppercase;
    let begins = view.rest(end).first().is_some_and(capital);
    let day = digits.value().filter(|_| begins && digits.is_day())?;
    let month = month_at(view, table, end)?;
    let (year, last) = view.digits(month.end);
    let more = view.get(last).is_some_and(char::is_alphanumeric);
    let year = match year.len() {
        _ if more => return None,
        2 | 4 => year.value(),
        // 27NOV, but not "5 Mary"
        0 if view.text[end..month.end].iter().all(capital) => None,
        _ => return None,
    };
    let class = Class::date(Some(day), month.month, year, day_first(view, at));
    Some(class.inflected(view, last, language))
}

/// The second day of a range after its month, which English says as it says the first: Nov 5-8.
fn day_after_day(view: &View, day: u64, end: usize) -> Option<Candidate> {
    let [.., first, between] = view.left else {
        return None;
    };
    let Class::Date(date) = &first.class else {
        return None;
    };
    let alone = date.day.is_some_and(|first| first < day) && date.year.is_none();
    let counts = || {
        let hour = clock_after(view, end);
        hour || has_unit(view, end) || is_counted(view, end)
    };
    // Sept 3 to 5; Nov 6 and 11
    let listed = || joins_days(view, between, end);
    let named = date.order == Order::MonthFirst;
    let linked = named && view.links(between)
        || (named || matches!(date.order, Order::Day { .. })) && listed();
    if !linked || !alone || counts() {
        return None;
    }
    let end = skip_english(view, end);
    let (year, end) = parted(year_at(view, end), end);
    let order = Order::Day { article: true };
    Some(Class::date(Some(day), date.month, year, order).number(view, end, first.language))
}

/// "15 August 2024": a day before the name of its month.
pub fn day_of_month(view: &View, at: usize) -> Option<Candidate> {
    let (digits, end) = view.digits(at);
    // 1st Apr '25 to 31st Mar '26
    let dated =
        |span: &Classified| matches!(span.class, Class::Date(_)) && span.range.end + 3 >= at;
    let year =
        matches!(view.before(at), Some('\'' | '’')) && view.last_counted().is_some_and(dated);
    let day = digits.value().filter(|_| digits.is_day() && !year)?;
    let english = is_after_english(view, at, skip_english(view, end) + 1);
    let language = if english {
        Language::En
    } else {
        view.numerals(at).0
    };
    let table = table(language);
    if let Some(found) = day_after_day(view, day, end) {
        return Some(found);
    }
    let end = skip_english(view, end);
    if names_days(table)
        && let Some(month) = month_of_range(view, table, end)
    {
        let article = follows_determiner(view, at);
        let class = Class::date(Some(day), month, None, Order::Day { article });
        return Some(class.number(view, end, language));
    }
    let hyphen = view.get(end) == Some('-');
    if !hyphen && view.get(end) != Some(' ') {
        return None;
    }
    let found = month_at(view, table, end + 1)?;
    // Read as any number before any word, where it is one.
    if !names_days(table) && found.in_full && digits[0] > 0 {
        return None;
    }
    let year = year_at(view, found.end).or_else(|| short_year_at(view, found.end, hyphen));
    let (year, end) = parted(year, found.end);
    let class = Class::date(Some(day), found.month, year, day_first(view, at));
    Some(class.inflected(view, end, language))
}

/// "August 15, 2024": the name of a month before its day, or its year.
pub fn month(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at).len();
    if !view.digit_near(at + letters) {
        return None;
    }
    let language = match view.language_at(at)? {
        Language::En if !is_after_english(view, at, at) => view.language,
        language => language,
    };
    let table = table(language);
    let named = month_at(view, table, at)?;
    let (month, end, in_full) = (named.month, named.end, named.in_full);
    if !names_days(table) && in_full || !matches!(view.get(end), Some(' ' | '-')) {
        return None;
    }
    let (number, last) = view.digits(end + 1);
    let found = |day, year, order, end| {
        let class = Class::date(day, month, year, order);
        // Nov 5-8
        let counts = day.is_some() && year.is_none();
        Some(Candidate {
            counts,
            ..class.until(view, end).said_in(language)
        })
    };
    if number.len() == 4 {
        let (year, last) = year_at(view, end)?;
        let found = found(None, Some(year), Order::MonthFirst, last);
        return found.map(|found| found.with_case(view));
    }
    if let Some(year) = year_after_hyphen(view, end, &number, last) {
        return found(None, Some(year), Order::MonthFirst, last);
    }
    let day = number.value().filter(|_| number.is_day())?;
    let last = skip_english(view, last);
    if view.get(last).is_some_and(goes_on) {
        return None;
    }
    let order = match language {
        Language::En => Order::MonthFirst,
        _ => Order::MonthNumber,
    };
    let (year, end) = parted(year_at(view, last), last);
    found(Some(day), year, order, end)
}

/// Whether a number that a character follows is no day.
fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ':' | '%' | '/')
}

/// The year of two digits after the short name of a month and a hyphen, unless it is rather a day: Exp Jun-26.
fn year_after_hyphen(view: &View, hyphen: usize, digits: &Digits, end: usize) -> Option<u64> {
    let on = || view.words_before(hyphen, 2, |word| view.lists(List::OnDay, word));
    let year = digits.value().filter(|n| RECENT.contains(n))?;
    let short = digits.len() == 2 && view.get(hyphen) == Some('-');
    let joined = view.get(end).is_some_and(|c| c == '-' || goes_on(c));
    let more = joined || year_at(view, end).is_some();
    (short && !more && !on()).then_some(CENTURY + year)
}

/// The year at a place, after a space or comma, and the place after it.
fn year_at(view: &View, at: usize) -> Option<(u64, usize)> {
    let at = at + usize::from(view.get(at) == Some(','));
    if !matches!(view.get(at), Some(' ' | '-')) {
        return None;
    }
    let (year, end) = view.digits(at + 1);
    // For Oct 2025: the bill
    let time = view.get(end) == Some(':') && view.is_digit(end + 1);
    // 10-Jun-2025ના
    let ended =
        || case_at(view, end, view.table, view.language).is_some_and(|(_, length)| length > 0);
    let joined = time || view.get(end) == Some('%') || view.is_letter(end) && !ended();
    let value = year.value().filter(|_| year.len() == 4 && !joined)?;
    Some((value, end))
}

/// The year of "05-Nov-26", where a hyphen stands before the month too.
fn short_year_at(view: &View, at: usize, hyphen: bool) -> Option<(u64, usize)> {
    let (year, end) = view.digits(at + 1);
    let more = view.get(end).is_some_and(char::is_alphanumeric);
    let short = hyphen && view.get(at) == Some('-') && year.len() == 2 && !more;
    let value = year.value().filter(|_| short)?;
    Some((value, end))
}
