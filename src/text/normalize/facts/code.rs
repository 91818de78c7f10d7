//! Codes of letters and digits, by their shape or by a word before them.

use super::beside::{TRAIN, Told, is_shortened, told, told_before};
use super::group::{Group, YEARS, groups, is_figure, is_part};
use super::plate::plate;
use super::shape::{ANY, DIGITS, LETTERS, Shape, are, letter};
use super::unit::unit;
use crate::text::normalize::ground::*;

/// Digits of a code, and its letters unless it has so many characters.
pub const MIN_DIGITS: usize = 3;
pub const MIN_LETTERS: usize = 2;
/// Digits of a code with one letter, as B7064.
pub const LETTERED: usize = 4;
const MIN_LENGTH: usize = 6;
/// A group of a code with fewer digits, and no zero before them, is said as a number.
pub const MAX_NUMBER: usize = 3;
/// The day, the month and the year of a date in full: 12/06/2023.
const DATES: [[Shape; 3]; 2] = [date('/'), date('-')];
/// The same where each has two digits, and where the day and the month may have one: 14-11-26, 3-11-26.
const PAIRED_DATE: [Shape; 3] = [DAY, MONTH.after(ANY), DIGITS.long(2, 2).after(ANY)];
const SHORT_DATE: [Shape; 3] = [
    DAY.long(1, 2),
    MONTH.long(1, 2).after(ANY),
    DIGITS.long(2, 2).after(ANY),
];
/// The number of an account, and the digits that check it: folio 1234567/89.
const FOLIO: [Shape; 2] = [DIGITS.long(MIN_LENGTH, usize::MAX), DIGITS.after('/')];
/// An account whose first number is longer than any part of a date: 30512/00847/3.
const ACCOUNT: [Shape; 3] = [
    DIGITS.long(HYPHENED, usize::MAX),
    DIGITS.after('/'),
    DIGITS.after('/'),
];
/// The number of a register in the years of an account: 312/1998-99.
const REGISTER: [Shape; 3] = [DIGITS, YEAR.after('/'), DIGITS.long(2, 2).after('-')];
/// The number of a house and its door: 5-87.
const DOOR: [Shape; 2] = [DIGITS, DIGITS.after('-')];
/// A coach and its berth, a block and its flat: S7/34, B4-23.
const COACHES: [[Shape; 3]; 2] = [
    [LETTERS.long(1, 1), SHORT, SHORT.after('/')],
    [LETTERS.long(1, 1), SHORT, DIGITS.long(2, 2).after('-')],
];
/// The number of a file with its section and the year: 234/B2/2024, B2/234/2024.
const FILES: [[Shape; 4]; 2] = [
    [
        DIGITS.long(1, LETTERED),
        LETTERS.long(1, MAX_PREFIX).after('/'),
        SHORT,
        YEAR.after('/'),
    ],
    [
        LETTERS.long(1, MAX_PREFIX),
        SHORT,
        DIGITS.long(1, LETTERED).after('/'),
        YEAR.after('/'),
    ],
];
/// The first of several such and the last: S1-S8.
const SPAN: [Shape; 4] = [LETTERS, SHORT, LETTERS.after('-'), SHORT];
/// The grade of an oil for engines, when it is cold and when it is warm: 5W-30.
const OIL: [Shape; 3] = [
    DIGITS.worth(0, 25),
    letter('W'),
    DIGITS.worth(8, 60).after('-'),
];
/// The width of a tyre, its height in hundredths of that, and the inches of its rim: 90/100-10.
const TYRE: [Shape; 3] = [
    DIGITS.worth(60, 335),
    DIGITS.worth(30, 100).after('/'),
    DIGITS.worth(8, 24).after('-'),
];
/// The number of a payer of taxes, whose registers add a year: AAATT1234F/2021-22.
const PAN: [Shape; 3] = [LETTERS.long(5, 5), DIGITS.long(4, 4), LETTERS.long(1, 1)];
/// The number of a file and of its subject, and the year, before the letters of a section: 3/12/2024-ਸਿ.7.
const SECTIONED: [Shape; 3] = [DIGITS, DIGITS.after('/'), YEAR.after('/')];
const DAY: Shape = DIGITS.long(2, 2).worth(1, 31);
const MONTH: Shape = DIGITS.long(2, 2).worth(1, MONTHS);
const YEAR: Shape = DIGITS.long(4, 4).worth(YEARS.start, YEARS.end - 1);
const SHORT: Shape = DIGITS.long(1, 2);
/// Letters of a coach, a block, an airline.
const MAX_PREFIX: usize = 3;
/// Letters before the year of a case.
const MAX_COURT: usize = 8;
/// A code with one hyphen, as SR-77420, has so many digits.
const HYPHENED: usize = 5;
/// Digits of a file, whose month and year may stand first, or of a register of crimes. A telephone has more.
const REGISTERED: [Shape; 2] = [DIGITS.long(5, 9), DIGITS.after('/')];
/// Letters that are no coach: Q1/2 are quarters, H1/2 halves, T20/50 matches.
const UNCOACHED: [char; 3] = ['Q', 'H', 'T'];
/// A number before a year that is no greater may be that of a month.
const MONTHS: u64 = 12;
/// A year that is a multiple of this may as well be the whole of which the number before it is a part.
const ROUND: u64 = 50;
/// Words that tell a number rather than a date.
const NUMBERED: [Kind; 3] = [Kind::Number, Kind::Document, Kind::Case];

