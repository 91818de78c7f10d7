//! Codes of languages, as users write them.

use std::fmt;
use std::str::FromStr;

use super::rows::Language;
use crate::Error;

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// Accepts a code with or without the region of India (`hi`, `hi-IN`), and `od` for Odia.
    fn from_str(s: &str) -> Result<Self, Error> {
        let code = s.strip_suffix("-IN").unwrap_or(s);
        let code = if code == "od" { "or" } else { code };
        Self::ALL
            .into_iter()
            .find(|l| l.code() == code)
            .ok_or_else(|| Error::UnknownLanguage {
                language: s.to_owned(),
            })
    }
}
