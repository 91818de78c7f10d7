//! What stands between two numbers: a range, a pair that is none, a minus, the "x" of 2x3.

use super::prelude::*;

/// Digits of a number of a score.
const MAX_SCORE: usize = 3;
/// The same where no word tells a score: 100-44 are years.
const MAX_UNTOLD: usize = 2;
/// The wickets of a team, which are fewer than its men.
const WICKETS: u64 = 11;
/// Runs of a team rather than of a player or a set.
const TEAM: u64 = 30;
/// Hours of a day.
const HOURS: u64 = 24;
/// What is sold has a lower number, and costs so many times as much: size 5 – ₹200.
const THINGS: u64 = 10;
const DEARER: u64 = 20;
/// The same of a decimal, such as the fat of milk.
const DEARER_PART: u64 = 3;
/// From these hours to those something is open: 9-5, 10-6.
const OPENING: std::ops::RangeInclusive<u64> = 8..=11;
const CLOSING: std::ops::RangeInclusive<u64> = 4..=6;

/// A sign between two numbers, and whether they are a range or a pair.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    if is_between_named(view, at) {
        // सोम-बुध-शुक्र
        let list = is_between_days(view, at) && is_of_several(view, at);
        let class = if list { Class::Pair } else { Class::Range };
        return Some(class.until(view, at + 1));
    }
    // 5–7 वा. दरम्यान ~60% is about so many.
    let about = view.get(at) == Some('~') && view.before(at) == Some(' ') && view.is_digit(at + 1);
    // .010–.046
    let number = view.number_follows(at + 1)
        || figures::begins_with_point(view, at + 1)
        || is_before_date(view, at);
    if about || !view.beside_number(at) || !number {
        return None;
    }
    // 1975 – 25th June
    let (_, end) = view.digits(view.skip_spaces(at + 1));
    if matches!(view.last_class(), Some(Class::Year(_))) && skip_english(view, end) > end {
        return None;
    }
    // 5'-3"
    let inches = || is_inch(view.get(view.digits(at + 1).1));
    if is_foot(view.before(at)) && inches() {
        return silent(view, at, 1);
    }
    // 18-થી -29
    if ending::follows_to(view, at) {
        return silent(view, at, 1);
    }
    if names_price(view, at)
        // Dolo 650 – 1-0-1
        || view.before(at) == Some(' ') && is_dose(view.rest(view.skip_spaces(at + 1)))
        || ends_differ(view, at)
        || is_of_acres(view, at)
        || is_after_grade(view, at)
        || is_of_tyre(view, at)
        || falls(view, at)
    {
        return pause(view, at);
    }
    // Between 10-12 am
    if let Some(words) = between_both(view, at).or_else(|| innings(view, at)) {
        return Some(Class::Sign(words).until(view, at + 1));
    }
    let (class, doubt) = match is_pair(view, at) {
        Some(true) => (Class::Pair, None),
        Some(false) => (Class::Pair, Some("range")),
        None => (Class::Range, None),
    };
    let found = class.until(view, at + 1);
    Some(found.unless(doubt))
}

/// Whether a date in the letters of India comes after a sign, its month first, and another one stands before: ஜனவரி 21, 1942 – ஜூலை 7, 1942.
fn is_before_date(view: &View, at: usize) -> bool {
    let start = view.skip_spaces(at + 1);
    let month = |word: &str| view.table.lists(List::Months, word);
    let year = matches!(view.last_class(), Some(Class::Year(_)));
    let mut before = view.words().iter().take_while(|word| word.range.end <= at);
    year && month(&view.word(start))
        && view.number_follows(start + view.letters(start).len())
        && before.any(|word| month(&word.text))
}

