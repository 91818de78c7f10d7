//! The unit at a place: as a table lists it, or put together from prefix, base and power.

use super::ending::is_english;
use super::game::is_of_cricket;
use super::letters::{begins_word, is_name};
use super::numeral;
use crate::text::normalize::ground::*;

/// The longest unit as it is written.
const MAX_UNIT: usize = 14;
/// The same with its stops.
const MAX_STOPPED: usize = 18;
/// The same where a space stands between its two parts.
const MAX_PARTED: usize = 5;
/// Networks have so many generations.
const GENERATIONS: std::ops::RangeInclusive<u64> = 2..=6;
/// Years of cars that are sold.
const RECENT: std::ops::RangeInclusive<u64> = 2019..=2035;
/// Letters of a word that ends as a participle does.
const PARTICIPLE: usize = 6;
/// Letters of a rate of litres that is spelt as a word.
const RATE: usize = 3;
/// What stands after a unit that is raised to a power.
const POWERS: [(&str, Name); 4] = [
    ("²", Name::Square),
    ("^2", Name::Square),
    ("³", Name::Cubic),
    ("^3", Name::Cubic),
];

/// A unit as it is written after a number, such as `km/h`, `m²` or `GB`; said as one of it is, where it is of `one`.
pub fn unit(table: &Table, written: &str, one: bool) -> Option<Unit> {
    if let Some(named) = table.unit(written) {
        return Some(Unit::of(named, one));
    }
    // lpm is l/min.
    let rate = written.starts_with(['l', 'L']) && written.len() == RATE;
    let rate = rate.then(|| unit_spelt(written, true)).flatten();
    let (above, below) = match rate.unwrap_or(written).split_once('/') {
        Some((above, below)) => (above, Some(factor(table, below)?)),
        None => (written, None),
    };
    let above = Some(factor(table, above)?);
    Some(Unit { above, below, one })
}

/// A unit, or its square or cube.
fn factor(table: &Table, written: &str) -> Option<Factor> {
    for (sign, power) in POWERS {
        if let Some(base) = written.strip_suffix(sign) {
            return raised(prefixed(table, base)?, power);
        }
    }
    let square = || {
        let base = written.strip_prefix("sq")?.trim_start_matches('.');
        raised(prefixed(table, base)?, Name::Square)
    };
    square().or_else(|| prefixed(table, written))
}

fn raised(factor: Factor, power: Name) -> Option<Factor> {
    factor.power.is_none().then_some(Factor {
        power: Some(power),
        ..factor
    })
}

/// A unit, or a prefix and a unit that takes one.
fn prefixed(table: &Table, written: &str) -> Option<Factor> {
    if let Some(named) = table.unit(written) {
        return Some(named.into());
    }
    let english = table.word(Name::Plural).is_some();
    let spelt = |written: &str| written.is_ascii().then(|| unit_spelt(written, english))?;
    if let Some(unit) = spelt(written) {
        return factor(table, unit);
    }
    let mut chars = written.chars();
    let prefix = chars.next()?;
    let base = chars.as_str();
    table.list(List::Metric).find(|metric| *metric == base)?;
    table.named(Family::Prefixes, prefix.encode_utf8(&mut [0; 4]))?;
    let base = table.unit(base).or_else(|| table.unit(spelt(base)?))?;
    Some(Factor {
        prefix: Some(prefix),
        ..base.into()
    })
}

