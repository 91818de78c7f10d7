//! Which words an abbreviation stands for, by what stands beside it: Dr. before a name, 5 min., Min. of Finance.

use super::clock::{clock_after, minutes_after};
use super::count::{beginning, duration_at, is_rupees};
use super::days::day_or_month;
use super::ending::{follows_to, skip_english};
use super::group::WRITTEN_YEARS;
use super::letters::{LONGEST_STOPPED, follows_capitals, is_name};
use super::plate::plate;
use super::unit::is_side;
use super::{figures, numeral, roman, scale};
use crate::text::normalize::ground::*;

/// Characters by which the word for a degree is known.
const DEGREE_STEM: usize = 4;
/// The same for a month.
const MONTH_STEM: usize = 3;
/// The hours of a clock.
const HOURS: u64 = 12;
/// Digits of the number of a coach.
const LONGEST_COACH: usize = 4;
/// No duration is told in so many minutes.
const LENGTHS: u64 = 100;

/// Which of the readings of an abbreviation that stands from `at` to `end` is meant: the first one whose condition holds.
pub fn sense(
    readings: &'static [Reading],
    view: &View,
    at: usize,
    end: usize,
) -> Option<&'static Reading> {
    let next = readings.iter().skip(1).map(Some).chain([None]);
    let mut pairs = readings.iter().zip(next);
    let (reading, _) = pairs.find(|(reading, next)| holds(reading, *next, view, at, end))?;
    Some(reading)
}

/// Whether the condition of a reading holds for an abbreviation from `at` to `end`. `other` is the reading after it.
fn holds(reading: &Reading, other: Option<&Reading>, view: &View, at: usize, end: usize) -> bool {
    if reading.condition == Condition::Before {
        // Bal: Rs 500, Ph-II, INT. – HOUSE
        let sign = view.run(end, |c| matches!(c, ' ' | ':' | '-' | '–' | '/' | ')'));
        let next = view.skip_white(end + sign);
        // yr a/c, paid w/ cash
        let length = view.run(next, |c| c == '/' || c.is_ascii_alphabetic());
        let parted = &view.rest(next)[..length];
        let parted = parted.contains(&'/').then(|| lowercase(parted));
        return reading.is_beside(&view.word(next))
            || parted.is_some_and(|w| reading.is_beside(&w));
    }
    if reading.condition == Condition::After {
        return follows_word(view, at, |word| reading.is_beside(word));
    }
    let next = view.skip_white(end);
    let capital = || view.get(next).is_some_and(char::is_uppercase);
    // Mo.: 98110 23456, Flat No- 12
    let dash = next == end && view.rest(end).starts_with(&['-', ' ']);
    let colon = dash || view.get(next) == Some(':');
    let next = match colon {
        true => view.skip_white(next + 1),
        false => next,
    };
    // Sec-62, No.-5, mob. +91
    let hyphen = matches!(view.get(next), Some('-' | '+')) && view.is_digit(next + 1);
    let next = next + usize::from(hyphen);
    let named = || follows_name(view, at);
    // Nothing else stands in brackets.
    let pair = (view.before(at), view.get(end));
    let bracketed = matches!(pair, (Some('('), Some(')')) | (Some('['), Some(']')));
    match reading.condition {
        Condition::Always => true,
        Condition::BeforeFew => is_few(view, next) && !view.beside_number(at),
        Condition::BeforeHyphen => hyphen && is_age(view, next),
        Condition::BeforeMoney => is_money(view, next),
        Condition::BeforeMeasure => is_side(view, next),
        Condition::BeforeLaw => numbers(view, next) && speaks_of_law(view),
        Condition::BeforeDuration => is_lasting(view, next),
        Condition::BetweenNumbers => is_between_numbers(reading, view, at, next),
        // ಸೆ.23ಕ್ಕೆ, but 23 ಸೆ.
        Condition::BeforeNumber => view.is_digit(next) && !view.beside_number(at),
        Condition::BesideNumber => {
            let lettered = end > at + 2 && next > end && !colon && is_lettered(view, next);
            let last = other.is_none_or(|other| other.condition == Condition::Before);
            is_beside_number(view, at, end, next)
                || is_of_calendar(view, reading.said(), next)
                || last && (is_code(view, next) || is_numeral(view, next) || lettered || named())
        }
        Condition::BeforeYear => is_year(view, next),
        // ಸಂ. 6 ಗಂಟೆಗೆ, બસ સ. 6.15, but ಸಂ. 45
        Condition::BeforeHour => is_hour(view, next, other) && (!named() || is_timed(view, next)),
        Condition::AfterNumbered => named(),
        Condition::AfterName => view.is_digit(next) && follows_a_name(view, at),
        // Mobile no: 98110 23456
        Condition::OfNumbered => {
            let code = || is_code(view, next) || is_numeral(view, next) || is_masked(view, next);
            let code = next > end && code();
            let counts = view.is_digit(next) || colon || code;
            let stop = view.before(end) == Some('.');
            let told = counts || stop || !view.is_heard_from(end);
            stop && code || told && follows_document(view, at)
        }
        Condition::AtEnd => matches!(view.get(end), None | Some(',' | ';' | ')' | '.')),
        // 5 min, Max Rao
        Condition::InSentence => !view.beside_number(at) && next > end && !colon && !capital(),
        Condition::BetweenWords => next > end && is_between_words(view, at, next),
        Condition::BeforeWord => next > end && is_word(view, next),
        Condition::Begins => {
            let before = view.back(at).next().or_else(|| view.earlier.last());
            before == Some(&',') && is_word(view, next) || is_head(view, at, end)
        }
        Condition::Visarga => matches!(view.before(end), Some('ঃ' | 'ଃ')),
        // Thane (W) in the letters of India: ठाणे (प.); at the beginning of a clause it is a label, and after a number: 5 (ಸ).
        Condition::InBrackets => {
            let word = |c: &char| script::digit(*c).is_none();
            bracketed && at > 1 && view.back(at - 1).next().is_none_or(word)
        }
        // Plot 17-C, Sec. 21
        Condition::BeforePlace => is_sector(view, at, end, next),
        // Ram v. State
        Condition::BeforeNameInSmall => view.get(at).is_some_and(char::is_lowercase) && capital(),
        Condition::BeforeName => {
            bracketed && !stands_after(Condition::AfterAmount, view, at)
                || is_before_name(view, at, end, next)
        }
        Condition::BeforeNameOrNumber => {
            let name = next > end && view.get(next).is_some_and(char::is_uppercase);
            name || view.is_digit(next) || view.beside_number(at)
        }
        Condition::BesideCooled => is_cooled(view, at, next),
        condition => stands_after(condition, view, at),
    }
}