/// Whether what is measured, a code or a numbered thing stands before a sign, and its price behind: 250 g – ₹85, tooth no. 36 – ₹9,500, 2" - 85/-.
fn names_price(view: &View, at: usize) -> bool {
    let Some(last) = view.left.last() else {
        return false;
    };
    let next = view.skip_spaces(at + 1);
    let paid = || figures::is_paid(view, next);
    let priced = || view.get(next).and_then(currency_sign).is_some() || paid();
    let mut written = view.text[last.range.clone()].iter();
    let mut named = || {
        written.any(|c| c.is_alphabetic())
            // gas R32 - ₹2,800
            || view.before(last.range.start).is_some_and(char::is_alphabetic)
            || told_before(view, last.range.start).before.has(Kind::Number)
    };
    let spaced = view.before(at) == Some(' ');
    let is_less = |number: &Number| {
        let (price, end) = numeral::scan(view.text, next + usize::from(!view.is_digit(next)));
        let scaled = scale::at(view, end, view.table, true).is_some();
        let (thing, price) = (&number.numeral, price.integer().filter(|_| !scaled));
        let times = [DEARER_PART, DEARER][usize::from(thing.fraction.is_empty())];
        let most = price.unwrap_or_default() / times;
        let whole = thing.whole.value().filter(|_| number.scales.is_empty());
        whole.is_some_and(|n| n < THINGS && n < most)
    };
    let thing = match last.class {
        Class::Measure(_) | Class::Identifier(_) | Class::Electronic(_) => true,
        Class::Money(_) => false,
        // Size 5 – ₹200, fat 3.5 – ₹34, 8:30 – ₹500
        Class::Time(_) | Class::Score(_) => spaced,
        Class::Cardinal(ref number) | Class::Decimal(ref number) if spaced && is_less(number) => {
            true
        }
        // Cards 1000 - ரூ.650
        Class::Cardinal(_) if spaced && !priced() => true,
        Class::Fraction(ref fraction) if fraction.unit.is_some() => spaced,
        _ => spaced && named(),
    };
    thing && (view.is_currency(next) || spaced && paid())
}

/// Whether an amount of one kind stands before a sign and one of another kind behind it: ₹1,400 - 6 माह, 6 kg - 20 ft, 21% – 10 kg, 8mm - 57/kg.
fn ends_differ(view: &View, at: usize) -> bool {
    let spaced = view.before(at) == Some(' ');
    let (number, end) = numeral::scan(view.text, view.skip_spaces(at + 1));
    if number.whole.is_empty() || scale::at(view, end, view.table, true).is_some() {
        return false;
    }
    let unit = unit_at(view, end, view.table, false).map(|(unit, _)| unit);
    let priced = || {
        let unit = unit_at(view, end + 1, view.table, true);
        view.get(end) == Some('/') && view.is_letter(end + 1) && unit.is_some()
    };
    let foot = |unit: &Unit| matches!(unit.name(), Some(UnitName::Foot | UnitName::Inch));
    let other = |first: &Unit, second: &Unit| {
        first.is_time() != second.is_time() || foot(first) != foot(second)
    };
    let falls = |first: &Number| first.numeral.value() > number.value();
    // 1 kg - 4 packets, but 5 kg - 10 किलो
    let counted = || {
        let word = view.next_word(end);
        let lists = [List::Particles, List::Until];
        let to = lists.iter().any(|list| view.table.lists(*list, &word));
        unit.is_none() && !word.is_empty() && !view.table.names_unit(&word) && !to
    };
    // 1/2" - 20 ফুট
    let named = || unit.is_some() || view.table.names_unit(&view.next_word(end));
    match view.last_class() {
        _ if spaced && marks_side(view.back(at).next().copied()) && named() => true,
        Some(Class::Money(money)) => {
            // ₹6,999 - 3 to 4 days: no price ends below the first.
            let lower = || money.number.scales.is_empty() && falls(&money.number);
            spaced && (unit.is_some() || duration_at(view, end) || lower())
        }
        Some(Class::Percent(_)) => spaced && unit.is_some(),
        // 18:46 – 50 kg, 10:15 – 45 people
        Some(Class::Time(_)) => {
            let hour = number.whole.is_in(0..=HOURS) && !number.grouped;
            spaced && (!hour || unit.is_some_and(|unit| !unit.is_time()))
        }
        Some(Class::Measure(measure)) => {
            let differs = || counted() || unit.is_some_and(|unit| other(&measure.unit, &unit));
            // आटा 10kg-1: so many of it, but not cm-1
            let ends =
                matches!(view.get(end), None | Some(',' | ';')) && view.before(at) != Some('m');
            let pieces = || unit.is_none() && ends && falls(&measure.number);
            // 2 yrs – 7.10%
            let percent = || view.get(end) == Some('%');
            priced() || pieces() || spaced && (percent() || differs())
        }
        _ => false,
    }
}

