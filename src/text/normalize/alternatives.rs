//! Numbers with strokes between them: those of which one is meant, 6/9/12 months, press 1/2, and codes, 21/61/85.

use super::prelude::*;

/// Two may be a fraction or a day of a month, and so many are a path.
const COUNT: std::ops::RangeInclusive<usize> = 3..=6;
/// Sections of a law have greater numbers than classes, parts and doses have.
const MAX_STEP: u64 = 20;
/// Digits of each.
const MAX_DIGITS: usize = 3;

/// The numbers, and the place after them.
fn numbers(view: &View, at: usize) -> Option<(Vec<Digits>, usize)> {
    let (numbers, end) = view.numbers(at, '/');
    let whole = COUNT.contains(&numbers.len()) && view.get(end) != Some('/');
    whole.then_some((numbers, end))
}

/// Numbers that are no date, with the word for a stroke between them.
pub fn code(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (numbers, end) = numbers(view, at)?;
    let stroke = table.word(Name::Stroke)?;
    if view.before(at) == Some('/') || view.is_letter(end) {
        return None;
    }
    // Aims of 156/160/165; class 6/7/8, DPT-1/2/3
    let near = figures::are_near(&numbers) && told_before(view, at).is_nothing()
        || are_steps(view, &numbers, at);
    let mut parts = Vec::new();
    for number in numbers {
        if !parts.is_empty() && !near {
            parts.push(Part::Said(stroke));
        }
        parts.push(Part::Number(number));
    }
    Some(Class::Identifier(parts).inflected(view, end, language))
}

/// Whether small numbers are each greater than the one before, of what is numbered, or the next one, of nothing that has a number of its own:
/// class 6/8/10, dose 1/2/3.
fn are_steps(view: &View, numbers: &[Digits], at: usize) -> bool {
    let small = numbers.iter().all(|n| n.is_in(1..=MAX_STEP));
    let rises = |pair: &[Digits]| pair[0].value() < pair[1].value();
    let next = |pair: &[Digits]| pair[0].value().map(|n| n + 1) == pair[1].value();
    let numbered = || view.follows_short(at, |word| view.lists(List::Numbered, word));
    // गाटा सं. 1/2/3
    let named = || view.shortened().is_some() || !told_before(view, at).is_nothing();
    let free = || !view.is_first(at) && !named() && !view.is_address();
    small && (numbers.windows(2).all(rises) && numbered() || numbers.windows(2).all(next) && free())
}

/// Numbers before what they count, and two or more of a telephone of which one is pressed.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    let (keys, last) = view.numbers(at, '/');
    let key = |key: &Digits| key.len() == 1;
    let bit = |key: &Digits| matches!(key[..], [0 | 1]);
    // (0/1), iPhone 14/15
    let pair = match &keys[..] {
        [first, second] => Some((first, second)),
        _ => None,
    };
    let scored = || view.is_about(Kind::Innings) || view.is_about(Kind::Score);
    let bits = || pair.is_some_and(|(a, b)| bit(a) && bit(b) && a != b) && !scored();
    let rises = pair.is_some_and(|(a, b)| a.value().map(|n| n + 1) == b.value());
    let is_model = |word: &str| word.is_ascii() && view.lists(List::Models, word);
    let models = rises && view.words_before(at, 1, is_model);
    let (language, table) = match models {
        true => (Language::En, crate::language::table(Language::En)),
        false => (language, table),
    };
    let pressed = || keys.len() > 1 && keys.iter().all(key) && is_pressed(view, at, last);
    // Chairs (500/600?)
    let asked = || {
        let closes = view.rest(last).starts_with(&['?', ')']);
        pair.is_some() && closes && view.before(at) == Some('(')
    };
    let either = models || bits() || pressed() || asked();
    let (numbers, end) = match either {
        true => (keys, last),
        false => numbers(view, at)?,
    };
    let fits = |n: &Digits| n.len() <= MAX_DIGITS && n[0] > 0;
    let unit = view.next_word(end);
    let counts = || duration_at(view, end) || !unit.is_ascii() && table.names_unit(&unit);
    let several = either || numbers.iter().all(fits) && counts();
    if !several {
        return None;
    }
    let last = numbers.len() - 1;
    let mut parts = Vec::new();
    for (i, number) in numbers.into_iter().enumerate() {
        parts.extend(table.word(Name::Or).filter(|_| i == last).map(Part::Said));
        parts.push(Part::Number(number));
    }
    Some(Class::Identifier(parts).number(view, end, language))
}

/// Whether a word for pressing stands around the numbers from `at` to `end`: press 1/2, 1/2 दबाएँ, but not press 1/2 of the dough.
fn is_pressed(view: &View, at: usize, end: usize) -> bool {
    let presses = |word: &str| view.lists(List::Press, word) || view.cues(word).has(Kind::Enter);
    let next = view.next_word(end);
    let ends = next.is_empty() || view.lists(List::DialledAfter, &next);
    presses(&next) || ends && view.words_before(at, 2, presses)
}