const fn date(sign: char) -> [Shape; 3] {
    [DAY, MONTH.after(sign), YEAR.after(sign)]
}

/// The parts of the code at a place, and the place after it.
pub fn code_at(view: &View, at: usize) -> Option<(Vec<Part>, usize)> {
    let rest = view.rest(at);
    if !rest.first().is_some_and(is_part) {
        return None;
    }
    let (parts, length) = plate(rest)
        .or_else(|| serial(view.table, rest))
        .map(|length| (whole(&rest[..length], usize::MAX), length))
        .or_else(|| grouped(view, at))
        .or_else(|| lettered(view, at))?;
    let end = at + length;
    let goes_on = view.get(end).is_some_and(|c| c.is_ascii_alphanumeric());
    (!goes_on).then_some((parts, end))
}

/// A group of a code; digits are a number below so many.
fn part(group: &[char], digits_from: usize) -> Part {
    match group.first().and_then(|c| script::digit(*c)) {
        None => Part::Letters(group.iter().collect()),
        Some((first, _)) => {
            let (digits, _) = digits(group, 0);
            let single = digits.len() == 1;
            // "C three hundred", where C-304 is digits.
            let round = digits_from == MAX_NUMBER && digits.ends_with(&[0, 0]);
            let digits_from = digits_from.saturating_add(round.into());
            match digits_from != usize::MAX && digits.len() < digits_from && (first > 0 || single) {
                true => Part::Number(digits),
                false => Part::Digits(digits),
            }
        }
    }
}

/// How many characters are a code without spaces.
fn serial(table: &Table, rest: &[char]) -> Option<usize> {
    let length = rest.iter().take_while(|c| is_part(c)).count();
    let code = &rest[..length];
    let digits = code.iter().filter(|c| c.is_ascii_digit()).count();
    let letters = length - digits;
    // FY2026, Q3FY25.
    let year = |part: &[char]| {
        everywhere(Everywhere::AccountYears).any(|year| year.chars().eq(part.iter().copied()))
    };
    let quarter = 2 * usize::from(matches!(code, ['Q' | 'H', '1'..='4', ..]));
    let fiscal = code.get(quarter..quarter + 2).is_some_and(year);
    if fiscal && letters - quarter / 2 == 2 && matches!(length - quarter, 4 | 6) {
        return None;
    }
    if letters == 1 && is_lettered(code) && !matches!(rest.get(length), Some('-' | '/')) {
        return Some(length);
    }
    if digits < MIN_DIGITS || letters == 0 || letters < MIN_LETTERS && length < MIN_LENGTH {
        return None;
    }
    // WPL2023
    if letters > MIN_LETTERS && matches!(code[letters..], ['2', '0', '1'..='9', '0'..='9']) {
        return None;
    }
    // "INR500" is an amount.
    let first: String = code.iter().take_while(|c| c.is_ascii_uppercase()).collect();
    // "128GB" is a measure.
    let after: String = code.iter().skip_while(|c| c.is_ascii_digit()).collect();
    let other = currency(&first).is_some() || unit(table, &after, false).is_some();
    // RV400 and CT125X are models, 376DA a section.
    let figures = code.iter().take_while(|c| c.is_ascii_digit()).count();
    let model = match code[first.len()..] {
        _ if digits != MIN_DIGITS || letters > MIN_LETTERS + 1 => false,
        _ if figures > 0 => figures == digits && letters == MIN_LETTERS,
        [_, '0' | '5', '0'] => true,
        [_, a, b, 'A'..='Z'] => b == '5' || b == '0' && matches!(a, '0' | '5'),
        _ => false,
    };
    if model {
        return None;
    }
    // "SR77420/2" goes on.
    let grouped = matches!(rest.get(length..), Some(['/' | '-', c, ..]) if is_part(c));
    (!other && !grouped).then_some(length)
}

