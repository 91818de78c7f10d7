//! Compiles what is asked of the words of all languages at once: a text in one language then needs the table of no other.

use std::collections::{BTreeMap, BTreeSet};

use super::rows::Language;
use crate::data::lines;
use crate::script::is_virama;

/// Characters of a unit that is shortened.
const MAX_UNIT: usize = 5;

/// Returns the abbreviation that a key of one of these families has.
fn shortened(key: &str) -> Option<&str> {
    let families = ["month:", "abbr:"];
    families.iter().find_map(|family| key.strip_prefix(family))
}

/// Returns the lists of `everywhere.rs` as Rust source, each with the name of its file, from the `words.txt` of each language.
pub fn everywhere(files: &[(Language, String)]) -> [(&'static str, String); 5] {
    let tables: Vec<(Language, BTreeMap<&str, &str>)> = files
        .iter()
        .map(|(language, text)| {
            let entries = lines(text).filter_map(|(_, line)| line.split_once(" = "));
            (*language, entries.collect())
        })
        .collect();
    let mut abbreviations = BTreeSet::new();
    let mut letters = BTreeSet::new();
    let mut titles = BTreeSet::new();
    let mut units = BTreeSet::new();
    let mut currencies = BTreeMap::new();
    for (language, table) in &tables {
        let list = |key| {
            table
                .get(key)
                .copied()
                .unwrap_or_default()
                .split_whitespace()
        };
        letters.extend(list("letters"));
        letters.extend(list("letters").filter_map(|name| name.strip_suffix(is_virama)));
        abbreviations.extend(list("abbreviations"));
        abbreviations.extend(
            table
                .keys()
                .filter_map(|key| key.strip_suffix('.').or_else(|| shortened(key))),
        );
        let full: BTreeSet<&str> = table.values().flat_map(|said| said.split(' ')).collect();
        let unit = |key: &&str| {
            let short = key.chars().count() <= MAX_UNIT && !full.contains(key);
            short && key.chars().all(|c| !c.is_ascii())
        };
        let keys = table.keys().filter_map(|key| key.strip_prefix("unit:"));
        units.extend(keys.filter(unit));
        if *language != Language::En {
            let in_full = |word: &&str| table.contains_key(&*format!("{word}."));
            titles.extend(list("abbreviations").filter(in_full));
        }
        currencies.extend(list("rupee").map(|word| (word, "₹")));
    }
    for (key, currency) in tables.iter().flat_map(|(_, table)| table) {
        currencies.extend(key.strip_prefix("currency:").map(|word| (word, *currency)));
    }
    let currencies = Vec::from_iter(currencies);
    [
        (
            "abbreviations.rs",
            format!("{:?}", Vec::from_iter(abbreviations)),
        ),
        ("letters.rs", format!("{:?}", Vec::from_iter(letters))),
        ("titles.rs", format!("{:?}", Vec::from_iter(titles))),
        ("units.rs", format!("{:?}", Vec::from_iter(units))),
        ("currencies.rs", format!("{currencies:?}")),
    ]
}
