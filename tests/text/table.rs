//! Tables of cases, in files beside the tests: a case a line, its cells separated by tabs.
//!
//! A line that begins with `//` is a comment. `\u{200d}` stands for a character that an editor would not show.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The cases of a file of `tests/text`, each with the number of its line.
pub fn rows<const N: usize>(file: &str) -> Vec<(usize, [String; N])> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/text")
        .join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines
        .filter(|(_, line)| !line.starts_with("//"))
        .map(|(number, line)| {
            let cells: Vec<_> = line.split('\t').map(unescape).collect();
            let cells = cells.try_into();
            let cells = cells
                .unwrap_or_else(|_| panic!("tests/text/{file}:{number}: not {N} cells: {line:?}"));
            (number, cells)
        })
        .collect()
}

/// Names every case of a file for which `read` returns two different texts: what was found, and what was expected.
pub fn wrong<const N: usize>(file: &str, read: impl Fn([&str; N]) -> (String, String)) -> String {
    let rows = rows::<N>(file);
    assert!(!rows.is_empty(), "tests/text/{file} has no case");
    let mut wrong = String::new();
    for (number, cells) in &rows {
        let (found, expected) = read(cells.each_ref().map(String::as_str));
        if found != expected {
            let cells = cells.join(" · ");
            let _ = writeln!(
                wrong,
                "tests/text/{file}:{number}: {cells}: found {found}, expected {expected}"
            );
        }
    }
    wrong
}

/// Fails with the cases that [`wrong`] named.
pub fn assert_none(wrong: impl IntoIterator<Item = String>) {
    let wrong: String = wrong.into_iter().collect();
    assert!(
        wrong.is_empty(),
        "{} cases differ:\n{wrong}",
        wrong.lines().count()
    );
}

fn unescape(cell: &str) -> String {
    let mut parts = cell.split("\\u{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').expect("} after \\u{");
        let code = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        text.push(code.expect("a code point after \\u{"));
        text.push_str(rest);
    }
    text
}
