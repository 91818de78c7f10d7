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
mod words;

use candidate::{Candidate, certainty};

use super::class::Class;
use super::given::SayAs;
use crate::script;

pub use facts::unit::unit;
pub use say_as::spelling;
pub use view::{Classified, Inline, View, inline};
pub use words::Known;

/// What a class may begin with.
const DIGIT: u8 = 1;
/// A decimal point, before a digit.
const POINT: u8 = 2;
const LETTER: u8 = 4;
/// Any other character.
const SIGN: u8 = 8;

/// A class: what it begins with, the most that it may be sure, and the question.
type Row = (u8, u8, fn(&View, usize) -> Option<Candidate>);

/// All classes, the surest first.
const CLASSES: [Row; 54] = [
    (SIGN, certainty::MARKUP, sign::given),
    (SIGN, certainty::MARKUP, markup::classify),
    (
        DIGIT | POINT | LETTER | SIGN,
        certainty::ELECTRONIC,
        electronic::classify,
    ),
    (DIGIT | LETTER, certainty::IDENTIFIER, abbreviation::figured),
    (DIGIT, certainty::IDENTIFIER, date::glued),
    (DIGIT | LETTER, certainty::IDENTIFIER, flight::classify),
    (DIGIT | LETTER, certainty::IDENTIFIER, identifier::classify),
    (DIGIT, certainty::IDENTIFIER, identifier::hidden_within),
    (LETTER, certainty::IDENTIFIER, identifier::hidden),
    (LETTER, certainty::IDENTIFIER, calendar::around),
    (SIGN, certainty::IDENTIFIER, identifier::masked),
    (DIGIT, certainty::CURRENCY, money::carried),
    (LETTER, certainty::CURRENCY, money::named),
    (SIGN, certainty::CURRENCY, money::signed),
    (SIGN, certainty::EMOJI, emoji::classify),
    (SIGN, certainty::KEY, key::classify),
    (DIGIT, certainty::TELEPHONE, telephone::classify),
    (LETTER, certainty::UNIT, measure::alone),
    (LETTER, certainty::ABBREVIATION, abbreviation::classify),
    (LETTER, certainty::UNSTOPPED, abbreviation::unstopped),
    (LETTER, certainty::UNSTOPPED, abbreviation::bare),
    (LETTER, certainty::UNSTOPPED, calendar::day),
    (LETTER, certainty::UNSTOPPED, calendar::of_range),
    (DIGIT, certainty::DATE, alternatives::classify),
    (DIGIT, certainty::DATE, date::classify),
    (DIGIT, certainty::DATE, score::verse),
    (DIGIT, certainty::TIME, time::classify),
    (DIGIT, certainty::MONTH, date::day_of_month),
    (LETTER, certainty::MONTH, date::month),
    (DIGIT, certainty::RATIO, ratio::classify),
    (DIGIT, certainty::VERSION, ratio::version),
    (LETTER, certainty::NUMBERED, roman::classify),
    (DIGIT, certainty::HOUSE, house::classify),
    (DIGIT | POINT, certainty::AMOUNT, money::classify),
    (DIGIT, certainty::SCORE, score::classify),
    (DIGIT, certainty::SCORE, alternatives::code),
    (DIGIT | SIGN, certainty::FRACTION, fraction::classify),
    (DIGIT | POINT, certainty::MEASURE, measure::classify),
    (SIGN, certainty::OPERATOR, power::classify),
    (SIGN, certainty::OPERATOR, range::cross),
    (SIGN, certainty::OPERATOR, sign::operator),
    (SIGN, certainty::OPERATOR, stroke::classify),
    (LETTER, certainty::OPERATOR, range::by),
    (SIGN, certainty::MINUS, range::minus),
    (SIGN, certainty::RANGE, range::classify),
    (DIGIT | POINT, certainty::ORDINAL, ordinal::classify),
    (LETTER, certainty::CLOCK, calendar::month),
    (LETTER, certainty::CLOCK, time::clock),
    (DIGIT, certainty::DATED, number::year),
    (LETTER, certainty::LETTER, word::letter),
    (DIGIT | POINT, certainty::NUMBER, number::classify),
    (LETTER, certainty::WORD, word::classify),
    (SIGN, certainty::PUNCTUATION, punctuation::classify),
    (SIGN, certainty::SIGN, sign::classify),
];

/// Appends the spans of a clause to `spans`, which has none, from its first character to its last; spaces between them are in
/// none. `view` has none to the left.
pub fn spans(view: &View, mut spans: Vec<Classified>) -> Vec<Classified> {
    let mut at = 0;
    while let Some(c) = view.get(at) {
        let view = View {
            left: &spans,
            ..*view
        };
        if c == ' ' {
            let label = punctuation::before_label(&view, at);
            spans.extend(label.map(|pause| pause.chosen(at, None)));
            at += 1;
            continue;
        }
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
    let begin = if script::digit(c).is_some() {
        DIGIT
    } else if script::letter(c).is_some() {
        LETTER
    } else if facts::figures::begins_with_point(view, at) {
        POINT
    } else {
        SIGN
    };
    let mut best: Option<Candidate> = None;
    let mut rival: Option<Candidate> = None;
    for (_, most, classify) in CLASSES.iter().filter(|row| row.0 & begin > 0) {
        let near = |best: &Candidate| best.certainty.saturating_sub(*most) >= certainty::CLOSE;
        if best.as_ref().is_some_and(near) {
            break;
        }
        let Some(candidate) = classify(view, at) else {
            continue;
        };
        let candidate = candidate.at_most(*most);
        let rank = |c: &Candidate| (c.certainty, c.end);
        if best.as_ref().is_none_or(|b| rank(b) < rank(&candidate)) {
            rival = best.replace(candidate);
        } else if rival.as_ref().is_none_or(|r| rank(r) < rank(&candidate)) {
            rival = Some(candidate);
        }
    }
    let best = best.unwrap_or_else(|| Candidate::new(view, at + 1, Class::Unknown).at_most(0));
    let close = |rival: &Candidate| best.certainty - rival.certainty < certainty::CLOSE;
    let rival = rival.filter(close).map(|rival| rival.class.name());
    let rival = rival.or(best.doubt);
    best.chosen(at, rival)
}
