//! Signs that are said: +, &, ×, %, and what the text gives itself.

use super::candidate::{Candidate, certainty};
use super::view::View;
use crate::language::{Language, table};
use crate::text::class::Class;

/// A shorter word is a letter of a number.
const MIN_COUNTER: usize = 3;

/// A sign that means something else, or something at all, beside a number: ^2, 3 * 4, 5 %.
pub fn operator(view: &View, at: usize) -> Option<Candidate> {
    let found = |key: &str| {
        let words = view.table.word(key)?;
        let class = Class::Sign(words);
        Some(Candidate::new(view, at + 1, class, certainty::OPERATOR))
    };
    match view.get(at)? {
        '^' if view.is_digit(at + 1) => found("^"),
        '×' | '*' if view.beside_number(at) && view.number_follows(at + 1) => found("×"),
        // 60+, which is no sum.
        '+' if view.touches_number(at) && !view.number_follows(at + 1) => {
            found("and more").or_else(|| found("+"))
        }
        // "only/-"
        '/' if view.get(at + 1) == Some('-') && !view.is_digit(at + 2) => {
            let class = Class::Punctuation(None);
            Some(Candidate::new(view, at + 2, class, certainty::OPERATOR))
        }
        // O+ve, B-ve
        '+' | '-' if view.letters(at + 1) == ['v', 'e'] => {
            let key = if view.get(at) == Some('+') {
                "+ve"
            } else {
                "-ve"
            };
            let class = Class::Sign(table(Language::En).word(key)?);
            let found = Candidate::new(view, at + 3, class, certainty::OPERATOR);
            Some(Candidate {
                language: Language::En,
                ..found
            })
        }
        // 88/मिनट, but not 3/अ.
        '/' if view.touches_number(at) && is_counter(view, at + 1) => found("per"),
        '%' if view.beside_number(at) => {
            let percent = Class::Percent(view.table.word("%")?);
            let certainty = certainty::OPERATOR;
            let language = view.language;
            let found = Candidate::number(view, at + 1, percent, language, certainty);
            Some(found.with_case(view))
        }
        _ => None,
    }
}

/// Whether a word stands at a place that a number may be counted by, in the script of the clause.
fn is_counter(view: &View, at: usize) -> bool {
    let word = view.letters(at);
    let own = view.language_at(at) == Some(view.language);
    own && word.len() >= MIN_COUNTER && word.iter().all(|c| !c.is_uppercase())
}

/// Any sign that the language of the clause has words for.
pub fn classify(view: &View, at: usize) -> Option<Candidate> {
    let sign = view.get(at)?;
    let class = match view.table.word(sign.encode_utf8(&mut [0; 4])) {
        Some(words) => Class::Sign(words),
        None => Class::Unknown,
    };
    Some(Candidate::new(view, at + 1, class, certainty::SIGN))
}

/// What the text gives itself.
pub fn given(view: &View, at: usize) -> Option<Candidate> {
    let inline = view.inline.iter().find(|i| i.range.start == at)?;
    let (end, class) = (inline.range.end, inline.class.clone());
    Some(Candidate::new(view, end, class, certainty::MARKUP))
}
