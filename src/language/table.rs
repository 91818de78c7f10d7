//! The words of each language for numbers and signs, as the build has packed them.

use std::borrow::Cow;

use serde::Serialize;

use super::condition::Condition;
use super::cue::Cues;
use super::keys::{Currency, Everywhere, Family, List, Name, ScaleName, UnitName};
use super::packed::{Few, Rule, Span, Str};
use super::rows::Language;
use crate::script::is_virama;

// The arrays, and the text that their places refer to.
include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The words of one language for numbers and signs.
#[derive(Debug)]
pub struct Table {
    /// What it says, by [`Name`].
    said: [Str; Name::ALL.len()],
    /// What it recognises, by [`List`].
    lists: [Span; List::ALL.len()],
    /// Pairs of what is written and what is said, by [`Family`].
    families: [Span; Family::ALL.len()],
    /// Its units.
    units: Span,
    /// The names of scales.
    scales: [Str; ScaleName::ALL.len()],
    /// The names of each currency, by [`Coin`].
    currencies: [[Str; 4]; Currency::ALL.len()],
    /// Abbreviations with a stop or a stroke, in lower case.
    stopped: Span,
    /// Words that are written shorter without a stop.
    shortened: Span,
    /// Abbreviations that need no stop before a number.
    counted: Span,
    /// The cues beside numbers, in lower case.
    cues: Span,
    /// The endings of words, as written.
    suffixes: Span,
    /// Words that stand apart and need a stem before them, the longest first. A `*` at the end matches any continuation.
    apart: Span,
    /// The words of `shortened.txt`, sorted.
    wholes: Span,
    /// The rules for numbers, and those for numbers in groups of three digits.
    pub(super) numbers: Span,
    pub(super) western: Span,
    /// The forms that the last word of a quotient has before its scale, `tail>form tail>form`: where the scale stands apart, and
    /// where it is joined.
    pub(super) scaled: [Str; 2],
    /// Which words may be among the shortened ones.
    few: Few,
}

/// One of the meanings of an abbreviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// When it is meant.
    pub condition: Condition,
    said: Str,
    /// The words of [`Condition::Before`] or [`Condition::After`].
    words: Span,
    /// The line of `readings.txt` that has it.
    pub line: u16,
}

impl Reading {
    /// Its words.
    pub fn said(&self) -> &'static str {
        self.said.get()
    }

    /// Whether a word is one of those that it is said before, or after.
    pub fn is_beside(&self, word: &str) -> bool {
        let mut words = self.words.of(WORDS).iter();
        words.any(|listed| listed.get() == word)
    }
}

/// How often a word of English is written shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// So often that its beginning with a stop is read as it.
    Often,
    Usual,
    Seldom,
}

/// A word that may be meant by a shorter one, or a form of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    word: Str,
    pub usage: Usage,
    /// Whether it has an ending that was added by rule.
    pub inflected: bool,
    /// The line of `shortened.txt` that has it.
    pub line: u16,
}

impl Whole {
    /// The word.
    pub fn word(&self) -> &'static str {
        self.word.get()
    }
}

/// A unit that a language names, or a part of one: a line of its `[units]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedUnit {
    written: Str,
    said: Str,
    /// What it means beyond that, whatever the letters: घं is an hour.
    pub name: Option<UnitName>,
}

impl NamedUnit {
    /// How it is written.
    pub fn written(&self) -> &'static str {
        self.written.get()
    }

    /// What is said, of more than one.
    pub fn said(&self) -> &'static str {
        self.said.get()
    }
}

/// What each is told to a tool as.
macro_rules! told {
    ($($of:ty, $text:expr;)+) => {
        $(impl Serialize for $of {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text: fn(&Self) -> &'static str = $text;
                serializer.serialize_str(text(self))
            }
        })+
    };
}

told! {
    Reading, Self::said;
    Whole, Self::word;
    ScaleName, |scale| scale.row().key;
    Currency, |currency| currency.row().what;
}

/// The names of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coin {
    /// More than one of it.
    Many,
    /// One of it.
    One,
    /// Hundredth parts.
    Parts,
    /// One hundredth part.
    Part,
}

impl Str {
    /// The text.
    pub(super) fn get(self) -> &'static str {
        let start = self.start();
        TEXT.get(start..start + self.len()).unwrap_or_default()
    }

    /// The text, unless it is empty.
    fn some(self) -> Option<&'static str> {
        Some(self.get()).filter(|text| !text.is_empty())
    }
}