/// Whether a letter and digits are a code rather than the name of a model, which has a round number: B7064.
fn is_lettered(code: &[char]) -> bool {
    let round = match code.len() {
        // A320, but H264.
        LETTERED => code.ends_with(&['0']),
        _ => code.ends_with(&['0'; 2]),
    };
    code[0].is_ascii_uppercase() && code.len() >= LETTERED && !round
}

/// A number with the name of a letter in the script of the clause, after a word that tells a seat or the like: सीट 14सी, फ्लैट 3/ए.
fn lettered(view: &View, at: usize) -> Option<(Vec<Part>, usize)> {
    let (numbers, end) = view.numbers(at, '/');
    let sign = view.get(end).filter(|c| matches!(c, '-' | '/'));
    let start = end + usize::from(sign.is_some());
    let letters = view.letters(start);
    let short = |number: &Digits| (1..=MIN_DIGITS).contains(&number.len());
    if numbers.len() > 2 || !numbers.iter().all(short) || letters.first()?.is_ascii() {
        return None;
    }
    let name = view.table.letter(letters)?;
    let cue = told_before(view, at);
    let end = start + letters.len();
    // 22ए can be nothing else, where ৫এ may have an ending.
    let only = letters.len() == 1 && view.table.suffix(name).is_none();
    // எண் 1ஐ has an ending.
    let before = match view.table.suffix(&view.written(start)) {
        Some(_) => cue.is_place(),
        None => cue.is_stop(),
    };
    // ৫/১সি, ৭/১এ, কলেজ স্ট্রিট
    let suffix = || view.table.suffix(&view.written(start)).is_some();
    let of_two = numbers.len() > 1 && sign.is_none() && (view.is_address() || !suffix());
    let place = of_two
        || only
        || before
        || follows_place(view, at)
        || told(view, at, end).is_before_place();
    // ১৬টি গেট are so many.
    let counts = view.table.lists(List::Endings, &spelling(letters));
    let stroke = || view.table.word(Name::Stroke).map(Part::Said);
    let mut parts = Vec::new();
    for number in numbers {
        parts.extend(stroke().filter(|_| !parts.is_empty()));
        parts.push(Part::Number(number));
    }
    parts.extend(stroke().filter(|_| sign == Some('/')));
    parts.push(Part::Said(name));
    (place && !counts).then_some((parts, end - at))
}

/// Capitals and digits, which are a number below so many.
pub fn whole(code: &[char], digits_from: usize) -> Vec<Part> {
    let code: Vec<char> = code.iter().copied().filter(is_part).collect();
    let groups = code.chunk_by(|a, b| is_figure(a) == is_figure(b));
    groups.map(|group| part(group, digits_from)).collect()
}

