//! What `shared/` has for a text of any language: spellings in Latin letters, codes and words. The build reads it.

use std::collections::BTreeMap;

use super::entries::{Entry, entries};
use super::keys::{Currency, Everywhere, ScaleName};
use crate::data::{Fault, File};

/// How people spell what the languages name, in Latin letters. In small letters after `~` where any case will do.
#[derive(Default)]
pub struct Spellings {
    pub units: BTreeMap<String, String>,
    /// English words for units, which English reads as words.
    pub units_in_full: BTreeMap<String, String>,
    pub scales: BTreeMap<String, ScaleName>,
    pub currencies: BTreeMap<String, Currency>,
    /// What tells the same in any language.
    pub lists: BTreeMap<Everywhere, Vec<String>>,
}

/// Stands before a spelling that any case will do for.
const ANY_CASE: char = '~';

/// Reads `shared/spellings.txt` and `shared/lists.txt`.
pub fn read(spellings: &File, lists: &File, faults: &mut Vec<Fault>) -> Spellings {
    let mut found = Spellings::default();
    let mut each = |file: &File, put: &mut dyn FnMut(&Entry) -> Result<(), String>| {
        for entry in entries(file, faults) {
            if let Err(what) = put(&entry) {
                faults.push(Fault::new(file, entry.line, what));
            }
        }
    };
    each(spellings, &mut |entry| found.put(entry));
    each(lists, &mut |entry| {
        let list = Everywhere::of(entry.key).filter(|list| list.row().section == entry.section);
        let words = entry.value.split(' ').map(str::to_owned);
        found
            .lists
            .insert(list.ok_or_else(|| entry.unknown())?, words.collect());
        Ok(())
    });
    let missing = Everywhere::ALL
        .iter()
        .filter(|list| !found.lists.contains_key(list));
    let end = lists.text.lines().count();
    faults.extend(
        missing.map(|list| Fault::new(lists, end, format!("there is no {:?}", list.row().key))),
    );
    found
}

impl Spellings {
    /// The words of a list.
    pub fn list(&self, list: Everywhere) -> impl Iterator<Item = &String> {
        self.lists.get(&list).into_iter().flatten()
    }

    /// Puts the spellings of an entry where they belong, or tells what is wrong with them.
    fn put(&mut self, entry: &Entry) -> Result<(), String> {
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
                    let scale = ScaleName::of(key).ok_or_else(|| entry.unknown())?;
                    let other = self.scales.insert(spelling, scale);
                    other.map(|other| other.row().key.to_owned())
                }
                "currencies" => {
                    let currency = Currency::of(key).ok_or_else(|| entry.unknown())?;
                    let other = self.currencies.insert(written.to_lowercase(), currency);
                    other.map(|other| other.row().key.to_owned())
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
    let spellings = file("spellings.txt", "[units]\nq = qtl =Q\nt = qtl\n");
    let lists = file("lists.txt", "[everywhere]\nfiles = pdf\nfloes = a\n");
    let mut faults = Vec::new();
    let found = read(&spellings, &lists, &mut faults);
    assert_eq!(found.units.get("Q").map(String::as_str), Some("q"));
    let told: Vec<String> = faults.iter().take(3).map(Fault::to_string).collect();
    assert_eq!(
        told,
        [
            "spellings.txt:3: qtl is q already",
            "lists.txt:3: \"floes\" is no key of [everywhere] that src/language/keys.rs has",
            "lists.txt:3: there is no \"airlines\"",
        ]
    );
}
