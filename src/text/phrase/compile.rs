//! Compiles the tables of phrase breaks at build time.

use std::collections::BTreeMap;

use super::keys::{LONGEST, NEVER, ROW, Side, hash};
use crate::data::{Fault, File, lines};
use crate::script::compose;

/// The line below which a table holds what was learnt.
const HEADING: &str = "[learnt]";

const SIDES: [Side; 4] = [Side::Bias, Side::After, Side::Before, Side::Both];

/// Returns the tables, each with what is the same `everywhere`: how many rows each has in two bytes, then the rows of
/// each, sorted by their hash. Fails with the first line that does not parse.
pub fn model(everywhere: &File, tables: &[File]) -> Result<Vec<u8>, Fault> {
    let (mut sizes, mut rows) = (Vec::new(), Vec::new());
    let shared = table(everywhere)?;
    for file in tables {
        let mut table = table(file)?;
        for (hash, row) in &shared {
            table.entry(*hash).or_insert_with(|| row.clone());
        }
        sizes.extend((table.len() as u16).to_le_bytes());
        for (hash, (weight, _)) in table {
            rows.extend(hash.to_le_bytes());
            rows.push(weight as u8);
        }
        assert_eq!(rows.len() % ROW, 0);
    }
    sizes.extend(rows);
    Ok(sizes)
}

/// The weights of a table by the hash of their feature, which is beside them.
type Table = BTreeMap<u32, (i8, String)>;

fn table(file: &File) -> Result<Table, Fault> {
    let mut table = Table::new();
    let mut learnt = false;
    // A beginning that is written by hand is the whole word, too.
    let mut whole = Vec::new();
    for (number, line) in lines(&file.text) {
        let fault = |what: String| Fault::new(file, number, what);
        if line == HEADING {
            learnt = true;
            add_whole(&mut table, &mut whole);
            continue;
        }
        let mut fields = line.split_whitespace();
        let weight = fields.next().unwrap_or_default();
        let weight = match weight {
            "never" => Some(NEVER),
            _ => weight.parse().ok().filter(|weight| *weight > NEVER),
        };
        let fault_of = |what: &str| fault(format!("{what}: {line}"));
        let weight =
            weight.ok_or_else(|| fault_of("neither never nor a weight from -127 to 127"))?;
        let name = fields.next().unwrap_or_default();
        let side = SIDES.into_iter().find(|side| side.name() == name);
        let side = side.ok_or_else(|| fault_of("none of after, before, both and bias"))?;
        let patterns: Vec<&str> = match side {
            Side::Bias => vec![""],
            _ => fields.collect(),
        };
        if patterns.is_empty() {
            return Err(fault_of("no words"));
        }
        for pattern in patterns {
            if let Some(what) = wrong(side, pattern) {
                return Err(fault(what));
            }
            if let Some(word) = pattern.strip_suffix('~').filter(|_| !learnt) {
                whole.push((word, weight));
            }
            let feature = format!("{} {pattern}", side.name());
            match table.get(&hash(side, &[pattern])) {
                // By hand goes before learnt, and the same weight twice does no harm.
                Some((before, same)) if *same == feature && (learnt || *before == weight) => {}
                Some((_, other)) => {
                    return Err(fault(format!("{feature} stands here beside {other}")));
                }
                None => drop(table.insert(hash(side, &[pattern]), (weight, feature))),
            }
        }
    }
    add_whole(&mut table, &mut whole);
    Ok(table)
}

/// What is wrong with a pattern.
fn wrong(side: Side, pattern: &str) -> Option<String> {
    let letters = pattern.trim_matches('~');
    let count = letters.chars().count();
    let what = if letters.len() < pattern.len() && count > LONGEST {
        format!("the ending {pattern} has more than {LONGEST} letters")
    } else if pattern.ends_with('~') && (side != Side::Before || count < 2) {
        format!("the beginning {pattern} is not of two letters or more of the word after")
    } else if !compose(pattern).iter().copied().eq(pattern.chars()) {
        format!("{pattern} is not written as text is composed")
    } else {
        return None;
    };
    Some(what)
}

/// Adds the words that are as their beginnings, but for those that have a line of their own.
fn add_whole(table: &mut Table, words: &mut Vec<(&str, i8)>) {
    for (word, weight) in words.drain(..) {
        let feature = format!("{} {word}", Side::Before.name());
        let row = table.entry(hash(Side::Before, &[word]));
        row.or_insert((weight, feature));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let file = |text: &str| File {
            path: "breaks.txt".into(),
            text: text.into(),
        };
        let made = model(&file("never after #"), &[file(text)]);
        made.map_or_else(|fault| fault.to_string(), |bytes| bytes.len().to_string())
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, expected) in [
            ("// it\n5 after a ~b\n[learnt]\n-3 bias", "22"),
            ("5 after a\n[learnt]\n3 after a", "12"),
            // A beginning is also the word, unless it has a weight of its own.
            ("5 before ab~", "17"),
            ("5 before ab~\n3 before ab", "17"),
            ("never after a+b", "12"),
            (
                "5 after a\n3 after a",
                "breaks.txt:2: after a stands here beside after a",
            ),
            (
                "\nfive after a",
                "breaks.txt:2: neither never nor a weight from -127 to 127: five after a",
            ),
            (
                "200 after a",
                "breaks.txt:1: neither never nor a weight from -127 to 127: 200 after a",
            ),
            (
                "5 behind a",
                "breaks.txt:1: none of after, before, both and bias: 5 behind a",
            ),
            ("5 after", "breaks.txt:1: no words: 5 after"),
            (
                "5 after ab~",
                "breaks.txt:1: the beginning ab~ is not of two letters or more of the word after",
            ),
            (
                "5 before a~",
                "breaks.txt:1: the beginning a~ is not of two letters or more of the word after",
            ),
            (
                "5 after ~abcdefghi",
                "breaks.txt:1: the ending ~abcdefghi has more than 8 letters",
            ),
        ] {
            assert_eq!(fault(text), expected, "{text}");
        }
    }
}
