//! The words for units.

use crate::language::{Family, List, Name, Suffix, Table, inflected};
use crate::text::class::{Factor, Unit};

/// The words for a unit.
pub fn unit(unit: &Unit, table: &Table) -> String {
    let (of, words) = around(unit, table);
    let words = [words, of].into_iter().filter(|words| !words.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The words for how much a rate is told of, where the language says them before the number, and those after the number: గంటకు 80
/// కిలోమీటర్లు.
pub fn around(unit: &Unit, table: &Table) -> (String, String) {
    let above = unit.above.map(|above| factor(&above, table, unit.one));
    if let Some((of, words)) = above.as_deref().and_then(|words| words.split_once(" << ")) {
        return (of.to_owned(), words.to_owned());
    }
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
    match (above, unit.below.as_ref().map(per)) {
        (Some(above), Some(per)) if per_ending(table).is_some() => (per, above),
        (above, per) => {
            let words = [above, per].into_iter().flatten();
            (String::new(), words.collect::<Vec<_>>().join(" "))
        }
    }
}

/// The words for a part of one, of `one` perhaps.
fn factor(factor: &Factor, table: &Table, one: bool) -> String {
    let prefix = |prefix: char| table.named(Family::Prefixes, prefix.encode_utf8(&mut [0; 4]));
    let prefix = factor.prefix.and_then(prefix).unwrap_or_default();
    let power = factor.power.and_then(|power| table.word(power));
    // µIU: letters that are named stand apart.
    let named = !prefix.is_empty() && factor.base.written() == "IU";
    let gap = if named { " " } else { "" };
    let base = [prefix, gap, factor.base.said()].concat();
    let words = match power {
        Some(power) => format!("{power} {base}"),
        None => base,
    };
    if one { single(table, &words) } else { words }
}

/// The name of a unit after the word for "per", with the ending that the language has there: ஒரு கிலோவுக்கு.
pub fn each(table: &Table, words: String) -> String {
    let last = words.rfind(' ').map_or(0, |space| space + 1);
    let ending = per_ending(table).filter(|ending| !has_ending(table, &words[last..], *ending));
    let form = ending.and_then(|ending| {
        let form = inflected(ending.forms, &words[last..])?;
        Some([&words[..last], &form, ending.ending].concat())
    });
    form.unwrap_or(words)
}

/// The ending of what is meant by "per".
pub fn per_ending(table: &Table) -> Option<Suffix> {
    table.suffix(table.word(Name::PerEnding)?)
}

/// Whether a word has an ending, or one that means the same: నెలకు, నెలకి.
pub fn has_ending(table: &Table, word: &str, ending: Suffix) -> bool {
    let same = |other: Suffix| (other.forms, other.ending) == (ending.forms, ending.ending);
    let mut tails = word.char_indices().skip(1).map(|(at, _)| &word[at..]);
    let mut each = table.list(List::Each);
    each.any(|each| word.ends_with(each)) || tails.any(|tail| table.suffix(tail).is_some_and(same))
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
