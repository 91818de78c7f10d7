//! Checks lists of spellings with their sounds, and the cues beside numbers. The build script calls this.

use std::collections::HashMap;

use super::cue::CONCEPTS;
use super::rows::Language;
use crate::data::{Fault, File, lines};
use crate::phoneme;
use crate::script::{self, Script};

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

/// Returns the faults in the cues of a language: every concept needs a line, and no other line is allowed.
pub fn cues(language: Language, file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut met: HashMap<&str, usize> = HashMap::new();
    for (line, entry) in lines(&file.text) {
        let mut fault = |what: String| faults.push(Fault::new(file, line, what));
        let Some((key, words)) = entry.split_once(" = ") else {
            fault(format!("no `concept = words`: {entry}"));
            continue;
        };
        if let Some(first) = met.insert(key, line) {
            fault(format!("{key:?} stands in line {first} already"));
        }
        if !CONCEPTS.iter().any(|(name, _)| *name == key) {
            fault(format!(
                "{key:?} is no concept that src/language/cue.rs has"
            ));
        }
        if words.split_whitespace().next().is_none() {
            fault(format!("{key:?} has no words"));
        }
        for word in words.split_whitespace() {
            let letters = word.chars().all(|c| script::letter(c).is_some());
            let composed = script::compose(word).iter().copied().eq(word.chars());
            if !letters || !composed || word.chars().any(char::is_uppercase) {
                fault(format!(
                    "{word} is no word in lower case, as text is composed"
                ));
            }
        }
    }
    let end = file.text.lines().count();
    let missing = CONCEPTS.iter().filter(|(key, _)| !met.contains_key(key));
    faults.extend(
        missing
            .map(|(key, _)| Fault::new(file, end, format!("{} has no {key:?}", language.name()))),
    );
    faults
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
    use super::super::sources::sources;
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

    fn cue_file(text: &str) -> File {
        File {
            path: "cues.txt".into(),
            text: text.into(),
        }
    }

    #[test]
    fn every_language_has_words_for_every_concept() {
        for language in Language::ALL {
            assert_eq!(cues(language, &cue_file(sources(language).cues)), []);
        }
    }

    #[test]
    fn a_cell_that_is_empty_or_missing_is_told_with_its_line() {
        let english = sources(Language::En).cues;
        let first = |from: &str, to: &str| {
            let faults = cues(Language::En, &cue_file(&english.replacen(from, to, 1)));
            faults.first().map(|fault| fault.to_string())
        };
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(
            first("pnr = pnr\n", ""),
            told("cues.txt:65: Indian English has no \"pnr\"")
        );
        assert_eq!(
            first("pnr = pnr", "pmr = pnr"),
            told("cues.txt:11: \"pmr\" is no concept that src/language/cue.rs has")
        );
        assert_eq!(
            first("pnr = pnr", "pnr = PNR"),
            told("cues.txt:11: PNR is no word in lower case, as text is composed")
        );
    }
}