/// Groups of capitals and of digits with strokes and hyphens between them, or with nothing between.
fn grouped(view: &View, at: usize) -> Option<(Vec<Part>, usize)> {
    let groups = groups(view.rest(at));
    let [_, .., last] = &groups[..] else {
        return None;
    };
    let length = last.start + last.text.len();
    let from = digits_from(view, at, &groups)?;
    if from == 1
        && let Some(parts) = of_year(view, &groups)
    {
        return Some((parts, length));
    }
    let by = view.table.word(Name::Stroke);
    // GP/12/2024-25
    let season = groups.windows(2).position(|pair| pair[1].is_next(&pair[0]));
    let mut parts = Vec::new();
    for (i, group) in groups.iter().enumerate() {
        let numbers = i > 0 && groups[i - 1].is_digits() && group.is_digits();
        if group.sign == Some('/') && numbers && from > 1 {
            parts.extend(by.map(Part::Said));
        }
        if i == 2 && is_span(&groups) {
            // Where it is an ending, it is left out.
            let to = view.table.word(Name::To);
            parts.extend(to.filter(|to| !to.starts_with(['+', '~'])).map(Part::Said));
        }
        let year = group.year();
        parts.push(match season {
            Some(at) if at == i => Part::Year(year.unwrap_or_default()),
            Some(at) if at + 1 == i => Part::Number(group.digits()),
            Some(_) => part(group.text, from.max(MAX_NUMBER)),
            // Of a case without letters the year is read as its number is.
            None if from == 1 && year.is_some() && !groups.iter().all(Group::is_digits) => {
                Part::Number(group.digits())
            }
            None => part(group.text, from),
        });
    }
    Some((parts, length))
}

/// From so many digits on, a group is read digit by digit; nothing where the groups are no code.
fn digits_from(view: &View, at: usize, groups: &[Group]) -> Option<usize> {
    let told = told_before(view, at);
    let like = |shape: &[Shape]| are(groups, shape);
    let zero = |group: &Group| group.text.len() > 1 && group.digits().first() == Some(&0);
    let padded = || groups.iter().any(zero);
    let place = || told.is_place() || is_stop(view, at, groups, &told) || follows_place(view, at);
    let coach = !matches!(groups[0].text, [c] if UNCOACHED.contains(c));
    let oil = matches!(groups[0].text, [.., '0' | '5']);
    match () {
        // After a word that may have a number too, such as a meeting.
        () if DATES.iter().any(|shape| like(shape)) && !told.before.any(&NUMBERED) => None,
        () if like(&PAIRED_DATE) && !told.is_place() => None,
        () if like(&SHORT_DATE) && !told.is_stop() && !groups[2].is_in(1..=14) => None,
        // 09-221-044-57 is a consumer's number, 8-3-228/1 that of a door.
        () if is_chain(groups) => Some(if padded() { 1 } else { MAX_NUMBER + 1 }),
        () if like(&FOLIO) && told.before.has(Kind::Document) => Some(1),
        () if like(&ACCOUNT) && padded() => Some(1),
        () if like(&REGISTER) && groups[2].is_next(&groups[1]) => Some(MAX_NUMBER + 1),
        () if is_spelt(groups) || like(&DOOR) && is_of_door(view) => Some(MAX_NUMBER + 1),
        () if FILES.iter().any(|shape| like(shape))
            || like(&SECTIONED) && is_section(view, at, groups, &told) =>
        {
            Some(HYPHENED)
        }
        () if is_case(groups, &told) || is_reference(groups) => Some(1),
        () if is_file(view, at, groups, &told) => Some(MAX_NUMBER + 1),
        () if COACHES.iter().any(|shape| like(shape)) && coach || is_span(groups) => {
            Some(MAX_NUMBER + 1)
        }
        () if like(&OIL) && oil || like(&TYRE) => Some(MAX_NUMBER + 1),
        // "B four zero four" in English.
        () if groups.len() <= 4 && place() && is_place(groups) => {
            Some(MAX_NUMBER + usize::from(view.language != Language::En))
        }
        () => None,
    }
}

/// જીએડી/૧૦૨૦૨૩/૪૫૬, ગુ.ર.નં. ૧૧૧૯૧૦૦૨/૨૪: a long number and another one after a stroke, behind letters and a stroke or a word for a number.
fn is_file(view: &View, at: usize, groups: &[Group], told: &Told) -> bool {
    let series = || matches!(view.text[..at], [.., c, '/'] if script::letter(c).is_some());
    let cased = || told.is_case() || is_shortened(view, Kind::Number);
    are(groups, &REGISTERED) && (series() || cased() && !view.speaks_of(Kind::Call))
}

