//! Numbers: with quarters, as years, with their endings.

use super::grammar::{before, english_ending, join};
use super::speech::Speech;
use super::units::{around, unit};
use crate::language::{self, Family, Language, List, Name, Table, table};
use crate::text::class::{
    Digits, Ending, Fraction, Grammar, Measure, Number, Numeral, Power, RateOf, Scale, Score, Unit,
};

/// Bytes of the words of most numbers.
const LENGTH: usize = 64;
/// So many and a half have a word for it: साढ़े बयालीस, but not 101.5.
const HALVED: std::ops::Range<u64> = 1..100;
/// One quarter, two, three.
const QUARTERS: [Name; 3] = [Name::AQuarter, Name::AHalf, Name::ThreeQuarters];
/// Years that are said by hundreds.
const HUNDREDS: [std::ops::Range<u64>; 2] = [1100..2000, 2100..3000];
/// English says these in two halves as well.
const THIS_CENTURY: std::ops::Range<u64> = 2010..2100;
/// English has an ordinal for a part of so many.
const PARTS: std::ops::RangeInclusive<u64> = 2..=100;
/// Of several such parts it is used for these, and where parts of a whole are told: 7/12 and 14/22 alone are rather the number of a
/// form and a count of so many, seven by twelve.
const SEVERAL: [u64; 8] = [2, 3, 4, 5, 8, 10, 16, 32];

/// Appends the words that a table has for something, if it has any.
pub fn push(out: &mut String, words: Option<&str>) {
    if let Some(words) = words {
        language::push(out, words);
    }
}

/// A number with its scale or its ending.
pub fn number(number: &Number, language: Language, grammar: Grammar, out: &mut Speech) {
    let table = table(language);
    if let RateOf::First(unit) = grammar.rate {
        rate(&around(&unit, table).0, language, out);
    }
    let mut words = String::with_capacity(LENGTH);
    match &number.ending {
        Some(Ending::Own(own)) => words.push_str(own),
        Some(Ending::English { written, decade }) => {
            match number.numeral.value().filter(|_| *decade) {
                Some(n) => year(table, n, &mut words),
                None => numeral(&number.numeral, table, &mut words),
            }
            english_ending(table, written, &mut words);
        }
        Some(Ending::Joined(ending)) => {
            bare(number, table, &mut words);
            join(table, ending, &mut words);
        }
        None => bare(number, table, &mut words),
    }
    // 5.1 వేలు has a digit at its end, which counts nothing.
    if grammar.before && number.numeral.fraction.is_empty() {
        before(table, &mut words);
    }
    out.put_all(&words, language);
    scales(number, false, language, out);
}

/// The scales after a number; in their form before a currency in `money`.
pub fn scales(number: &Number, money: bool, language: Language, out: &mut Speech) {
    let one = number.numeral.integer() == Some(1);
    let said = |name: &str, out: &mut Speech| {
        let single = table(language).named(Family::Ones, name).filter(|_| one);
        let mut words = single.unwrap_or(name).to_owned();
        if money {
            before(table(language), &mut words);
        }
        out.put_all(&words, language);
    };
    for scale in &number.scales {
        match scale {
            Scale::Written { text, language } => out.put(text.clone(), *language),
            Scale::Named(name) => said(table(language).scale(*name), out),
            Scale::Listed(word) => said(word, out),
        }
    }
}

/// A number and its unit.
pub fn measure(measure: &Measure, language: Language, grammar: Grammar, out: &mut Speech) {
    let (of, unit) = around(&measure.unit, table(language));
    let (first, last) = match grammar.rate {
        RateOf::Said => ("", ""),
        // An ending belongs to the unit.
        RateOf::Last if grammar.case.is_none() => ("", &*of),
        _ => (&*of, ""),
    };
    rate(first, language, out);
    number(&measure.number, language, grammar, out);
    out.put_all(&unit, language);
    out.put_all(last, language);
}

/// How much a rate is told of, unless the text has said it: மணிக்கு 80 km/h.
fn rate(of: &str, language: Language, out: &mut Speech) {
    if !out.ends_in(of) {
        out.put_all(of, language);
    }
}