/// The unit at a place after a number, which is of `one` perhaps, and the place after it.
pub fn unit_at(view: &View, at: usize, table: &Table, one: bool) -> Option<(Unit, usize)> {
    // 12/1 MG Road
    if names_road(view, at) {
        return None;
    }
    let hyphen = view.get(at) == Some('-');
    let start = at + usize::from(hyphen || view.get(at) == Some(' '));
    // "a 3-day trip"
    let one = one || hyphen;
    let written = run(view, start)?;
    let end = start + written.chars().count();
    // a 9-in-1 kit
    let parts = hyphen && view.get(end) == Some('-');
    if written == "in" && (parts || is_before_english(view, end)) {
        return None;
    }
    let stop = usize::from(matches!(view.get(end), Some('.' | '॰')));
    // "கி.மீ." is கிமீ.
    if stop == 1
        && !written.starts_with(|c: char| c.is_ascii_alphabetic())
        && let Some(found) = stopped(view, start, table, one)
    {
        return found;
    }
    // कि मी, mm Hg
    if view.get(end) == Some(' ')
        && let Some(rest) = run(view, end + 1)
        && (!written.is_ascii() || rest == "Hg")
        && written.chars().count() + rest.chars().count() <= MAX_PARTED
        && let Some(named) = table.unit(&format!("{written}{rest}"))
    {
        return Some((Unit::of(named, one), end + 1 + rest.chars().count()));
    }
    // "sq. ft"
    let power = match &*written {
        "sq" | "Sq" | "SQ" => Some('²'),
        "cu" | "Cu" | "CU" => Some('³'),
        _ => None,
    };
    // "sq.ft"
    let gap = usize::from(view.get(end + stop) == Some(' '));
    let power = power.filter(|_| gap == 1 || stop == 1 && view.is_letter(end + 1));
    let (written, end) = match power {
        Some(power) => {
            let start = end + stop + gap;
            // The letters of another script are an ending.
            let script = view.get(start).and_then(script::letter);
            let end = start + view.run(start, |c| c.is_alphabetic() && script::letter(c) == script);
            let base: String = view.text[start..end].iter().collect();
            (format!("{base}{power}"), end)
        }
        None => (written, end),
    };
    let glued = start == at;
    if let Some(played) = played(view, at, &written, table) {
        return Some((Unit::of(played, one), end));
    }
    // "5 m-10 m" is a range, "5-m" would be a word.
    if hyphen && written.chars().count() < 2 || is_no_unit(view, &written, start..end, glued) {
        return None;
    }
    let (found, end) = match (unit(table, &written, one), written.split_once('/')) {
        (None, parted) => match (with_ending(table, &written, one), parted) {
            (Some((found, length)), _) => (Some(found), start + length),
            // 2 b/sheets, 12 s/gates
            (None, Some((above, below))) if above.len() == 1 && below.ends_with('s') => (None, end),
            (None, Some((above, _))) => (unit(table, above, one), start + above.chars().count()),
            (None, None) => (None, end),
        },
        (found, _) => (found, end),
    };
    // m2, µg/m3, m/s^2
    let caret = usize::from(view.get(end) == Some('^'));
    let power = match view.get(end + caret) {
        Some('2') => Some('²'),
        Some('3') => Some('³'),
        _ => None,
    };
    let raised = || {
        let long = caret == 1 || written.ends_with('m') || written.ends_with("ft");
        let whole = end == start + written.chars().count();
        let more = view.get(end + caret + 1).is_some_and(char::is_alphanumeric);
        let power = power.filter(|_| long && whole && !more)?;
        unit(table, &format!("{written}{power}"), one)
    };
    let (found, end) = match power {
        Some(_) => (raised(), end + caret + 1),
        None => (found, end),
    };
    found.map(|unit| (unit, end + usize::from(has_own_stop(view, end))))
}

/// The balls of an innings, 63 (41b), and what a captain did at its end, 560/6d.
fn played(view: &View, at: usize, written: &str, table: &Table) -> Option<&'static NamedUnit> {
    let stroke = || view.before(at - view.digits_before(at).len()) == Some('/');
    let name = match written {
        "b" => "balls",
        "d" if stroke() => "decl",
        _ => return None,
    };
    table.unit(name).filter(|_| is_of_cricket(view))
}

