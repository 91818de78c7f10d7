//! Words that are written shorter than they are said: Dr., i.e., ई. पू., No. 5.

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::language::{is_title, table};
use crate::script;
use crate::text::class::Class;

/// Characters of the longest abbreviation, its stops included.
const MAX_LENGTH: usize = 12;

/// A word or two words with stops, which the table has in full; a colon or visarga may stand in place of a stop.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    let stops = match view.get(end) {
        Some('.' | '॰' | '/') => true,
        Some(':') => is_title(&letters.iter().collect::<String>()),
        _ => matches!(letters.last(), Some('ঃ' | 'ଃ')),
    };
    if !stops {
        return None;
    }
    let language = view.language_at(at)?;
    let (words, length) = longest(view, at, |key| table(language).word(key))?;
    let end = at + length;
    // "No." is a number only before one.
    let words = match words.strip_prefix("# ") {
        Some(_) if !view.is_digit(view.skip_white(end)) => return None,
        Some(words) => words,
        None => words,
    };
    // A stop at the end of the sentence is heard as one.
    let last = !view.is_heard_from(end) && view.before(end) == Some('.');
    let found = Candidate {
        language,
        ..Candidate::new(
            view,
            end - usize::from(last),
            Class::Abbreviation(words),
            certainty::ABBREVIATION,
        )
    };
    Some(match view.beside_number(at) {
        true => Candidate {
            counts: true,
            ..found.with_case(view)
        },
        false => found,
    })
}

/// The longest abbreviation at a place, of two words at most, and its length.
fn longest(
    view: &View,
    at: usize,
    known: impl Fn(&str) -> Option<&'static str>,
) -> Option<(&'static str, usize)> {
    let rest = view.rest(at);
    let is_stop = |c: char| matches!(c, '.' | '॰' | ':' | 'ঃ' | 'ଃ');
    let part = |c: &&char| script::letter(**c).is_some() || is_stop(**c) || **c == '/';
    let mut found = None;
    let mut key = String::new();
    let mut start = 0;
    for _ in 0..2 {
        let run = rest[start..].iter().take(MAX_LENGTH + 1).take_while(part);
        let length = run.count();
        if length == 0 {
            break;
        }
        // A name may follow without a space: ಡಾ.ರಾಜ್ಕುಮಾರ್.
        let seen = length.min(MAX_LENGTH);
        for (i, c) in rest[start..start + seen].iter().enumerate() {
            let stop = is_stop(*c);
            key.extend(if stop { '.' } else { *c }.to_lowercase());
            let whole = i + 1 == length && key.contains('/');
            if (whole || stop)
                && let Some(words) = known(&key)
            {
                found = Some((words, start + i + 1));
            }
        }
        start += length;
        if seen < length || !key.ends_with('.') || rest.get(start) != Some(&' ') {
            break;
        }
        start += 1;
    }
    found
}

/// An abbreviation that the table has without its stop, before a number.
pub fn unstopped(view: &View, at: usize) -> Option<Candidate> {
    let letters = super::word::run(view, at);
    let end = at + letters.len();
    if !view.digit_near(end) || !view.is_digit(view.skip_spaces(end)) {
        return None;
    }
    let language = view.language_at(at)?;
    let word: String = letters.iter().collect();
    let words = table(language).word(&word)?.strip_prefix("# ")?;
    let class = Class::Abbreviation(words);
    Some(Candidate {
        language,
        ..Candidate::new(view, end, class, certainty::UNSTOPPED)
    })
}