/// A number without its ending and its scale: as a year, as so many and a half, or plainly.
pub fn bare(number: &Number, table: &Table, out: &mut String) {
    let value = number.numeral.value();
    let half = number.halves && number.numeral.fraction[..] == [5];
    match value {
        Some(n) if half && HALVED.contains(&n) && quarters(table, n, 2, out) => {}
        Some(n) if number.year => year(table, n, out),
        _ => numeral(&number.numeral, table, out),
    }
}

/// A number as it is written.
pub fn numeral(numeral: &Numeral, table: &Table, out: &mut String) {
    if numeral.western {
        table.western(&numeral.whole, out);
    } else if !numeral.whole.is_empty() {
        table.integer(&numeral.whole, out);
    }
    if !numeral.fraction.is_empty() {
        push(out, table.word(Name::Point));
        table.digits(&numeral.fraction, out);
    }
}

/// A year: by hundreds where the language says so.
pub fn year(table: &Table, n: u64, out: &mut String) {
    let halves = table.word(Name::Oh).is_some() && THIS_CENTURY.contains(&n);
    let hundreds = table.word(Name::Century);
    let hundreds = hundreds.filter(|_| halves || HUNDREDS.iter().any(|years| years.contains(&n)));
    let Some(hundred) = hundreds else {
        return table.number(n, out);
    };
    table.number(n / 100, out);
    // English names the hundred only where nothing follows it.
    match (table.word(Name::Oh), n % 100) {
        (_, 0) => push(out, table.word(Name::CenturyAlone).or(Some(hundred))),
        (Some(oh), 1..10) => push(out, Some(oh)),
        (Some(_), _) => {}
        (None, _) => push(out, Some(hundred)),
    }
    if !n.is_multiple_of(100) {
        table.number(n % 100, out);
    }
}

/// A whole number and quarters of the next one, where the language has words for that. Whether it has.
pub fn quarters(table: &Table, whole: u64, quarters: u8, out: &mut String) -> bool {
    let (name, said) = match quarters {
        1 => (Name::Quarter, whole),
        2 => (Name::Half, whole),
        _ if table.word(Name::ThreeQuartersAfter).is_some() => (Name::ThreeQuartersAfter, whole),
        _ => (Name::QuarterLess, whole + 1),
    };
    if let Some(words) = table.named(Family::Quarters, &format!("{whole}:{}", name.row().key)) {
        push(out, Some(words));
    } else if let Some((before, after)) = table.word(name).and_then(|w| w.split_once("<<")) {
        out.push(' ');
        out.push_str(before.trim_end());
        table.number(said, out);
        match after {
            "" => {}
            _ if after.starts_with('~') => push(out, Some(after)),
            _ => out.push_str(after),
        }
    } else {
        return false;
    }
    true
}

/// A fraction, after a whole number perhaps, and its unit.
pub fn fraction(fraction: &Fraction, language: Language, grammar: Grammar, out: &mut Speech) {
    let Fraction { above, below, .. } = fraction;
    let whole = fraction.whole.as_ref();
    put(language, fraction.unit.as_ref(), out, |table, words| {
        let quarter = fraction.quarters.unwrap_or_default();
        let value = whole.and_then(Numeral::value).unwrap_or_default();
        if fraction.own.is_some() {
            return push(words, fraction.own);
        }
        if whole.is_some() && quarter > 0 && quarters(table, value, quarter, words) {
            return;
        }
        if let Some(whole) = whole {
            numeral(whole, table, words);
            push(words, table.word(Name::And));
        }
        if quarter == 0 {
            let mixed = whole.is_some() || fraction.of_whole;
            parts(table, above, below, mixed, words);
            // மூன்றில் ஒரு பங்கு
            if grammar.before {
                before(table, words);
            }
            return;
        }
        let half = table.word(Name::AndHalf);
        let joined = half.filter(|_| quarter == 2 && whole.is_some());
        let sign = QUARTERS[usize::from(quarter.min(3)) - 1];
        push(words, joined.or(table.word(sign)));
    });
}

