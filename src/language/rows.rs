//! The languages: one row each.

use std::fmt;
use std::str::FromStr;

use crate::Error;
use crate::script::Script;

/// What is told of a language in one place.
pub(super) struct Row {
    code: &'static str,
    name: &'static str,
    native_name: &'static str,
    scripts: &'static [Script],
    /// Whether its dictionaries write the short close vowels ɪ and ʊ, as other vowels than the long ones.
    lax: bool,
    /// Its words for numbers and signs.
    pub(super) words: &'static str,
}

/// Makes the languages of their rows. The data of each is found by its code.
macro_rules! languages {
    ($($(#[$doc:meta])* $variant:ident, $code:literal, $name:literal, $native:literal, [$($script:ident),+], lax: $lax:literal;)+) => {
        /// A language that the engine speaks.
        ///
        /// ```
        /// use vaak::Language;
        ///
        /// let language: Language = "hi-IN".parse().unwrap();
        /// assert_eq!((language, language.name()), (Language::Hi, "Hindi"));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Language {
            $($(#[$doc])* $variant,)+
        }

        impl Language {
            /// Every language, in the order in which they are listed to users.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$variant),+];
        }

        /// In the order of [`Language::ALL`].
        pub(super) static ROWS: [Row; Language::ALL.len()] = [$(Row {
            code: $code,
            name: $name,
            native_name: $native,
            scripts: &[$(Script::$script),+],
            lax: $lax,
            words: include_str!(concat!("words/", $code, ".txt")),
        }),+];
    };
}

languages! {
    /// Hindi.
    Hi, "hi", "Hindi", "हिन्दी", [Devanagari], lax: true;
    /// Bengali.
    Bn, "bn", "Bengali", "বাংলা", [Bengali], lax: false;
    /// Tamil.
    Ta, "ta", "Tamil", "தமிழ்", [Tamil], lax: false;
    /// Telugu.
    Te, "te", "Telugu", "తెలుగు", [Telugu], lax: false;
    /// Gujarati.
    Gu, "gu", "Gujarati", "ગુજરાતી", [Gujarati], lax: false;
    /// Kannada.
    Kn, "kn", "Kannada", "ಕನ್ನಡ", [Kannada], lax: false;
    /// Malayalam.
    Ml, "ml", "Malayalam", "മലയാളം", [Malayalam], lax: false;
    /// Marathi.
    Mr, "mr", "Marathi", "मराठी", [Devanagari], lax: false;
    /// Punjabi in Gurmukhi.
    Pa, "pa", "Punjabi", "ਪੰਜਾਬੀ", [Gurmukhi], lax: true;
    /// Odia.
    Or, "or", "Odia", "ଓଡ଼ିଆ", [Odia], lax: false;
    /// Indian English.
    En, "en", "Indian English", "English", [Latin], lax: true;
}

impl Language {
    /// The ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        ROWS[self as usize].code
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        ROWS[self as usize].name
    }

    /// Its own name for itself, in its script.
    pub const fn native_name(self) -> &'static str {
        ROWS[self as usize].native_name
    }

    /// The scripts that it is written in, the usual one first.
    pub(crate) const fn scripts(self) -> &'static [Script] {
        ROWS[self as usize].scripts
    }

    /// The script that it is usually written in.
    pub(crate) const fn script(self) -> Script {
        self.scripts()[0]
    }

    /// Whether its dictionaries write the short close vowels ɪ and ʊ, as other vowels than the long ones.
    pub(crate) const fn writes_lax_vowels(self) -> bool {
        ROWS[self as usize].lax
    }

    /// The languages that are written in `script`; the first reads it where nothing else is known.
    pub(crate) fn written_in(script: Script) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(move |language| language.scripts().contains(&script))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
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
                available: Self::ALL.map(Self::code).to_vec(),
            })
    }
}

/// Whether it is the code of a country or of a part of the world, as in BCP 47.
fn is_region(text: &str) -> bool {
    let letters = text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
    let digits = text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit());
    letters || digits
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn every_script_is_read_by_a_language_that_is_written_in_it() {
        for script in Script::ALL {
            assert!(Language::written_in(script).next().is_some(), "{script:?}");
        }
        assert_eq!(
            Language::written_in(Script::Devanagari).collect::<Vec<_>>(),
            [Language::Hi, Language::Mr]
        );
    }

    #[test]
    fn a_language_names_itself_in_its_script() {
        for language in Language::ALL {
            let first = language.native_name().chars().next().unwrap();
            assert_eq!(crate::script::letter(first), Some(language.script()));
        }
    }
}
