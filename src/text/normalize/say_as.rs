//! What `say-as` of SSML says that characters are. Most classes know them once they are spelt as people write them; the others have
//! their parts told here. What does not fit is read as it looks, as SSML asks.

use unicode_normalization::UnicodeNormalization;

use super::emoji;
use super::prelude::*;
use crate::script::{extends, joins};
use crate::text::given::{DatePart, SayAs};

/// How far a vowel sign stands behind its letter, in each of the scripts.
const OF_VOWEL: u32 = 0x38;

/// The characters as their class knows them.
pub fn spelling(text: &[char], say_as: &SayAs, language: Language) -> Vec<char> {
    let mut out = text.to_vec();
    let amount = |c: &char| script::digit(*c).is_some() || matches!(c, ',' | '.' | '-' | '−');
    match say_as {
        SayAs::Ordinal => {
            let digits: Vec<char> = text.iter().copied().filter(|c| *c != ',').collect();
            if digits.is_empty() || !digits.iter().all(|c| script::digit(*c).is_some()) {
                return out;
            }
            let values = digits.iter().filter_map(|c| script::digit(*c));
            let values = Digits(values.map(|(value, _)| value).collect());
            out.extend(ending::ordinal(&values, language).chars());
        }
        SayAs::Currency(code) if text.iter().all(amount) => {
            let sign = Currency::of(&code.to_lowercase()).map(|currency| currency.row().what);
            let sign = sign.filter(|sign| sign.chars().count() == 1);
            let sign = sign.map_or_else(|| format!("{code} "), str::to_owned);
            out.splice(0..0, sign.chars());
        }
        SayAs::Time => {
            let digits = digits(text, 0).1;
            match (digits, text.get(digits)) {
                // 1430.
                (3 | 4, None | Some(' ')) => out.insert(digits - 2, ':'),
                (1 | 2, Some('.' | 'h' | 'H')) => out[digits] = ':',
                _ => {}
            }
        }
        SayAs::Characters => {
            out = text.iter().flat_map(|c| parted(*c, language)).collect();
        }
        _ => {}
    }
    out
}

/// What is said of a character: an accent apart from its letter, and the letter of a vowel sign before it.
fn parted(c: char, language: Language) -> Vec<char> {
    if script::letter(c) == Some(Script::Latin) {
        let decomposed: Vec<char> = c.nfd().collect();
        return match decomposed.first() {
            Some(first) if first.is_ascii() => decomposed,
            _ => vec![c],
        };
    }
    let named = sign_name(c, language).is_some_and(|name| name.after_letter);
    let letter = named.then(|| char::from_u32(u32::from(c) - OF_VOWEL));
    letter.flatten().into_iter().chain([c]).collect()
}

/// The spans of characters that are said to be something; `None` where they are as they look.
pub fn spans(view: &View, say_as: &SayAs) -> Option<Vec<Classified>> {
    match say_as {
        SayAs::Cardinal => cardinal(view),
        SayAs::Digits => Some(characters(view, false)),
        SayAs::Characters => Some(characters(view, true)),
        SayAs::Telephone => telephone(view),
        SayAs::Date(parts) if !parts.is_empty() => date(view, parts),
        SayAs::Ordinal | SayAs::Date(_) | SayAs::Time | SayAs::Currency(_) => None,
    }
}

fn span(view: &View, start: usize, end: usize, class: Class) -> Classified {
    class.until(view, end).chosen(start, None)
}

/// A number, with the minus before it.
fn cardinal(view: &View) -> Option<Vec<Classified>> {
    let mut spans = Vec::new();
    let at = usize::from(matches!(view.get(0), Some('-' | '−')));
    if at > 0 {
        let minus = view.table.word(Name::MinusWord)?;
        spans.push(span(view, 0, at, Class::Sign(minus)));
    }
    let (mut numeral, end) = numeral::scan(view.text, at);
    if end != view.text.len() || end == at {
        return None;
    }
    let zeros = numeral.whole.iter().take_while(|d| **d == 0).count();
    let zeros = zeros.min(numeral.whole.len().saturating_sub(1));
    numeral.whole.0.drain(..zeros);
    let decimal = !numeral.fraction.is_empty();
    let number = Number::of(numeral).into();
    let class = match decimal {
        true => Class::Decimal(number),
        false => Class::Cardinal(number),
    };
    spans.push(span(view, at, end, class));
    Some(spans)
}

/// Characters one by one: digits by their values, Latin letters by their names, others as they sound, and `signs` by theirs, those that
/// belong to a letter too.
fn characters(view: &View, signs: bool) -> Vec<Classified> {
    let named = |c| sign_name(c, view.language).is_some();
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(c) = view.get(at) {
        let mut end = at + 1;
        let class = if let Some((value, _)) = script::digit(c) {
            Class::Electronic(vec![Part::Digits(Digits(vec![value]))])
        } else if c.is_ascii_alphabetic() {
            Class::Electronic(vec![Part::Letters(c.to_string())])
        } else if signs && c != ' ' && (script::letter(c).is_none() || named(c)) {
            let name = name(view, c);
            name.map_or(Class::Punctuation(None), Class::Sign)
        } else if script::letter(c).is_some() && signs {
            end += usize::from(view.get(end).is_some_and(script::is_nukta));
            Class::Word
        } else if script::letter(c).is_some() {
            while view.get(end).is_some_and(extends)
                || view.get(end - 1).is_some_and(joins) && end < view.text.len()
            {
                end += 1;
            }
            Class::Word
        } else {
            Class::Punctuation(Some(Pause::Comma))
        };
        let language = view.language_at(at).filter(|_| class == Class::Word);
        spans.push(Classified {
            language: language.unwrap_or(view.language),
            ..span(view, at, end, class)
        });
        at = end;
    }
    spans
}