/// How an ending attaches to the last word of a reading: to the stem that `forms` give for the longest matching tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Suffix {
    /// Pairs `tail>stem`, separated by spaces.
    pub forms: &'static str,
    /// What follows the stem.
    pub ending: &'static str,
    /// The doubled first consonant of the next word, as in மணிக்குத் தொடங்கும்; empty if there is none.
    pub doubled: &'static str,
}

/// So many bytes of the beginning are compared first: a long name keeps as many in all its forms.
const UNLIKE: usize = 3;
/// The name of a unit with more characters is known in its forms.
const SHORT_UNIT: usize = 3;
/// The longest word that is written shorter without a stop.
const MAX_SHORTENED: usize = 8;

/// Returns the table of `language`.
pub fn table(language: Language) -> &'static Table {
    &TABLES[language as usize]
}

/// Finds a key in an array that is sorted by the length of the keys, then by their bytes.
fn find<T>(sorted: &'static [T], key: &str, of: impl Fn(&T) -> Str) -> Option<&'static T> {
    let at = sorted.binary_search_by(|entry| {
        let found = of(entry);
        let length = found.len().cmp(&key.len());
        length.then_with(|| found.get().cmp(key))
    });
    at.ok().map(|at| &sorted[at])
}

impl Table {
    /// Returns the ending of this spelling, which may have the doubled first consonant of the next word at its end.
    pub fn suffix(&self, written: &str) -> Option<Suffix> {
        let known = |written: &str| self.ending(self.suffixes, written);
        known(written).or_else(|| {
            let mut doubled = self.list(List::Doubled);
            let doubled = doubled.find(|doubled| written.ends_with(doubled))?;
            let suffix = known(written.strip_suffix(doubled)?)?;
            Some(Suffix { doubled, ..suffix })
        })
    }

    fn ending(&self, endings: Span, written: &str) -> Option<Suffix> {
        find(endings.of(ENDINGS), written, |(written, ..)| *written).map(suffix)
    }

    /// Returns the stem that a word standing apart needs before it; that of the empty word is what any word needs after the form of a scale
    /// that is said before one, and the noun that a measure describes.
    pub fn postposition(&self, word: &str) -> Option<Suffix> {
        let is = |listed: &str| match listed.strip_suffix('*') {
            Some("") => word.is_empty(),
            Some(beginning) => word.starts_with(beginning),
            None => word == listed,
        };
        let mut apart = self.apart.of(ENDINGS).iter();
        apart.find(|(listed, ..)| is(listed.get())).map(suffix)
    }

    /// Returns what the language says for something.
    pub fn word(&self, name: Name) -> Option<&'static str> {
        self.said[name as usize].some()
    }

    /// Returns the name of a sign.
    pub fn sign(&self, sign: &str) -> Option<&'static str> {
        let currency = || self.coin(currency_sign(sign)?, Coin::Many);
        match Name::of(sign).filter(|name| name.row().section == "signs") {
            Some(name) => self.word(name),
            None => currency(),
        }
    }

    /// Returns a name of a currency.
    pub fn coin(&self, currency: Currency, coin: Coin) -> Option<&'static str> {
        self.currencies[currency as usize][coin as usize].some()
    }

    /// Returns whether a text ends in a word, which begins after a space, and a space.
    pub fn ends_in(&self, name: Name, text: &[char]) -> bool {
        let word = self.word(name).unwrap_or_default();
        let mut before = text.iter().rev();
        !word.is_empty()
            && before.next() == Some(&' ')
            && word.chars().rev().all(|c| before.next() == Some(&c))
            && before.next().is_none_or(|c| *c == ' ')
    }

    /// Returns the unit that the language writes so.
    pub fn unit(&self, written: &str) -> Option<&'static NamedUnit> {
        find(self.units.of(NAMED_UNITS), written, |unit| unit.written)
    }

    /// Returns the name of a unit.
    pub fn unit_named(&self, name: UnitName) -> Option<&'static NamedUnit> {
        self.unit(name.row().key)
    }

    /// Returns the name of a scale.
    pub fn scale(&self, scale: ScaleName) -> &'static str {
        self.scales[scale as usize].get()
    }

    /// Returns what is said for what is written, in a family.
    pub fn named(&self, family: Family, written: &str) -> Option<&'static str> {
        let all = self.families[family as usize].of(PAIRS);
        find(all, written, |(written, _)| *written).map(|(_, said)| said.get())
    }

    /// Returns what a word, in lower case, tells of the number beside it.
    pub fn cues(&self, word: &str) -> Cues {
        let found = find(self.cues.of(CUES), word, |(word, _)| *word);
        found.map_or(Cues::default(), |(_, cues)| *cues)
    }

    /// Returns whether a list has `word`, or after `~` an end that it has.
    pub fn ends_as(&self, list: List, word: &str) -> bool {
        self.list(list)
            .any(|listed| match listed.strip_prefix('~') {
                Some(tail) => word.ends_with(tail),
                None => word == listed,
            })
    }

    /// Returns the words of a list.
    pub fn list(&self, list: List) -> impl Iterator<Item = &'static str> {
        let words = self.lists[list as usize].of(WORDS);
        words.iter().map(|word| word.get())
    }

    /// The words of `shortened.txt` that begin with these letters.
    pub fn wholes(&self, letters: &str) -> &'static [Whole] {
        beginning_with(self.wholes.of(WHOLES), letters)
    }

    /// Returns whether the language has a list.
    pub fn has(&self, list: List) -> bool {
        self.list(list).next().is_some()
    }

    /// Returns whether a word is on a list.
    pub fn lists(&self, list: List, word: &str) -> bool {
        self.list(list).any(|listed| listed == word)
    }

    fn readings(&self, forms: Span, written: &str) -> Option<&'static [Reading]> {
        let found = find(forms.of(FORMS), written, |(form, _)| *form);
        found.map(|(_, readings)| readings.of(READINGS))
    }

    /// Returns the readings of an abbreviation with its stop or stroke, in lower case: `dr.`
    pub fn abbreviation(&self, written: &str) -> Option<&'static [Reading]> {
        self.readings(self.stopped, written)
    }

    /// Returns the readings of a word that has a stop behind it.
    pub fn with_stop(&self, word: &str) -> &'static [Reading] {
        self.abbreviation(&format!("{word}.")).unwrap_or_default()
    }

    /// Returns the reading of an abbreviation that needs no stop before a number.
    pub fn counted(&self, written: &str) -> Option<&'static Reading> {
        self.readings(self.counted, written)?.first()
    }

    /// Returns the readings of a word that is written shorter without a stop: pls. Nearly all words are none by a few of their
    /// characters.
    pub fn shortened(&self, letters: &[char]) -> Option<&'static [Reading]> {
        let few = letters.len() <= MAX_SHORTENED && self.few.may_have(letters);
        few.then(|| self.in_full(letters))?
    }

    #[cold]
    fn in_full(&self, letters: &[char]) -> Option<&'static [Reading]> {
        let mark = |c: &char| if *c == '’' { '\'' } else { *c };
        let word: String = letters.iter().map(mark).collect();
        let lower = word.to_lowercase();
        let known = |word: &str| self.readings(self.shortened, word);
        let capitals = letters[1..].iter().any(|c| c.is_uppercase());
        // One letter is a word of a chat in lower case only: u, but not U.
        let other = capitals || letters.len() == 1;
        known(&word).or_else(|| known(&lower).filter(|_| !other))
    }

    /// Returns the readings of a word that chats write with a figure: b4.
    pub fn figured(&self, written: &str) -> Option<&'static [Reading]> {
        self.readings(self.shortened, written)
    }

    /// Returns the name of a Latin letter, in the script of the language, that these characters are.
    pub fn letter(&self, letters: &[char]) -> Option<&'static str> {
        let is = |name: &str| name.chars().eq(letters.iter().copied());
        // ଆର୍ is written without its virama as well.
        let bare = |name: &str| name.strip_suffix(is_virama).is_some_and(is);
        let names = self.list(List::Letters);
        let mut names = names.chain(self.list(List::OtherLetters));
        names.find(|name| is(name) || bare(name))
    }

    /// Returns whether `word` is the name of a unit, or a form of a long one.
    pub fn names_unit(&self, word: &str) -> bool {
        let begin = |text: &str| text.as_bytes().first_chunk::<UNLIKE>().copied();
        let units = self.units.of(NAMED_UNITS).iter();
        units.map(NamedUnit::said).any(|name| {
            // Nearly all are unlike the word, and this is cheaper than to count characters.
            if begin(name) != begin(word) {
                return false;
            }
            let last = name.char_indices().next_back().map_or(0, |(at, _)| at);
            let long = name.chars().count() > SHORT_UNIT && !name.contains(' ');
            word == name || long && word.starts_with(&name[..last])
        })
    }

    /// Returns whether `word` is the name of a digit.
    pub fn is_digit(&self, word: &str) -> bool {
        self.is_number_below(10, word)
    }

    /// Returns whether `word` is a number below another one: दो, ಹತ್ತು.
    pub fn is_number_below(&self, limit: u64, word: &str) -> bool {
        let mut rules = self.numbers.of(RULES).iter();
        rules.any(|rule| rule.base < limit && rule.words.get() == word)
    }
}

