//! Numbers and what they count, as parts of a class: units, amounts, fractions.

use std::fmt;
use std::ops::{Deref, RangeBounds};

use serde::{Serialize, Serializer};

use crate::language::{Currency, Language, Name, NamedUnit, Reading, ScaleName, UnitName};

/// Numbers of more digits have no value that anything depends on.
const MAX_VALUE_DIGITS: usize = 15;

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

    /// Whether their value is in a range.
    pub fn is_in(&self, range: impl RangeBounds<u64>) -> bool {
        self.value().is_some_and(|value| range.contains(&value))
    }

    /// Whether they may be the day of a month.
    pub fn is_day(&self) -> bool {
        self.len() <= 2 && self.is_in(1..=31)
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
    /// Digits without decimals.
    pub fn of(whole: Digits) -> Self {
        Self {
            whole,
            ..Self::default()
        }
    }

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

    /// With the stop for a comma, where three zeros follow it, as no decimals do: 50.000 people.
    pub fn without_stop(mut self) -> Self {
        let thousands = self.fraction[..] == [0; 3] && (2..=3).contains(&self.whole.len());
        if thousands {
            self.whole.0.append(&mut self.fraction.0);
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
        let digit = |at: usize| u64::from(self.fraction.get(at).copied().unwrap_or_default());
        let finer = self.fraction.iter().skip(2).any(|d| *d > 0);
        (!finer).then(|| 10 * digit(0) + digit(1))
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

    /// A number with an ending.
    pub fn ending(numeral: Numeral, ending: Ending) -> Self {
        Self {
            ending: Some(ending),
            ..Self::of(numeral)
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
    /// A spelling of it.
    Named(ScaleName),
    /// A word of the language for one.
    Listed(&'static str),
    /// Another word, as it is written.
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
    /// The unit.
    pub unit: Unit,
}

/// The units of time.
pub const TIMES: [UnitName; 7] = {
    use UnitName::{Day, Hour, Minute, Month, Second, Week, Year};
    [Second, Minute, Hour, Day, Week, Month, Year]
};

/// A unit, by its parts: km/h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What is counted; nothing in 18/min.
    pub above: Option<Factor>,
    /// Of what it is so many.
    pub below: Option<Factor>,
    /// Whether it is said as one of it is: a 5 km run.
    pub one: bool,
}

impl Unit {
    /// A unit that has a name, which is said as `one` of it is, unless it is written as several are: 1 घंटे में.
    pub fn of(base: &'static NamedUnit, one: bool) -> Self {
        let in_full = !base.said().is_ascii() && base.written() == base.said();
        Self {
            above: Some(base.into()),
            below: None,
            one: one && !in_full,
        }
    }

    /// What is counted, where it is nothing but that.
    pub fn name(&self) -> Option<UnitName> {
        let factor = self.above.filter(|_| self.below.is_none())?;
        let plain = factor.power.is_none() && factor.prefix.is_none();
        factor.base.name.filter(|_| plain)
    }

    /// Whether it is one of time.
    pub fn is_time(&self) -> bool {
        self.name().is_some_and(|name| TIMES.contains(&name))
    }
}

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let above = self.above.map(|above| above.to_string());
        let below = self.below.map(|below| format!("/{below}"));
        serializer.serialize_str(&[above, below].map(Option::unwrap_or_default).concat())
    }
}

/// A unit with its prefix and its power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Square or cubic.
    pub power: Option<Name>,
    /// The sign of its prefix.
    pub prefix: Option<char>,
    /// The unit alone.
    pub base: &'static NamedUnit,
}

impl From<&'static NamedUnit> for Factor {
    fn from(base: &'static NamedUnit) -> Self {
        Self {
            power: None,
            prefix: None,
            base,
        }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let power = match self.power {
            Some(Name::Square) => "²",
            Some(_) => "³",
            None => "",
        };
        let prefix = self.prefix.map(String::from).unwrap_or_default();
        write!(f, "{prefix}{}{power}", self.base.written())
    }
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

/// A minus, which the language of the clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Minus {
    /// That language.
    pub language: Language,
}

/// What an amount is the price of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// One of a unit.
    Unit(Unit),
    /// One of a unit that is written shorter.
    Shortened(&'static Reading),
    /// A word.
    Word(String),
    /// What follows.
    Next,
}

/// To which power a number is raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Power {
    /// Whether it is a negative one.
    pub minus: bool,
    /// Its digits.
    pub exponent: Digits,
    /// The unit that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
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
    /// Whether parts of a whole are meant, as "of" follows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub of_whole: bool,
    /// The unit that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
}