/// Whether a file is told, and a hyphen and the letters of a section come after it, with a stop or a number: 3/12/2024-ਸਿ.7.
fn is_section(view: &View, at: usize, groups: &[Group], told: &Told) -> bool {
    let end = |last: &Group| at + last.start + last.text.len();
    let dash = groups.last().map_or(at, end);
    let letters = view.letters(dash + 1).len();
    let tail = dash + 1 + letters;
    let numbered = view.digit_near(tail) && matches!(view.get(tail), Some('.' | '0'..='9'));
    (told.is_case() || told.is_stop()) && view.is_dash(dash) && letters > 0 && numbered
}

/// Whether a seat or the like stands before, with a comma, a stroke or a word between: H-12, H-13; 2ಎ/2ಬಿ.
fn follows_place(view: &View, at: usize) -> bool {
    let [.., first, between] = view.left else {
        return false;
    };
    let place = match &first.class {
        Class::Identifier(parts) => match &parts[..] {
            [Part::Letters(a), Part::Digits(b)] => a.len() == 1 && b.len() <= MAX_NUMBER,
            [Part::Letters(letter), Part::Number(_)] => letter.len() == 1,
            [Part::Number(_), Part::Said(_)] => true,
            _ => false,
        },
        _ => false,
    };
    place
        && between.range.end + 1 >= at
        && matches!(between.class, Class::Word | Class::Punctuation(_))
}

/// The number of a case and its year, with the word that the language has between, or else that of a stroke: three four two of
/// twenty twenty one.
fn of_year(view: &View, groups: &[Group]) -> Option<Vec<Part>> {
    let [number, year] = groups else {
        return None;
    };
    let names = [Name::Case, Name::Stroke];
    let of = names.into_iter().find_map(|name| view.table.word(name))?;
    let fits = year.sign == Some('/') && number.is_digits();
    let year = year.year().filter(|_| fits)?;
    let number = part(number.text, MAX_NUMBER);
    Some(vec![number, Part::Said(of), Part::Year(year)])
}

/// 8-3-228/1, 1-0-1: three numbers or more with hyphens between them, of which the last may follow a stroke.
fn is_chain(groups: &[Group]) -> bool {
    let ([_, second, _, ..], Some((last, inner))) = (groups, groups.split_last()) else {
        return false;
    };
    let short = |group: &Group| group.is_digits() && group.text.len() <= MAX_NUMBER;
    let letter = last.text.len() == 1 && last.sign == Some('/');
    let signs = || groups[1..].iter().map(|group| group.sign);
    second.sign == Some('-')
        && inner.iter().all(short)
        && (short(last) || letter)
        && signs().all(|sign| matches!(sign, Some('-' | '/')))
        && signs().is_sorted_by_key(|sign| sign == Some('/'))
}

/// CLM/7639/B: capitals that are no currency, and after a stroke as many digits as no number of a place has.
fn is_reference(groups: &[Group]) -> bool {
    let [first, second, ..] = groups else {
        return false;
    };
    let letters = !first.is_digits() && first.text.len() <= MAX_COURT;
    let digits = second.is_digits() && second.text.len() >= LETTERED && second.year().is_none();
    let currency = || currency(&first.text.iter().collect::<String>()).is_some();
    let signs = groups[1..].iter().all(|group| group.sign == Some('/'));
    letters && digits && signs && !currency()
}

/// A-B-C-1-2-3: spelt out.
fn is_spelt(groups: &[Group]) -> bool {
    let one = |group: &Group| group.text.len() == 1;
    let apart = groups.iter().skip(1).all(|group| group.sign == Some('-'));
    groups.len() > 2 && groups.iter().all(one) && apart
}

