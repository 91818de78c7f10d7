//! What classes need of the place where they may begin, and what excludes them. Each is asked once there, and the table of the classes
//! tells who depends on it.

use super::figures;
use super::letters;
use super::scale;
use crate::text::normalize::view::View;

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

    fn has(self, fact: Fact) -> bool {
        self.0 >> fact as u16 & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = &'static (Fact, &'static str)> {
        ALL.iter().filter(move |(fact, _)| self.has(*fact))
    }

    /// Each in words.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|(_, words)| *words)
    }
}

/// A place, and what was asked of it.
pub struct Here<'v, 'a> {
    view: &'v View<'a>,
    at: usize,
    asked: Facts,
    held: Facts,
}

impl<'v, 'a> Here<'v, 'a> {
    /// A place of which nothing was asked.
    pub fn new(view: &'v View<'a>, at: usize) -> Self {
        Self {
            view,
            at,
            asked: Facts::default(),
            held: Facts::default(),
        }
    }

    /// Whether all that a class needs is true here, and nothing that excludes it.
    pub fn fits(&mut self, needs: Facts, never: Facts) -> bool {
        needs.iter().all(|(fact, _)| self.holds(*fact))
            && !never.iter().any(|(fact, _)| self.holds(*fact))
    }

    /// What was asked and is true.
    pub fn held(&self) -> Facts {
        self.held
    }

    fn holds(&mut self, fact: Fact) -> bool {
        if !self.asked.has(fact) {
            let bit = 1 << fact as u16;
            self.asked.0 |= bit;
            self.held.0 |= bit * u16::from(is_true(fact, self.view, self.at));
        }
        self.held.has(fact)
    }
}

fn is_true(fact: Fact, view: &View, at: usize) -> bool {
    let joined = |signs: &str| {
        let end = view.digits(at).1;
        view.get(end).is_some_and(|c| signs.contains(c)) && view.is_digit(end + 1)
    };
    match fact {
        Fact::Inside => view.before(at).is_some_and(char::is_alphanumeric),
        Fact::Apart => view.before(at).is_none_or(|c| c == ' '),
        Fact::AfterNumber => view.beside_number(at),
        Fact::Alone => letters::run(view, at).len() == 1,
        Fact::Joined => joined("/-.:"),
        Fact::Stroked => joined("/"),
        Fact::Coloned => joined(":"),
        Fact::Stopped => joined("."),
        Fact::Scaled => {
            let (_, table) = figures::language(view, at);
            let (_, end) = figures::scan(view, at);
            scale::at(view, end, table, false).is_some()
        }
    }
}
