//! What is it? Divides a clause into spans, each with its class and its parts, without saying a word.
//!
//! A file for each class. All have one shape: a function of the clause and a place, which answers with a [`Candidate`] where the
//! class may begin there: its end, its parts, how sure it is. [`spans`] asks those that can begin at a place and takes the best.
//!
//! No class imports another. What several need to know, such as the unit or the month at a place, is in [`facts`].

mod abbreviation;
mod alternatives;
mod calendar;
mod candidate;
mod date;
mod electronic;
mod emoji;
mod facts;
mod flight;
mod fraction;
mod house;
mod identifier;
mod key;
mod markup;
mod measure;
mod money;
mod number;
mod ordinal;
mod power;
mod punctuation;
mod range;
mod ratio;
mod roman;
mod say_as;
mod score;
mod sign;
mod stroke;
mod telephone;
#[cfg(test)]
mod tests;
mod time;
mod view;
mod word;

use candidate::{Candidate, certainty};

use super::class::Class;
use super::given::SayAs;
use crate::script;

pub use facts::unit::unit;
pub use say_as::spelling;
pub use view::{Classified, Inline, View, inline};

/// A class: the most that it may be sure, and the question.
type Ask = (u8, fn(&View, usize) -> Option<Candidate>);

/// The classes that begin with a digit, the surest first.
const AT_DIGIT: [Ask; 24] = [
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::IDENTIFIER, abbreviation::figured),
    (certainty::IDENTIFIER, date::glued),
    (certainty::IDENTIFIER, flight::classify),
    (certainty::IDENTIFIER, identifier::classify),
    (certainty::IDENTIFIER, identifier::hidden_within),
    (certainty::CURRENCY, money::carried),
    (certainty::TELEPHONE, telephone::classify),
    (certainty::DATE, alternatives::classify),
    (certainty::DATE, date::classify),
    (certainty::DATE, score::verse),
    (certainty::TIME, time::classify),
    (certainty::MONTH, date::day_of_month),
    (certainty::RATIO, ratio::classify),
    (certainty::VERSION, ratio::version),
    (certainty::HOUSE, house::classify),
    (certainty::AMOUNT, money::classify),
    (certainty::SCORE, score::classify),
    (certainty::SCORE, alternatives::code),
    (certainty::FRACTION, fraction::classify),
    (certainty::MEASURE, measure::classify),
    (certainty::ORDINAL, ordinal::classify),
    (certainty::DATED, number::year),
    (certainty::NUMBER, number::classify),
];

/// The classes that begin with a decimal point.
const AT_POINT: [Ask; 5] = [
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::AMOUNT, money::classify),
    (certainty::MEASURE, measure::classify),
    (certainty::ORDINAL, ordinal::classify),
    (certainty::NUMBER, number::classify),
];

/// The classes that begin with a letter.
const AT_LETTER: [Ask; 20] = [
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::IDENTIFIER, flight::classify),
    (certainty::IDENTIFIER, identifier::classify),
    (certainty::IDENTIFIER, identifier::hidden),
    (certainty::IDENTIFIER, calendar::around),
    (certainty::IDENTIFIER, abbreviation::figured),
    (certainty::CURRENCY, money::named),
    (certainty::UNIT, measure::alone),
    (certainty::ABBREVIATION, abbreviation::classify),
    (certainty::UNSTOPPED, abbreviation::unstopped),
    (certainty::UNSTOPPED, abbreviation::bare),
    (certainty::UNSTOPPED, calendar::day),
    (certainty::UNSTOPPED, calendar::of_range),
    (certainty::MONTH, date::month),
    (certainty::NUMBERED, roman::classify),
    (certainty::OPERATOR, range::by),
    (certainty::CLOCK, calendar::month),
    (certainty::CLOCK, time::clock),
    (certainty::LETTER, word::letter),
    (certainty::WORD, word::classify),
];

/// The classes that begin with another character.
const AT_SIGN: [Ask; 16] = [
    (certainty::MARKUP, sign::given),
    (certainty::MARKUP, markup::classify),
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::IDENTIFIER, identifier::masked),
    (certainty::CURRENCY, money::signed),
    (certainty::EMOJI, emoji::classify),
    (certainty::KEY, key::classify),
    (certainty::FRACTION, fraction::classify),
    (certainty::OPERATOR, power::classify),
    (certainty::OPERATOR, range::cross),
    (certainty::OPERATOR, sign::operator),
    (certainty::OPERATOR, stroke::classify),
    (certainty::MINUS, range::minus),
    (certainty::RANGE, range::classify),
    (certainty::PUNCTUATION, punctuation::classify),
    (certainty::SIGN, sign::classify),
];

/// Appends the spans of a clause to `spans`, which has none, from its first character to its last; spaces between them are in
/// none. `view` has none to the left.
pub fn spans(view: &View, mut spans: Vec<Classified>) -> Vec<Classified> {
    let mut at = 0;
    while let Some(c) = view.get(at) {
        if c == ' ' {
            at += 1;
            continue;
        }
        let view = View {
            left: &spans,
            ..*view
        };
        let span = decide(&view, at, c);
        at = span.range.end;
        spans.push(span);
    }
    spans
}

/// The spans of a clause that is said to be something.
pub fn said_as(view: &View, say_as: &SayAs) -> Vec<Classified> {
    say_as::spans(view, say_as).unwrap_or_else(|| spans(view, Vec::new()))
}

/// The best of what may begin at a place where `c` stands.
fn decide(view: &View, at: usize, c: char) -> Classified {
    // Most of a text: no other class need be asked.
    if let Some(candidate) = word::alone(view, at).or_else(|| punctuation::alone(view, at)) {
        return candidate.chosen(at, None);
    }
    let asked: &[Ask] = if script::digit(c).is_some() {
        &AT_DIGIT
    } else if script::letter(c).is_some() {
        &AT_LETTER
    } else if facts::figures::begins_with_point(view, at) {
        &AT_POINT
    } else {
        &AT_SIGN
    };
    let mut best: Option<Candidate> = None;
    let mut rival: Option<Candidate> = None;
    for (most, classify) in asked {
        let near = |best: &Candidate| best.certainty.saturating_sub(*most) >= certainty::CLOSE;
        if best.as_ref().is_some_and(near) {
            break;
        }
        let Some(candidate) = classify(view, at) else {
            continue;
        };
        let rank = |c: &Candidate| (c.certainty, c.end);
        if best.as_ref().is_none_or(|b| rank(b) < rank(&candidate)) {
            rival = best.replace(candidate);
        } else if rival.as_ref().is_none_or(|r| rank(r) < rank(&candidate)) {
            rival = Some(candidate);
        }
    }
    let best = best.unwrap_or_else(|| Candidate::new(view, at + 1, Class::Unknown, 0));
    let close = |rival: &Candidate| best.certainty - rival.certainty < certainty::CLOSE;
    let rival = rival.filter(close).map(|rival| rival.class.name());
    let rival = rival.or(best.doubt);
    best.chosen(at, rival)
}