/// Whether acres and parts of one stand around a sign: ఎకరాలు 3-25 సెంట్లు.
fn is_of_acres(view: &View, at: usize) -> bool {
    let part = view.next_word(view.digits(at + 1).1);
    let acre = view.table.unit("ac").map(NamedUnit::said);
    let named = |span: &Classified| {
        said_in_full(span) == acre || Some(&*view.word(span.range.start)) == acre
    };
    let of_acre =
        view.table.lists(List::PartsOfAcre, &part) || view.shortens(&part, List::PartsOfAcre);
    of_acre && matches!(view.left, [.., first, _] if named(first))
}

/// The word between the runs and the wickets of an innings: 342-5.
fn innings(view: &View, at: usize) -> Option<&'static str> {
    let words = wickets(view.table)?;
    let Class::Cardinal(runs) = &view.span_before(at)?.class else {
        return None;
    };
    let runs = runs.numeral.value()?;
    let (wickets, end) = view.digits(at + 1);
    let fallen = wickets.value().filter(|_| !wickets.is_empty())? < WICKETS;
    let more = view.is_digit(end + 1) && view.get(end) == Some('-');
    let team = runs >= TEAM && fallen && !more;
    (team && view.is_about(Kind::Innings)).then_some(words)
}

/// Whether the numbers around a sign are no range: a score (3-1), whose second number the word for a range may follow anyway (3-2 से),
/// the same number twice (50-50), a financial year (2023-24), the years of a life in brackets. If so, whether that is sure.
fn is_pair(view: &View, at: usize) -> Option<bool> {
    let start = at + 1 + usize::from(view.get(at + 1) == Some(' '));
    let (second, end) = view.digits(start);
    // 34 - 31
    let last = at - usize::from(view.before(at) == Some(' '));
    let from = last - view.digits_before(last).len();
    let (first, _) = digits(&view.text[..last], from);
    // Not the digits of a longer number.
    let joins = |c: Option<char>| matches!(c, Some('.' | ',' | ':'));
    // 1–1½
    let halved = || {
        let next = view.get(end);
        next.is_some_and(|c| c.is_numeric() && script::digit(c).is_none())
    };
    let part = from > 0 && joins(view.before(from))
        || joins(view.get(end)) && view.is_digit(end + 1)
        || halved();
    let both = !first.is_empty() && !second.is_empty();
    // Boeing 737-800
    let model = |word: &str| table(Language::En).lists(List::Models, word);
    if both && view.words_before(from, 1, model) {
        return Some(true);
    }
    // ৯-১০ম, both with the ending of the second
    if view.is_digit(at - 1) && matches!(view.last_class(), Some(Class::Ordinal(_))) {
        return Some(true);
    }
    // 2G-3G
    let generations =
        matches!(view.text[..last], [.., digit, 'G'] if script::digit(digit).is_some());
    if generations && view.letters(end) == ['G'] {
        return Some(true);
    }
    // 2 – 4 – 6 days
    let next = view.skip_spaces(end);
    let more = view.is_dash(next) && view.number_follows(next + 1) && !second.is_empty();
    let earlier = || match view.left {
        [.., pair, last] => pair.class == Class::Pair && last.counts,
        _ => false,
    };
    if both && (more || earlier()) {
        return Some(true);
    }
    // i5-1240P, OS2-850, but questions Q1-10; Q3-25 is a quarter of a year
    let quarter = || first.is_in(1..=4) && second.is_in(20..=40);
    let questions = || view.before(from) == Some('Q') && first.value() < second.value();
    let questions = || questions() && !quarter();
    let coded = || view.before(from).is_some_and(|c| c.is_ascii_alphabetic());
    if !first.is_empty() && coded() && !questions() {
        return Some(true);
    }
    if both && !part {
        let same = first == second && !is_around_clock(view, from, &first, end);
        let same = same || is_years(view, from, &first, &second);
        let score = || is_score(view, from, &first, &second, end);
        if let Some(sure) = same.then_some(true).or_else(score) {
            return Some(sure);
        }
    }
    let letters = view.letters(end + usize::from(view.get(end) == Some(' ')));
    // ಜುಲೈ 17-18ರಂದು: from a day to the next would have another ending.
    let next = || first.value().map(|n| n + 1) == second.value();
    let days = both && next() && view.follows_own(from, List::Months);
    if days && view.is_letter(end) && view.language_at(end) != Some(Language::En) {
        return Some(true);
    }
    let word: String = letters.iter().collect();
    // 5-10 మధ్య
    let mut between = view.table.list(List::Between);
    // Aged 21–45 to establish, but lost 1-3 to Arsenal
    let verb = || {
        let next = view.skip_spaces(view.skip_spaces(end) + letters.len());
        let small = |c: Option<char>| c.is_some_and(char::is_lowercase);
        let rises = first.value() < second.value();
        view.language == Language::En
            && rises
            && small(letters.first().copied())
            && small(view.get(next))
    };
    // 45-60 से.मी.
    let last = view.skip_spaces(end) + letters.len();
    let stopped = matches!(view.get(last), Some('.' | '॰')) && view.is_heard_from(last);
    let to = view.is_to(&word) && !verb() && !stopped;
    (to || between.any(|between| word.starts_with(between))).then_some(true)
}

