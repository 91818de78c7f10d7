//! Fractions and mixed numbers: 1/2, 2 3/4, 5½.

use super::prelude::*;

const VULGAR: [char; 3] = ['¼', '½', '¾'];
/// The fractions of one character, each with its numerator and its denominator.
const SIGNS: &str =
    "¼1/4 ½1/2 ¾3/4 ⅓1/3 ⅔2/3 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅐1/7 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8 ⅑1/9 ⅒1/10";
/// Digits of the parts of a fraction whose stroke has spaces around it.
const MAX_WIDE: usize = 3;
/// A numerator of more digits than a value has, and one, is no number.
const MAX_NUMERATOR: usize = 15;

/// Numerator and denominator, also after a whole number.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = figures::language(view, at);
    let (numeral, after) = numeral::scan(view.text, at);
    if !numeral.fraction.is_empty() || is_few(view, after) || is_of_memory(view, at) {
        return None;
    }
    let found = vulgar(view, &numeral, after);
    let (mut fraction, end) = found.or_else(|| slashed(view, table, numeral, after))?;
    let one = fraction.whole.is_none();
    let unit = unit_at(view, end, table, one);
    // 10½"
    let unit = unit.or_else(|| feet_and_inches(view, at, end, one));
    let (number, end) = (end, unit.as_ref().map_or(end, |(_, end)| *end));
    fraction.unit = unit.map(|(unit, _)| unit);
    fraction.of_whole = table.word(Name::Of) == Some(&*view.next_word(end));
    if fraction.whole.is_none() && fraction.own.is_none() {
        fraction.own = agreeing(view, table, &fraction, number);
    }
    let end = end + part_after(view, table, &fraction, end);
    let share = || view.begins(List::Shares, &view.next_word(end));
    let class = Class::Fraction(fraction.into());
    let mut found = class.inflected(view, end, language).describing(view, at);
    found.grammar.before |= found.end == end && share();
    Some(found)
}

/// The characters of a word for a part behind a fraction that is said with it: ১/৩ অংশ is এক তৃতীয়াংশ.
fn part_after(view: &View, table: &Table, fraction: &Fraction, end: usize) -> usize {
    let bare = fraction.unit.is_none() && fraction.own.is_none() && view.get(end) == Some(' ');
    if !bare {
        return 0;
    }
    let part = view.letters(end + 1);
    let below = fraction.below.figures();
    // A quarter is said likewise.
    let below = if below == "4" { "3" } else { below.as_str() };
    let said = table.named(Family::PartsOf, below);
    let last = part.get(1..).filter(|last| last.len() > 1).map(spelling);
    let said = said
        .zip(last)
        .is_some_and(|(said, last)| said.ends_with(&*last));
    if said { part.len() + 1 } else { 0 }
}

/// A year and the last digits of the next one: the 2019/20 season, 2003/4.
pub fn season(view: &View, at: usize) -> Option<Candidate> {
    let (language, _) = figures::language(view, at);
    let (year, stroke) = view.digits(at);
    let (next, end) = view.digits(stroke + 1);
    let (first, second) = (year.value()?, next.value()?);
    let short = matches!(next.len(), 1 | 2) && is_next(first, second, next.len() as u32);
    // A/Brisbane/10/2007
    let named = view.before(at) == Some('/') && view.letters_before(at - 1).len() > 2;
    if named && view.get(stroke) == Some('/') && next.len() == 4 && YEARS.contains(&second) {
        let class = Class::Identifier(vec![Part::Number(year), Part::Year(second)]);
        return (!view.is_letter(end)).then(|| class.until(view, end));
    }
    let follows = year.len() == 4 && YEARS.contains(&first) && short;
    let goes_on = matches!(view.get(end), Some('/' | '-' | '.')) && view.is_digit(end + 1);
    let alone = !view.is_letter(end) && !goes_on;
    if view.get(stroke) != Some('/') || !follows || !alone || view.before(at) == Some('/') {
        return None;
    }
    let class = Class::Identifier(vec![Part::Year(first), Part::Number(Digits::of(second))]);
    Some(class.inflected(view, end, language))
}