/// Whether what is shortened is the label of a sentence, with a colon behind it: the ப: of an answer.
pub fn is_head(view: &View, at: usize, end: usize) -> bool {
    let colon = view.before(end) == Some(':') || view.get(end) == Some(':');
    colon && view.is_first(at) && view.earlier.last() != Some(&',')
}

/// Whether what is shortened at a place has a meaning after a stroke: 28/pr.
pub fn is_counter(view: &View, at: usize) -> bool {
    let readings = view.table.shortened(view.letters(at)).unwrap_or_default();
    let mut readings = readings.iter();
    readings.any(|reading| reading.condition == Condition::AfterStroke)
}

/// Whether a number, perhaps a Roman one, comes at a place.
fn numbers(view: &View, at: usize) -> bool {
    view.is_digit(at) || is_numeral(view, at)
}

/// Whether numbers stand around an abbreviation that begins at `at`, whose second one at `next` is of minutes if it is short for hours: 2 ता.
/// 30 मि., but 5 ता. 10 वाजता.
fn is_between_numbers(reading: &Reading, view: &View, at: usize, next: usize) -> bool {
    let hour = view.table.unit_named(UnitName::Hour).map(NamedUnit::said);
    let minutes = || minutes_after(view, view.digits(next).1, view.table);
    let hours = || Some(reading.said()) != hour || minutes();
    view.is_digit(next) && view.beside_number(at) && hours()
}

/// Whether a name stands right before a place, as of a person: Kavya S., but not Act S.
fn follows_a_name(view: &View, at: usize) -> bool {
    let name = || is_name(view.letters_before(at - 1));
    let others = [List::Laws, List::NoAttribute];
    let other = others.iter().any(|list| view.follows(at, *list));
    view.before(at) == Some(' ') && name() && !other
}