/// Whether a decimal and a smaller one, or a whole number, stand around a place, as they do in no range: 7.5-6.5, 14½-13½, 38-33.5.
fn falls(view: &View, at: usize) -> bool {
    let value = |numeral: &Numeral| match numeral.fraction[..] {
        [tenths] => Some(10 * numeral.value()? + u64::from(tenths)),
        _ => None,
    };
    let short = |whole: &Numeral| whole.whole.len() <= MAX_SCORE;
    let tens = |whole: &Numeral| whole.integer().map(|n| 10 * n).filter(|_| short(whole));
    let halves = |whole: &Numeral| whole.integer().map(|whole| 10 * whole + 5);
    let (second, end) = numeral::scan(view.text, view.skip_spaces(at + 1));
    let is_half = second.fraction[..] == [5];
    let first = match view.span_before(at).map(|span| &span.class) {
        Some(Class::Decimal(number)) => value(&number.numeral),
        Some(Class::Cardinal(number)) if is_half => tens(&number.numeral),
        Some(Class::Fraction(half)) if half.quarters == Some(2) => {
            half.whole.as_ref().and_then(halves)
        }
        _ => None,
    };
    let half = view.get(end) == Some('½');
    let second = if half {
        halves(&second)
    } else {
        value(&second)
    };
    // 5.5-6.5 of a match
    let whole = |a: u64, b: u64| a.is_multiple_of(5) && (a + b).is_multiple_of(10);
    let played = || view.speaks_of(Kind::Score) && !has_unit(view, end);
    // 4.2-3.9 million
    let counted = || counts(view, end) && !view.speaks_of(Kind::Score);
    matches!(first.zip(second), Some((a, b)) if (a >= b || whole(a, b) && played()) && !counted())
}

