//! Numbers with nothing around them but the noun that they count: cardinals, decimals, years.

use super::candidate::{Candidate, certainty};
use super::count::{is_counted, is_quantity, persons, rupees_at};
use super::numeral;
use super::view::{self, View};
use crate::text::class::{Class, Digits, Number, Numeral};
use crate::text::verbalize::spelling;
use std::ops::Range;

use super::scale;
use crate::language::{Language, List, Name, Table, table};
use crate::script::{self, Script};

/// Years of the last century are said by hundreds wherever they stand, earlier ones beside a word that tells a year.
const CENTURY: Range<u64> = 1901..2000;
const YEARS: Range<u64> = 1100..2000;
/// English says these in two halves as well.
pub const THIS_CENTURY: Range<u64> = 2010..2100;
/// The number of a name has no more digits, and the letters right after it are no more.
const MAX_NAMED: usize = 3;
const MAX_LABEL: usize = 2;
/// Digits of a group, and the least distance of two that are parts of one number.
const GROUP: usize = 3;
const STEP: u64 = 10;
/// Two may be one number in groups of three.
const LIST: usize = 3;
/// Two years with a dash between them are not further apart.
const LIFE: u64 = 120;

/// Whether a decimal point that begins a number stands at a place: .5.
pub fn begins_with_point(view: &View, at: usize) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '.';
    view.get(at) == Some('.') && view.is_digit(at + 1) && !view.before(at).is_some_and(inside)
}

/// The language that says the number at a place, and its table.
pub fn language(view: &View, at: usize) -> (Language, &'static Table) {
    view.numerals(at + usize::from(view.get(at) == Some('.')))
}

/// The number at a place, and the place after it and the stroke of an amount whose currency a word names.
pub fn scan(view: &View, at: usize) -> (Numeral, usize) {
    let (numeral, end) = numeral::scan(view.text, at);
    let comma = numeral.grouped || view.before(at) == Some(',');
    if let Some(first) = comma.then(|| first_of_list(view, at, end)).flatten() {
        return numeral::scan(&view.text[..first], at);
    }
    (numeral, skip_stroke(view, end))
}

/// The end of a number of three digits that is one of several which rise by little and have commas between them, but no
/// spaces: rooms 101,102,103.
fn first_of_list(view: &View, at: usize, end: usize) -> Option<usize> {
    let part = |c: &&char| **c == ',' || script::digit(**c).is_some();
    let before = view.text[..at].iter().rev().take_while(part).count();
    let after = view.rest(end).iter().take_while(part).count();
    let run = &view.text[at - before..end + after];
    let run = run.strip_suffix(&[',']).unwrap_or(run);
    let groups: Vec<Digits> = run
        .split(|c| *c == ',')
        .map(|group| view::digits(group, 0).0)
        .collect();
    let near = |pair: &[Digits]| {
        let (Some(first), Some(second)) = (pair[0].value(), pair[1].value()) else {
            return false;
        };
        (first + 1..first + STEP).contains(&second)
    };
    let listed = groups.len() >= LIST
        && groups.iter().all(|group| group.len() == GROUP)
        && groups.windows(2).all(near);
    listed.then_some(at + GROUP)
}

/// The place after the stroke that closes an amount, if one comes at a place.
pub fn skip_stroke(view: &View, at: usize) -> usize {
    let closed = view.rest(at).starts_with(&['/', '-']) && !view.is_digit(at + 2);
    at + if closed { 2 } else { 0 }
}

/// With its form before a noun, or with the case ending that stands apart; `said` is the language of the digits.
pub fn beside_noun(mut found: Candidate, view: &View, said: Language) -> Candidate {
    let end = found.end;
    if view.get(end) == Some(' ') && found.language == said {
        found = found.with_case(view);
    }
    // An ending is no noun, and of a pair or a sum neither number counts: the 1 of 2+1.
    let pair = view.left.last().is_some_and(|span| {
        let plus = matches!(view.get(span.range.start), Some('+' | '×'));
        span.class == Class::Pair || plus && view.is_digit(span.range.end)
    });
    let noun = || noun_follows(view, end, table(said), found.language);
    // 500రూపాయలు
    let rupees = || view.is_letter(end) && rupees_at(view, end);
    let percent = || view.get(view.skip_spaces(end)) == Some('%');
    found.grammar.before = found.end == end && !pair && (noun() || rupees() || percent());
    found
}

/// Whether the number from `at` to `end` belongs to a Latin name, whose language says it: 5G, T20, B-12, iPhone 16. Names that a
/// space parts from their number are listed.
fn is_of_name(view: &View, numeral: &Numeral, at: usize, end: usize) -> bool {
    let latin = |c: char| script::letter(c) == Some(Script::Latin);
    let capital = |c: char| latin(c) && c.is_uppercase();
    if !numeral.is_plain() || numeral.whole.len() > MAX_NAMED {
        return false;
    }
    let joined = usize::from(view.before(at).is_some_and(|c| matches!(c, '-' | '‑')));
    // 120B is a section of a law.
    let short = numeral.whole.len() < MAX_NAMED;
    // A-101 is a flat.
    if joined == 1 && !short {
        return false;
    }
    // Section 35A is none, and an ending may follow: 4Gல்.
    let one = numeral.whole.len() == 1 || view.letters(end) == ['K'];
    let label = super::word::run(view, end).len();
    let after = short && one && view.get(end).is_some_and(capital) && label <= MAX_LABEL;
    let before = at
        .checked_sub(1 + joined)
        .and_then(|i| view.get(i))
        .is_some_and(capital);
    let english = crate::language::table(Language::En);
    let listed = |word: &str| english.lists(List::Models, word);
    before
        || after
        || view.before(at).is_some_and(|c| c == ' ' || joined == 1)
            && view.words_before(at, 1, listed)
}

