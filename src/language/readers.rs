//! Which language reads each script.

use super::rows::Language;
use crate::script::Script;

/// For each script, the language that reads it.
#[derive(Clone, Copy, Debug)]
pub struct Readers([Language; Script::ALL.len()]);

/// The first language of each script.
static FIRST: [Language; Script::ALL.len()] = {
    let mut first = [Language::En; Script::ALL.len()];
    let mut language = Language::ALL.len();
    while language > 0 {
        language -= 1;
        let mut scripts = Language::ALL[language].scripts();
        while let [script, rest @ ..] = scripts {
            first[*script as usize] = Language::ALL[language];
            scripts = rest;
        }
    }
    first
};

impl Readers {
    /// Lets the first language of each script read it.
    pub fn new() -> Self {
        Self(FIRST)
    }

    /// Returns the language that reads `script`.
    pub fn of(&self, script: Script) -> Language {
        self.0[script as usize]
    }

    /// Lets `language` read its scripts.
    pub fn give(&mut self, language: Language) {
        for script in language.scripts() {
            self.0[*script as usize] = language;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_by_its_first_language_unless_given_to_another() {
        let mut readers = Readers::new();
        for script in Script::ALL {
            let first = Language::written_in(script).next();
            assert_eq!(first, Some(readers.of(script)));
        }
        readers.give(Language::Mr);
        assert_eq!(readers.of(Script::Devanagari), Language::Mr);
        assert_eq!(readers.of(Script::Bengali), Language::Bn);
    }
}