/// Whether two numbers are a score: a word beside them tells it, or the first is greater and neither tells a time; and whether a
/// word did.
fn is_score(view: &View, from: usize, first: &Digits, second: &Digits, end: usize) -> Option<bool> {
    let (a, b) = (first.value()?, second.value()?);
    let short = first.len() <= MAX_SCORE && second.len() <= MAX_SCORE;
    let counted = || {
        let next = view.skip_spaces(end);
        view.get(next) == Some('%') || clock_after(view, end) || has_unit(view, end)
    };
    let hours = || {
        let day = |span: &Classified| days::is_short_weekday(view, span);
        // ఉ. 6-2
        let daytime = |word: &str| view.table.lists(List::Daytimes, word);
        let played = |word: &str| view.table.lists(List::Played, word);
        let near = view.left.iter().rev().take(2);
        // समय 10-2, timing 10-1, where English has "at" and the like before other numbers.
        let list = match view.language {
            Language::En => List::TimedAfter,
            _ => List::Timed,
        };
        let clock = [a, b].iter().all(|hour| HOURS_OF_DAY.contains(hour));
        // हाफ टाइम 1-0
        let game = || tells_score(view, from, end) || view.words_before(from, 2, played);
        let game = || view.language != Language::En && game();
        // The session is 9-1.
        let timed = |word: &str| view.table.lists(list, word);
        let is = || view.follows(from, List::DateIs) && view.words_before(from, 2, timed);
        clock && (view.words_before(from, 1, timed) || is()) && !game()
            || view.follows_own(end, List::Daytimes)
            || near.filter_map(said_in_full).any(daytime)
            || view.left.iter().any(day)
            || clock && days::follows_weekday(view) && !view.is_about(Kind::Score)
    };
    let untold = first.len() <= MAX_UNTOLD
        && a > b
        && !(OPENING.contains(&a) && CLOSING.contains(&b))
        && !view.follows_own(from, List::Particles);
    // Of several sets each is a score: 21-18, 19-21.
    let innings = || a > b && b < WICKETS && view.is_about(Kind::Innings);
    let goals = || {
        let pairs = || view.left.iter().any(|span| span.class == Class::Pair);
        // The first set 6-4, the second 3-6.
        let earlier = || {
            let digit = |c: char| script::digit(c).is_some();
            let mut parts = view.earlier.windows(3);
            let pair =
                parts.any(|part| digit(part[0]) && script::is_dash(part[1]) && digit(part[2]));
            pair && view.is_about(Kind::Score)
        };
        first.len() == 1 && second.len() == 1 && (pairs() || earlier())
    };
    let bowled = || a < WICKETS && b > WICKETS && is_of_bowler(view, from, end);
    let listed = || goals() || is_of_sets(view, from, end) || innings() || bowled();
    let beside = told(view, from, end);
    let told = short && (beside.is_score() || listed());
    let untold = untold || beside.is_nothing() && is_between_names(view, from, end);
    ((told || short && untold) && !counted() && !hours()).then_some(told)
}

/// Whether a word of the part of the clause between commas from `from` to `end` tells a score.
fn tells_score(view: &View, from: usize, end: usize) -> bool {
    let start = from - view.run_before(from, |c| c != ',');
    let end = end + view.run(end, |c| c != ',');
    let mut words = view.words().iter();
    words.any(|word| {
        let within = word.range.start >= start && word.range.end <= end;
        within && view.cues_of(word).has(Kind::Score)
    })
}

/// Whether two numbers with a spaced dash between them stand between two names, as of teams: India 31 - 34 Iran.
fn is_between_names(view: &View, from: usize, end: usize) -> bool {
    let spaced = view.text[from..end].contains(&' ');
    let name = |word: &[char]| is_name(word) && !view.cues(&lowercase(word)).is_named();
    let before = match view.before(from) {
        Some(' ') => view.letters_before(from - 1),
        _ => &[],
    };
    let after = view.letters(view.skip_spaces(end));
    // Ages 5 - 10 Free, Read 3 - 5 Chapters
    let counted = before.ends_with(&['s']) || is_counted(view, end);
    spaced && !counted && name(before) && name(after)
}

/// Whether two numbers are years that are said without a word between: 2023-24.
fn is_years(view: &View, from: usize, first: &Digits, second: &Digits) -> bool {
    let (Some(a), Some(b)) = (first.value(), second.value()) else {
        return false;
    };
    match (first.len(), second.len()) {
        (4, 2) => is_next(a, b, 2),
        // Bill no. 1043/25-26
        (2, 2) => {
            let stroke = || view.before(from) == Some('/');
            let fiscal = || view.words_before(from, 1, |word| word == "fy");
            is_next(a, b, 2) && (stroke() || fiscal())
        }
        _ => false,
    }
}
