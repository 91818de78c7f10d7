//! Numbers of a unit: 5 km, 80 km/h, 100 million tonnes, 3 मि.मी.

use super::facts::unit::run;
use super::prelude::*;

/// "100s of people" are hundreds.
const MAX_SECONDS: u64 = 90;
/// These are decades of the last century rather than seconds.
const DECADES: std::ops::RangeInclusive<u64> = 70..=90;
/// Digits of a year.
const YEAR: usize = 4;
/// What has a temperature that is written without its sign is no colder.
const WARM: u64 = 30;

/// A number, its scales perhaps, and its unit.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = figures::language(view, at);
    let (numeral, end) = figures::scan(view, at);
    let after_scales = scale::last(view, end, table);
    // "4K TV" is no amount of anything.
    let measured = after_scales > end + 1 && unit_at(view, after_scales, table, false).is_some();
    let mut number = Number::of(numeral.counting());
    let (scales, last) = scale::classify(view, end, table, measured);
    let found = |number, unit, end| {
        let mut found = Class::Measure(Measure { number, unit }.into()).number(view, end, language);
        found.grammar.before = true;
        found.grammar.rate = rate_of(view);
        found
    };
    if !scales.is_empty() {
        let unit = unit_at(view, last, table, false);
        let (unit, last) = unit.or_else(|| rate(view, last, table, false))?;
        number.year = year_at(view, &number.numeral, at, end).is_some();
        number.halves = scale::at(view, end, table, true).is_some();
        number.scales = scales;
        return Some(found(number, unit, last));
    }
    // "B2B" has no bytes, but 4x400 m are metres.
    let stays = || {
        use Class::{Measure, Punctuation, Sign};
        let last = view.last_class();
        matches!(last, Some(Sign(_) | Measure(_) | Punctuation(None)))
    };
    if view.before(at).is_some_and(char::is_alphabetic) && !stays() {
        return None;
    }
    // १ली is the first, 1 ली a litre.
    let figures = number.numeral.whole.figures();
    let ending = spelling(view.letters(end));
    if !ending.is_ascii() && ending::own(table, &figures, &ending).is_some() {
        return None;
    }
    // Section 265J, serial 0142W
    let letter = matches!(view.letters(view.skip_spaces(end)), [c] if c.is_ascii_uppercase());
    let code = || view.get(at) == Some('0') && end > at + 2 && view.digits(at).1 == end;
    if is_generation(view, at, end)
        || letter
            && (code()
                || may_have_letter(view, at, end)
                || is_of_taxes(view, end)
                || is_load(view, at))
    {
        return None;
    }
    // A 5 km run, whose article makes the number and its unit an attribute.
    let article =
        view.language == Language::En && view.before(at) == Some(' ') && follows_article(view, at);
    let attribute = is_aged(view, end) || article || is_of_thing(view, at, end);
    let one = number.numeral.integer() == Some(1) || attribute || is_of_years(view, at, end);
    let priced = || view.get(end) == Some('/') && scale::is_of_price(view, at, &number.numeral);
    let found_unit = minutes_after_hours(view, end, table, one)
        .or_else(|| stay(view, at, end, table, one))
        .or_else(|| karats(view, at, end, &number.numeral, table))
        .or_else(|| degrees(view, end, &number.numeral, table))
        .or_else(|| unit_at(view, end, table, one))
        .or_else(|| rate(view, end, table, priced()))
        .or_else(|| feet_and_inches(view, at, end, one))
        .or_else(|| inches_after_feet(view, at, end, one));
    let (unit, last) = found_unit.or_else(|| seconds(view, at, end, &number.numeral, table))?;
    // वनप्लस 8 रु.41,999: the rupees are those of the next number.
    if rupees_at(view, end) && amount_at(view, last) {
        return None;
    }
    // 6+1 కి.మీ.కి: the seats of a car, and what it costs.
    let seats = view.before(at) == Some('+') && at > 1 && view.is_digit(at - 2);
    if seats && each_at(view, last) {
        return None;
    }
    number.halves = true;
    let found = found(number, unit, last).with_case(view);
    let mut found = found.describing(view, at);
    // రూ.300/24 గం.
    let per = view.before(at) == Some('/') && matches!(view.last_class(), Some(Class::Money(_)));
    if per && found.grammar.case.is_none() {
        found.grammar.case = verbalize::per_ending(table);
    }
    let of_clock = unit.name() == Some(UnitName::Hour) && follows_daytime(view, at);
    Some(if of_clock {
        told_by_clock(found, view, table)
    } else {
        found
    })
}

