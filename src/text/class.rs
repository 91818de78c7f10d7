//! What a span of text can be: the classes, their parts, and how a span is said beside its neighbours. The normaliser finds them,
//! the verbaliser says them.

use serde::{Serialize, Serializer};

use crate::language::{Currency, Language, Reading, Suffix, Whole};
use crate::phoneme::{self, Phoneme};

pub use super::quantity::{
    Digits, Ending, Factor, Fraction, Measure, Minus, Money, Number, Numeral, Power, Price, Scale,
    TIMES, Unit,
};

/// The classes, each with its name as a tool is told it.
macro_rules! classes {
    ($($(#[$meta:meta])* $class:ident $(($of:ty))? $({ $($fields:tt)* })? = $name:literal,)+) => {
        /// What a span of text is, with its parts.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(tag = "class", content = "parts", rename_all = "snake_case")]
        pub enum Class {
            $($(#[$meta])* $class $(($of))? $({ $($fields)* })?,)+
        }

        impl Class {
            /// The class, as a tool is told it.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$class { .. } => $name,)+
                }
            }
        }
    };
}

classes! {
    /// How many: 5, 1,23,456.
    Cardinal(Box<Number>) = "cardinal",
    /// A number with decimals: 2.5.
    Decimal(Box<Number>) = "decimal",
    /// Which one: 21st, 5वाँ; also a number that another ending is joined to.
    Ordinal(Box<Number>) = "ordinal",
    /// A number of four digits that is said as a year.
    Year(Box<Number>) = "year",
    /// 1/2, 2 3/4, 5½.
    Fraction(Box<Fraction>) = "fraction",
    /// A number of a unit: 5 km.
    Measure(Box<Measure>) = "measure",
    /// An amount of a currency.
    Money(Box<Money>) = "money",
    /// A day, a month and a year, or two of them.
    Date(Box<Date>) = "date",
    /// A time of day: 10:30.
    Time(Box<Time>) = "time",
    /// Numbers with colons between them: 3:2, 50:25:25.
    Ratio(Vec<Numeral>) = "ratio",
    /// Numbers with stops between them: 2.0.1.
    Version(Vec<Digits>) = "version",
    /// Groups of digits that count nothing: a telephone number, an account, a code.
    Telephone(Vec<Digits>) = "telephone",
    /// Capitals and digits: KA05MH1234, WB/2026/00341, 14A.
    Identifier(Vec<Part>) = "identifier",
    /// Two numbers that are so many of so many, or otherwise belong together: 4.8/5, 120/80, 24/7.
    Score(Box<Score>) = "score",
    /// Keys of a telephone: *, #, *121#.
    Key(String) = "key",
    /// The number of a house, or one of its parts.
    House(Box<House>) = "house",
    /// An address of the internet, a path, a hashtag.
    Electronic(Vec<Part>) = "electronic",
    /// A Roman numeral.
    Roman {
        /// What it is worth.
        value: u64,
        /// Whether it is said as the number of a ruler: George the fifth.
        ruler: bool,
    } = "roman",
    /// A word that is written shorter than it is said.
    Abbreviation(Meaning) = "abbreviation",
    /// A unit without a number: per kg.
    Unit(Unit) = "unit",
    /// The unit of a rate, which is a currency: 85.42/$.
    #[serde(rename = "unit")]
    PerCurrency(Currency) = "unit",
    /// A Latin letter that is said by its name.
    Letter(&'static str) = "letter",
    /// A picture, as its name; nothing where it is silent.
    Emoji(Option<&'static str>) = "emoji",
    /// Between the numbers of a range.
    Range = "range",
    /// Between two numbers that are no range: a score.
    Pair = "pair",
    /// The sign for per cent after a number, as its words.
    Percent(&'static str) = "percent",
    /// An exponent: ^5, ⁻⁹.
    Power(Box<Power>) = "power",
    /// A sign, as its words.
    Sign(&'static str) = "sign",
    /// Phonemes that the text gives itself.
    #[serde(serialize_with = "as_ipa")]
    Phonemes(Vec<Phoneme>) = "phonemes",
    /// What the writer says that is read in its place.
    Given(Vec<Piece>) = "given",
    /// A word, as it is written.
    Word = "word",
    /// What is heard as a pause, or not at all.
    Punctuation(Option<Pause>) = "punctuation",
    /// What cannot be read.
    Unknown = "unknown",
}

impl Class {
    /// A date.
    pub fn date(day: Option<u64>, month: Month, year: Option<u64>, order: Order) -> Self {
        Self::Date(Box::new(Date {
            day,
            month,
            year,
            order,
        }))
    }
}

/// What an abbreviation stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Meaning {
    /// A reading that the data has of it.
    Reading(&'static Reading),
    /// A word that it was shortened from.
    Whole(&'static Whole),
    /// A month.
    Month(Month),
    /// A day of the week, from 0 for Monday.
    Weekday(usize),
    /// Words of the clock, or an ending.
    Words(&'static str),
}

/// A month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Month {
    /// From 0 for January.
    Calendar(#[serde(serialize_with = "from_one")] usize),
    /// One of another calendar, which has the same days, by its place on the list.
    Own(usize),
}

/// A month as people number it.
fn from_one<S: Serializer>(index: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(*index as u64 + 1)
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
    /// Where the words stand for how much a rate is told of.
    #[serde(skip)]
    pub rate: RateOf,
}

/// Where the words stand for how much a rate is told of, in a language that says them before its number: గంటకు 45 నుండి 55 కిలోమీటర్లు.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RateOf {
    /// Before the number of the unit.
    #[default]
    Number,
    /// Before this number, which begins a range of the unit.
    First(Unit),
    /// Before the number that begins the range, where they were said.
    Said,
    /// After the unit, as its number ends a range that begins otherwise.
    Last,
}

/// The pause that a mark of punctuation asks for; of several the later one here rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pause {
    /// Within a sentence.
    Comma,
    /// Before what the sentence announces.
    Colon,
    /// At its end.
    Period,
    /// At the end of an exclamation.
    Exclamation,
    /// At the end of a question.
    Question,
}

/// A day, a month and a year, or two of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Date {
    /// 1 to 31.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<u64>,
    /// The month.
    pub month: Month,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// Whether it has seconds and is a time of the day: a date or a part of the day stands before, or no race takes so long.
    pub dated: bool,
    /// Whether the a.m. or p.m. of English follows, beside which no quarters are said.
    pub meridiem: bool,
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
    /// The unit that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
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