/// WB/2026/00341, SR-77420, and after a word that tells a case 642/2024.
fn is_case(groups: &[Group], told: &Told) -> bool {
    match groups {
        [number, year] if number.is_digits() && year.sign == Some('/') => {
            // 342/2021: the first can be no month, and is no part of the second.
            let numbered = || {
                let month = number.digits().value().is_none_or(|n| n <= MONTHS);
                !month && year.year().is_some_and(|year| !year.is_multiple_of(ROUND))
            };
            // Insurance until 09/2025 is a date: 09 is a month rather than the number of a policy.
            let zero = number.text[0] == '0' && number.text.len() == 2;
            let listed = told.before.any(&[Kind::Case, Kind::Number, Kind::Count]);
            let case = listed || !zero && told.is_case();
            let years = year.year().is_some() && (case || numbered());
            let first = number.year().is_some() && told.before.has(Kind::Number);
            // Trains 22691/22692.
            let trains = number.text.len() == TRAIN && told.before.has(Kind::Service);
            years || first || trains && year.text.len() <= TRAIN
        }
        // Order no. 55-7821, but not nos. 98-102.
        [first, second] if first.is_digits() && second.is_digits() => {
            let ranged = second.text.len() <= first.text.len() + 1;
            second.sign == Some('-') && !ranged && told.before.has(Kind::Number)
        }
        [letters, number] if !letters.is_digits() => {
            let text = number.text;
            // E-4032, where a model or a year would be round or a year.
            let code =
                text.len() == LETTERED && !text.ends_with(&['0'; 2]) && number.year().is_none();
            let joined = number.sign == Some('-') && code;
            let long =
                text.len() >= HYPHENED || text.len() >= MIN_DIGITS && text[0] == '0' || joined;
            let named = told.is_case() && text.len() >= MIN_DIGITS;
            number.is_digits() && number.sign.is_some() && (long || named)
        }
        [first, rest @ ..] if rest.len() > 1 => {
            let mut letters = groups.iter().filter(|group| !group.is_digits());
            let short = letters.all(|group| group.text.len() <= MAX_COURT);
            let court = !first.is_digits() && short;
            // Of OD4471-8820 the first digits have none, but FY2025-26 are years; AAATT1234F/2021-22 has the letter of a PAN.
            let pan = groups.get(..PAN.len()).is_some_and(|pan| are(pan, &PAN));
            let signed = |(i, group): (usize, &Group)| {
                let joined = i == 0 && group.is_digits() && group.year().is_none();
                group.sign.is_some() || joined || pan && i < 2
            };
            let signed = rest.iter().enumerate().all(signed);
            let stroke = rest.iter().any(|group| group.sign != Some('.'));
            let digits = groups.iter().filter(|group| group.is_digits());
            let digits = digits.map(|group| group.text.len()).sum::<usize>();
            court && signed && stroke && digits >= HYPHENED
        }
        _ => false,
    }
}

/// 14A, B3, 17/4A, C-204: a number with a letter or two, after a word that tells a seat, a flat or a bus.
fn is_place(groups: &[Group]) -> bool {
    let short = |group: &Group| {
        let most = if group.is_digits() { 4 } else { MAX_PREFIX };
        group.text.len() <= most
    };
    let letters = groups.iter().any(|group| !group.is_digits());
    let digits = groups.iter().any(Group::is_digits);
    digits && groups.iter().all(short) && (letters || groups.iter().any(|g| g.sign == Some('/')))
}

/// S1-S8: the same letters with two numbers.
fn is_span(groups: &[Group]) -> bool {
    are(groups, &SPAN) && groups[0].text == groups[2].text
}

/// 4A after a word for a number, 27B before what has a number: a gate, a bus, a stop. Not in English, where it is read so anyway.
fn is_stop(view: &View, at: usize, groups: &[Group], before: &Told) -> bool {
    let [number, letter] = groups else {
        return false;
    };
    // A house 75L costs so many lakh.
    let lakh = letter.text == ['L'] && !before.before.has(Kind::Number);
    let joined = letter.sign.is_none() && letter.text.len() == 1 && number.is_digits() && !lakh;
    let end = at + number.text.len() + 1;
    joined
        && view.language != Language::En
        && (before.is_stop() || told(view, at, end).is_before_place())
}

/// D.No. 5-87: whether the shortened words for the number of a house stand before.
fn is_of_door(view: &View) -> bool {
    is_shortened(view, Kind::Place) && is_shortened(view, Kind::Number)
}