/// An hour of the clock. Nothing but the ending tells it in a language in which so many hours have the same name: సా. 6 గం. సభ.
fn told_by_clock(mut found: Candidate, view: &View, table: &Table) -> Candidate {
    let next = view.next_word(found.end);
    let at_it = verbalize::per_ending(table);
    if found.grammar.case.is_none() && table.lists(List::Events, &next) {
        found.grammar.case = at_it;
    }
    let told = at_it.is_some() && found.grammar.case == at_it || table.lists(List::Until, &next);
    if let Class::Measure(measure) = &mut found.class
        && let Some((one, _)) = one_oclock(table, &measure.number.numeral).filter(|_| told)
    {
        measure.number.ending = Some(Ending::Own(one));
    }
    found
}

/// Where it is told for how much the rate is whose number comes next: not here, where the number ends a range.
fn rate_of(view: &View) -> RateOf {
    match view.left {
        [.., first, link] if view.links(link) => match first.grammar.rate {
            RateOf::First(_) => RateOf::Said,
            _ => RateOf::Last,
        },
        _ => RateOf::Number,
    }
}

/// Whether a number that is no paise follows the name of a currency, a stop perhaps between: రూ.310, రూ.3.10.
fn amount_at(view: &View, at: usize) -> bool {
    let stop = usize::from(view.get(at) == Some('.'));
    let (numeral, _) = figures::scan(view, view.skip_spaces(at + stop));
    let whole = numeral.whole.len();
    whole > 2 || numeral.fraction.len() == 2
}

/// Whether what stands before a number may have a letter in its number, as the first ones of the alphabet: सीट 21 A, ಕಲಂ 498 A, but not
/// Room 1500 W heater. Where grades and numbers follow by rule it may be any: Form 12 W.
fn may_have_letter(view: &View, at: usize, end: usize) -> bool {
    let first = matches!(view.letters(view.skip_spaces(end)), ['A'..='H']);
    view.words_before(at, 1, |word| {
        let cues = view.cues(word);
        view.lists(List::Numbered, word)
            || cues.has(Kind::Grade)
            || first && (cues.is_named() || cues.has(Kind::Number) || view.lists(List::Laws, word))
    })
}

/// Whether a year of four digits, or the second of two, is what the word for years at its end names: 2025-26 సం., 2019 సం.లో.
fn is_of_years(view: &View, at: usize, end: usize) -> bool {
    let (digits, last) = view.digits(at);
    let year = last == end && digits.len() == YEAR && digits.is_in(YEARS);
    let first = || view.before(at).is_some_and(script::is_dash) && is_between_years(view, at - 1);
    let (unit, last) = match (year || first()).then(|| unit_at(view, end, view.table, true)) {
        Some(Some(found)) => found,
        _ => return false,
    };
    // 2000 సం.ల క్రితం
    let many = || {
        let ending = view.written(last);
        let mut plurals = view.table.list(List::Optional);
        plurals.any(|plural| {
            let rest = ending.strip_prefix(plural);
            rest.is_some_and(|rest| !rest.starts_with(script::extends))
        })
    };
    view.language != Language::En && unit.name() == Some(UnitName::Year) && !many()
}

/// Whether an ending that makes one of a unit, the price of which follows, stands at a place, after a stop perhaps: చ.అ.కు రూ.1,650.
fn each_at(view: &View, at: usize) -> bool {
    let stop = usize::from(view.get(at) == Some('.'));
    view.table.lists(List::Each, &view.written(at + stop))
}

