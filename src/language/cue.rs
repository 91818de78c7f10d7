//! The words that stand beside a number and tell how it is read: a table of concepts, of which each language has a row in its
//! `cues.txt`.

use crate::data::lines;

/// What a concept tells of the number beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its digits are read one by one, also a few words further: an OTP, a PIN code.
    Code,
    /// Its digits are read one by one where it stands beside it: a train, a flight, a helpline.
    Service,
    /// The same where a word for a number stands between, as an amount might follow too: a bill, an account.
    Document,
    /// It is counted as long as it is short, and may have a letter: a seat, a gate, a flat.
    Place,
    /// The number of a case, with its year after a stroke.
    Case,
    /// The digits of a number, which are so many and the last ones.
    Digits,
    /// The last of them.
    Last,
    /// A word for a number: it tells that no amount follows.
    Number,
    /// A word for a number that may be a count as well.
    Count,
    /// A word that may stand between a number and its concept.
    Between,
    /// To call a number.
    Call,
    /// A number ends with these digits.
    Ending,
    /// Two numbers are a score.
    Score,
    /// They are so many of so many.
    Rating,
    /// They are a blood pressure.
    Pressure,
}
use Kind::{
    Between, Call, Case, Code, Count, Digits, Document, Ending, Last, Number, Place, Pressure,
    Rating, Score, Service,
};

/// The concepts, by their keys in `cues.txt`. Every language has words for each.
pub(super) const CONCEPTS: [(&str, Kind); 56] = [
    ("complaint", Document),
    ("reference", Document),
    ("application", Document),
    ("consumer", Document),
    ("customer", Document),
    ("account", Document),
    ("card", Document),
    ("transaction", Document),
    ("utr", Code),
    ("ticket", Document),
    ("pnr", Code),
    ("train", Service),
    ("flight", Service),
    ("bus", Place),
    ("coach", Place),
    ("seat", Place),
    ("berth", Place),
    ("platform", Place),
    ("gate", Place),
    ("counter", Place),
    ("token", Place),
    ("room", Place),
    ("ward", Place),
    ("bed", Place),
    ("floor", Place),
    ("flat", Place),
    ("house", Place),
    ("plot", Place),
    ("sector", Place),
    ("pin code", Code),
    ("vehicle", Document),
    ("policy", Document),
    ("roll", Place),
    ("bill", Document),
    ("invoice", Document),
    ("order", Document),
    ("otp", Code),
    ("pin", Code),
    ("cvv", Code),
    ("last digits", Digits),
    ("last", Last),
    ("extension", Service),
    ("helpline", Service),
    ("ifsc", Code),
    ("aadhaar", Document),
    ("pan", Document),
    ("case", Case),
    ("id", Document),
    ("number", Number),
    ("number or count", Count),
    ("between", Between),
    ("call", Call),
    ("ending", Ending),
    ("score", Score),
    ("rating", Rating),
    ("pressure", Pressure),
];

/// What a word tells: the kinds of all concepts that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cues(u16);

impl Cues {
    /// Whether a word tells this.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// With what another tells.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a word may have an ending and tell the same: particles have none.
    pub fn is_stem(self) -> bool {
        !self.has(Kind::Between) && !self.has(Kind::Last)
    }

    /// Whether it tells nothing.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The words of a `cues.txt` with what each tells.
pub fn parse(source: &'static str) -> impl Iterator<Item = (&'static str, Cues)> {
    let rows = lines(source).filter_map(|(_, line)| line.split_once(" = "));
    rows.flat_map(|(key, words)| {
        let concept = CONCEPTS.iter().find(|(name, _)| *name == key);
        let cues = concept.map_or(Cues::default(), |(_, kind)| Cues(1 << *kind as u16));
        words.split_whitespace().map(move |word| (word, cues))
    })
}
