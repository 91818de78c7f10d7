//! What classes need of the place where they may begin, and what excludes them. Each is asked once there, and the table of the classes
//! tells who depends on it.

use super::figures;
use super::letters;
use super::scale;
use crate::text::normalize::ground::*;

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
        // Most depend on none.
        let none = Facts::default();
        (needs == none || needs.iter().all(|fact| self.holds(fact)))
            && (never == none || !never.iter().any(|fact| self.holds(fact)))
    }

    /// What was asked and is true.
    pub fn held(&self) -> Facts {
        self.held
    }

    fn holds(&mut self, fact: Fact) -> bool {
        if !self.asked.has(fact) {
            self.asked.add(fact);
            if is_true(fact, self.view, self.at) {
                self.held.add(fact);
            }
        }
        self.held.has(fact)
    }
}

fn is_true(fact: Fact, view: &View, at: usize) -> bool {
    let joined = |signs: &str| {
        let digits = view.rest(at).iter().map_while(|c| script::digit(*c));
        let end = at + digits.count();
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
