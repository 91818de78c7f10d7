//! What `shared/` has for a text of any language: spellings in Latin letters, codes and words. The build reads it.

use std::collections::BTreeMap;

use super::entries::{Entry, entries};
use super::schema::Schema;
use crate::data::{Fault, File};

/// How people spell what the languages name, in Latin letters. In small letters after `~` where any case will do.
#[derive(Default)]
pub struct Spellings {
    pub units: BTreeMap<String, String>,
    /// English words for units, which English reads as words.
    pub units_in_full: BTreeMap<String, String>,
    /// What the code calls each.
    pub scales: BTreeMap<String, String>,
    pub currencies: BTreeMap<String, String>,
    /// What tells the same in any language.
    pub lists: BTreeMap<String, Vec<String>>,
}

/// Stands before a spelling that any case will do for.
const ANY_CASE: char = '~';

/// Reads `shared/spellings.txt` and `shared/lists.txt`.
pub fn read(schema: &Schema, spellings: &File, lists: &File, faults: &mut Vec<Fault>) -> Spellings {
    let mut found = Spellings::default();
    for (file, is_list) in [(spellings, false), (lists, true)] {
        for entry in entries(file, faults) {
            let put = match is_list {
                true => found.put_list(schema, &entry),
                false => found.put(schema, &entry),
            };
            if let Err(what) = put {
                faults.push(Fault::new(file, entry.line, what));
            }
        }
    }
    let missing = schema.of("Everywhere").map(|list| &list.key);
    let missing = missing.filter(|key| !found.lists.contains_key(*key));
    let end = lists.text.lines().count();
    faults.extend(missing.map(|key| Fault::new(lists, end, format!("there is no {key:?}"))));
    found
}

impl Spellings {
    /// The words of a list.
    pub fn list(&self, list: &str) -> impl Iterator<Item = &String> {
        self.lists.get(list).into_iter().flatten()
    }

    fn put_list(&mut self, schema: &Schema, entry: &Entry) -> Result<(), String> {
        let words = entry.value.split(' ').map(str::to_owned);
        let list = schema.find(entry)?.key.clone();
        self.lists.insert(list, words.collect());
        Ok(())
    }

    /// Puts the spellings of an entry where they belong, or tells what is wrong with them.
    fn put(&mut self, schema: &Schema, entry: &Entry) -> Result<(), String> {
        let key = entry.key;
        for written in entry.value.split(' ') {
            let spelling = match written.strip_prefix('=') {
                Some(exact) => exact.to_owned(),
                None => format!("{ANY_CASE}{}", written.to_lowercase()),
            };
            let other = match entry.section {
                "units" => self.units.insert(spelling, key.to_owned()),
                "units in full" => self.units_in_full.insert(spelling, key.to_owned()),
                "scales" => {
                    let scale = schema.find(entry)?.name.clone();
                    self.scales.insert(spelling, scale)
                }
                "currencies" => {
                    let currency = schema.find(entry)?.name.clone();
                    self.currencies.insert(written.to_lowercase(), currency)
                }
                section => return Err(format!("there is no section [{section}] in this file")),
            };
            if let Some(other) = other {
                return Err(format!("{written} is {other} already"));
            }
        }
        Ok(())
    }
}

#[test]
fn a_spelling_has_one_meaning() {
    let file = |path: &str, text: &str| File {
        path: path.into(),
        text: text.into(),
    };
    let keys = "[everywhere]\nairlines = codes | needed\nfiles = ends\n";
    let keys = file("keys.txt", keys);
    let spellings = file("spellings.txt", "[units]\nq = qtl =Q\nt = qtl\n");
    let lists = file("lists.txt", "[everywhere]\nfiles = pdf\nfloes = a\n");
    let mut faults = Vec::new();
    let schema = super::schema::read(&keys, &mut faults);
    let found = read(&schema, &spellings, &lists, &mut faults);
    assert_eq!(found.units.get("Q").map(String::as_str), Some("q"));
    let told: Vec<String> = faults.iter().map(Fault::to_string).collect();
    assert_eq!(
        told,
        [
            "spellings.txt:3: qtl is q already",
            "lists.txt:3: \"floes\" is no key of [everywhere] that shared/keys.txt has",
            "lists.txt:3: there is no \"airlines\"",
        ]
    );
}
