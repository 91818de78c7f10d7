//! Days of the week that are shortened as in English: Tue, Mon-Fri.

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::language::Language;
use crate::text::class::Class;

/// The day of the week, from Monday on, that letters are short for.
pub fn index(letters: &[char]) -> Option<usize> {
    Some(match letters {
        ['M', 'o', 'n'] => 0,
        ['T', 'u', 'e'] | ['T', 'u', 'e', 's'] => 1,
        ['W', 'e', 'd'] => 2,
        ['T', 'h', 'u'] | ['T', 'h', 'u', 'r'] | ['T', 'h', 'u', 'r', 's'] => 3,
        ['F', 'r', 'i'] => 4,
        ['S', 'a', 't'] => 5,
        ['S', 'u', 'n'] => 6,
        _ => return None,
    })
}

/// A day of the week that is shortened as in English: Tue, 5 Nov; in an Indic sentence also where no date is near.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let letters = view.letters(at);
    let end = at + letters.len();
    let day = index(letters)?;
    let stop = usize::from(view.get(end) == Some('.') && view.is_heard_from(end + 1));
    // These are words too.
    let word_too = matches!(day, 2 | 5 | 6) && view.language == Language::En;
    let joins = |c: char| matches!(c, '-' | '–' | '/' | '&' | ' ' | ',');
    let gap = view
        .rest(end + stop)
        .iter()
        .take_while(|c| joins(**c))
        .count();
    let next = index(view.letters(end + stop + gap)).is_some();
    let near = gap > 0 && next || view.digit_near(end + stop);
    let last = view.left.last().map(|span| &span.class);
    let after = matches!(last, Some(Class::Range | Class::Date(_)));
    if word_too && !near && !after {
        return None;
    }
    let name = view.table.list("weekdays").nth(day)?;
    let class = Class::Abbreviation(name);
    Some(Candidate::new(view, end + stop, class, certainty::MONTH))
}