/// The name of what is no letter that sounds; `None`: nothing is written.
fn name(view: &View, c: char) -> Option<&'static str> {
    let unwritten = c.is_control() || matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{AD}');
    if unwritten {
        return None;
    }
    let emoji = || emoji::name(view.language, c.encode_utf8(&mut [0; 4]));
    let row = || sign_name(c, view.language).map(|name| name.words);
    let found = sign(view, c).or_else(emoji).or_else(row);
    found.or_else(|| other_sign(c, view.language))
}

/// The name of a sign that is said alone. In a text many are silent, so these names stand apart.
fn sign(view: &View, c: char) -> Option<&'static str> {
    let c = match c {
        '.' => return view.table.word(Name::Dot),
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        c if script::is_dash(c) || c == '−' => '-',
        '\u{A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => '␣',
        '॥' => '।',
        c => c,
    };
    let written = String::from(c);
    let named = view.table.named(Family::SilentSigns, &written);
    named.or_else(|| view.table.sign(&written))
}

/// Groups of digits, with the plus before them.
fn telephone(view: &View) -> Option<Vec<Classified>> {
    let (groups, plus) = (groups(view), view.get(0) == Some('+'));
    let strange = |c: &char| {
        !(script::digit(*c).is_some() || matches!(c, '+' | ' ' | '-' | '(' | ')' | '.' | '/'))
    };
    if groups.is_empty() || view.text.iter().any(strange) {
        return None;
    }
    let mut spans = Vec::new();
    if let Some(words) = view.table.word(Name::PlusSign).filter(|_| plus) {
        spans.push(span(view, 0, 1, Class::Sign(words)));
    }
    let class = Class::Telephone(groups);
    spans.push(span(view, usize::from(plus), view.text.len(), class));
    Some(spans)
}

/// The groups of digits, whatever stands between them.
fn groups(view: &View) -> Vec<Digits> {
    let mut groups = Vec::new();
    let mut at = 0;
    while at < view.text.len() {
        let (digits, end) = view.digits(at);
        at = end + usize::from(digits.is_empty());
        if !digits.is_empty() {
            groups.push(digits);
        }
    }
    groups
}

/// A date by the order of its parts, which are all numbers.
fn date(view: &View, parts: &[DatePart]) -> Option<Vec<Classified>> {
    let mut numbers = groups(view);
    let letters = view.text.iter().any(|c| script::letter(*c).is_some());
    if let [all] = &numbers[..]
        && parts.len() > 1
    {
        numbers = cut(all, parts)?;
    }
    if letters || numbers.len() != parts.len() {
        return None;
    }
    let mut found = [None; 3];
    for (part, number) in parts.iter().zip(&numbers) {
        found[*part as usize] = Some(number.value()?);
    }
    let [day, month, year] = found;
    let fits = |value: Option<u64>, most: u64| value.is_none_or(|v| (1..=most).contains(&v));
    if !fits(day, 31) || !fits(month, 12) {
        return None;
    }
    let month = month.map(|month| Month::Calendar(month as usize - 1));
    let class = match (month, day, year) {
        (Some(month), None, None) => Class::Abbreviation(Meaning::Month(month)),
        (Some(month), ..) => {
            let order = match (day, parts.first()) {
                (None, _) => Order::MonthFirst,
                (_, Some(DatePart::Month)) if view.language == Language::En => Order::MonthFirst,
                _ => Order::DayFirst { article: false },
            };
            Class::date(day, month, year, order)
        }
        (None, None, Some(_)) => {
            let (numeral, _) = numeral::scan(view.text, 0);
            let mut number = Number::of(numeral);
            number.year = true;
            Class::Year(number.into())
        }
        (None, ..) => return cardinal(view),
    };
    Some(vec![span(view, 0, view.text.len(), class)])
}

/// The digits of a date without signs: 20260815.
fn cut(digits: &Digits, parts: &[DatePart]) -> Option<Vec<Digits>> {
    let years = parts.iter().filter(|part| **part == DatePart::Year).count();
    let of_year = digits.len().checked_sub(2 * (parts.len() - years))?;
    if years > 0 && !matches!(of_year, 2 | 4) || years == 0 && of_year > 0 {
        return None;
    }
    let mut rest = &digits[..];
    let mut cut = Vec::new();
    for part in parts {
        let length = if *part == DatePart::Year { of_year } else { 2 };
        let (first, more) = rest.split_at(length);
        cut.push(Digits(first.to_vec()));
        rest = more;
    }
    Some(cut)
}
