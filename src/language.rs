//! The eleven languages.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::Error;

/// A language that the engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Hindi.
    Hi,
    /// Bengali.
    Bn,
    /// Tamil.
    Ta,
    /// Telugu.
    Te,
    /// Gujarati.
    Gu,
    /// Kannada.
    Kn,
    /// Malayalam.
    Ml,
    /// Marathi.
    Mr,
    /// Punjabi in Gurmukhi.
    Pa,
    /// Odia.
    Or,
    /// Indian English.
    En,
}

impl Language {
    /// Every language, in the order in which they are listed to users.
    pub const ALL: [Self; 11] = [
        Self::Hi,
        Self::Bn,
        Self::Ta,
        Self::Te,
        Self::Gu,
        Self::Kn,
        Self::Ml,
        Self::Mr,
        Self::Pa,
        Self::Or,
        Self::En,
    ];

    /// The ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hi => "hi",
            Self::Bn => "bn",
            Self::Ta => "ta",
            Self::Te => "te",
            Self::Gu => "gu",
            Self::Kn => "kn",
            Self::Ml => "ml",
            Self::Mr => "mr",
            Self::Pa => "pa",
            Self::Or => "or",
            Self::En => "en",
        }
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hi => "Hindi",
            Self::Bn => "Bengali",
            Self::Ta => "Tamil",
            Self::Te => "Telugu",
            Self::Gu => "Gujarati",
            Self::Kn => "Kannada",
            Self::Ml => "Malayalam",
            Self::Mr => "Marathi",
            Self::Pa => "Punjabi",
            Self::Or => "Odia",
            Self::En => "Indian English",
        }
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

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
