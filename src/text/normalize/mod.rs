//! What is it? Divides a clause into spans, each with its class and its parts, without saying a word.
//!
//! A file for each class. All have one shape: a function of the clause and a place, which answers with a [`Candidate`] where the
//! class may begin there: its end, its parts, how sure it is. [`spans`] asks those that can begin at a place and takes the best.

mod abbreviation;
mod case;
mod date;
mod electronic;
mod emoji;
mod fraction;
mod identifier;
mod measure;
mod money;
mod number;
mod numeral;
mod ordinal;
mod punctuation;
mod range;
mod ratio;
mod roman;
mod scale;
mod sign;
mod telephone;
mod time;
mod units;
mod view;
mod word;

use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::language::Language;
use crate::phoneme::{self, Phoneme};
use crate::script;

pub use date::{Date, Order};
pub use electronic::Part;
pub use fraction::Fraction;
pub use identifier::House;
pub use measure::Measure;
pub use money::Money;
pub use number::Number;
pub use numeral::{Digits, Numeral};
pub use ordinal::Ending;
pub use scale::Scale;
pub use time::Time;
pub use view::{Inline, View};

/// What a span of text is, with its parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "class", content = "parts", rename_all = "snake_case")]
pub enum Class {
    /// How many: 5, 1,23,456.
    Cardinal(Number),
    /// A number with decimals: 2.5.
    Decimal(Number),
    /// Which one: 21st, 5वाँ; also a number that another ending is joined to.
    Ordinal(Number),
    /// A number of four digits that is said as a year.
    Year(Number),
    /// 1/2, 2 3/4, 5½.
    Fraction(Fraction),
    /// A number of a unit: 5 km.
    Measure(Measure),
    /// An amount of a currency.
    Money(Money),
    /// A day, a month and a year, or two of them.
    Date(Date),
    /// A time of day: 10:30.
    Time(Time),
    /// Two numbers with a colon between them: 3:2.
    Ratio {
        /// Before the colon.
        above: u64,
        /// After it.
        below: u64,
    },
    /// Numbers with stops between them: 2.0.1.
    Version(Vec<Digits>),
    /// Groups of digits that count nothing: a telephone number, an account, a code.
    Telephone(Vec<Digits>),
    /// Capitals and digits, sign by sign: KA05MH1234.
    Identifier(String),
    /// The number of a house, or one of its parts.
    House(House),
    /// An address of the internet, a path, a hashtag.
    Electronic(Vec<Part>),
    /// A Roman numeral.
    Roman {
        /// What it is worth.
        value: u64,
        /// Whether it is said as the number of a ruler: George the fifth.
        ruler: bool,
    },
    /// A word that is written shorter than it is said, as its words.
    Abbreviation(&'static str),
    /// A Latin letter that is said by its name.
    Letter(&'static str),
    /// A picture, as its name; nothing where it is silent.
    Emoji(Option<&'static str>),
    /// Between the numbers of a range.
    Range,
    /// Between two numbers that are no range: a score.
    Pair,
    /// The sign for per cent after a number, as its words.
    Percent(&'static str),
    /// A sign, as its words.
    Sign(&'static str),
    /// Phonemes that the text gives itself.
    #[serde(serialize_with = "as_ipa")]
    Phonemes(Vec<Phoneme>),
    /// A word, as it is written.
    Word,
    /// What is heard as a pause, or not at all.
    Punctuation(Option<Pause>),
    /// What cannot be read.
    Unknown,
}

/// The pause that a mark of punctuation asks for; of several the later one here rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pause {
    /// Within a sentence.
    Comma,
    /// At its end.
    Period,
    /// At the end of an exclamation.
    Exclamation,
    /// At the end of a question.
    Question,
}

/// How a span is said beside its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grammar {
    /// The forms that the ending after the span asks of its last word, as the language's table writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<&'static str>,
    /// Whether a number has its form before what it counts.
    pub before: bool,
}

/// What a class answers: what begins at a place.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The place after it.
    pub end: usize,
    /// What it is.
    pub class: Class,
    /// The language that says it.
    pub language: Language,
    /// How it is said beside its neighbours.
    pub grammar: Grammar,
    /// Whether it is a number that signs and letters after it may belong to.
    pub counts: bool,
    /// How sure the class is: one of [`certainty`].
    pub certainty: u8,
}

impl Candidate {
    /// A candidate in the language of the clause.
    fn new(view: &View, end: usize, class: Class, certainty: u8) -> Self {
        Self {
            end,
            class,
            language: view.language,
            grammar: Grammar::default(),
            counts: false,
            certainty,
        }
    }

    /// The same, as a number in a language.
    fn number(view: &View, end: usize, class: Class, language: Language, certainty: u8) -> Self {
        Self {
            language,
            counts: true,
            ..Self::new(view, end, class, certainty)
        }
    }
}

/// A span of the clause with the class that was chosen for it.
#[derive(Clone, Debug)]
pub struct Classified {
    /// Its characters.
    pub range: Range<usize>,
    /// What it is.
    pub class: Class,
    /// The language that says it.
    pub language: Language,
    /// How it is said beside its neighbours.
    pub grammar: Grammar,
    /// See [`Candidate::counts`].
    pub counts: bool,
    /// The class that was nearly chosen.
    pub rival: Option<&'static str>,
}

/// How sure the classes are, the surest first. Of two that may begin at a place the surer one is taken, of two that are as sure the
/// longer one, then the one that is asked first.
///
/// What a shape tells is surer than what a word beside it tells, and that is surer than what is left.
mod certainty {
    /// Phonemes: the writer says so.
    pub const MARKUP: u8 = 100;
    /// An address holds signs that nothing else holds.
    pub const ELECTRONIC: u8 = 96;
    /// Capitals among digits.
    pub const IDENTIFIER: u8 = 92;
    /// A word or a sign of a currency with an amount.
    pub const CURRENCY: u8 = 90;
    pub const EMOJI: u8 = 90;
    /// The lengths of the groups, or a word before them.
    pub const TELEPHONE: u8 = 88;
    /// A word with its stop, or before its number.
    pub const ABBREVIATION: u8 = 86;
    pub const UNSTOPPED: u8 = 84;
    /// Two or three numbers that fit a day, a month, a year.
    pub const DATE: u8 = 82;
    pub const TIME: u8 = 80;
    /// The name of a month beside a number.
    pub const MONTH: u8 = 78;
    pub const RATIO: u8 = 76;
    pub const VERSION: u8 = 74;
    /// Letters that are numerals, after a word that is numbered.
    pub const ROMAN: u8 = 74;
    pub const HOUSE: u8 = 72;
    /// A currency after the amount.
    pub const AMOUNT: u8 = 70;
    pub const FRACTION: u8 = 68;
    pub const MEASURE: u8 = 66;
    /// A sign between numbers.
    pub const OPERATOR: u8 = 66;
    pub const MINUS: u8 = 64;
    pub const PAIR: u8 = 62;
    pub const RANGE: u8 = 60;
    pub const ORDINAL: u8 = 58;
    /// A word of the clock beside a number.
    pub const CLOCK: u8 = 54;
    /// Four digits beside a word that tells a year.
    pub const DATED: u8 = 52;
    pub const LETTER: u8 = 50;
    /// Four digits that look like a year.
    pub const YEAR: u8 = 44;
    /// What is left.
    pub const NUMBER: u8 = 40;
    pub const WORD: u8 = 20;
    pub const PUNCTUATION: u8 = 20;
    pub const SIGN: u8 = 10;
    /// What is nearer than this was a close call.
    pub const CLOSE: u8 = 8;
}

/// A class: the most that it may be sure, and the question.
type Ask = (u8, fn(&View, usize) -> Option<Candidate>);

/// The classes that begin with a digit, the surest first.
const AT_DIGIT: [Ask; 16] = [
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::IDENTIFIER, identifier::classify),
    (certainty::CURRENCY, money::carried),
    (certainty::TELEPHONE, telephone::classify),
    (certainty::DATE, date::classify),
    (certainty::TIME, time::classify),
    (certainty::MONTH, date::day_of_month),
    (certainty::RATIO, ratio::classify),
    (certainty::VERSION, ratio::version),
    (certainty::HOUSE, identifier::house),
    (certainty::AMOUNT, money::classify),
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
const AT_LETTER: [Ask; 11] = [
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::IDENTIFIER, identifier::classify),
    (certainty::CURRENCY, money::named),
    (certainty::ABBREVIATION, abbreviation::classify),
    (certainty::UNSTOPPED, abbreviation::unstopped),
    (certainty::MONTH, date::month),
    (certainty::ROMAN, roman::classify),
    (certainty::OPERATOR, range::by),
    (certainty::CLOCK, time::clock),
    (certainty::LETTER, word::letter),
    (certainty::WORD, word::classify),
];

/// The classes that begin with another character.
const AT_SIGN: [Ask; 9] = [
    (certainty::MARKUP, sign::phonemes),
    (certainty::ELECTRONIC, electronic::classify),
    (certainty::CURRENCY, money::signed),
    (certainty::EMOJI, emoji::classify),
    (certainty::OPERATOR, sign::operator),
    (certainty::MINUS, range::minus),
    (certainty::PAIR, range::classify),
    (certainty::PUNCTUATION, punctuation::classify),
    (certainty::SIGN, sign::classify),
];

/// The spans of a clause, from its first character to its last; spaces between them are in none. `view` has none to the left.
pub fn spans(view: &View) -> Vec<Classified> {
    let mut spans: Vec<Classified> = Vec::new();
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

/// The best of what may begin at a place where `c` stands.
fn decide(view: &View, at: usize, c: char) -> Classified {
    let asked: &[Ask] = if script::digit(c).is_some() {
        &AT_DIGIT
    } else if script::letter(c).is_some() {
        &AT_LETTER
    } else if number::begins_with_point(view, at) {
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
    Classified {
        range: at..best.end.max(at + 1),
        class: best.class,
        language: best.language,
        grammar: best.grammar,
        counts: best.counts,
        rival,
    }
}

fn as_ipa<S: Serializer>(phonemes: &[Phoneme], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&phoneme::format(phonemes))
}

impl Class {
    /// The class, as a tool is told it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Cardinal(_) => "cardinal",
            Self::Decimal(_) => "decimal",
            Self::Ordinal(_) => "ordinal",
            Self::Year(_) => "year",
            Self::Fraction(_) => "fraction",
            Self::Measure(_) => "measure",
            Self::Money(_) => "money",
            Self::Date(_) => "date",
            Self::Time(_) => "time",
            Self::Ratio { .. } => "ratio",
            Self::Version(_) => "version",
            Self::Telephone(_) => "telephone",
            Self::Identifier(_) => "identifier",
            Self::House(_) => "house",
            Self::Electronic(_) => "electronic",
            Self::Roman { .. } => "roman",
            Self::Abbreviation(_) => "abbreviation",
            Self::Letter(_) => "letter",
            Self::Emoji(_) => "emoji",
            Self::Range => "range",
            Self::Pair => "pair",
            Self::Percent(_) => "percent",
            Self::Sign(_) => "sign",
            Self::Phonemes(_) => "phonemes",
            Self::Word => "word",
            Self::Punctuation(_) => "punctuation",
            Self::Unknown => "unknown",
        }
    }
}
