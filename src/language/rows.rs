//! The languages, one row each. A row holds everything about a language that is code; its folder holds the data.

use crate::script::Script;

/// What code needs to know of a language.
struct Row {
    code: &'static str,
    name: &'static str,
    native_name: &'static str,
    /// The scripts of the language, the usual one first.
    scripts: &'static [Script],
    /// Whether its dictionaries write the short close vowels as ɪ and ʊ, distinct from the long ones.
    lax: bool,
    /// Groups of sounds that people do not distinguish when they write the language in Latin letters, in the codes of
    /// `romanised/keys.rs`. The first code of a group stands for all of it.
    alike: &'static [&'static str],
    /// Languages that share most of their words have the same.
    kin: &'static str,
    /// What a word of it costs more in the others, in the unit of the ranks of `frequent.txt`: the less, the more they borrow from it.
    lent: u16,
    /// Whether people write its short vowel as an `a` in Latin letters.
    a: bool,
}

/// Passes the table of the languages to the macro `$to`.
macro_rules! with_languages {
    ($to:ident) => {
        $to! {
            /// Hindi.
            Hi, "hi", "Hindi", "हिन्दी", [Devanagari], lax: true, alike: [], kin: "north", lent: 90, a: true;
            /// Bengali.
            Bn, "bn", "Bengali", "বাংলা", [Bengali], lax: false, alike: ["sS", "Bv"], kin: "east", lent: 100, a: false;
            /// Tamil.
            Ta, "ta", "Tamil", "தமிழ்", [Tamil], lax: false, alike: ["tTdD", "kKgG", "pbB", "sSCcjJ", "lZ"], kin: "south", lent: 100, a: true;
            /// Telugu.
            Te, "te", "Telugu", "తెలుగు", [Telugu], lax: false, alike: ["tT", "dD", "Cc"], kin: "middle", lent: 100, a: true;
            /// Gujarati.
            Gu, "gu", "Gujarati", "ગુજરાતી", [Gujarati], lax: false, alike: [], kin: "north", lent: 100, a: true;
            /// Kannada.
            Kn, "kn", "Kannada", "ಕನ್ನಡ", [Kannada], lax: false, alike: ["tT", "dD", "Cc"], kin: "middle", lent: 100, a: true;
            /// Malayalam.
            Ml, "ml", "Malayalam", "മലയാളം", [Malayalam], lax: false, alike: ["tTdD", "kgK", "pb", "Cc"], kin: "south", lent: 100, a: true;
            /// Marathi.
            Mr, "mr", "Marathi", "मराठी", [Devanagari], lax: false, alike: ["sS", "ie"], kin: "north", lent: 100, a: true;
            /// Punjabi in Gurmukhi.
            Pa, "pa", "Punjabi", "ਪੰਜਾਬੀ", [Gurmukhi], lax: true, alike: [], kin: "north", lent: 100, a: true;
            /// Odia.
            Or, "or", "Odia", "ଓଡ଼ିଆ", [Odia], lax: false, alike: ["sS", "bv"], kin: "east", lent: 100, a: false;
            /// Indian English.
            En, "en", "Indian English", "English", [Latin], lax: true, alike: [], kin: "english", lent: 100, a: false;
        }
    };
}
#[allow(unused_imports, reason = "the build script reads the rows alone")]
pub(super) use with_languages;

macro_rules! languages {
    ($($(#[$doc:meta])* $variant:ident, $code:literal, $name:literal, $native:literal, [$($script:ident),+],
        lax: $lax:literal, alike: [$($alike:literal),*], kin: $kin:literal, lent: $lent:literal, a: $a:literal;)+) => {
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
            /// All languages, in the order in which users see them.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$variant),+];
        }

        /// The rows, in the order of [`Language::ALL`].
        static ROWS: [Row; Language::ALL.len()] = [$(Row {
            code: $code,
            name: $name,
            native_name: $native,
            scripts: &[$(Script::$script),+],
            lax: $lax,
            alike: &[$($alike),*],
            kin: $kin,
            lent: $lent,
            a: $a,
        }),+];
    };
}

with_languages!(languages);

/// The scripts of each language as bits, because this is asked for every letter.
static WRITTEN_IN: [u16; Language::ALL.len()] = {
    let mut all = [0; Language::ALL.len()];
    let mut language = 0;
    while language < all.len() {
        let mut scripts = ROWS[language].scripts;
        while let [script, rest @ ..] = scripts {
            all[language] |= 1 << *script as u32;
            scripts = rest;
        }
        language += 1;
    }
    all
};

impl Language {
    /// Returns the ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        ROWS[self as usize].code
    }

    /// Returns the file of names in Latin letters: English has those that all languages read.
    pub(crate) const fn names_file(self) -> &'static str {
        match self {
            Self::En => "indian_words.txt",
            _ => "latin_names.txt",
        }
    }

    /// Returns the English name.
    pub const fn name(self) -> &'static str {
        ROWS[self as usize].name
    }

    /// Returns the language's own name, in its script.
    pub const fn native_name(self) -> &'static str {
        ROWS[self as usize].native_name
    }

    /// Returns the scripts of the language, the usual one first.
    pub(crate) const fn scripts(self) -> &'static [Script] {
        ROWS[self as usize].scripts
    }

    /// Returns whether the language is written in `script`.
    pub(crate) const fn is_written_in(self, script: Script) -> bool {
        WRITTEN_IN[self as usize] >> script as u32 & 1 == 1
    }

    /// Returns the usual script of the language.
    pub(crate) const fn script(self) -> Script {
        self.scripts()[0]
    }

    /// Returns whether its dictionaries write the short close vowels as ɪ and ʊ, distinct from the long ones.
    pub(crate) const fn writes_lax_vowels(self) -> bool {
        ROWS[self as usize].lax
    }

    /// Returns the groups of sounds that people do not distinguish when they write the language in Latin letters.
    pub(crate) const fn alike(self) -> &'static [&'static str] {
        ROWS[self as usize].alike
    }

    /// Returns what is the same of languages that share most of their words.
    pub(crate) const fn kin(self) -> &'static str {
        ROWS[self as usize].kin
    }

    /// Returns what a word of it costs more in the languages of its kin.
    pub(crate) const fn lent(self) -> u16 {
        ROWS[self as usize].lent
    }

    /// Returns whether people write its short vowel as an `a` in Latin letters.
    #[allow(dead_code, reason = "the build script asks")]
    pub(crate) const fn writes_a(self) -> bool {
        ROWS[self as usize].a
    }

    /// Returns the languages that are not the first one of their script, each after that one.
    pub(crate) fn siblings() -> impl Iterator<Item = [Self; 2]> {
        let pair = |other: Self| Some([Self::written_in(other.script()).next()?, other]);
        let pairs = Self::ALL.into_iter().filter_map(pair);
        pairs.filter(|[first, other]| first != other)
    }

    /// Returns the languages written in `script`. The first one reads it where nothing else is known.
    pub(crate) fn written_in(script: Script) -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(move |language| language.is_written_in(script))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_read_by_a_language_that_is_written_in_it() {
        for script in Script::ALL {
            assert!(Language::written_in(script).next().is_some(), "{script:?}");
        }
        let devanagari: Vec<Language> = Language::written_in(Script::Devanagari).collect();
        assert!(devanagari.starts_with(&[Language::Hi, Language::Mr]));
    }

    #[test]
    fn a_language_names_itself_in_its_script() {
        for language in Language::ALL {
            let first = language.native_name().chars().next().unwrap();
            assert_eq!(crate::script::letter(first), Some(language.script()));
        }
    }
}
