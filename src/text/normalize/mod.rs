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
mod cross;
mod date;
mod electronic;
mod emoji;
mod fact;
mod facts;
mod flight;
mod formula;
mod fraction;
mod gap;
mod ground;
mod house;
mod identifier;
mod key;
mod markup;
mod measure;
mod minus;
mod money;
mod number;
mod ordinal;
mod power;
mod prelude;
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

use fact::{Fact, Facts};
use facts::here::Here;

use super::class::Class;
use super::given::SayAs;
use crate::script;

pub use facts::unit::unit;
pub use say_as::spelling;
pub use view::{Classified, Inline, View, digits, inline};
pub use words::Known;

/// What a class may begin with.
const DIGIT: u8 = 1;
/// A decimal point, before a digit.
const POINT: u8 = 2;
const LETTER: u8 = 4;
/// A hyphen, a dash, a minus.
const DASH: u8 = 8;
const STROKE: u8 = 16;
/// The sign of a currency.
const MONEY: u8 = 32;
/// Any other character.
const OTHER: u8 = 64;
const SIGN: u8 = DASH | STROKE | MONEY | OTHER;
const ANY: u8 = u8::MAX;

/// A class.
struct Row {
    begins: u8,
    /// The most that it may be sure.
    most: u8,
    ask: fn(&View, usize) -> Option<Candidate>,
    needs: Facts,
    never: Facts,
}

macro_rules! classes {
    ($($($begins:ident)|+, $most:ident, $ask:path, [$($needs:ident)*], [$($never:ident)*];)+) => {
        &[$(Row {
            begins: $($begins)|+,
            most: certainty::$most,
            ask: $ask,
            needs: Facts::of(&[$(Fact::$needs),*]),
            never: Facts::of(&[$(Fact::$never),*]),
        },)+]
    };
}

