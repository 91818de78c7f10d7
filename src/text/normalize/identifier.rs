//! Codes of letters and digits: vehicles, accounts, cases, seats. Known by their shape, or by a word before them.

use super::prelude::*;

/// The most digits that are shown of a code whose end is hidden.
const MAX_SHOWN: usize = 6;

/// A code such as `KA05MH1234`, `SBIN0001234`, `XX8832`, `WB/2026/00341`, `8-3-228/1` or `14A`.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    if is_mixed(view, at) {
        return None;
    }
    let (parts, end) = of_ward(view, at).or_else(|| code_at(view, at))?;
    // H264 is one name, which has no pause; B-404 a letter and a number.
    let (class, language) = match &view.text[at..end] {
        [letter, digits @ ..] if letter.is_ascii_uppercase() && is_of_name(digits) => {
            let english = digits.len() == MIN_DIGITS;
            let language = if english { Language::En } else { view.language };
            (Class::Electronic(parts), language)
        }
        _ => (Class::Identifier(parts), view.language),
    };
    Some(class.inflected(view, end, language))
}

/// The number of a building after that of its ward, a numeral: നം. XII/345.
fn of_ward(view: &View, at: usize) -> Option<(Vec<Part>, usize)> {
    let letters = letters::run(view, at);
    let stroke = at + letters.len();
    if letters.len() < 2 || view.get(stroke) != Some('/') || !roman::is_small(letters) {
        return None;
    }
    let (number, end) = view.digits(stroke + 1);
    let goes_on = |c: char| matches!(c, '/' | '-') || c.is_alphanumeric();
    let named = || view.follows_short(at, |word| view.cues(word).has(Kind::Number));
    let fits = view.language != Language::En
        && (1..=LETTERED).contains(&number.len())
        && !view.get(end).is_some_and(goes_on)
        && named();
    let value = roman::value(&letters.iter().collect::<String>()).filter(|_| fits)?;
    let by = Part::Said(view.table.word(Name::Stroke)?);
    let parts = vec![Part::Number(Digits::of(value)), by, Part::Number(number)];
    Some((parts, end))
}

/// Whether these are the digits of a name that has one letter before them.
fn is_of_name(digits: &[char]) -> bool {
    digits.len() <= MIN_DIGITS && digits.iter().all(char::is_ascii_digit)
}

/// A capital, a stop and three digits, which are a name (H.264), or a number whose decimals are left open (2.x).
pub fn stopped(view: &View, at: usize) -> Option<Candidate> {
    let ends = |end: usize| !view.get(end).is_some_and(char::is_alphanumeric);
    let (number, stop) = view.digits(at);
    if !number.is_empty() {
        let open = view.rest(stop).starts_with(&['.', 'x']) && ends(stop + 2);
        let point = Part::Said(view.table.word(Name::Point).filter(|_| open)?);
        let parts = vec![Part::Number(number), point, Part::Letters("x".into())];
        return Some(Class::Electronic(parts).until(view, stop + 2));
    }
    let letter = view.get(at).filter(char::is_ascii_uppercase)?;
    let (digits, end) = view.digits(at + 2);
    let round = digits.ends_with(&[0]) || digits.len() != MIN_DIGITS;
    if view.get(at + 1) != Some('.') || round || !ends(end) {
        return None;
    }
    let parts = vec![Part::Letters(letter.into()), Part::Digits(digits)];
    let found = Class::Electronic(parts).until(view, end);
    Some(found.said_in(Language::En).with_case(view))
}

/// The digits after a mask: x4417, xx8832, xx71, or within one: XXXXX71xx.
pub fn hidden(view: &View, at: usize) -> Option<Candidate> {
    let masks = |c| matches!(c, 'x' | 'X');
    let mask = view.run(at, masks);
    let (digits, last) = view.digits(at + mask);
    let tail = view.run(last, masks);
    let end = last + tail;
    let goes_on = |c: char| c.is_alphanumeric() || c == '%';
    // mobile x111
    let round = digits.len() < LETTERED && digits.ends_with(&[0, 0]);
    let least = MIN_DIGITS - usize::from(mask >= MIN_LETTERS);
    let fits = (least..=LETTERED).contains(&digits.len());
    // Harley X440
    let model = view.text[at..].starts_with(&['X']) && mask == 1;
    if mask == 0 || model || round || !fits || view.get(end).is_some_and(goes_on) {
        return None;
    }
    let letters = |from: usize, to: usize| Part::Letters(view.text[from..to].iter().collect());
    let mut parts = vec![letters(at, at + mask), Part::Digits(digits)];
    parts.extend((tail > 0).then(|| letters(last, end)));
    Some(Class::Identifier(parts).until(view, end))
}

/// The digits after a mask: ****8832, A/c ..8832.
pub fn masked(view: &View, at: usize) -> Option<Candidate> {
    let mask = view.get(at).filter(|c| matches!(c, '*' | '.'))?;
    let stars = view.run(at, |c| c == mask);
    let parted = view.before(at).is_none_or(|c| c == ' ');
    let named = || {
        let told = told_before(view, at).before;
        told.has(Kind::Document) || is_shortened(view, Kind::Document)
    };
    let four = || view.digits(at + stars).0.len() == LETTERED;
    if mask == '.' && !(parted && four() && named()) {
        return None;
    }
    let start = at + stars;
    let start = start + usize::from(view.get(start) == Some('-'));
    let (digits, end) = view.digits(start);
    let goes_on = |c: char| c == '*' || c.is_alphanumeric();
    // A/c *7781
    let one = || stars == 1 && digits.len() == LETTERED && named();
    if stars < MIN_LETTERS && !one()
        || digits.len() < MIN_DIGITS
        || view.get(end).is_some_and(goes_on)
    {
        return None;
    }
    Some(Class::Identifier(vec![Part::Digits(digits)]).until(view, end))
}

/// The digits that are left of a number that is hidden in its middle: 98xxxxxx10, 98******21, 074-260***-006.
pub fn hidden_within(view: &View, at: usize) -> Option<Candidate> {
    let masks = |c: char| matches!(c, 'x' | 'X' | '*');
    let part = |c| c == '-' || masks(c) || script::digit(c).is_some();
    let end = at + view.run(at, part);
    let token = &view.text[at..end];
    let mask = token.iter().position(|c| masks(*c))?;
    let length = view.run(at + mask, |c| c == token[mask]);
    let runs = token.split(|c| script::digit(*c).is_none());
    let runs = runs.filter(|run| !run.is_empty());
    let runs: Vec<Part> = runs.map(|run| Part::Digits(digits(run, 0).0)).collect();
    let last = matches!(runs.last(), Some(Part::Digits(digits)) if digits.len() > 1);
    let ends = view.is_digit(end - 1) && !view.get(end).is_some_and(char::is_alphanumeric);
    // 5738xx, 12xx34
    let crosses = token[mask] != '*' && length >= MIN_LETTERS;
    let tail = token[mask..].iter().all(|c| *c == token[mask]);
    if crosses
        && tail
        && (LETTERED..=MAX_SHOWN).contains(&mask)
        && !view.get(end).is_some_and(char::is_alphanumeric)
    {
        let mut parts = runs;
        parts.push(Part::Letters(token[mask..].iter().collect()));
        return Some(Class::Identifier(parts).until(view, end));
    }
    let hidden = (length > MIN_LETTERS || crosses && mask > 1)
        && view.is_digit(at + mask - 1)
        && runs.len() > 1;
    (hidden && last && ends).then(|| Class::Identifier(runs).until(view, end))
}
