//! What a number counts: persons, for whom some languages have words of their own, hours, days and the like.

use super::candidate::{Candidate, certainty};
use super::view::{View, lowercase};
use crate::language::{Coin, Currency, Family, Language, List, Name, Table, currency};
use crate::text::class::{Class, Ending, Number, Numeral};

/// Characters by which a word for rupees is known.
const RUPEE_STEM: usize = 3;
/// A shorter word is no noun that is looked at.
const MIN_NOUN: usize = 3;
/// A plural has more letters than its ending and so many bytes.
const MIN_PLURAL: usize = 3;

/// So many persons, where the language has words for that: 2 మంది, 3 విద్యార్థులు. A noun for people in general is a part of them.
pub fn persons(
    view: &View,
    numeral: &Numeral,
    end: usize,
    table: &'static Table,
    language: Language,
) -> Option<Candidate> {
    let count = numeral.integer()?;
    let words = table.named(Family::PersonCounts, &count.to_string())?;
    let start = end + usize::from(view.get(end) == Some(' '));
    let noun = view.word(start);
    let mut people = table.list(List::People);
    let tail = people.find_map(|people| noun.strip_prefix(people));
    let case = tail.and_then(|tail| table.suffix(tail));
    let whole = tail.is_some_and(str::is_empty) || case.is_some();
    let mut listed = table.list(List::Persons);
    let mut person = || start > end && listed.any(|person| noun.starts_with(person));
    if !(whole || person()) {
        return None;
    }
    let number = Number {
        ending: Some(Ending::Own(words)),
        ..Number::of(numeral.clone())
    };
    let end = match whole {
        true => start + noun.chars().count(),
        false => end,
    };
    let class = Class::Cardinal(number.into());
    let mut found = Candidate::number(view, end, class, language, certainty::NUMBER);
    found.grammar.case = case;
    Some(found)
}

/// Whether what is counted, an hour or a month follows a number: a zero before its digit is not said then.
pub fn is_quantity(view: &View, end: usize, table: &Table) -> bool {
    if view.get(end) != Some(' ') || view.letters(end + 1).len() < MIN_NOUN {
        return false;
    }
    let noun = view.word(end + 1);
    // A month or a unit may be inflected.
    let begins = |name: &str| {
        let last = name.char_indices().next_back().map_or(0, |(at, _)| at);
        let beginning = noun.get(..last);
        beginning.is_some_and(|word| word.eq_ignore_ascii_case(&name[..last]))
    };
    let listed = |list| table.lists(list, &noun);
    let parts = [Name::Hours, Name::Minutes, Name::Seconds];
    let parts = parts.into_iter().filter_map(|part| table.word(part));
    let units = ["day", "yr", "month", "week"];
    let units = units
        .into_iter()
        .filter_map(|unit| table.named(Family::Units, unit));
    let mut units = parts.chain(units);
    listed(List::Clock)
        || listed(List::Counted)
        || units.any(begins)
        || table.list(List::Months).any(begins)
}

/// Whether the word after a place, with one character between, is a noun that is counted: 1950 people.
pub fn is_counted(view: &View, at: usize) -> bool {
    if view.get(at) != Some(' ') {
        return false;
    }
    let next = view.word(at + 1);
    let plural = view.table.word(Name::Plural);
    let plural = || plural.is_some_and(|plural| next.ends_with(plural));
    view.table.lists(List::Counted, &next) || next.len() > MIN_PLURAL && plural()
}

/// The first characters of a name, by which its forms are known.
pub fn beginning(name: &str, length: usize) -> &str {
    let end = name.char_indices().nth(length);
    end.map_or(name, |(end, _)| &name[..end])
}

/// Whether a word for rupees comes at a place, in whatever form and spelling (रुपया, रुपये, रुपए): it begins as their name does.
pub fn rupees_at(view: &View, at: usize) -> bool {
    is_for_rupees(view, &lowercase(view.letters(view.skip_spaces(at))))
}

/// Whether a word means rupees.
pub fn is_for_rupees(view: &View, word: &str) -> bool {
    is_rupees(view, word) || currency(word) == Some(Currency::Rupee)
}

/// Whether a word begins as the name of rupees does.
pub fn is_rupees(view: &View, word: &str) -> bool {
    let name = view
        .table
        .coin(Currency::Rupee, Coin::Many)
        .unwrap_or_default();
    word.starts_with(beginning(name, RUPEE_STEM))
}
