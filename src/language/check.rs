//! Checks lists of spellings with their sounds. The build script calls this.

use std::collections::HashMap;

use super::rows::Language;
use crate::data::{Fault, File, lines};
use crate::phoneme;
use crate::script::Script;

/// Returns the faults in a file of spellings with their sounds in symbols of the inventory. A line `=spelling` has no
/// sounds; it only marks the spelling.
pub fn sounds(file: &File) -> Vec<Fault> {
    each(file, |sounds| match phoneme::parse(sounds) {
        Some(_) => None,
        None => Some("are not in the inventory"),
    })
}

/// Returns the faults in a file of Latin spellings with words of `language` in its script.
pub fn respellings(file: &File, language: Language) -> Vec<Fault> {
    let own = |c| Script::indic(c) == Some(language.script());
    each(file, |word| match word.chars().all(own) {
        true => None,
        false => Some("is not a word in the script of the language"),
    })
}

fn each(file: &File, wrong: impl Fn(&str) -> Option<&'static str>) -> Vec<Fault> {
    let mut met: HashMap<&str, usize> = HashMap::new();
    let mut faults = Vec::new();
    for (line, entry) in lines(&file.text) {
        let (spelling, said) = entry.split_once(' ').unwrap_or((entry, ""));
        let mut fault = |what| faults.push(Fault::new(file, line, what));
        if let Some(first) = met.insert(spelling, line) {
            fault(format!("{spelling} stands in line {first} already"));
        }
        match wrong(said) {
            _ if spelling.starts_with('=') => {}
            Some(what) => fault(format!("{said:?} {what}")),
            None if said.is_empty() => fault(format!("{spelling} has no sounds")),
            None => {}
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_read_is_told() {
        let file = |text: &str| File {
            path: "latin.txt".into(),
            text: text.into(),
        };
        let first = |faults: Vec<Fault>| faults.first().map(|fault| fault.to_string());
        assert_eq!(sounds(&file("a ə // short\n=aa\n")), []);
        assert_eq!(
            first(sounds(&file("a ə\nb q\n"))),
            Some("latin.txt:2: \"q\" are not in the inventory".into())
        );
        assert_eq!(
            first(sounds(&file("a ə\n\na k\n"))),
            Some("latin.txt:3: a stands in line 1 already".into())
        );
        assert_eq!(respellings(&file("aap आप"), Language::Hi), []);
        assert!(first(respellings(&file("aap aap"), Language::Hi)).is_some());
        assert!(first(respellings(&file("aap"), Language::Hi)).is_some());
    }
}