/// Whether a name comes at `next` behind an abbreviation from `at` to `end`.
fn is_before_name(view: &View, at: usize, end: usize, next: usize) -> bool {
    // The Next-Gen Network
    if next == end || view.before(at) == Some('-') {
        return false;
    }
    // Dr (Col) S. K. Menon
    let next = next + usize::from(view.get(next) == Some('('));
    // D'Souza
    let small = |c: char| c.is_lowercase() || matches!(c, '.' | '\'' | '’');
    // Dr A P J Abdul Kalam
    let initial = || {
        let after = view.get(next + 2).is_some_and(char::is_uppercase);
        view.get(next + 1) == Some(' ') && after
    };
    let capital = view.get(next).is_some_and(char::is_uppercase);
    // Dr शर्मा, सीमा W/o रमेश
    let indic = view.text[at].is_ascii() && view.get(next).is_some_and(|c| !c.is_ascii());
    // 500 Dr किए
    let stop = view.before(end) == Some('.');
    let indic = indic && (stop || !stands_after(Condition::AfterAmount, view, at));
    capital && (view.get(next + 1).is_some_and(small) || initial())
        || indic && view.letters(next).len() > 1
}

/// Whether words stand around an abbreviation that begins at `at`, and no initials: भारत वि. पाकिस्तान, but not वि. दा. सावरकर. The second
/// word begins at `next`.
fn is_between_words(view: &View, at: usize, next: usize) -> bool {
    // ಸಂಗೀತ: ವಿ. ಹರಿಕೃಷ್ಣ
    let mark = || matches!(view.get(at - 2), Some('.' | ',' | ':'));
    is_word(view, next) && at > 1 && view.before(at) == Some(' ') && !mark()
}

/// Whether a word that is neither short nor shortened comes at a place.
fn is_word(view: &View, at: usize) -> bool {
    let letters = view.letters(at);
    letters.len() > 2 && view.get(at + letters.len()) != Some('.')
}

/// Whether a year of four digits comes at a place, after the number of something perhaps: 312/2022.
fn is_year(view: &View, at: usize) -> bool {
    let (number, end) = view.digits(at);
    let digits = match view.get(end) {
        Some('/') if !number.is_empty() => view.digits(end + 1).0,
        _ => number,
    };
    let more = view.is_digit(view.skip_spaces(end));
    // c. 261 BCE, c. 11th century
    let era = view.next_word(skip_english(view, end));
    if digits.len() > 1 && era.is_ascii() && view.table.lists(List::Dated, &era) {
        return true;
    }
    digits.len() == 4 && digits.is_in(WRITTEN_YEARS) && !more
}

/// Whether what a condition asks for stands before an abbreviation that begins at a place.
fn stands_after(condition: Condition, view: &View, at: usize) -> bool {
    // ₹500 (Dr)
    let class = match view.left {
        [.., last, _] if view.before(at) == Some('(') => Some(&last.class),
        _ => view.last_class(),
    };
    match condition {
        Condition::AfterLength => view.beside_number(at) && view.left.last().is_some_and(is_length),
        Condition::AfterAmount => match class {
            Some(Class::Money(_) | Class::Percent(_) | Class::Measure(_)) => true,
            // 3,500.00 Dr, which has no currency
            Some(Class::Decimal(number) | Class::Cardinal(number))
                if number.numeral.grouped && view.beside_number(at) =>
            {
                true
            }
            // 1,200 રૂપિયા Cr.
            _ => view.words_before(at, 1, |word| is_rupees(view, word)),
        },
        Condition::AfterDuration => {
            follows_word(view, at, |word| view.table.lists(List::Durations, word))
        }
        Condition::AfterOrdinal => {
            view.beside_number(at) && matches!(class, Some(Class::Ordinal(_)))
        }
        Condition::AfterStroke => {
            view.before(at) == Some('/') && matches!(class, Some(Class::Sign(_) | Class::Money(_)))
        }
        Condition::AfterDegrees => follows_degrees(view, at),
        _ => false,
    }
}

