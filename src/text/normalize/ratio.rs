//! Numbers with signs between them that are no date and no time: 3:2, 2.0.1.

use super::prelude::*;

/// A part of a version has no more digits.
const MAX_PART: usize = 4;
/// Numbers with stops between them are a version from so many on.
const MIN_PARTS: usize = 3;
/// No ratio has more parts.
const MAX_RATIO: usize = 6;
/// Characters of minutes and seconds, and the hours that a time of the day has.
const CLOCK: usize = 5;
const HOURS: u64 = 24;
/// The number of a standard with its year has four digits or more.
const MIN_STANDARD: u64 = 1000;

/// Numbers with colons between them.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let (language, table) = view.numerals(at);
    table.word(Name::Ratio)?;
    if let Some((parts, end)) = mix(view, at) {
        return Some(Class::Ratio(parts).inflected(view, end, language));
    }
    let (parts, end) = view.numbers(at, ':');
    let parts: Vec<u64> = parts.iter().map(Digits::value).collect::<Option<_>>()?;
    let whole = (2..=MAX_RATIO).contains(&parts.len()) && view.get(end) != Some(':');
    if !whole {
        return None;
    }
    let named = || view.language != Language::En && names_ratio(view);
    let number = |n: &u64| Part::Number(Digits::of(*n));
    let apart = match parts[..] {
        // NPK 10:26:26, 28:28:0
        [_, _, third] => {
            view.language != Language::En
                || third == 0 && !view.speaks_of(Kind::Ratio)
                || is_grade(view, at, &parts)
                || words(view.text).any(|word| word == ['N', 'P', 'K'])
        }
        [_, _] if is_grade(view, at, &parts) => true,
        // A film of 36:15.
        [minutes, seconds]
            if minutes == 0 || lasts(minutes, seconds, end - at) || is_run(view, at, seconds) =>
        {
            !view.speaks_of(Kind::Ratio)
        }
        // In the ratio 3:1, where the word says it; a score
        [_, _] => named() || is_of_score(view, at),
        // NPK 20:20:0:13
        _ => !view.speaks_of(Kind::Ratio),
    };
    let class = match parts[..] {
        // ISO 9001:2015
        [standard, year] if standard >= MIN_STANDARD && YEARS.contains(&year) => {
            Class::Identifier(vec![number(&standard), Part::Year(year)])
        }
        _ if apart => Class::Identifier(parts.iter().map(number).collect()),
        _ => {
            let numeral = |n: &u64| Numeral::of(Digits::of(*n));
            Class::Ratio(parts.iter().map(numeral).collect())
        }
    };
    Some(class.inflected(view, end, language))
}

/// Parts of a mixture of which one has decimals, and the place after them: concrete of 1:1.5:3.
fn mix(view: &View, at: usize) -> Option<(Vec<Numeral>, usize)> {
    let part = |c: char| matches!(c, ':' | '.') || script::digit(c).is_some();
    if !view.rest(at)[..view.run(at, part)].contains(&'.') {
        return None;
    }
    let (first, mut end) = numeral::scan(view.text, at);
    let mut parts = vec![first];
    while view.get(end) == Some(':') && view.is_digit(end + 1) {
        let (part, after) = numeral::scan(view.text, end + 1);
        parts.push(part);
        end = after;
    }
    let decimal = parts.iter().any(|part| !part.fraction.is_empty());
    let told = parts.len() > 2 || parts.len() > 1 && view.speaks_of(Kind::Ratio);
    // 10:20:15.5 is a time.
    let small = |part: &Numeral| part.whole.len() == 1 && part.fraction.len() < 3;
    let fits = decimal && told && parts.len() <= MAX_RATIO && parts.iter().all(small);
    fits.then_some((parts, end))
}

/// Whether two numbers of so many characters with their colon may be minutes and seconds, and hardly a ratio, which would be round
/// or a whole of a hundred: 60:40.
fn lasts(minutes: u64, seconds: u64, length: usize) -> bool {
    let round = minutes.is_multiple_of(5) && seconds.is_multiple_of(5);
    let whole = minutes + seconds == 100;
    length == CLOCK && minutes >= HOURS && seconds < 60 && !round && !whole
}

/// Whether minutes and seconds come at a place in which so much is done: 10 km in 55:20.
fn is_run(view: &View, at: usize, seconds: u64) -> bool {
    let within = view.language == Language::En && view.words_before(at, 1, |word| word == "in");
    within && seconds < 60 && view.digits(at).1 == at + 2 && view.last_counted().is_some()
}

/// Whether the clause is of a match, in a language in which the word for a ratio stands between its numbers.
fn is_of_score(view: &View, at: usize) -> bool {
    let name = view.table.word(Name::Ratio).unwrap_or_default();
    let apart = view.language != Language::En && !name.starts_with(['+', '~']);
    let scored = || view.speaks_of(Kind::Score) || view.follows_cue(at, Kind::Score);
    apart && scored() && !view.speaks_of(Kind::Ratio)
}

/// Whether the clause has the word for a ratio.
fn names_ratio(view: &View) -> bool {
    let name = view.table.word(Name::Ratio).unwrap_or_default();
    // It may be inflected.
    let stem = beginning(name, name.chars().count().saturating_sub(1));
    let mut words = view.words().iter();
    !name.starts_with(['+', '~'])
        && words.any(|word| word.text.starts_with(stem) || view.cues_of(word).has(Kind::Ratio))
}

/// Three numbers or more with stops between them.
pub fn version(view: &View, at: usize) -> Option<Candidate> {
    let (language, _) = view.numerals(at);
    let (parts, end) = view.numbers(at, '.');
    if parts.len() < MIN_PARTS || parts.iter().any(|part| part.len() > MAX_PART) {
        return None;
    }
    // HSN 8471.30.10
    if parts[0].len() == MAX_PART && parts[1..].iter().all(|part| part.len() == 2) {
        let parts = parts.into_iter().map(Part::Digits).collect();
        return Some(Class::Identifier(parts).inflected(view, end, language));
    }
    // ৩৭.০০.০০০০.০৭১.২২-১৫৬ is a memo.
    let padded = |part: &Digits| part.len() > 1 && part[0] == 0;
    if parts.len() > MIN_PARTS && parts.iter().any(padded) {
        let (last, after) = view.digits(end + usize::from(view.get(end) == Some('-')));
        let parts = parts.into_iter().chain((!last.is_empty()).then_some(last));
        let part = |digits: Digits| match padded(&digits) {
            true => Part::Digits(digits),
            false => Part::Number(digits),
        };
        return Some(Class::Identifier(parts.map(part).collect()).inflected(view, after, language));
    }
    Some(Class::Version(parts).inflected(view, end, language))
}