/// The form of a half or three quarters that agrees with the noun after it: अर्धी वाटी. The table lists such forms by the noun or
/// by its last characters; a unit by all of it.
fn agreeing(view: &View, table: &Table, fraction: &Fraction, end: usize) -> Option<&'static str> {
    let sign = VULGAR[usize::from(fraction.quarters?.clamp(1, 3)) - 1];
    let noun = view.letters(end + 1);
    if view.get(end) != Some(' ') || noun.is_empty() {
        return None;
    }
    let lengths = if fraction.unit.is_some() { 1 } else { 3 };
    let mut lengths = [noun.len(), 2, 1].into_iter().take(lengths);
    lengths.find_map(|length| {
        let last: String = noun[noun.len().saturating_sub(length)..].iter().collect();
        table.named(Family::Agreeing, &format!("{sign}:{last}"))
    })
}

/// One character after a whole number.
fn vulgar(view: &View, whole: &Numeral, at: usize) -> Option<(Fraction, usize)> {
    // 12 ½
    let parted = !whole.whole.is_empty() && view.get(at) == Some(' ');
    let at = at + usize::from(parted);
    // Most numbers have none.
    let sign = view.get(at).filter(|sign| !sign.is_ascii())?;
    let parts = SIGNS.split(' ').find_map(|row| row.strip_prefix(sign))?;
    let (above, below) = parts.split_once('/')?;
    let [above, below] = [above, below].map(|n| Digits::of(n.parse().unwrap_or_default()));
    let whole = (!whole.whole.is_empty()).then(|| whole.clone());
    Some((part_of(whole, above, below), at + 1))
}

/// Parts of a whole, after whole ones perhaps.
fn part_of(whole: Option<Numeral>, above: Digits, below: Digits) -> Fraction {
    let quarters = match (&above[..], &below[..]) {
        ([1], [4]) => Some(1),
        ([1], [2]) => Some(2),
        ([3], [4]) => Some(3),
        _ => None,
    };
    Fraction {
        whole,
        above,
        below,
        quarters,
        own: None,
        of_whole: false,
        unit: None,
    }
}

/// Two numbers with a slash between them; `at` is the place after the first.
fn slashed(view: &View, table: &Table, first: Numeral, at: usize) -> Option<(Fraction, usize)> {
    let start = at - first.whole.len();
    // Test-2 12/8
    let named = view.before(start) == Some('-') && !view.letters_before(start - 1).is_empty();
    // Y20 4/64 GB
    let model = view.before(start).is_some_and(char::is_alphabetic);
    let mixed = view.get(at) == Some(' ') && view.is_digit(at + 1) && !named && !model;
    let mixed = mixed || is_mixed(view, start);
    let (above, end) = match mixed {
        true => view.digits(at + 1),
        false => (first.whole.clone(), at),
    };
    let slash = view.get(end) == Some('/');
    let wide = !mixed && view.rest(end).starts_with(&[' ', '/', ' ']) && !is_formula(view);
    if !slash && !wide {
        return None;
    }
    // 24/25 Oct
    if slash && is_day_at(view, end + 1) {
        return None;
    }
    let (below, end) = numeral::scan(view.text, end + if wide { 3 } else { 1 });
    // 1,850/1,200 ml
    let measured = || unit_at(view, end, table, false).is_some();
    let grouped = first.grouped && below.grouped && view.language == Language::En && measured();
    if !below.fraction.is_empty() || grouped {
        return None;
    }
    let below = below.whole;
    let start_below = end - below.len();
    // 14567/1800-180-1551, 32/5'4"
    let other =
        view.is_dash(end) && is_toll_free(view, start_below) || is_height(view, start_below);
    let more = view.get(end) == Some('/') || view.is_digit(end) || other;
    let long = above.len() > MAX_NUMERATOR + usize::from(!mixed);
    // "2 May 2020 / 43" parts two numbers.
    let parted =
        wide && (above.len() > MAX_WIDE || below.len() > MAX_WIDE || below.first() == Some(&0));
    if above.is_empty() || below.is_empty() || more || long || parted {
        return None;
    }
    let written: String = view.text[start..end].iter().collect();
    let own = table.named(Family::Fractions, &written);
    let fraction = Fraction {
        own,
        ..part_of(mixed.then_some(first), above, below)
    };
    // "1/4th" says no more than "1/4", nor do "3/4ths".
    let last = skip_english(view, end);
    let plural = last > end && view.get(last) == Some('s');
    Some((fraction, last + usize::from(plural)))
}