/// Whether such a word stands before a place, with no mark but a stop, a hyphen or a bracket between, and a number perhaps: 2 ഏ. 35 സെ.
fn follows_word(view: &View, at: usize, is: impl Fn(&str) -> bool) -> bool {
    let (text, words) = view.lead(at);
    let mark = |c: &char| matches!(c, ' ' | '.' | '-' | '(') || script::digit(*c).is_some();
    let near = |word: &&Word| text[word.range.end..].iter().all(mark);
    words.last().filter(near).is_some_and(|word| is(&word.text))
}

/// Whether a number of one or two digits comes at a place, which no hour is.
fn is_few(view: &View, at: usize) -> bool {
    let (digits, end) = view.digits(at);
    let goes_on = matches!(view.get(end), Some('.' | ':' | '/' | ',')) && view.is_digit(end + 1);
    (1..=2).contains(&digits.len()) && !goes_on && !clock_after(view, end)
}

/// Whether a number of two digits and nothing more comes at a place: U-17.
fn is_age(view: &View, at: usize) -> bool {
    let (digits, end) = view.digits(at);
    digits.len() == 2 && is_few(view, at) && !view.is_letter(end)
}

/// Whether money comes at a place: a currency, or a number that is written as an amount is.
fn is_money(view: &View, at: usize) -> bool {
    let (numeral, end) = numeral::scan(view.text, at);
    let written = || {
        numeral.grouped
            || figures::skip_stroke(view, end) > end
            || scale::at(view, end, view.table, true).is_some()
    };
    view.is_currency(at) || !numeral.whole.is_empty() && written()
}

/// Whether so many days, months or years come at a place, or from so many to so many.
fn is_lasting(view: &View, at: usize) -> bool {
    let (digits, mut end) = view.digits(at);
    end += usize::from(view.get(end) == Some('+'));
    if view.is_dash(end) {
        end = view.digits(end + 1).1;
    }
    // Exp. 9 ಗಂಟೆಗೆ: an hour lasts no years.
    !digits.is_empty() && duration_at(view, end) && !clock_after(view, end)
}

/// Whether a number comes at `next`, or stands before an abbreviation from `at` to `end`, or what stands for one: the word for "per".
fn is_beside_number(view: &View, at: usize, end: usize, next: usize) -> bool {
    // নং is nothing else anywhere.
    let alone = short(&view.text[at..end]);
    // रुपये प्रति क्वि., 10 वर्ग मी.
    let before = [Name::Per, Name::Square, Name::Cubic].map(|name| view.table.word(name));
    let per = || view.words_before(at, 1, |word| before.contains(&Some(word)));
    let beside = view.is_digit(next) || view.beside_number(at);
    // ಲೀ.ಗೆ ₹102
    let inflected = || {
        let ending = || view.table.suffix(&view.written(end)).is_some();
        view.is_letter(end) && view.before(at) != Some('.') && ending()
    };
    // A. Rao/S. Menon
    let stroke = || {
        let initial = end <= at + 2 && view.get(at).is_some_and(|c| c.is_ascii_uppercase());
        view.before(at) == Some('/') && !(initial && at > 1 && view.is_letter(at - 2))
    };
    beside || alone || stroke() || per() || inflected()
}

/// Whether what an abbreviation is short for is a day of the week before a part of the day or what days have, or a month before the word for
/// one: रवि. दोपहर, रवि. बंद, நவ. மாதம்.
fn is_of_calendar(view: &View, said: &str, next: usize) -> bool {
    let table = view.table;
    let word = view.word(next);
    let daytime = || table.lists(List::Daytimes, &word) || view.shortens(&word, List::Daytimes);
    // रवि. दि. २९
    let date = || table.lists(List::Date, &word) || view.shortens(&word, List::Date);
    let month = || {
        let name = table.unit_named(UnitName::Month).map(NamedUnit::said);
        name.is_some_and(|name| word.starts_with(beginning(name, MONTH_STEM)))
    };
    // जन.-मार्च, दिस.-जन.
    let ranged = || {
        let other = || day_or_month(view, view.skip_spaces(next + 1)).is_some();
        view.is_dash(next) && other() || view.last_class() == Some(&Class::Range)
    };
    let closed = || table.lists(List::AfterWeekday, &word);
    table.lists(List::Weekdays, said)
        && (!word.is_empty() && (daytime() || date() || closed()) || ranged())
        || table.lists(List::Months, said) && (!word.is_empty() && month() || ranged())
}

