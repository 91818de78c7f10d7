//! A grid of what people shorten, by language: `abbreviations.tsv` has a row for each form.

use std::collections::{BTreeMap, BTreeSet};

use vaak::Language;
use vaak::text::normalize;

use crate::table;

const GRID: &str = "abbreviations.tsv";

#[test]
fn each_form_is_read_in_full() {
    let wrong = table::wrong(GRID, |[_, language, written, spoken]: [&str; 4]| {
        let language: Language = language.parse().expect("a code of a language");
        let found = normalize(written, language);
        (found.trim_end_matches('.').to_owned(), spoken.to_owned())
    });
    table::assert_none([wrong]);
}

#[test]
fn no_language_lacks_a_concept() {
    let mut grid: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, [concept, language, _, _]) in table::rows(GRID) {
        grid.entry(concept).or_default().insert(language);
    }
    let lacks =
        |language: &Language, found: &BTreeSet<String>| !found.contains(&language.to_string());
    let empty: Vec<_> = grid
        .iter()
        .flat_map(|(concept, found)| {
            let lacking = Language::ALL
                .into_iter()
                .filter(|language| lacks(language, found));
            lacking.map(move |language| format!("{concept} in {language}"))
        })
        .collect();
    assert!(empty.is_empty(), "no row for {empty:?}");
    assert!(grid.len() >= 40, "{} concepts", grid.len());
}