/// Returns those of some words, which are sorted, that begin with these letters.
pub fn beginning_with(words: &'static [Whole], letters: &str) -> &'static [Whole] {
    let rest = &words[words.partition_point(|whole| whole.word() < letters)..];
    &rest[..rest.partition_point(|whole| whole.word().starts_with(letters))]
}

fn suffix((_, forms, ending): &(Str, Str, Str)) -> Suffix {
    Suffix {
        forms: forms.get(),
        ending: ending.get(),
        doubled: "",
    }
}

/// Returns the unit that Latin letters spell in a text of any language, by its sign. English reads its own words for units as words.
pub fn unit_spelt(written: &str, in_english: bool) -> Option<&'static str> {
    let in_full = || spelt(IN_FULL, written).filter(|_| !in_english);
    let (_, unit) = spelt(SPELLINGS, written).or_else(in_full)?;
    Some(unit.get()).filter(|unit| *unit != written)
}

/// Returns the scale that Latin letters spell in a text of any language.
pub fn scale_spelt(written: &str) -> Option<ScaleName> {
    spelt(SCALES, written).map(|(_, scale)| *scale)
}

/// Finds a spelling as it is written, or one that any case will do for.
fn spelt<T>(all: &'static [(Str, T)], written: &str) -> Option<&'static (Str, T)> {
    // No word of India is one.
    if written.starts_with(|c| ('\u{900}'..'\u{D80}').contains(&c)) {
        return None;
    }
    let any_case = || format!("~{}", written.to_ascii_lowercase());
    find(all, written, |(w, _)| *w).or_else(|| find(all, &any_case(), |(w, _)| *w))
}

/// Returns the currency with this sign.
pub fn currency_sign(sign: &str) -> Option<Currency> {
    let at = Currency::ROWS.iter().position(|row| row.what == sign)?;
    Currency::ALL.get(at).copied()
}

/// Returns what tells the same in a text of any language.
pub fn everywhere(list: Everywhere) -> impl Iterator<Item = &'static str> {
    let words = EVERYWHERE.get(list as usize).map(|list| list.of(WORDS));
    words.unwrap_or_default().iter().map(|word| word.get())
}

/// Words that mean the same in a text of any language.
fn has(list: &'static [Str], word: &str) -> bool {
    find(list, word, |listed| *listed).is_some()
}

/// Returns whether a stop after `word`, in lower case, belongs to it in any language.
pub fn is_abbreviation(word: &str) -> bool {
    has(ABBREVIATIONS, word)
}

/// Returns whether `word` is the name of a Latin letter in any language: आई.
pub fn is_letter_name(word: &str) -> bool {
    has(LETTERS, word)
}

/// Returns whether a stop after `word` belongs to it after a number: 5 मी.
pub fn is_short_unit(word: &str) -> bool {
    has(UNITS, word)
}

/// Returns whether `word`, before a colon, is an abbreviation of which some Indic language has the full form.
pub fn is_title(word: &str) -> bool {
    has(TITLES, word)
}

/// Returns the currency that `word` means beside an amount in any language.
pub fn currency(word: &str) -> Option<Currency> {
    let small = || Cow::Owned(word.to_ascii_lowercase());
    let capitals = word.contains(|c: char| c.is_ascii_uppercase());
    let word = capitals.then(small).unwrap_or(word.into());
    find(CURRENCIES, &word, |(word, _)| *word).map(|(_, currency)| *currency)
}