/// All classes, the surest first: what each begins with, its place in the order, who knows it, the facts that it needs, and those that
/// exclude it.
const CLASSES: &[Row] = classes! {
    OTHER, MARKUP, sign::given, [], [];
    OTHER, MARKUP, markup::classify, [], [];
    ANY, ELECTRONIC, electronic::classify, [], [];
    DIGIT | LETTER, IDENTIFIER, abbreviation::figured, [], [Inside];
    DIGIT, IDENTIFIER, date::glued, [], [Inside];
    DIGIT | LETTER, IDENTIFIER, formula::classify, [], [];
    DIGIT | LETTER, IDENTIFIER, flight::classify, [], [Inside];
    DIGIT | LETTER, IDENTIFIER, identifier::classify, [], [Inside];
    DIGIT | LETTER, IDENTIFIER, identifier::stopped, [], [Inside];
    DIGIT, IDENTIFIER, identifier::hidden_within, [], [];
    LETTER, IDENTIFIER, identifier::hidden, [Apart], [AfterNumber];
    LETTER, IDENTIFIER, calendar::around, [], [];
    OTHER, IDENTIFIER, identifier::masked, [], [];
    DIGIT, CURRENCY, money::carried, [], [];
    LETTER, CURRENCY, money::named, [], [];
    MONEY, CURRENCY, money::signed, [], [];
    SIGN, EMOJI, emoji::classify, [], [];
    OTHER, KEY, key::classify, [], [Inside];
    DIGIT, TELEPHONE, telephone::classify, [], [];
    LETTER, UNIT, time::hour, [Alone], [];
    LETTER, UNIT, measure::alone, [], [];
    LETTER, ABBREVIATION, abbreviation::classify, [], [];
    LETTER, UNSTOPPED, abbreviation::unstopped, [], [];
    LETTER, UNSTOPPED, abbreviation::bare, [], [];
    LETTER, UNSTOPPED, abbreviation::left, [], [];
    LETTER, UNSTOPPED, calendar::day, [], [Alone];
    LETTER, UNSTOPPED, calendar::of_range, [], [Alone];
    DIGIT, DATE, alternatives::classify, [Stroked], [];
    DIGIT, DATE, fraction::season, [Stroked], [];
    DIGIT, DATE, date::classify, [Joined], [];
    DIGIT, DATE, score::verse, [Joined], [];
    DIGIT, DATE, time::of_race, [Coloned], [];
    DIGIT, DATE, time::seconds_of_race, [], [];
    DIGIT, TIME, time::of_day, [], [Joined];
    DIGIT, TIME, time::duration, [Joined], [];
    DIGIT, TIME, time::classify, [Joined], [];
    DIGIT, MONTH, date::day_of_month, [], [];
    DIGIT, MONTH, calendar::day_in_list, [], [];
    LETTER, MONTH, date::month, [], [Alone];
    DIGIT, RATIO, ratio::classify, [Coloned], [];
    DIGIT, VERSION, ratio::version, [Stopped], [];
    LETTER, NUMBERED, roman::classify, [], [];
    DIGIT, HOUSE, house::classify, [], [];
    DIGIT | POINT, AMOUNT, money::classify, [], [];
    DIGIT, SCORE, score::classify, [], [];
    DIGIT, SCORE, alternatives::code, [Stroked], [];
    DIGIT | OTHER, FRACTION, fraction::classify, [], [];
    DIGIT | POINT, MEASURE, measure::classify, [], [];
    OTHER, OPERATOR, power::classify, [], [];
    OTHER, OPERATOR, cross::classify, [], [];
    DASH | OTHER, OPERATOR, sign::operator, [], [];
    STROKE, OPERATOR, stroke::classify, [], [];
    LETTER, OPERATOR, cross::by, [Alone], [];
    DASH, MINUS, minus::classify, [], [];
    DASH, RANGE, range::classify, [], [];
    DIGIT | POINT, ORDINAL, ordinal::classify, [], [Scaled];
    LETTER, CLOCK, calendar::month, [], [Alone];
    LETTER, CLOCK, time::clock, [AfterNumber], [Alone];
    DIGIT, DATED, number::year, [], [Scaled];
    LETTER, LETTER, word::letter, [Alone], [];
    DIGIT | POINT, NUMBER, number::classify, [], [];
    LETTER, WORD, word::classify, [], [];
    SIGN, PUNCTUATION, punctuation::classify, [], [];
    SIGN, SIGN, sign::classify, [], [];
};

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
            let label = label.or_else(|| gap::between_numbers(&view, at));
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
    let begin = match c {
        _ if script::digit(c).is_some() => DIGIT,
        _ if script::letter(c).is_some() => LETTER,
        '/' => STROKE,
        _ if facts::figures::begins_with_point(view, at) => POINT,
        _ if script::is_dash(c) || matches!(c, '−' | '~') => DASH,
        _ if view::currency_sign(c).is_some() => MONEY,
        _ => OTHER,
    };
    let mut here = Here::new(view, at);
    let mut best: Option<Candidate> = None;
    let mut rival: Option<Candidate> = None;
    for row in CLASSES.iter().filter(|row| row.begins & begin > 0) {
        let near = |best: &Candidate| best.certainty.saturating_sub(row.most) >= certainty::CLOSE;
        if best.as_ref().is_some_and(near) {
            break;
        }
        if !here.fits(row.needs, row.never) {
            continue;
        }
        let Some(candidate) = (row.ask)(view, at) else {
            continue;
        };
        let candidate = candidate.at_most(row.most);
        let rank = |c: &Candidate| (c.certainty, c.end);
        if best.as_ref().is_none_or(|b| rank(b) < rank(&candidate)) {
            rival = best.replace(candidate);
        } else if rival.as_ref().is_none_or(|r| rank(r) < rank(&candidate)) {
            rival = Some(candidate);
        }
    }
    let best = best.unwrap_or_else(|| Class::Unknown.until(view, at + 1).at_most(0));
    let close = |rival: &Candidate| best.certainty - rival.certainty < certainty::CLOSE;
    let rival = rival.filter(close).map(|rival| rival.class.name());
    let rival = rival.or(best.doubt);
    Classified {
        facts: here.held(),
        ..best.chosen(at, rival)
    }
}
