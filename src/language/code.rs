//! Language codes as users write them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::rows::Language;
use crate::Error;
use crate::error::nearest;

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// Accepts a code in any case, with any region (`hi`, `HI`, `hi-IN`, `hi_IN`, `bn-BD`), and `od` for Odia.
    fn from_str(s: &str) -> Result<Self, Error> {
        let code = match s.split_once(['-', '_']) {
            Some((code, region)) if is_region(region) => code,
            _ => s,
        };
        let code = code.to_ascii_lowercase();
        let code = if code == "od" { "or" } else { &code };
        Self::ALL
            .into_iter()
            .find(|l| l.code() == code)
            .ok_or_else(|| Error::UnknownLanguage {
                language: s.to_owned(),
                nearest: meant(s),
                available: Self::ALL.map(Self::code).to_vec(),
            })
    }
}

/// Returns the code of the language whose name a text is or resembles.
fn meant(text: &str) -> Option<&'static str> {
    let text = text.split(['-', '_']).next().unwrap_or_default();
    // Of "Indian English" the language is the last word.
    let names = Language::ALL.map(|l| l.name().rsplit(' ').next().unwrap_or_default());
    let native = Language::ALL.map(Language::native_name);
    let at = |names: &[&str]| {
        let name = nearest(text, names)?;
        names.iter().position(|other| *other == name)
    };
    let found = at(&names).or_else(|| at(&native))?;
    Some(Language::ALL[found].code())
}

/// Returns whether it is the code of a country or of a region of the world, as in BCP 47.
fn is_region(text: &str) -> bool {
    let letters = text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
    let digits = text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit());
    letters || digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_place_of_a_code_is_told_its_code() {
        for (name, code) in [
            ("hindi", Some("hi")),
            ("Tamil", Some("ta")),
            ("বাংলা", Some("bn")),
            ("eng", Some("en")),
            ("odiya-IN", Some("or")),
            ("hn", Some("hi")),
            ("fr", None),
            ("", None),
        ] {
            match name.parse::<Language>() {
                Err(Error::UnknownLanguage { nearest, .. }) => assert_eq!(nearest, code, "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_code_is_known_in_any_case_and_with_any_region() {
        for (code, language) in [
            ("HI", Language::Hi),
            ("hi-IN", Language::Hi),
            ("hi_IN", Language::Hi),
            ("bn-BD", Language::Bn),
            ("en-US", Language::En),
            ("en-001", Language::En),
            ("od-IN", Language::Or),
        ] {
            assert_eq!(code.parse::<Language>().unwrap(), language, "{code}");
        }
        for code in ["", "-", "hindi", "hi-", "hi-Latn", "-IN", "fr", "xx-IN"] {
            assert!(code.parse::<Language>().is_err(), "{code}");
        }
    }
}