/// Whether letters after a number, which touch it perhaps, are no unit: "1st" is no stone, "4B" a flat, "14A" a seat, "4K" a screen;
/// "Sector 22 B" has no bytes.
fn is_no_unit(view: &View, written: &str, range: std::ops::Range<usize>, glued: bool) -> bool {
    let other = || match written {
        "A" => !is_electric(view),
        "s" | "K" => true,
        _ => is_english(view.letters(range.start)),
    };
    // A/C; 9 A+, 1 A
    let grade = || written.eq_ignore_ascii_case("a/c") || is_grade(view, written, range.end);
    // 3 t-shirts, but 100 m-long, and an ending of another script
    let joined = || {
        let word = view.letters(range.end + 1);
        let name = word.len() > 2 && word.iter().all(char::is_ascii_alphabetic);
        written != "m"
            && view.get(range.end) == Some('-')
            && name
            && !view.lists(List::Dimensions, &lowercase(word))
    };
    let name = || begins_word(view, range.start);
    let letter = written.len() == 1 && (joined() || is_label(view, &range) || name());
    let place = |word: &str| view.cues(word).has(Kind::Place);
    let byte = || glued || view.words_before(range.start, 1, place);
    // Between words of India MT is spelt: 119.89 MT are million tonnes. After a stroke it is a unit: 7,200/MT.
    let millions = written == "MT" && view.language != Language::En;
    // 2022 MG ZS
    let make = || {
        let next = view.get(view.skip_spaces(range.end));
        let year = || digits(view.digits_before(range.start - usize::from(!glued)), 0).0;
        written == "MG" && next.is_some_and(char::is_uppercase) && year().is_in(RECENT)
    };
    // 40 pg. album
    let page = || written == "pg" && view.get(range.end) == Some('.');
    // 12 N Main Road, 5 N/A
    let newtons = || {
        let below = written.strip_prefix("N/");
        let rate = below.is_some_and(|below| below.starts_with(char::is_lowercase));
        rate || view.mentions_around(List::Forces) || view.text.contains(&'=')
    };
    // 12 nm off the coast
    let nautical = || written == "nm" && view.lists(List::AtSea, &view.next_word(range.end));
    letter
        || page()
        || nautical()
        || matches!(written.as_bytes(), [b'N'] | [b'N', b'/', ..]) && !newtons()
        || make()
        || millions
        || matches!(written, "B" | "b") && byte()
        || (glued || written == "A") && other()
        || grade()
}

/// Whether a word tells of amperes, or volts or watts stand in the clause: MCB 32A, 12V 5A.
fn is_electric(view: &View) -> bool {
    view.words().iter().any(|word| {
        let figure = word.range.start > 0 && view.is_digit(word.range.start - 1);
        let unit = || matches!(&*word.text, "v" | "w" | "kw" | "kva" | "ma" | "ah");
        figure && unit() || view.lists(List::Fused, &word.text)
    })
}

/// Whether a capital after a number is the label of the next number rather than a unit, as one stands before the first: M 12 W 7 L 5.
fn is_label(view: &View, range: &std::ops::Range<usize>) -> bool {
    let capital = |letters: &[char]| matches!(letters, [c] if c.is_ascii_uppercase());
    let number = range.start - view.run_before(range.start, |c| c == ' ' || c.is_ascii_digit());
    let labelled = view.before(range.start) == Some(' ') && capital(view.letters(range.start));
    let next = view.skip_spaces(range.end);
    let (digits, end) = view.digits(next);
    labelled
        && next > range.end
        && !digits.is_empty()
        && capital(view.letters_before(number))
        && !has_unit(view, end)
}

/// Whether a letter is the grade of a school, as one of the clause has a plus: 9 A+, 1 A.
fn is_grade(view: &View, written: &str, end: usize) -> bool {
    let plus = |run: &[char]| matches!(run, [' ', 'A'..='C', '+']);
    let mut clauses = [view.text, view.earlier].into_iter();
    let mut graded = || view.get(end) == Some('+') || clauses.any(|text| text.windows(3).any(plus));
    matches!(written, "A" | "B" | "C") && graded()
}

/// Whether a unit comes at a place after a number.
pub fn has_unit(view: &View, at: usize) -> bool {
    unit_at(view, at, view.table, false).is_some()
}

/// Whether the last span is of a unit.
pub fn measures(view: &View, name: UnitName) -> bool {
    matches!(view.last_class(), Some(Class::Measure(measure)) if measure.unit.name() == Some(name))
}

/// Whether a stop within the clause, or at the end of a bracket, is that of the unit which ends at a place.
fn has_own_stop(view: &View, end: usize) -> bool {
    // 10 yrs. R.I.
    let initial = || view.get(end + 3) == Some('.');
    let sentence = || view.get(end + 2).is_some_and(char::is_uppercase) && !initial();
    let within = || view.rest(end).starts_with(&['.', ' ']) && view.is_heard_from(end + 1);
    // 4 hrs./day
    matches!(view.rest(end), ['.', ')' | '/', ..]) || within() && !sentence()
}

/// Whether the letters from `at` to `end` stand alone in brackets after a word, after "in" in English, or after a number and a plus, where
/// a unit may.
pub fn stands_for_unit(view: &View, at: usize, end: usize) -> bool {
    let bracket = at > 1 && view.before(at) == Some('(') && view.get(end) == Some(')');
    let joins = |c: char| matches!(c, '\'' | '’' | '-' | '/');
    let goes_on = |c: char| c.is_ascii_uppercase() || script::digit(c).is_some();
    let told = || {
        view.language == Language::En
            && matches!(view.text[..at], [.., ' ' | '(', 'i', 'n', ' '])
            && !view.get(end).is_some_and(joins)
            && !view.get(view.skip_spaces(end)).is_some_and(goes_on)
    };
    // 60+ kg
    let digit = |c: char| script::digit(c).is_some();
    let more = || matches!(view.text[..at], [.., c, '+'] | [.., c, '+', ' '] if digit(c));
    bracket || told() || more()
}