/// Whether a letter that numbers something comes at a place: Sec. B, but not S.C. An A before a word in small letters is an article.
fn is_lettered(view: &View, at: usize) -> bool {
    let letters = view.letters(at);
    let next = view.get(view.skip_spaces(at + 1));
    let article = letters == ['A'] && next.is_some_and(char::is_lowercase);
    matches!(letters, ['A'..='H']) && !article && view.get(at + 1) != Some('.')
}

/// Whether a number that comes at a place, after what stands from `start` to `end`, is one of a place rather than of a law: Plot 17-C, Sec. 21; Sec-62
/// Noida; Sec. 12, R.K. Puram.
fn is_sector(view: &View, start: usize, end: usize, at: usize) -> bool {
    let (number, after) = view.digits(at);
    if number.is_empty() || speaks_of_law(view) {
        return false;
    }
    let comma = usize::from(view.get(after) == Some(','));
    let name = view.skip_spaces(after + comma);
    let small = |c: char| c.is_lowercase() || c == '.';
    let named = name > after + comma
        && view.get(name).is_some_and(char::is_uppercase)
        && view.get(name + 1).is_some_and(small);
    let hyphen = view.get(end) == Some('-');
    let city = || view.follows(start, List::Places) || follows_capitals(view, start);
    named || hyphen || view.is_address() || view.is_about(Kind::Place) || city()
}

/// Whether a word of the clause tells of a law.
fn speaks_of_law(view: &View) -> bool {
    let mut words = view.words().iter();
    words.any(|word| view.lists(List::Laws, &word.text))
}

/// Whether a Roman numeral that is no other word comes at a place: Bench No. II.
fn is_numeral(view: &View, at: usize) -> bool {
    let letters = view.letters(at);
    roman::is_small(letters) && letters != ['I']
}

/// Whether the word right before a place is the name of what has a number, or an abbreviation.
fn follows_document(view: &View, at: usize) -> bool {
    let space = view.before(at) == Some(' ');
    let near = at > 1 && (view.is_letter(at - 2) || view.get(at - 2) == Some('.'));
    let numbered = || view.follows(at, List::Numbered);
    space && near && (view.shortened().is_some() || follows_name(view, at) || numbered())
}

/// Whether the word before a place is the name of what has a number.
fn follows_name(view: &View, at: usize) -> bool {
    view.words_before(at, 1, |word| view.cues(word).is_named())
}

/// Whether what has air conditioning stands beside the letters for it: an A/C bus, non-A/C.
fn is_cooled(view: &View, at: usize, next: usize) -> bool {
    // वाहन किराया A/C 12345678, வாடகை A/C எண்: an account.
    let account =
        view.digits(next).0.len() > LONGEST_COACH || view.cues(&view.word(next)).has(Kind::Number);
    if account {
        return false;
    }
    let cooled = |word: &str| view.lists(List::Cooled, word) || view.cues(word).has(Kind::Place);
    // Hall 400 pax, A/c, rent 60k
    let told = || {
        let mut words = view.all_words();
        view.get(at) == Some('A')
            && matches!(view.back(at).next(), None | Some(',' | '('))
            && matches!(view.get(next), None | Some(',' | ')'))
            && words.any(|word| view.lists(List::Cooled, &word.text))
    };
    cooled(&view.word(next)) || view.words_before(at, 1, cooled) || told()
}

/// Whether degrees stand before a place, by their sign or by their name: 12.6 अंश से.
fn follows_degrees(view: &View, at: usize) -> bool {
    let sign = view.back(at).next() == Some(&'°');
    sign || view.words_before(at, 1, |word| names_degrees(view.table, word))
}

/// Whether a word is that for degrees, which may be inflected: డిగ్రీల.
pub fn names_degrees(table: &Table, word: &str) -> bool {
    let stem = |name: &str| word.starts_with(beginning(name, DEGREE_STEM));
    table.word(Name::Degree).is_some_and(stem) || table.lists(List::Degrees, word)
}