/// Whether the unit at a place stands for one of it, as what is said of each tells by its ending: చ.అ.కు రూ.1,650.
fn is_each(view: &View, at: usize) -> bool {
    let seats = || {
        let sum = |sign: &Classified| view.get(sign.range.start) == Some('+');
        matches!(view.left, [.., sign, _] if sum(sign))
    };
    let parted = view.before(at).is_none_or(|c| !c.is_alphanumeric());
    let named = || unit_at(view, at, view.table, true).is_some_and(|(_, end)| each_at(view, end));
    // Most words have no stop behind.
    let stopped = view.get(at + letters::run(view, at).len()) == Some('.');
    stopped && parted && (!view.beside_number(at) || seats()) && named()
}

/// A unit without a number, after the word for "per" or a stroke that means it: per kg, 5 days/wk.
pub fn alone(view: &View, at: usize) -> Option<Candidate> {
    let stroke = || {
        let near = |span: &&Classified| view.text[span.range.end..at].iter().all(|c| *c == ' ');
        let last = view.left.last().filter(near);
        let per = view.table.word(Name::Per);
        last.is_some_and(|span| matches!(span.class, Class::Sign(words) if Some(words) == per))
    };
    // চৌ. কিমি
    let square = || {
        let square = view.table.word(Name::Square);
        let named = |word: &str| Some(word) == square;
        let near = matches!(view.before(at), Some(' ' | '.'));
        near && view.follows_short(at, named)
    };
    // చ.అ.కు
    let each = is_each(view, at) || is_of_one(view, at);
    let rate = || is_unit_rate(view, at);
    if !each && letters::run(view, at).len() == 1 && !rate() {
        return None;
    }
    // दोन किमीवर, but दो सेमी फाइनल
    let long = |(_, end)| end > at + 2;
    let told = || {
        let letters = view.letters(at);
        let short = view.table.shortened(letters);
        is_counted_unit(view, at)
            && unit_at(view, at, view.table, false).is_some_and(long)
            && short.is_none_or(|short| sense(short, view, at, at + letters.len()).is_none())
    };
    // ₹85 sq.ft.
    let priced = view.language != Language::En
        && matches!(letters::run(view, at), ['s' | 'S', 'q' | 'Q', ..])
        && matches!(view.last_class(), Some(Class::Money(_)));
    let from = match view.follows_per(at) {
        true => at - 1,
        false if stroke() || square() || rate() || is_labelled(view, at) => at,
        false if each || priced || told() => at,
        false => return None,
    };
    // Rs 5/pg
    if view.before(at) == Some('/') && is_counter(view, at) {
        return None;
    }
    // Per square kilometre, but nine square kilometres.
    let one = view.follows_per(at) || stroke() || each || priced;
    let Some((unit, end)) = unit_at(view, from, view.table, one) else {
        return of_each(view, at).filter(|_| stroke());
    };
    let mut found = Class::Unit(unit).until(view, end);
    // 2 மி.லி/லி-க்கு மேல்
    let bent = stroke().then(|| found.clone().with_case(view));
    if bent.as_ref().is_some_and(|bent| bent.end > end) {
        return bent;
    }
    if bent.is_some() && !is_bounded(view, end) {
        // 2 మి.లీ./లీ. నీటికి, 2 மி.லி./லி. நீரில்
        let next = view.next_word(end);
        let liquid = view.begins(List::Liquids, &next) && !view.lists(List::Liquids, &next);
        let other = |case: &Suffix| !liquid && !verbalize::has_ending(view.table, &next, *case);
        found.grammar.case = verbalize::per_ending(view.table).filter(other);
    }
    // প্রতি বিঘায়
    Some(match each || view.is_letter(end) {
        true => found.with_case(view),
        false => found,
    })
}