/// Whether the g right after a number, which ends at a place, is that of a generation of networks rather than grams: 4g calls.
pub fn is_generation(view: &View, at: usize, end: usize) -> bool {
    let (digits, after) = view.digits(at);
    let generation = digits.is_in(GENERATIONS) && after == end;
    let networks = |word: &str| view.lists(List::Networks, word);
    let beside = || {
        let gap = |c| matches!(c, ' ' | ',');
        let next = end + 1 + view.run(end + 1, gap);
        let last = at - view.run_before(at, gap);
        // 4g, 3g
        let (_, letter) = view.digits(next);
        let another = letter > next && view.letters(letter) == ['g'];
        let earlier =
            matches!(view.text[..last], [.., digit, 'g'] if script::digit(digit).is_some());
        networks(&view.word(next))
            || view.words_before(at, 2, networks)
            || another
            || earlier && last < at
            // 5g India launch
            || view.language != Language::En && view.get(next).is_some_and(|c| c.is_ascii_uppercase())
    };
    generation && view.letters(end) == ['g'] && beside()
}

/// Whether "in" that ends at a place stands before a word in small Latin letters, or between one and a name: 2020 in pictures, Top 10 in India.
fn is_before_english(view: &View, at: usize) -> bool {
    let next = view.letters(at + 1);
    let small = next.len() > 1 && next.iter().all(char::is_ascii_lowercase);
    let number = at.saturating_sub(" in".len());
    let word = number.saturating_sub(view.digits_before(number).len() + 1);
    let latin = || view.before(word).is_some_and(|c| c.is_ascii_alphabetic());
    view.get(at) == Some(' ') && (small || is_name(next) && latin())
}

/// Whether two capitals after a number are the name of a road or a law rather than a unit: 12/1 MG Road, 184 MV Act.
pub fn names_road(view: &View, end: usize) -> bool {
    let start = view.skip_spaces(end);
    let capitals = view.letters(start);
    let next = view.skip_spaces(start + capitals.len());
    let road = |word: &str| {
        view.lists(List::Address, word) || view.lists(List::Laws, word) || word == "rd"
    };
    start > end
        && capitals.len() > 1
        && capitals.iter().all(char::is_ascii_uppercase)
        && next > start + capitals.len()
        && view.get(next).is_some_and(char::is_uppercase)
        && road(&view.word(next))
}

/// A unit with an ending of words right after it: கிமீக்கு, किमीवर. It, and its characters without the ending.
fn with_ending(table: &Table, written: &str, one: bool) -> Option<(Unit, usize)> {
    if written.is_ascii() {
        return None;
    }
    // The longest unit first.
    let mut parts = written.char_indices().rev();
    parts.find_map(|(at, _)| {
        let (base, ending) = written.split_at(at);
        table.suffix(ending)?;
        Some((Unit::of(table.unit(base)?, one), base.chars().count()))
    })
}

/// A unit of several letters with stops between them, and the place after it, or none if it begins another abbreviation: मी.ली.
fn stopped(view: &View, at: usize, table: &Table, one: bool) -> Option<Option<(Unit, usize)>> {
    // கி.மீ./மணி
    // ग्रा॰/ है॰
    let rest = view.rest(at);
    let part = |i: &usize| match rest.get(*i) {
        Some(' ') => *i > 0 && rest[*i - 1] == '/',
        Some(c) => script::letter(*c).is_some() || matches!(c, '.' | '॰' | '/'),
        None => false,
    };
    let length = (0..MAX_STOPPED).take_while(part).count();
    let run = rest[..length].iter();
    let run = run.map(|c| if *c == '॰' { &'.' } else { c });
    let [mut written, mut stops] = [const { String::new() }; 2];
    let mut found = None;
    let mut dotted = false;
    for (i, c) in run.enumerate().filter(|(_, c)| **c != ' ') {
        dotted |= *c == '.';
        stops.push(*c);
        if *c != '.' {
            written.push(*c);
        }
        if let Some(named) = table.unit(&written) {
            let end = at + i + 1;
            // A stop at the end of the sentence is heard as one.
            let whole = *c == '.' && view.is_heard_from(end)
                || !view.is_letter(end) && (dotted || view.get(end) != Some('/'));
            if whole {
                found = Some(Some((named, end)));
            }
        } else if *c == '.' && found.is_some() && table.abbreviation(&stops).is_some() {
            found = Some(None);
        }
    }
    found.map(|found| found.map(|(named, end)| (Unit::of(named, one), end)))
}

