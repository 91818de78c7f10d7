//! The keys of the data, as `shared/keys.txt` has them. The build checks the files by them, and makes the enums by which the code asks.

use std::fmt::Write;

use super::entries::{Entry, entries};
use crate::data::{Fault, File};

/// The enums, and the sections of `keys.txt` whose keys each has.
const ENUMS: [(&str, &[&str]); 7] = [
    ("Name", &["signs", "words"]),
    ("List", &["names", "endings", "lists"]),
    ("Family", &["sections of names", "sections of endings"]),
    ("Everywhere", &["everywhere"]),
    ("ScaleName", &["scales"]),
    ("UnitName", &["units"]),
    ("Currency", &["currencies"]),
];
/// Those whose keys are told what they mean, not what they are called.
pub const CONCEPTS: &str = "concepts";

/// A key of the data.
pub struct Key {
    pub section: String,
    pub key: String,
    /// What it is for.
    pub what: String,
    /// Whether every language has it.
    pub needed: bool,
    /// How many words it has, or a multiple of them, where that is given.
    pub count: usize,
    /// Its name in the code.
    pub name: String,
}

/// The keys of all sections.
#[derive(Default)]
pub struct Schema(Vec<Key>);

/// Reads `shared/keys.txt`.
pub fn read(file: &File, faults: &mut Vec<Fault>) -> Schema {
    let mut schema = Schema::default();
    for entry in entries(file, faults) {
        let known = ENUMS.iter().any(|(_, all)| all.contains(&entry.section));
        match key(&entry).filter(|_| known || entry.section == CONCEPTS) {
            Some(key) => schema.0.push(key),
            None => faults.push(Fault::new(file, entry.line, "is no key")),
        }
    }
    schema
}

/// Reads `what it is for | needed, 12 words, as Name`.
fn key(entry: &Entry) -> Option<Key> {
    let (what, marks) = entry.value.split_once(" | ").unwrap_or((entry.value, ""));
    let mut key = Key {
        section: entry.section.to_owned(),
        key: entry.key.to_owned(),
        what: what.to_owned(),
        needed: entry.section == CONCEPTS,
        count: 0,
        name: in_capitals(entry.key),
    };
    for mark in marks.split(", ").filter(|mark| !mark.is_empty()) {
        match (mark.strip_prefix("as "), mark.strip_suffix(" words")) {
            (Some(name), _) => key.name = name.to_owned(),
            (_, Some(count)) => key.count = count.parse().ok()?,
            _ if mark == "needed" => key.needed = true,
            _ => return None,
        }
    }
    let named = key.name.starts_with(|c: char| c.is_ascii_uppercase());
    (named || key.section == CONCEPTS).then_some(key)
}

/// `one o'clock` as `OneOclock`.
fn in_capitals(key: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at_checked(1)?;
        Some(first.to_ascii_uppercase() + rest)
    };
    let words = key.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'');
    let name: String = words.filter_map(word).collect();
    name.replace('\'', "")
}

impl Schema {
    /// The keys of an enum, in its order.
    pub fn of(&self, name: &str) -> impl Iterator<Item = &Key> {
        let found = ENUMS.iter().find(|(other, _)| *other == name);
        let sections = found.map_or(&[][..], |(_, sections)| *sections);
        self.all().filter(|key| sections.contains(&&*key.section))
    }

    /// All keys.
    pub fn all(&self) -> impl Iterator<Item = &Key> {
        self.0.iter()
    }

    /// The key of an entry, or what is wrong with it.
    pub fn find(&self, entry: &Entry) -> Result<&Key, String> {
        let Entry { section, key, .. } = entry;
        let found = self.all().find(|k| k.section == *section && k.key == *key);
        found.ok_or_else(|| format!("{key:?} is no key of [{section}] that shared/keys.txt has"))
    }

    /// The source of the enums.
    pub fn source(&self) -> String {
        let mut source = String::new();
        for (name, _) in ENUMS {
            let _ = writeln!(source, "keys! {{ {name} {{");
            for key in self.of(name) {
                let [section, what] = [&key.section, &key.what];
                let _ = writeln!(source, "{} {:?} {section:?} {what:?};", key.name, key.key);
            }
            source.push_str("} }\n");
        }
        source
    }
}
