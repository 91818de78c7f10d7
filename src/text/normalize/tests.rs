//! Tests the shape of this folder. A class asks facts and no other class, a fact asks only those before it, and the order of the
//! classes is the one that their certainties tell.

use std::fs;
use std::path::Path;

use super::CLASSES;

/// The facts in the sequence in which they build on one another.
const SEQUENCE: [&str; 31] = [
    "letters", "option", "formula", "game", "bracket", "numeral", "group", "shape", "plate",
    "roman", "ending", "clock", "days", "sentence", "count", "case", "scale", "unit", "follows",
    "between", "stopped", "dotted", "mark", "gold", "figures", "here", "year", "beside", "blood",
    "code", "sense",
];
/// Files that are no class.
const SHARED: [&str; 9] = [
    "mod",
    "candidate",
    "fact",
    "ground",
    "prelude",
    "say_as",
    "tests",
    "view",
    "words",
];

/// The files of a folder of this one: their names, and their code without comments.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text/normalize");
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    files
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let source = fs::read_to_string(path).unwrap();
            let code = source
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            (name, code.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// Whether code names a module beside its own file.
fn names(code: &str, module: &str) -> bool {
    let named = format!("super::{module}");
    let mut found = code.match_indices(&named);
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    found.any(|(at, name)| ends(&code[at + name.len()..]))
}

#[test]
fn no_class_imports_another() {
    let mut classes = sources("");
    classes.retain(|(name, _)| !SHARED.contains(&&**name));
    assert!(classes.len() > 20);
    for (class, code) in &classes {
        for (other, _) in &classes {
            assert!(!names(code, other), "{class} imports {other}");
        }
    }
}

#[test]
fn a_fact_asks_only_facts_before_it() {
    let mut facts = sources("facts");
    facts.retain(|(name, _)| name != "mod");
    let place = |name: &str| SEQUENCE.iter().position(|fact| *fact == name);
    assert_eq!(facts.len(), SEQUENCE.len());
    for (fact, code) in &facts {
        assert!(place(fact).is_some(), "{fact} has no place in the sequence");
        for other in &SEQUENCE[place(fact).unwrap()..] {
            assert!(!names(code, other), "{fact} asks {other}");
        }
        assert!(!code.contains("super::super"), "{fact} leaves its folder");
    }
}

#[test]
fn classes_are_asked_in_the_order_of_their_certainty() {
    assert!(CLASSES.is_sorted_by(|before, after| before.most >= after.most));
}

#[test]
fn every_place_in_the_order_is_used() {
    let all = [sources(""), sources("facts")].concat();
    let order = &all.iter().find(|(name, _)| name == "candidate").unwrap().1;
    let places = order.split("pub const ").skip(1);
    for place in places.map(|line| line.split(':').next().unwrap()) {
        let named = [format!("certainty::{place}"), format!(", {place}, ")];
        let mut others = all.iter().filter(|(name, _)| name != "candidate");
        assert!(
            others.any(|(_, code)| named.iter().any(|named| code.contains(named))),
            "{place} is used by no class"
        );
    }
}
