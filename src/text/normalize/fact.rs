//! Facts of a place that classes need, or that exclude them. [`Here`](super::facts::here::Here) asks them.

macro_rules! facts {
    ($($fact:ident $words:literal;)+) => {
        /// A fact of a place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fact {
            $(#[doc = $words] $fact,)+
        }

        /// All of them, each in words.
        const ALL: &[(Fact, &str)] = &[$((Fact::$fact, $words),)+];
    };
}

facts! {
    Inside "touches a letter or digit before it";
    Apart "after a space";
    AfterNumber "after a number";
    Alone "one letter";
    Joined "a sign and a digit follow the digits";
    Stroked "a stroke and a digit follow the digits";
    Coloned "a colon and a digit follow the digits";
    Stopped "a stop and a digit follow the digits";
    Scaled "a short scale follows the number";
}

/// Some facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts(u16);

impl Facts {
    /// These facts.
    pub const fn of(mut facts: &[Fact]) -> Self {
        let mut bits = 0;
        while let [fact, rest @ ..] = facts {
            bits |= 1 << *fact as u16;
            facts = rest;
        }
        Self(bits)
    }

    /// Whether one is among them.
    pub fn has(self, fact: Fact) -> bool {
        self.0 >> fact as u16 & 1 == 1
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Fact> {
        // Most classes depend on none.
        let mut left = self.0;
        std::iter::from_fn(move || {
            let (fact, _) = ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*fact)
        })
    }

    /// With one more.
    pub fn add(&mut self, fact: Fact) {
        self.0 |= Self::of(&[fact]).0;
    }

    /// Each in words.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|fact| ALL[fact as usize].1)
    }
}
