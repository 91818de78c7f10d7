//! Cues: words beside a number that tell how it is read. Each concept has a line in the `cues.txt` of every language, and its kind in
//! `shared/keys.txt`.

macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident)+) => {
        /// The effect of a concept on the number beside it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])+ $kind,)+
        }

        #[allow(dead_code, reason = "the build reads the files")]
        impl Kind {
            /// The one that `shared/keys.txt` calls so.
            pub fn of(name: &str) -> Option<Self> {
                let all = [$((stringify!($kind), Self::$kind),)+];
                let found = all.into_iter().find(|(kind, _)| kind.eq_ignore_ascii_case(name));
                found.map(|(_, kind)| kind)
            }
        }
    };
}

kinds! {
    /// Read digit by digit, also a few words further: an OTP, a PIN code.
    Code
    /// Read digit by digit directly beside the word: a train, a flight, a helpline.
    Service
    /// Read digit by digit if a word for a number stands between, because an amount might follow too: a bill, an
    /// account.
    Document
    /// A material of which three digits tell the grade: SS 304.
    Grade
    /// A document of which four digits are told.
    Card
    /// Counted if short, and possibly with a letter: a seat, a gate, a flat.
    Place
    /// The number of a case, with its year after a stroke.
    Case
    /// Digits of a number, with their count: the last four digits.
    Digits
    /// A word for "last", beside digits.
    Last
    /// A word for "number". No amount follows it.
    Number
    /// A word for a number that may be a count as well.
    Count
    /// A word that may stand between a concept and its number.
    Between
    /// A word for calling a number.
    Call
    /// A word for a number that ends with these digits.
    Ending
    /// Two numbers are a score.
    Score
    /// Two numbers are the runs and the wickets of an innings.
    Innings
    /// Two numbers are a rating: this many of that many.
    Rating
    /// Two numbers belong together: a blood pressure, how far eyes see.
    Paired
    /// A word for telling somebody, or for what is told: it makes a helpline of a number that may be a year.
    Report
    /// A word for what help is called for.
    Emergency
    /// The name of a kind of train, which stands after its number.
    Express
    /// A word for sending a message, to a number of a few digits.
    Send
    /// A word for typing a number, right beside it.
    Enter
    /// A word for two numbers with a colon between them that are no time.
    Ratio
    /// A word that tells that something leaves or arrives: five digits that begin a clause are a train.
    Departs
    /// A word of travel by air: two capitals before a number may be an airline.
    Airport
    /// A word for how long something is valid: two numbers are a month and a year.
    Expiry
}

/// The kinds of all concepts that a word belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cues(pub(super) u32);

impl Cues {
    /// Makes that of a word of one kind.
    #[allow(dead_code, reason = "the build reads the files")]
    pub const fn of(kind: Kind) -> Self {
        Self(1 << kind as u16)
    }

    /// Returns whether the word belongs to a concept of this kind.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// Returns whether it belongs to one of any of these.
    pub fn any(self, kinds: &[Kind]) -> bool {
        kinds.iter().any(|kind| self.has(*kind))
    }

    /// Returns the union of two words' kinds.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a word may have an ending and tell the same: particles have none.
    pub fn is_stem(self) -> bool {
        !self.has(Kind::Between) && !self.has(Kind::Last)
    }

    /// Whether the word is the name of what has a number: an account, a seat, a train.
    pub fn is_named(self) -> bool {
        use Kind::{Case, Code, Document, Place, Service};
        self.any(&[Code, Service, Document, Place, Case])
    }

    /// Whether a number may stand behind the word: the name of what has one, a word for a number, or one that is counted so.
    pub fn takes_number(self) -> bool {
        self.is_named() || self.any(&[Kind::Number, Kind::Count])
    }

    /// Returns whether the word is no cue.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
