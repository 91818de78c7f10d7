//! Which language reads each script.

use super::rows::Language;
use crate::script::Script;

/// For each script the language that reads what is written in it.
#[derive(Clone, Copy, Debug)]
pub struct Readers([Language; Script::ALL.len()]);

impl Readers {
    /// Each script is read by the first language that is written in it.
    pub fn new() -> Self {
        Self(Script::ALL.map(|script| Language::written_in(script).next().unwrap_or(Language::En)))
    }

    /// The language that reads `script`.
    pub fn of(&self, script: Script) -> Language {
        self.0[script as usize]
    }

    /// Lets `language` read the scripts that it is written in.
    pub fn give(&mut self, language: Language) {
        for script in language.scripts() {
            self.0[*script as usize] = language;
        }
    }
}
