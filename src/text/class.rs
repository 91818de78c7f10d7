//! What a span of text can be: the classes, their parts, and how a span is said beside its neighbours. The normaliser finds them,
//! the verbaliser says them.

use std::ops::Deref;

use serde::{Serialize, Serializer};

use crate::language::{Currency, Language, Suffix};
use crate::phoneme::{self, Phoneme};

/// Numbers of more digits have no value that anything depends on.
const MAX_VALUE_DIGITS: usize = 15;

/// What a span of text is, with its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "class", content = "parts", rename_all = "snake_case")]
pub enum Class {
    /// How many: 5, 1,23,456.
    Cardinal(Box<Number>),
    /// A number with decimals: 2.5.
    Decimal(Box<Number>),
    /// Which one: 21st, 5वाँ; also a number that another ending is joined to.
    Ordinal(Box<Number>),
    /// A number of four digits that is said as a year.
    Year(Box<Number>),
    /// 1/2, 2 3/4, 5½.
    Fraction(Box<Fraction>),
    /// A number of a unit: 5 km.
    Measure(Box<Measure>),
    /// An amount of a currency.
    Money(Box<Money>),
    /// A day, a month and a year, or two of them.
    Date(Box<Date>),
    /// A time of day: 10:30.
    Time(Box<Time>),
    /// Numbers with colons between them: 3:2, 50:25:25.
    Ratio(Vec<u64>),
    /// Numbers with stops between them: 2.0.1.
    Version(Vec<Digits>),
    /// Groups of digits that count nothing: a telephone number, an account, a code.
    Telephone(Vec<Digits>),
    /// Capitals and digits: KA05MH1234, WB/2026/00341, 14A.
    Identifier(Vec<Part>),
    /// Two numbers that are so many of so many, or otherwise belong together: 4.8/5, 120/80, 24/7.
    Score(Box<Score>),
    /// Keys of a telephone: *, #, *121#.
    Key(String),
    /// The number of a house, or one of its parts.
    House(Box<House>),
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
    /// A unit without a number, as its words: per kg.
    Unit(String),
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
    /// An exponent: ^5, ⁻⁹.
    Power(Box<Power>),
    /// A sign, as its words.
    Sign(&'static str),
    /// Phonemes that the text gives itself.
    #[serde(serialize_with = "as_ipa")]
    Phonemes(Vec<Phoneme>),
    /// What the writer says that is read in its place.
    Given(Vec<Piece>),
    /// A word, as it is written.
    Word,
    /// What is heard as a pause, or not at all.
    Punctuation(Option<Pause>),
    /// What cannot be read.
    Unknown,
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
            Self::Ratio(_) => "ratio",
            Self::Version(_) => "version",
            Self::Telephone(_) => "telephone",
            Self::Identifier(_) => "identifier",
            Self::Score(_) => "score",
            Self::Key(_) => "key",
            Self::House(_) => "house",
            Self::Electronic(_) => "electronic",
            Self::Roman { .. } => "roman",
            Self::Abbreviation(_) => "abbreviation",
            Self::Unit(_) => "unit",
            Self::Letter(_) => "letter",
            Self::Emoji(_) => "emoji",
            Self::Range => "range",
            Self::Pair => "pair",
            Self::Percent(_) => "percent",
            Self::Power(_) => "power",
            Self::Sign(_) => "sign",
            Self::Phonemes(_) => "phonemes",
            Self::Given(_) => "given",
            Self::Word => "word",
            Self::Punctuation(_) => "punctuation",
            Self::Unknown => "unknown",
        }
    }
}

/// A span of what is read in place of characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// What it is.
    #[serde(flatten)]
    pub class: Class,
    /// The language that says it.
    pub language: Language,
    /// How it is said beside its neighbours.
    pub grammar: Grammar,
    /// Its characters.
    pub written: String,
}

fn as_ipa<S: Serializer>(phonemes: &[Phoneme], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&phoneme::format(phonemes))
}

/// How a span is said beside its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grammar {
    /// What the ending after the span makes of its last word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Suffix>,
    /// Whether a number has its form before what it counts.
    pub before: bool,
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

/// Digits from the first to the last, each 0 to 9.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digits(pub Vec<u8>);

impl Digits {
    /// Those of a number.
    pub fn of(value: u64) -> Self {
        Self(value.to_string().bytes().map(|b| b - b'0').collect())
    }

    /// Their value, zero for none; not for more digits than a quantity has.
    pub fn value(&self) -> Option<u64> {
        let value = || self.iter().fold(0, |n, d| n * 10 + u64::from(*d));
        (self.len() <= MAX_VALUE_DIGITS).then(value)
    }

    /// As ASCII.
    pub fn figures(&self) -> String {
        self.iter().map(|d| char::from(b'0' + d)).collect()
    }
}

impl Deref for Digits {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.figures())
    }
}

/// A number as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Numeral {
    /// Before the decimal point; none in `.5`.
    pub whole: Digits,
    /// After the decimal point.
    pub fraction: Digits,
    /// Whether commas part it into groups.
    pub grouped: bool,
    /// Whether the groups are of three throughout, as those of millions are.
    pub western: bool,
}

impl Numeral {
    /// The value of the whole part.
    pub fn value(&self) -> Option<u64> {
        self.whole.value()
    }

    /// The value, where there are no decimals.
    pub fn integer(&self) -> Option<u64> {
        self.value().filter(|_| self.fraction.is_empty())
    }

    /// Whether there are no decimals and no groups.
    pub fn is_plain(&self) -> bool {
        self.fraction.is_empty() && !self.grouped
    }

