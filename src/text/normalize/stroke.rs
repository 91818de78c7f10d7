//! A stroke: per, and, or, a division, or only what parts two words.

use super::prelude::*;

/// A shorter word is a letter of a number.
const MIN_COUNTER: usize = 3;

/// What a stroke means by what stands on its sides. Its name is said only where it is told alone.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    told(view, at).or_else(|| between(view, at))
}

fn told(view: &View, at: usize) -> Option<Candidate> {
    // 24/25 Oct
    if parts_days(view, at) {
        let and = said(view, at, Name::And).filter(|_| view.language == Language::En);
        return and.or_else(|| silent(view, at, 1));
    }
    // 2.4/5 GHz
    if parts_decimals(view, at) {
        return said(view, at, Name::Or).or_else(|| silent(view, at, 1));
    }
    // 0.27/1,00,000
    if is_part_of_many(view, at) {
        // "ஒரு லட்சத்துக்கு" has its ending.
        let per = said(view, at, Name::Per);
        return per
            .filter(|_| view.table.word(Name::PerEnding).is_none())
            .or_else(|| pause(view, at));
    }
    // Call 98450 12345 / 98450 12346
    if parts_telephones(view, at) {
        return pause(view, at);
    }
    // P × R / 100, SINH(x) = 1/x
    if is_division(view, at) {
        return said(view, at, Name::Divided);
    }
    // 85.42/$
    if view.touches_number(at) && is_of_currency(view, at + 1) {
        let currency = view.get(at + 1).and_then(currency_sign)?;
        return Some(Candidate::new(view, at + 2, Class::PerCurrency(currency)));
    }
    // किग्रा/हेक्टेयर, रु./कि.ग्रा.
    if follows_unit(view, at) && unit_at(view, at + 1, view.table, true).is_some() {
        return said(view, at, Name::Per);
    }
    let priced = follows_price(view, at) && view.letters(at + 1).len() > 1;
    if is_rate(view, at) || priced || is_unit_price(view, at) {
        return said(view, at, Name::Per);
    }
    if parts_nouns(view, at) {
        return pause(view, at);
    }
    if parts_words(view, at) || parts_measures(view, at) {
        return silent(view, at, 1);
    }
    // "only/-"
    if view.get(at + 1) == Some('-') && !view.is_digit(at + 2) {
        return silent(view, at, 2);
    }
    // 88/मिनट, but not 3/अ.
    let counted = view.touches_number(at) && !ends_code(view, at) && is_counter(view, at + 1);
    counted.then(|| said(view, at, Name::Per))?
}

/// Whether the digits before a place are those of a code: OS2-850/अंतरराष्ट्रीय.
fn ends_code(view: &View, at: usize) -> bool {
    let digits = view.digits_before(at).len();
    let before = |back: usize| at.checked_sub(digits + back).and_then(|i| view.get(i));
    before(1) == Some('-') && before(2).is_some_and(|c| c.is_ascii_alphanumeric())
}

