//! The names of units: as a table lists them, or put together from prefix, base and power.

use crate::language::{Family, List, Name, Table, inflected, unit_spelt};

/// The words for a unit as it is written after a number, such as `km/h`, `m²` or `GB`.
pub fn unit(table: &Table, written: &str, one: bool) -> Option<String> {
    if let Some(words) = table.named(Family::Units, written) {
        return Some(single(table, words, one));
    }
    let (above, below) = match written.split_once('/') {
        Some((above, below)) => (above, Some(below)),
        None => (written, None),
    };
    let mut words = single(table, &power(table, above)?, one);
    if let Some(below) = below {
        words = format!(
            "{words} {} {}",
            table.word(Name::Per)?,
            each(table, single(table, &power(table, below)?, true))
        );
    }
    Some(words)
}

/// The name of a unit after the word for "per", with the ending that the language has there: ஒரு கிலோவுக்கு.
pub fn each(table: &Table, words: String) -> String {
    let ending = table
        .word(Name::PerEnding)
        .and_then(|ending| table.suffix(ending));
    let last = words.rfind(' ').map_or(0, |space| space + 1);
    let form = ending.and_then(|ending| {
        let form = inflected(ending.forms, &words[last..])?;
        Some([&words[..last], &form, ending.ending].concat())
    });
    form.unwrap_or(words)
}

/// A unit, or its square or cube.
fn power(table: &Table, written: &str) -> Option<String> {
    let powers = [
        ("²", Name::Square),
        ("^2", Name::Square),
        ("³", Name::Cubic),
        ("^3", Name::Cubic),
    ];
    for (sign, name) in powers {
        if let Some(base) = written.strip_suffix(sign) {
            return Some(format!("{} {}", table.word(name)?, prefixed(table, base)?));
        }
    }
    if let Some(base) = written.strip_prefix("sq")
        && let Some(base) = prefixed(table, base.trim_start_matches('.'))
    {
        return Some(format!("{} {base}", table.word(Name::Square)?));
    }
    prefixed(table, written)
}

/// A unit, or a prefix and a unit that takes one.
fn prefixed(table: &Table, written: &str) -> Option<String> {
    if let Some(words) = table.named(Family::Units, written) {
        return Some(words.to_owned());
    }
    let english = table.word(Name::Plural).is_some();
    if written.is_ascii()
        && let Some(unit) = unit_spelt(written, english)
    {
        return power(table, unit);
    }
    let base = written.char_indices().nth(1)?.0;
    let (prefix, base) = written.split_at(base);
    table.list(List::Metric).find(|metric| *metric == base)?;
    let prefix = table.named(Family::Prefixes, prefix)?;
    Some(format!("{prefix}{}", table.named(Family::Units, base)?))
}

/// The name for one of a unit, where that is another.
pub fn single(table: &Table, words: &str, one: bool) -> String {
    if !one {
        return words.to_owned();
    }
    let mut words: Vec<_> = words.split(' ').map(str::to_owned).collect();
    for word in &mut words {
        if let Some(one) = table.named(Family::Ones, word) {
            *word = one.to_owned();
        } else if let Some(ending) = table.word(Name::Plural)
            && word.len() > ending.len() + 2
            && let Some(one) = word.strip_suffix(ending)
        {
            *word = one.to_owned();
        }
    }
    words.join(" ")
}
