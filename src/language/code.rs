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

    /// Accepts a code in any case, with any region and the language's own script (`hi`, `HI`, `hi-IN`, `bn_BD`, `pa-Guru-IN`), names
    /// of locales (`hi_IN.UTF-8`, `hi-IN-u-nu-latn`), and `od` for Odia.
    fn from_str(s: &str) -> Result<Self, Error> {
        known(s).ok_or_else(|| Error::UnknownLanguage {
            language: s.to_owned(),
            nearest: meant(s),
            available: Self::ALL.map(Self::code).to_vec(),
        })
    }
}

/// Returns the language that a code or the name of a locale has.
fn known(name: &str) -> Option<Language> {
    // As POSIX writes it: an encoding and a variant may follow.
    let (locale, rest) = match name.find(['.', '@']) {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => (name, "-"),
    };
    let mut parts = locale.split(['-', '_']);
    let code = parts.next()?.to_ascii_lowercase();
    let code = if code == "od" { "or" } else { &code };
    let language = Language::ALL.into_iter().find(|l| l.code() == code)?;
    for part in parts {
        // Java writes the script last: pa_IN_#Guru.
        let script = part.strip_prefix('#').unwrap_or(part);
        let own = script.eq_ignore_ascii_case(language.script().iso());
        match part.len() {
            // Wishes of an application follow: how numbers are written, say.
            1 if part.bytes().all(|b| b.is_ascii_alphabetic()) => break,
            _ if own || is_region(part) => {}
            _ => return None,
        }
    }
    (!rest.is_empty()).then_some(language)
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
