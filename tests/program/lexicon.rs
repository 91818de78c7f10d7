//! `vaak lexicon check`.

use std::fs;

use serde_json::Value;

use super::{run, text};

/// Runs the check on a file of this name and content. Returns the exit code, standard output and standard error.
fn check(name: &str, content: &str, flags: &[&str]) -> (i32, String, String) {
    let file = std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()));
    fs::write(&file, content).unwrap();
    let path = file.to_str().unwrap();
    let output = run(&[&["lexicon", "check", path], flags].concat(), b"");
    fs::remove_file(&file).unwrap();
    let told = |bytes| text(bytes).replace(path, name);
    (
        output.status.code().unwrap(),
        told(&output.stdout),
        told(&output.stderr),
    )
}

#[test]
fn each_entry_is_told_with_what_it_changes() {
    let entries = "# ours\nVkya\thi\tवाक्य\nघर\thi\tघर\nवाक्\thi\t/ʋ aɪ k/\n";
    let (code, told, _) = check("a.tsv", entries, &[]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("a.tsv:2: Vkya (hi): "), "{told}");
    assert!(lines[0].contains("→ वाक्य, /"), "{told}");
    assert!(lines[1].starts_with("a.tsv:3: घर (hi): changes nothing"));
    assert!(lines[2].ends_with("→ /ʋ aɪ k/"), "{told}");
    assert_eq!(lines.len(), 3);
}

#[test]
fn every_fault_is_told_with_its_line_its_field_and_what_is_allowed() {
    let entries =
        "gif\ten\tjif\ngif\txx\tjif\nगाना\nnew york\ten\tnu york\ngif\ten\tgeef\nवाक्\thi\tvaak\n";
    let (code, told, error) = check("b.tsv", entries, &["--json"]);
    assert_eq!(code, 2);
    assert!(error.contains("5 of 6 entries"), "{error}");
    let rows: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let found: Vec<_> = rows
        .iter()
        .map(|row| {
            let (line, result) = (row["line"].as_u64(), row["result"].as_str());
            (line.unwrap(), result.unwrap(), row["field"].as_str())
        })
        .collect();
    assert_eq!(
        found,
        [
            (1, "changes", None),
            (2, "error", Some("language")),
            (3, "error", None),
            (4, "error", Some("word")),
            (5, "error", Some("word")),
            (6, "error", Some("reading")),
        ]
    );
    assert_ne!(rows[0]["before"]["source"], "lexicon");
    assert_eq!(rows[0]["after"]["words"], "jif");
    assert!(
        rows[1]["allowed"]
            .as_array()
            .unwrap()
            .contains(&"hi".into())
    );
}

#[test]
fn every_fault_of_tables_is_told() {
    let entries = "[[word]]\nword = \"gif\"\nlanguage = \"hindi\"\nreading = \"jif\"\n\n\
        [[word]]\nword = \"gif\"\nlangauge = \"en\"\n\n[[word]]\nword = 3\n\nwords = jif\n";
    let (code, told, _) = check("c.toml", entries, &[]);
    assert_eq!(code, 2);
    let lines: Vec<&str> = told.lines().collect();
    assert!(
        lines[0].starts_with("c.toml:1: error: language: "),
        "{told}"
    );
    assert!(lines[0].contains("did you mean \"hi\"?"), "{told}");
    assert!(
        lines[1].contains("c.toml:8: error: unknown field `langauge`"),
        "{told}"
    );
    assert!(
        lines[2].contains("c.toml:11: error: field `word` must be a string"),
        "{told}"
    );
}

#[test]
fn an_entry_that_another_hides_is_told_with_that_line() {
    let entries = "gif\ten\tjif\nGIF\thi\tगिफ\nघर\ten\t/k aː/\nघर\thi\t/k ə/\nघर\tmr\t/k a/\n";
    let (code, told, _) = check("d.tsv", entries, &[]);
    assert_eq!(code, 0);
    assert!(
        told.contains("d.tsv:3: घर (en): not used for the word by itself: the entry on line 4"),
        "{told}"
    );
}

#[test]
fn a_reading_that_is_not_phonemes_is_told_what_it_has_wrong() {
    let entries = "गाना\thi\t/g aː q/\nगीत\thi\t/g i: t̪/\n";
    let (code, told, _) = check("e.tsv", entries, &["--json"]);
    assert_eq!(code, 2);
    let fault: Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
    let message = fault["message"].as_str().unwrap();
    assert!(message.contains("there is no 'q'"), "{told}");
    assert!(fault["allowed"].as_array().unwrap().contains(&"ɡ".into()));
    // What a keyboard has stands for a symbol.
    assert!(told.lines().nth(1).unwrap().contains("ɡ iː t̪"), "{told}");
}