/// The word of which each is meant after a stroke, with the ending that it has then: கி.மீ./நாள்.
fn of_each(view: &View, at: usize) -> Option<Candidate> {
    let letters = letters::run(view, at);
    let own = view.language_at(at) == Some(view.language);
    // 82/ని.
    if view.get(at + letters.len()) == Some('.')
        && !view.table.with_stop(&spelling(letters)).is_empty()
    {
        return None;
    }
    let case = verbalize::per_ending(view.table)?;
    let has_it = || verbalize::has_ending(view.table, &spelling(letters), case);
    let mut found = Class::Word.until(view, at + letters.len());
    found.grammar.case = Some(case);
    let mut plurals = view.table.list(List::Optional);
    let many = plurals.any(|plural| spelling(letters).ends_with(plural));
    let to = is_bounded(view, found.end);
    (own && letters.len() > 1 && !has_it() && !many && !to).then_some(found)
}

/// Whether a word for the end or the beginning of something comes at a place: 5 பட்டியல்கள்/மாதம் வரை.
fn is_bounded(view: &View, end: usize) -> bool {
    let next = view.next_word(end);
    let mut lists = [List::Until, List::Particles].into_iter();
    lists.any(|list| view.table.lists(list, &next))
}

/// Whether a unit in Latin letters stands alone in brackets, or after "in" in English: weight (kg), in cm.
fn is_labelled(view: &View, at: usize) -> bool {
    let letters = view.letters(at);
    // kWh, mAh
    let small = letters.first().is_some_and(char::is_ascii_lowercase);
    let unit = small && letters.len() > 1 && letters.iter().all(char::is_ascii_alphabetic);
    unit && letters != ['i', 'n'] && stands_for_unit(view, at, at + letters.len())
}

/// The degrees of 38.5C and 99.1 F, which have decimals, and of 4 deg. C.
fn degrees(view: &View, end: usize, numeral: &Numeral, table: &Table) -> Option<(Unit, usize)> {
    // 25" C to 28° C
    let quote = view.get(end) == Some('"') && view.text.contains(&'°');
    let start = view.skip_spaces(end + usize::from(quote));
    let letter = |at: usize| match view.letters(at) {
        ['C'] => Some(UnitName::Celsius),
        ['F'] => Some(UnitName::Fahrenheit),
        _ => None,
    };
    let stop = start + view.letters(start).len();
    let next = view.skip_spaces(stop + usize::from(view.get(stop) == Some('.')));
    let (name, start, told) = match (letter(start), letter(next)) {
        (Some(name), _) => (name, start, false),
        (None, Some(name)) => {
            let word = view.word(start);
            let tables = [table, crate::language::table(Language::En)];
            tables.iter().find(|table| names_degrees(table, &word))?;
            (name, next, true)
        }
        _ => return None,
    };
    let warm = numeral.value().is_some_and(|n| n >= WARM);
    let clear = quote || told || warm && !numeral.fraction.is_empty();
    Some((named(table, name, false).filter(|_| clear)?, start + 1))
}

/// Whether a year or a month of age comes at a place, as in English "a 5 yr old child".
fn is_aged(view: &View, end: usize) -> bool {
    let start = view.skip_spaces(end);
    let unit = view.letters(start);
    let gap = view.run(start + unit.len(), |c| matches!(c, ' ' | '-'));
    // "She is 5 yrs old."
    let one = unit.last().is_some_and(|c| *c != 's');
    let old = || view.letters(start + unit.len() + gap) == ['o', 'l', 'd'];
    view.language == Language::En && one && old()
}

/// The nights or the days of a journey that has so many of both: 3N/4D.
fn stay(view: &View, at: usize, end: usize, table: &Table, one: bool) -> Option<(Unit, usize)> {
    let names = |letter: char| match letter {
        'N' => Some(UnitName::Night),
        'D' => Some(UnitName::Day),
        _ => None,
    };
    let &[letter] = view.letters(end) else {
        return None;
    };
    let name = names(letter)?;
    let between = |c: Option<char>| matches!(c, Some('/' | '-' | ' ' | '&' | '+'));
    let is_other = |c: char| c != letter && names(c).is_some();
    let after = || {
        let next = end + 1 + usize::from(between(view.get(end + 1)));
        let (_, last) = view.digits(next);
        last > next && matches!(view.letters(last), &[c] if is_other(c))
    };
    let before = |last: &Classified| {
        let measured = matches!(last.class, Class::Measure(_));
        let near = measured && at - last.range.end < 2;
        near && view.before(last.range.end).is_some_and(is_other)
    };
    let last = view.last_counted();
    let follows = || last.is_some_and(before);
    let unit = (after() || follows()).then(|| named(table, name, one))??;
    Some((unit, end + 1))
}