/// What stands where a unit may: letters of one script, and signs of units.
pub fn run(view: &View, start: usize) -> Option<String> {
    let rest = view.rest(start);
    // The letters of another script are an ending.
    let script = rest.iter().take(MAX_UNIT).find_map(|c| script::letter(*c));
    let part = |c: &&char| {
        let letter = script::letter(**c);
        letter.is_some() && letter == script || "°²³/µμ%Ω".contains(**c)
    };
    let run = rest.iter().take(MAX_UNIT + 1).take_while(part);
    let length = run.count();
    if length == 0 || length > MAX_UNIT {
        return None;
    }
    let micro = |c: &char| if *c == 'μ' { 'µ' } else { *c };
    let written: String = rest[..length].iter().map(micro).collect();
    let bare = written.trim_end_matches('/');
    // 12.8 gm%: the sign is read by itself.
    let base = bare.strip_suffix('%').filter(|base| !base.is_empty());
    Some(base.unwrap_or(bare).to_owned())
}

/// Whether a number and its unit come at a place.
pub fn is_side(view: &View, at: usize) -> bool {
    let (numeral, end) = numeral::scan(view.text, view.skip_spaces(at));
    let full = || view.table.names_unit(&view.next_word(end));
    !numeral.whole.is_empty() && !view.text.contains(&'=') && (has_unit(view, end) || full())
}

/// Whether what has so many of a unit follows it: a 500 mg tablet. Some units tell what a thing is like before any noun: 3 kW on-grid plants,
/// but not: a gap of 5 mm remains.
pub fn is_of_thing(view: &View, at: usize, end: usize) -> bool {
    let start = view.skip_spaces(end);
    let unit = unit_at(view, end, view.table, false);
    let next = unit.map_or(start + view.letters(start).len(), |(_, last)| last);
    if view.get(next) != Some(' ') {
        return false;
    }
    let word = view.next_word(next);
    if word.is_empty() {
        return false;
    }
    // 14.2 kg LPG cylinder, but 2 hrs water supply
    let last = next + 1 + view.letters(next + 1).len();
    let stop = usize::from(view.get(last) == Some('.'));
    let second = || {
        let plural = view.text[..next].ends_with(&['s']);
        view.get(last + stop) == Some(' ')
            && !plural
            && !view.lists(List::NoAttribute, &word)
            && view.table.lists(List::Sold, &view.word(last + stop + 1))
    };
    let rated = || {
        let sign = unit.filter(|(unit, _)| unit.below.is_none())?.0.above?;
        Some(view.table.lists(List::Rated, &sign.to_string()))
    };
    view.table.lists(List::Sold, &word)
        || second()
        || rated() == Some(true)
            && !view.follows(at, List::Amounts)
            && is_noun(view, at, next + 1, &word)
}

/// Whether a word of English at a place, after the unit of `number`, may be a noun, or begin what describes one.
fn is_noun(view: &View, number: usize, at: usize, word: &str) -> bool {
    let end = at + view.letters(at).len();
    // on-grid
    let joined = view.get(end) == Some('-') && view.is_letter(end + 1);
    let adverb = word.ends_with("ly") || word.len() >= PARTICIPLE && word.ends_with("ed");
    let other = |word: &str| view.lists(List::NoAttribute, word);
    // 10 ft long pipes, but: he is 6 ft tall, rooms 10 ft wide cost more.
    let second = || view.get(end) == Some(' ') && view.is_letter(end + 2);
    if !joined && view.lists(List::Dimensions, word) {
        let word_before = view.back(number).next().is_some_and(|c| c.is_alphabetic());
        let opens = || view.follows(number, List::BeforeDimensions);
        return (!word_before || opens()) && second() && !other(&view.word(end + 1));
    }
    let noun = end > at + 1 && !adverb && !other(word) && !view.is_currency(at);
    joined || noun && !view.number_follows(end)
}