/// Whether a number before মি. is of metres rather than minutes: it has decimals, or three digits.
fn is_length(number: &Classified) -> bool {
    match &number.class {
        Class::Decimal(_) => true,
        Class::Cardinal(number) => number.numeral.value().is_some_and(|n| n >= LENGTHS),
        _ => false,
    }
}

/// Whether a mask comes at a place, and digits behind it: **4353, xx1234.
fn is_masked(view: &View, at: usize) -> bool {
    let mask = view.run(at, |c| matches!(c, '*' | 'x' | 'X'));
    mask > 1 && view.is_digit(at + mask)
}

/// Whether capitals and digits together come at a place, as of a number with letters in it, or a code with strokes and a digit: XX4521,
/// OD-558213, DPI/Acts/25.
fn is_code(view: &View, at: usize) -> bool {
    let token = &view.rest(at)[..view.run(at, |c| c != ' ').min(LONGEST_STOPPED)];
    let file = token.contains(&'/') && token.iter().any(char::is_ascii_digit);
    let part = |c: &&char| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '/' | '-');
    let mut run = view.rest(at).iter().take(LONGEST_STOPPED).take_while(part);
    let capital = run.next().is_some_and(char::is_ascii_uppercase);
    capital && (file || run.any(char::is_ascii_digit) || plate(view.rest(at)).is_some())
}

/// Whether a word is so short and ends so that it can only be an abbreviation without its stop: নং.
pub fn short(letters: &[char]) -> bool {
    matches!(letters, [_, 'ং' | 'ଂ'])
}

/// Whether minutes of two digits follow the number at a place.
fn is_timed(view: &View, at: usize) -> bool {
    let (_, end) = view.digits(at);
    matches!(view.get(end), Some(':' | '.')) && view.digits(end + 1).0.len() == 2
}

/// Whether an hour comes at a place after an abbreviation, whose next reading is another.
fn is_hour(view: &View, next: usize, other: Option<&Reading>) -> bool {
    let (digits, after) = view.digits(next);
    // But not 08.12.23.
    let minutes = matches!(view.get(after), Some(':' | '.'))
        && view.is_digit(after + 1)
        && (view.is_dash(view.digits(after + 1).1) || !view.is_digit(view.digits(after + 1).1 + 1));
    // ಸಂ. 6ಕ್ಕೆ, but ಅ. 5ಕ್ಕೆ is a day of October.
    let month = other.is_some_and(|other| view.table.lists(List::Months, other.said()));
    let ending = !month && view.is_letter(after) && digits.value() <= Some(HOURS);
    let hour = other.is_none() || minutes || ending || clock_after(view, after);
    (1..=2).contains(&digits.len()) && (hour || is_opening(view, &digits, after, month))
}

/// Whether the hours from which and to which something is open come at a place, after the first: ಬೆ. 8–12, ಸಂ. 4–8; ಸಂ. 5–7.30. Minutes
/// tell it, or a part of the day before, or the word for "to" (प्रा. 9 से 1) where the days of a `month` are not meant.
fn is_opening(view: &View, first: &Digits, dash: usize, month: bool) -> bool {
    let to = view.skip_spaces(dash);
    let next = view.skip_spaces(to + view.letters(to).len());
    let worded = next > to && view.is_digit(next) && follows_to(view, next);
    if worded && !month && first.value().max(view.digits(next).0.value()) <= Some(HOURS) {
        return true;
    }
    let (second, last) = view.digits(dash + 1);
    let hours = first.value().max(second.value()) <= Some(HOURS);
    let minutes = view.get(last) == Some('.') && view.is_digit(last + 1);
    let daytime = |said: &str| view.table.lists(List::Daytimes, said);
    // ಬೆ.10, ಸಂ.8: the comma may end the clause before.
    let earlier = |word: &Word| view.shortens(&word.text, List::Daytimes);
    let told = || {
        view.left.iter().filter_map(said_in_full).any(daytime)
            || view.earlier_words().iter().any(earlier)
    };
    let range = view.is_dash(dash) && !second.is_empty();
    hours && (range && (minutes || told()) || !range && told() && !view.is_digit(dash + 1))
}