/// Numerator and denominator: by the ordinal of the denominator in English, otherwise by the word between them.
fn parts(table: &Table, above: &Digits, below: &Digits, mixed: bool, out: &mut String) {
    let many = above.value() != Some(1);
    let parts = |n: &u64| mixed || above.value() < Some(*n) && (!many || SEVERAL.contains(n));
    let proper = |n: &u64| PARTS.contains(n) && parts(n);
    if let Some(denominator) = below.value().filter(proper)
        && table.named(Family::Ordinals, "one").is_some()
    {
        table.integer(above, out);
        match denominator {
            2 if many => out.push_str(" halves"),
            2 => out.push_str(" half"),
            4 => out.push_str(" quarter"),
            _ => {
                table.number(denominator, out);
                english_ending(table, "th", out);
            }
        }
        out.push_str(if many && denominator != 2 { "s" } else { "" });
        return;
    }
    let part = below.value().filter(|n| above.value() < Some(*n));
    let part = part.and_then(|part| table.named(Family::PartsOf, &part.to_string()));
    if let Some((before, after)) = part.and_then(|words| words.split_once("<<")) {
        let some = |words: &'static str| Some(words.trim()).filter(|words| !words.is_empty());
        push(out, some(before));
        table.integer(above, out);
        return push(out, some(after));
    }
    table.integer(above, out);
    match table.word(Name::Over).map(|w| w.strip_prefix('~').ok_or(w)) {
        Some(Ok(ending)) => join(table, ending, out),
        over => push(out, over.and_then(Result::err)),
    }
    table.integer(below, out);
}

/// Puts words together by the table of a language, and says them and the unit after them.
pub(super) fn put(
    language: Language,
    of: Option<&Unit>,
    out: &mut Speech,
    words: impl FnOnce(&Table, &mut String),
) {
    let table = table(language);
    let mut said = String::new();
    words(table, &mut said);
    out.put_all(&said, language);
    if let Some(of) = of {
        out.put_all(&unit(of, table), language);
    }
}

/// Numbers with the word for a ratio between them.
pub fn ratio(parts: &[Numeral], language: Language, out: &mut Speech) {
    put(language, None, out, |table, words| {
        for (i, part) in parts.iter().enumerate() {
            push(words, table.word(Name::Ratio).filter(|_| i > 0));
            numeral(part, table, words);
        }
    });
}

/// Two numbers, with the words for the stroke between them.
pub fn score(score: &Score, language: Language, out: &mut Speech) {
    put(language, score.unit.as_ref(), out, |table, words| {
        numeral(&score.above, table, words);
        push(words, score.between);
        numeral(&score.below, table, words);
    });
}

/// An exponent, after the word for a power.
pub fn power(power: &Power, language: Language, out: &mut Speech) {
    put(language, power.unit.as_ref(), out, |table, words| {
        push(words, table.word(Name::Caret));
        push(words, table.word(Name::MinusWord).filter(|_| power.minus));
        table.integer(&power.exponent, words);
    });
}

/// Numbers with the word for a point between them.
pub fn version(parts: &[Digits], language: Language, out: &mut Speech) {
    put(language, None, out, |table, words| {
        for (i, part) in parts.iter().enumerate() {
            push(words, table.word(Name::Point).filter(|_| i > 0));
            table.integer(part, words);
        }
    });
}

/// A Roman numeral, or the number of a ruler.
pub fn roman(value: u64, ruler: bool, language: Language, out: &mut Speech) {
    put(language, None, out, |table, words| {
        let nth = usize::try_from(value.saturating_sub(1)).unwrap_or(usize::MAX);
        match table.list(List::Reigns).nth(nth).filter(|_| ruler) {
            Some(reign) => words.push_str(reign),
            None => table.number(value, words),
        }
        if ruler && language == Language::En {
            english_ending(table, "th", words);
            words.insert_str(0, "the ");
        }
    });
}
