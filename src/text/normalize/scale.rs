//! The words that numbers are counted in: lakh, crore, million, and how they are shortened.

use super::view::View;
use super::view::lowercase;
use super::word;
use crate::language::{Language, Table, table};
use crate::text::class::Scale;
use crate::text::verbalize::inflected;

/// The longest word for a scale that is looked at.
const MAX_SCALE: usize = 16;

/// The scale that comes at a place, after white space perhaps: its name where it is shortened or has a form of its own, and the
/// place after it; or nothing and the place where the word begins. In `money` one letter may be a scale, and so may a whole word.
pub fn at(
    view: &View,
    at: usize,
    table: &Table,
    money: bool,
) -> Option<(Option<&'static str>, usize)> {
    let start = view.skip_white(at);
    let letters = view.letters(start);
    if letters.is_empty() || letters.len() > MAX_SCALE {
        return None;
    }
    let end = start + letters.len();
    let word: String = letters.iter().collect();
    if (money || letters.len() > 1)
        && start - at < 2
        && let Some(name) = table.word(&format!("scale:{word}"))
    {
        return Some((Some(name), end));
    }
    if !money {
        return None;
    }
    let word = lowercase(letters);
    let listed = |table: &Table| table.list("scales").any(|scale| scale == word);
    // Said in its form before the currency, where it has one.
    let counting = || table.word(&format!("counting:{word}")).is_some();
    if listed(table) || listed(english()) {
        let own = table.list("scales").find(|scale| *scale == word);
        return Some(match own.filter(|_| counting()) {
            Some(name) => (Some(name), end),
            None => (None, start),
        });
    }
    // The ending of a scale (லட்சத்துக்கு) is left to the currency.
    let mut endings = word.char_indices().map(|(at, _)| &word[at..]);
    endings.find_map(|ending| {
        let forms = table.word(&format!("case:{ending}"))?;
        let mut scales = table.list("scales");
        let scale = scales.find(|s| inflected(forms, s).is_some_and(|form| form == word))?;
        Some((Some(scale), end - ending.chars().count()))
    })
}

/// The scales that follow a number at a place, and the place after them: lakh, lakh crore. The first may be a whole word only
/// where `whole` allows it.
pub fn classify(view: &View, start: usize, table: &Table, whole: bool) -> (Vec<Scale>, usize) {
    let mut scales = Vec::new();
    let mut end = start;
    let mut money = whole;
    while let Some((name, place)) = at(view, end, table, money) {
        match name {
            Some(name) => {
                scales.push(Scale::Named(name));
                end = place;
            }
            None => {
                let (text, language, after) = word::read(view, place);
                scales.push(Scale::Written { text, language });
                end = after;
            }
        }
        money = true;
    }
    (scales, end)
}

/// Whether a scale follows, and the place after it and those that follow it.
pub fn last(view: &View, start: usize, table: &Table) -> usize {
    let mut end = start;
    while let Some((_, place)) = at(view, end, table, true) {
        end = place + view.letters(place).len();
    }
    end
}

fn english() -> &'static Table {
    table(Language::En)
}
