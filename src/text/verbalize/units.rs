//! The words for units.

use crate::language::{Family, Name, Table, inflected};
use crate::text::class::{Factor, Unit};

/// The words for a unit.
pub fn unit(unit: &Unit, table: &Table) -> String {
    let above = unit.above.map(|above| factor(&above, table, unit.one));
    let per = |below: &Factor| {
        let per = table.word(Name::Per).unwrap_or_default();
        let below = factor(below, table, true);
        // 88/min counts nothing that the ending could stand for.
        let below = match unit.above {
            Some(_) => each(table, below),
            None => below,
        };
        format!("{per} {below}")
    };
    let words = [above, unit.below.as_ref().map(per)];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The words for a part of one, of `one` perhaps.
fn factor(factor: &Factor, table: &Table, one: bool) -> String {
    let prefix = |prefix: char| table.named(Family::Prefixes, prefix.encode_utf8(&mut [0; 4]));
    let prefix = factor.prefix.and_then(prefix).unwrap_or_default();
    let power = factor.power.and_then(|power| table.word(power));
    let base = [prefix, factor.base.said()].concat();
    let words = match power {
        Some(power) => format!("{power} {base}"),
        None => base,
    };
    match one {
        true => single(table, &words),
        false => words,
    }
}

/// The name of a unit after the word for "per", with the ending that the language has there: ஒரு கிலோவுக்கு.
pub fn each(table: &Table, words: String) -> String {
    let ending = table.word(Name::PerEnding);
    let ending = ending.and_then(|ending| table.suffix(ending));
    let last = words.rfind(' ').map_or(0, |space| space + 1);
    let form = ending.and_then(|ending| {
        let form = inflected(ending.forms, &words[last..])?;
        Some([&words[..last], &form, ending.ending].concat())
    });
    form.unwrap_or(words)
}

/// The name for one of a unit, where that is another.
pub fn single(table: &Table, words: &str) -> String {
    let one = |word| {
        let plural = || {
            let ending = table.word(Name::Plural)?;
            let one = str::strip_suffix(word, ending)?;
            (word.len() > ending.len() + 2).then_some(one)
        };
        let named = table.named(Family::Ones, word);
        named.or_else(plural).unwrap_or(word)
    };
    words.split(' ').map(one).collect::<Vec<_>>().join(" ")
}
