//! Checks the table of signs. The build script calls this.

use super::code_points::code_points;
use super::rows::Language;
use crate::data::{Fault, File, lines};
use crate::script::Script;

/// Returns the faults in the table of signs: every cell needs a name that its language can say.
pub fn signs(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut rows = lines(&file.text).map(|(line, row)| (line, row.split('\t').collect::<Vec<_>>()));
    let (_, head) = rows.next().unwrap_or_default();
    let language = |code: &&str| Language::ALL.into_iter().find(|l| l.code() == *code);
    let languages: Vec<Option<Language>> = head.iter().skip(1).map(language).collect();
    // One without a column has the names of another in its script.
    let missing =
        |l: &Language| !Language::written_in(l.script()).any(|l| languages.contains(&Some(l)));
    if let Some(language) = Language::ALL.into_iter().find(missing) {
        let what = format!("no column {}", language.code());
        faults.push(Fault::new(file, 1, what));
    }
    let mut last = 0;
    let mut others = 0;
    for (line, cells) in rows {
        last = line;
        let mut fault = |what: String| faults.push(Fault::new(file, line, what));
        match cells[0] {
            "letter" | "sign" => others += 1,
            codes if code_points(codes).is_none() => {
                fault(format!("{codes:?} are no code points"));
            }
            _ => {}
        }
        if cells.len() != head.len() {
            fault(format!("{} cells, not {}", cells.len(), head.len()));
        }
        for (language, name) in languages.iter().zip(&cells[1..]) {
            let words = name.strip_prefix("<< ").unwrap_or(name);
            let said = |c: char| match language {
                Some(Language::En) => c.is_ascii_alphabetic() || c == ' ' || c == '-',
                Some(language) => Script::indic(c) == Some(language.script()) || c == ' ',
                None => false,
            };
            if words.trim().is_empty() || !words.chars().all(said) {
                let code = language.map_or("?", Language::code);
                fault(format!("{name:?} is no name in {code}"));
            }
        }
    }
    if others != 2 {
        let what = "the rows `letter` and `sign` stand once each";
        faults.push(Fault::new(file, last, what));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_without_a_name_is_told_with_its_line() {
        let text = include_str!("shared/signs.tsv");
        let faults = |from: &str, to: &str| {
            let file = File {
                path: "signs.tsv".into(),
                text: text.replacen(from, to, 1),
            };
            let faults = signs(&file);
            faults.first().map(|fault| fault.to_string())
        };
        let nukta = |line: &str| line.contains("\tnukta\t");
        let line = text.lines().position(nukta).unwrap() + 1;
        assert_eq!(faults("", ""), None);
        for (from, to) in [
            ("\tnukta\t", "\t\t"),
            ("\tnukta\t", "\tनुक़्ता\t"),
            ("\tnukta\t", "\t"),
            ("093C 09BC", "093C 9XBC"),
        ] {
            let told = faults(from, to).unwrap();
            assert!(told.starts_with(&format!("signs.tsv:{line}: ")), "{told}");
        }
        assert!(faults("\nsign\t", "\n2FF0\t").is_some());
    }
}