/// A stroke between any other two: a pause where spaces stand beside it, otherwise nothing. Not one that is told of: "/".
fn between(view: &View, at: usize) -> Option<Candidate> {
    let quote = |c: Option<char>| c.is_none_or(|c| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’'));
    let (before, next) = (view.before(at), view.get(at + 1));
    let heard = |c: &char| c.is_alphanumeric();
    let parts = view.text[..at].iter().any(heard) && view.rest(at + 1).iter().any(heard);
    // USD/1000
    let letter = before.is_some_and(|c| c.is_ascii_alphabetic()) && view.is_digit(at + 1);
    let alone = letter && view.text.iter().filter(|c| **c == '/').count() == 1;
    if !parts || quote(before) && quote(next) || alone {
        return None;
    }
    // 4.0/5.0
    let decimals = || view.is_digit(at + 1) && matches!(view.last_class(), Some(Class::Decimal(_)));
    match before == Some(' ') || next == Some(' ') || before == Some(')') || decimals() {
        true => pause(view, at),
        false => silent(view, at, 1),
    }
}

/// Whether a stroke divides in a formula.
fn is_division(view: &View, at: usize) -> bool {
    let spaced = view.before(at) == Some(' ') && view.get(at + 1) == Some(' ');
    let bracket = view.before(at) == Some(')') || view.get(at + 1) == Some('(');
    let number = view.before(at).is_some_and(|c| c.is_ascii_digit()) && view.is_letter(at + 1);
    view.is_formula() && (spaced || bracket || number && view.text.contains(&'('))
}

/// Whether a unit comes after a stroke that a measure or what is counted ends at, right before it or with a space: 2 ग्राम /कि.ग्रा.
fn is_rate(view: &View, at: usize) -> bool {
    let spaced = view.before(at) == Some(' ');
    // 1.0 ग्रा./ कि.ग्रा.
    let unit = || {
        let next = view.get(at + 1) == Some(' ') && !spaced;
        next && unit_at(view, at + 1, view.table, true).is_some()
    };
    let word = parts_words(view, at) || spaced && view.is_letter(at + 1) || unit();
    word && follows_measure(view, at - usize::from(spaced)) && !begins_name(view, at + 1)
}

/// Whether the sign of a currency stands before a stroke, and what it buys after it: ₹/kg.
fn is_unit_price(view: &View, at: usize) -> bool {
    view.before(at).and_then(currency_sign).is_some() && view.is_letter(at + 1)
}

/// Whether the sign of a currency stands at a place, and no amount after it.
fn is_of_currency(view: &View, at: usize) -> bool {
    let sign = view.get(at).and_then(currency_sign);
    sign.is_some() && !view.number_follows(at + 1)
}

/// Whether letters stand on both sides of a stroke: और/या, SC/ST.
fn parts_words(view: &View, at: usize) -> bool {
    let before = |c: char| script::letter(c).is_some() || c == '.';
    view.before(at).is_some_and(before) && view.is_letter(at + 1)
}

/// Whether a stroke stands between two words that are no letters of an abbreviation: पति/पत्नी, Tokyo/Osaka. Not in and/or, SC/ST.
fn parts_nouns(view: &View, at: usize) -> bool {
    let (first, second) = (view.letters_before(at), view.letters(at + 1));
    let start = at - first.len();
    let word = |word: &[char]| match word {
        [_, second, _, ..] if second.is_ascii() => second.is_lowercase(),
        [first, ..] => !first.is_ascii() && script::bases(word) > 1,
        [] => false,
    };
    let indic = |word: &[char]| word.first().is_some_and(|c| !c.is_ascii());
    let link = view.word(start);
    let links = [Name::Ampersand, Name::Or].map(|name| view.table.word(name));
    let and = view.lists(List::AfterLetter, &link) || links.contains(&Some(&*link));
    // Tue/Wed
    let shortened = view.shortened().is_some();
    let known = word(first) && word(second) || indic(second) && word(second) && first.len() > 1;
    let begins = view.before(start).is_none_or(|c| " /([\"'“‘-".contains(c));
    known && begins && !and && !shortened
}

/// Whether a stroke stands right between a measure and another number: 8GB/256GB.
fn parts_measures(view: &View, at: usize) -> bool {
    let measure = |span: &Classified| matches!(span.class, Class::Measure(_));
    view.is_digit(at + 1) && view.span_before(at).is_some_and(measure)
}

/// Whether a unit or what is counted ends at a place: 20 ग्राम/लीटर, 5 জন/দিন.
fn follows_measure(view: &View, at: usize) -> bool {
    match view.left {
        // A stop may follow what is shortened: 36 ರೂ./ಕೆಜಿ.
        [.., number, word] if matches!(word.class, Class::Word | Class::Abbreviation(_)) => {
            let stop = view.get(word.range.end) == Some('.');
            number.counts && word.range.end + usize::from(stop) == at
        }
        [.., span] => {
            let measured = matches!(span.class, Class::Measure(_) | Class::Money(_));
            measured && span.range.end == at
        }
        [] => false,
    }
}

/// Whether a unit or the name of a currency that has no number ends at a place.
fn follows_unit(view: &View, at: usize) -> bool {
    let rupees = |span: &Classified| {
        let word: String = view.text[span.range.clone()].iter().collect();
        currency(word.trim_end_matches('.')).is_some()
    };
    let last = view.span_before(at);
    last.is_some_and(|span| matches!(span.class, Class::Unit(_)) || rupees(span))
}

/// Whether an amount of money ends at a place.
fn follows_price(view: &View, at: usize) -> bool {
    let money = |span: &Classified| matches!(span.class, Class::Money(_));
    view.span_before(at).is_some_and(money) && currency(&view.word(at + 1)).is_none()
}

/// Whether the number before a stroke is a day of the month that the day after it has.
fn parts_days(view: &View, at: usize) -> bool {
    view.touches_number(at) && is_day_at(view, at + 1)
}

/// Whether a decimal ends at a stroke, and another number with its unit follows it.
fn parts_decimals(view: &View, at: usize) -> bool {
    let last = view.span_before(at);
    last.is_some_and(|span| matches!(span.class, Class::Decimal(_))) && is_side(view, at + 1)
}

/// Whether a number of so many thousands follows a decimal, which has their part.
fn is_part_of_many(view: &View, at: usize) -> bool {
    let (many, _) = numeral::scan(view.text, at + 1);
    let decimal = matches!(
        view.span_before(at).map(|span| &span.class),
        Some(Class::Decimal(_))
    );
    let power = |n: u64| (3..=7).any(|zeros| 10_u64.pow(zeros) == n);
    decimal && many.integer().is_some_and(power)
}

/// Whether a telephone stands before a stroke, and another number after it.
fn parts_telephones(view: &View, at: usize) -> bool {
    matches!(view.last_class(), Some(Class::Telephone(_)))
        && view.is_digit(view.skip_spaces(at + 1))
}

/// Whether capitals come at a place, which name something: 4G/LTE.
fn begins_name(view: &View, at: usize) -> bool {
    matches!(view.letters(at), [first, second, ..] if first.is_uppercase() && second.is_uppercase())
}

/// Whether a word stands at a place that a number may be counted by, in the script of the clause.
fn is_counter(view: &View, at: usize) -> bool {
    let word = view.letters(at);
    let own = view.language_at(at) == Some(view.language);
    own && word.len() >= MIN_COUNTER && word.iter().all(|c| !c.is_uppercase())
}