    /// Without the zero before a digit, where it counts something: 05 km.
    pub fn counting(mut self) -> Self {
        if let [0, digit] = self.whole[..] {
            self.whole = Digits(vec![digit]);
        }
        self
    }

    /// The whole part alone.
    pub fn without_fraction(&self) -> Self {
        Self {
            fraction: Digits::default(),
            ..self.clone()
        }
    }

    /// The decimals as hundredths, where there are no finer ones.
    pub fn hundredths(&self) -> Option<u64> {
        let zeros = self.fraction.iter().rev().take_while(|d| **d == 0).count();
        match self.fraction[..self.fraction.len() - zeros] {
            [] => Some(0),
            [tens] => Some(u64::from(tens) * 10),
            [tens, ones] => Some(u64::from(tens) * 10 + u64::from(ones)),
            _ => None,
        }
    }
}

/// A number, and what changes how it is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// As it is written.
    pub numeral: Numeral,
    /// Lakh, crore and the like after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<Scale>,
    /// Whether it is said as a year.
    pub year: bool,
    /// Whether it counts something, so that 2.5 is two and a half.
    pub halves: bool,
    /// The ending that is joined to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl Number {
    /// A number without anything after it.
    pub fn of(numeral: Numeral) -> Self {
        Self {
            numeral,
            scales: Vec::new(),
            year: false,
            halves: false,
            ending: None,
        }
    }
}

/// The ending of a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The number and its ending have words of their own: 1ला is पहला.
    Own(&'static str),
    /// An English ending: st, nd, rd, th, s.
    English {
        /// In lower case.
        written: String,
        /// Whether the number is said as the year that a decade begins with.
        decade: bool,
    },
    /// It is joined to the last word of the number.
    Joined(String),
}

/// A scale after a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// By the name that the language has for it.
    Named(&'static str),
    /// A word, as it is written.
    Written {
        /// Its letters.
        text: String,
        /// The language that pronounces it.
        language: Language,
    },
}

/// A number and its unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// How many.
    pub number: Number,
    /// The words for the unit.
    pub unit: String,
}

/// An amount of a currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Money {
    /// The currency.
    pub currency: Currency,
    /// The minus before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minus: Option<Minus>,
    /// How much.
    pub number: Number,
    /// The decimals, where they are said as paise or cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hundredths: Option<u64>,
    /// Whether a second amount follows, which names the currency of both: ₹500-1000.
    pub carries: bool,
    /// Whether the text names the currency once more, after the amount: ₹500 rupees.
    pub named: bool,
    /// Whether it stands before a noun as an adjective does: a ₹500 note.
    pub attribute: bool,
    /// What the amount is the price of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// The word for a minus, in the language of the clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Minus {
    /// What is said.
    pub words: &'static str,
    /// In which language.
    pub language: Language,
}

/// What follows the stroke of a price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Price {
    /// The word for "per".
    pub per: &'static str,
    /// The unit, unless a word follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// To which power a number is raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Power {
    /// Whether it is a negative one.
    pub minus: bool,
    /// Its digits.
    pub exponent: Digits,
    /// The words for the unit that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// Parts of a whole, perhaps after whole ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fraction {
    /// The whole number before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<Numeral>,
    /// How many parts.
    pub above: Digits,
    /// Of how many.
    pub below: Digits,
    /// How many quarters of one it is said as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarters: Option<u8>,
    /// The words that the language has for just this one: 24/7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<&'static str>,
    /// The words for the unit that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A day, a month and a year, or two of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Date {
    /// 1 to 31.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<u64>,
    /// The name of the month, in the form that it has here.
    pub month: &'static str,
    /// The year, of two digits where it is written so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u64>,
    /// What is said first.
    pub order: Order,
}

/// How the day and the month are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The day, then the month: the fifth of May.
    DayFirst {
        /// Whether an article stands before it already.
        article: bool,
    },
    /// The day alone, as the month follows another one: the fifth to the tenth of May.
    Day {
        /// Whether an article stands before it already.
        article: bool,
    },
    /// The month, then the day: May fifth.
    MonthFirst,
    /// The month, then a plain number.
    MonthNumber,
}

/// A time of day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Time {
    /// 0 to 24.
    pub hour: u64,
    /// 0 to 59.
    pub minute: u64,
    /// 0 to 59.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<u64>,
    /// Whether a word such as o'clock or p.m. follows.
    pub told: bool,
    /// Whether the word for minutes follows.
    pub minutes: bool,
    /// Whether the hour is said by hundreds: 1400 hrs.
    pub hundreds: bool,
}

/// Two numbers that are no fraction of one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Before the stroke.
    pub above: Numeral,
    /// After it.
    pub below: Numeral,
    /// The words for the stroke, where it is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<&'static str>,
    /// The words for the unit that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A part of the number of a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct House {
    /// Its digits.
    pub digits: Digits,
    /// Whether they are said as a number: fourteen by three.
    pub counted: bool,
    /// The words for the sign between it and the next part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<&'static str>,
}

/// A part of an address or a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// A word that is pronounced.
    Word {
        /// Its letters.
        text: String,
        /// The language that pronounces it.
        language: Language,
    },
    /// Words of the clause's language: for a sign, for a domain.
    Said(&'static str),
    /// Digits, one by one.
    Digits(Digits),
    /// Digits that are said as a number.
    Number(Digits),
    /// A year.
    Year(u64),
    /// Latin letters, one by one.
    Letters(String),
    /// A sign that cannot be read.
    Unknown,
}