/// A number and the scale after it, if there is one.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = language(view, at);
    let (numeral, end) = scan(view, at);
    let lakh = || view.get(end) == Some('L') && scale::at(view, end, table, false).is_some();
    if language != Language::En && is_of_name(view, &numeral, at, end) && !lakh() {
        let class = Class::Cardinal(Number::of(numeral).into());
        return Some(Candidate::number(
            view,
            end,
            class,
            Language::En,
            certainty::NUMBER,
        ));
    }
    if let Some(found) = persons(view, &numeral, end, table, language) {
        return Some(found);
    }
    let numeral = match is_quantity(view, end, table) {
        true => numeral.counting(),
        false => numeral,
    };
    let mut number = Number::of(numeral);
    let scaled = scale::at(view, end, table, true).is_some();
    number.halves = scaled || is_halved(view, &number, end, table);
    let joined = table
        .word(Name::JoinedThousand)
        .is_some_and(|name| view.get(end) == Some(' ') && view.word(end + 1) == name);
    let (mut scales, last) = scale::classify(view, end, table, joined);
    if !scales.is_empty() {
        scale::join(&mut number, &mut scales, table);
        number.year = year_at(view, &number.numeral, at, end).is_some();
        number.scales = scales;
        let class = Class::Cardinal(number.into());
        let mut found = Candidate::number(view, last, class, language, certainty::NUMBER);
        found.grammar.before = true;
        return Some(found);
    }
    let class = match number.numeral.fraction.is_empty() {
        true => Class::Cardinal(number.into()),
        false => Class::Decimal(number.into()),
    };
    let found = Candidate::number(view, end, class, language, certainty::NUMBER);
    Some(beside_noun(found, view, language))
}

/// Whether a number with a half is one of a unit that is written in full: 2.5 एकड़.
fn is_halved(view: &View, number: &Number, end: usize, table: &Table) -> bool {
    let half = number.numeral.fraction[..] == [5] && view.get(end) == Some(' ');
    half && table.names_unit(&view.word(end + 1))
}

/// Four digits that are a year.
pub fn year(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = language(view, at);
    let (numeral, end) = scan(view, at);
    let certainty = year_at(view, &numeral, at, end)?;
    if scale::at(view, end, table, false).is_some() {
        return None;
    }
    let mut number = Number::of(numeral);
    number.year = true;
    let class = Class::Year(number.into());
    let found = Candidate::number(view, end, class, language, certainty);
    let mut found = beside_noun(found, view, language);
    // It counts nothing: 1971 போர்.
    found.grammar.before = false;
    Some(found)
}

/// How surely the number from `at` to `end` is a year, if it may be one.
pub fn year_at(view: &View, numeral: &Numeral, at: usize, end: usize) -> Option<u8> {
    let four = numeral.is_plain() && numeral.whole.len() == 4;
    let n = numeral.value().filter(|_| four)?;
    let english = view.table.word(Name::Oh).is_some();
    // The Act of 1872 applies.
    let era = || {
        let listed = |word: &str| view.table.lists(List::Eras, word);
        view.words_before(at, 1, |word| word == "of") && view.words_before(at, 2, listed)
    };
    // An English ending makes it a decade, another one leaves it a year.
    if view.is_letter(end) && english || is_counted(view, end) && !era() {
        return None;
    }
    let before = |list| view.words_before(at, 1, |word| view.table.lists(list, word));
    // (1542–1605)
    let ends_span = || match view.left {
        [.., first, between] => {
            matches!(first.class, Class::Year(_))
                && matches!(between.class, Class::Pair | Class::Range)
        }
        _ => false,
    };
    let told = || {
        ends_span()
            || before(List::Years)
            || before(List::Months)
            || is_dated(view, n, end)
            || begins_span(view, n, end)
    };
    let century = CENTURY.contains(&n) || english && THIS_CENTURY.contains(&n);
    match century {
        true => Some(certainty::YEAR),
        false => (YEARS.contains(&n) && told()).then_some(certainty::DATED),
    }
}

/// Whether what follows says that a number is a year: "1857 की क्रांति"; a round number is rather counted.
fn is_dated(view: &View, n: u64, at: usize) -> bool {
    let word = view.letters(at + usize::from(view.get(at) == Some(' ')));
    let mut dated = view.table.list(List::Dated);
    !n.is_multiple_of(100) && dated.any(|w| w.chars().eq(word.iter().copied()))
}

/// Whether a later year follows a dash: 1861–1941.
fn begins_span(view: &View, n: u64, at: usize) -> bool {
    let (last, end) = view.digits(at + 1);
    let years = last.len() == 4 && !view.is_digit(end) && !n.is_multiple_of(100);
    let later = last
        .value()
        .is_some_and(|last| (n..n + LIFE).contains(&last));
    matches!(view.get(at), Some('-' | '–')) && years && later
}

/// Whether a noun of `language` follows, which the number is said before; `table` is that of the number.
pub fn noun_follows(view: &View, at: usize, table: &Table, language: Language) -> bool {
    if view.get(at) != Some(' ') || view.language_at(at + 1) != Some(language) {
        return false;
    }
    let letters = view.letters(at + 1);
    let noun = spelling(letters);
    // A day is no count of months, nor a key one of the word that tells to press it.
    let month = |word: &str| table.lists(List::Months, word);
    letters.len() > 2
        && !view.shortened().is_some_and(month)
        && ![List::Months, List::Particles, List::Press, List::Key]
            .iter()
            .any(|list| table.lists(*list, &noun))
        && !view.words_before(at, 1, |word| table.lists(List::Labels, word))
}