/// "Per minute" of 18/min, whose unit stands in Latin letters, and "per metre" after a `price`: 1,100/m, 7,200/MT. A word of the language
/// itself follows as it is.
fn rate(view: &View, end: usize, table: &Table, price: bool) -> Option<(Unit, usize)> {
    let written = run(view, end + 1)?;
    let length = written.chars().count();
    let one = price && matches!(&*written, "m" | "t" | "l" | "L" | "q");
    let capital = !price && written.starts_with(char::is_uppercase);
    let small = (one || length > 1 && !capital) && written.is_ascii();
    let micro = written.starts_with('µ');
    if view.get(end) != Some('/')
        || !(small || micro || everywhere(Everywhere::Rates).any(|unit| unit == written))
    {
        return None;
    }
    if is_counter(view, end + 1) {
        return None;
    }
    let below = unit(table, &written, true)?;
    let unit = Unit {
        above: None,
        below: below.above.filter(|_| below.below.is_none()),
        one: true,
    };
    Some((unit, end + 1 + length))
}

/// The minutes of "2h 35m", which are no metres.
fn minutes_after_hours(view: &View, end: usize, table: &Table, one: bool) -> Option<(Unit, usize)> {
    let start = view.skip_spaces(end);
    // 36m 24s
    let seconds = || {
        let (digits, end) = view.digits(view.skip_spaces(start + 1));
        !digits.is_empty() && view.letters(end) == ['s']
    };
    let follows = view.letters(start) == ['m'] && (measures(view, UnitName::Hour) || seconds());
    Some((named(table, UnitName::Minute, one)?, start + 1)).filter(|_| follows)
}

/// The seconds of "30s", which are no decade: 1990s, the 80s, in her 30s.
fn seconds(
    view: &View,
    at: usize,
    end: usize,
    numeral: &Numeral,
    table: &Table,
) -> Option<(Unit, usize)> {
    // Realme 8s, yarn of 40s
    // 60s x 60s
    let warp = || {
        let s = |at: usize| view.letters(view.digits(at).1) == ['s'];
        let cross = |text: &[char]| matches!(text, [' ', 'x' | 'X' | '×', ' ']);
        let first = at >= 4 && cross(&view.text[at - 3..at]) && view.before(at - 3) == Some('s');
        first || view.rest(end + 1).get(..3).is_some_and(cross) && s(end + 4)
    };
    let yarn = || view.mentions(List::Yarn) || warp();
    if view.letters(end) != ['s'] || view.follows(at, List::Models) || yarn() {
        return None;
    }
    let ten = |n: u64| n.is_multiple_of(10);
    let told = |list| view.follows(at, list);
    let decade = numeral.integer().is_some_and(|n| {
        let last = || DECADES.contains(&n) && !told(List::Lasting);
        // 50s 74, 100s 46
        let row = || {
            view.get(end + 1) == Some(' ') && view.is_digit(end + 2) && {
                let after = numeral::scan(view.text, end + 2).1;
                matches!(view.get(after), None | Some(',' | ';'))
            }
        };
        // Two 6s, three 10s: of each of these there are several.
        // 75 50s
        let counted =
            || view.beside_number(at) && matches!(view.last_class(), Some(Class::Cardinal(_)));
        n > MAX_SECONDS
            || told(List::Several)
            || (ten(n) || matches!(n, 4 | 6)) && (counted() || row())
            || ten(n) && (last() || told(List::Decades))
    });
    let unit = named(table, UnitName::Second, numeral.integer() == Some(1)).filter(|_| !decade)?;
    Some((unit, end + 1))
}
