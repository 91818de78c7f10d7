//! The tables of keys in README.md, which this test holds equal to `keys.rs`, `cue.rs` and `condition.rs`.

use std::fmt::Write;

use super::condition::Condition;
use super::keys::{Everywhere, Family, List, Name, Row};

fn table(rows: &[&Row]) -> String {
    let mut out = String::from("| key | needed | what |\n|---|---|---|\n");
    for row in rows {
        let needed = if row.needed { "yes" } else { "" };
        let _ = writeln!(
            out,
            "| `{}` | {needed} | {} |",
            row.key.replace('|', "\\|"),
            row.what
        );
    }
    out
}

/// The part of README.md between `<!-- keys -->` and its end.
fn tables() -> String {
    let mut out = String::new();
    let of = |rows: &'static [Row], section: &str| -> Vec<&'static Row> {
        rows.iter().filter(|row| row.section == section).collect()
    };
    for (title, rows) in [
        ("names.txt, [words]", of(Name::ROWS, "words")),
        (
            "names.txt, [names]: lists in their order",
            of(List::ROWS, "names"),
        ),
        ("names.txt, the other sections", of(Family::ROWS, "names")),
        ("endings.txt, [endings]", of(List::ROWS, "endings")),
        (
            "endings.txt, the other sections",
            of(Family::ROWS, "endings"),
        ),
        ("cues.txt, [lists]", of(List::ROWS, "lists")),
        ("shared/lists.txt", of(Everywhere::ROWS, "everywhere")),
    ] {
        let _ = write!(out, "### {title}\n\n{}\n", table(&rows));
    }
    out.push_str("### readings.txt, the conditions\n\n| after `if` | holds where |\n|---|---|\n");
    for (_, words, help) in Condition::ALL
        .iter()
        .filter(|(_, words, _)| !words.is_empty())
    {
        let _ = writeln!(out, "| `{words}` | {} |", help.replace('|', "\\|"));
    }
    out
}

#[test]
fn the_readme_has_every_key() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/language/README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let (before, after) = readme.split_once("<!-- keys -->\n").unwrap();
    let (_, after) = after.split_once("<!-- end of keys -->\n").unwrap();
    let wanted = format!(
        "{before}<!-- keys -->\n{}<!-- end of keys -->\n{after}",
        tables()
    );
    if std::env::var_os("VAAK_WRITE_README").is_some() {
        std::fs::write(path, &wanted).unwrap();
    } else {
        assert_eq!(
            readme, wanted,
            "VAAK_WRITE_README=1 cargo test --lib readme writes it"
        );
    }
}
