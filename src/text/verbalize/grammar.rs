//! Forms of words: before a noun, with a case ending, joined.

use crate::language::{Family, List, Table};
use crate::script;

/// Gives the last word of a number the form that it has before what it counts.
pub fn before(table: &Table, words: &mut String) {
    let at = words.trim_end().rfind(' ').map_or(0, |i| i + 1);
    let alone = words[..at].trim().is_empty();
    let last = words[at..].trim();
    let form = alone
        .then(|| table.named(Family::BeforeNouns, last))
        .flatten();
    if let Some(form) = form.or_else(|| table.named(Family::CountingForms, last)) {
        words.truncate(at);
        words.push_str(form);
    }
}

/// Gives a number an English ending: fifth, twentieth; eighties.
pub fn english_ending(table: &Table, ending: &str, words: &mut String) {
    let at = words.rfind(' ').map_or(0, |i| i + 1);
    let last = words.split_off(at);
    let ordinal = table.named(Family::Ordinals, &last);
    // Hundreds of runs
    if ending == "s" && words.trim() == "one" {
        words.clear();
    }
    match (ending, last.strip_suffix('y')) {
        ("s", Some(tens)) => words.push_str(&format!("{tens}ies")),
        ("s", _) if last.ends_with('x') => words.push_str(&format!("{last}es")),
        ("s", _) => words.push_str(&format!("{last}s")),
        _ => words.push_str(ordinal.unwrap_or(&format!("{last}th"))),
    }
}

/// Joins an ending: a vowel sign takes the place of the virama or the vowel before it, and so do the endings that the table lists.
pub fn join(table: &Table, ending: &str, words: &mut String) {
    let written = table.named(Family::Joined, ending);
    let ending = written.unwrap_or(ending);
    let Some(last) = words.chars().last() else {
        return;
    };
    if let Some(both) = table.named(Family::Joined, &format!("{last}+{ending}")) {
        words.pop();
        words.push_str(both);
        return;
    }
    let sign = ending.starts_with(script::is_vowel_sign);
    let two = words.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
    let one = words.len() - last.len_utf8();
    let finals = [two, one].map(|at| (at, table.named(Family::Finals, &words[at..])));
    if let Some((at, stem)) = finals.iter().find_map(|(at, stem)| Some((*at, (*stem)?))) {
        words.truncate(at);
        words.push_str(stem);
    }
    if (sign || table.lists(List::Eats, ending)) && words.ends_with(script::is_vowel_sign) {
        words.pop();
    }
    words.push_str(ending);
}
