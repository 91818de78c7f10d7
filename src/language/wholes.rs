//! The words of `shortened.txt`, those of English with their forms. The build reads it.

use std::collections::BTreeMap;

use super::entries::entries;
use super::rows::Language;
use crate::data::{Fault, File};
use crate::script::{ZWNJ, letter};

/// The keys of words that are preferred, the most first, and what the tables call them.
const PREFERRED: &[(&str, &str)] = &[("often", "Often"), ("usual", "Usual")];
/// What they call the others.
const SELDOM: &str = "Seldom";
/// Letters of a verb that may double its last consonant before an ending: fit, fitted.
const DOUBLING: usize = 4;

/// A word that may be meant by a shorter one.
#[derive(Clone, Copy)]
pub struct Whole {
    /// How often it is written shorter.
    pub usage: &'static str,
    /// Whether it has an ending that was added by rule.
    pub inflected: bool,
    pub line: usize,
}

/// Reads `shortened.txt` of a language.
pub fn read(language: Language, file: &File, faults: &mut Vec<Fault>) -> BTreeMap<String, Whole> {
    let mut all = BTreeMap::new();
    for entry in entries(file, faults) {
        let verb = match entry.section {
            "nouns" => Some(false),
            "verbs" => Some(true),
            "others" => None,
            other => {
                let what = format!("there is no section [{other}]");
                faults.push(Fault::new(file, entry.line, what));
                continue;
            }
        };
        for word in entry.value.split(' ') {
            let own = |c| letter(c) == Some(language.script()) && !c.is_uppercase() || c == ZWNJ;
            if !word.chars().all(own) {
                let what =
                    format!("{word:?} has other characters than small letters of its script");
                faults.push(Fault::new(file, entry.line, what));
                continue;
            }
            let preferred = PREFERRED.iter().find(|(key, _)| *key == entry.key);
            let whole = |inflected| Whole {
                usage: preferred.map_or(SELDOM, |(_, usage)| *usage),
                inflected,
                line: entry.line,
            };
            put(&mut all, word.to_owned(), whole(false));
            for form in verb.map(|verb| forms(word, verb)).unwrap_or_default() {
                put(&mut all, form, whole(true));
            }
        }
    }
    all
}

/// A word that stands in several places is the most usual one.
fn put(all: &mut BTreeMap<String, Whole>, word: String, whole: Whole) {
    let rank = |whole: &Whole| {
        let mut all = PREFERRED.iter();
        let preferred = all.position(|(_, usage)| *usage == whole.usage);
        (preferred.unwrap_or(PREFERRED.len()), whole.inflected)
    };
    let known = all.entry(word).or_insert(whole);
    if rank(&whole) < rank(known) {
        *known = whole;
    }
}

/// A word with -s, and a verb with -ed and -ing.
fn forms(word: &str, verb: bool) -> Vec<String> {
    let vowel = |c: char| "aeiou".contains(c);
    let mut back = word.chars().rev();
    let (last, before, third) = (back.next(), back.next(), back.next());
    let is = |c: Option<char>, of: &str| c.is_some_and(|c| of.contains(c));
    let stem = &word[..word.len() - 1];
    let y = last == Some('y') && !before.is_some_and(vowel);
    let hissing = is(last, "sxz") || last == Some('h') && is(before, "cs");
    let many = match (y, hissing) {
        (true, _) => format!("{stem}ies"),
        (_, true) => format!("{word}es"),
        _ => format!("{word}s"),
    };
    if !verb {
        return vec![many];
    }
    let short = word.len() <= DOUBLING || word.ends_with("mit") || word.ends_with("fer");
    let doubles =
        short && is(last, "bdgmnprt") && before.is_some_and(vowel) && !third.is_some_and(vowel);
    let doubled = match (doubles, last) {
        (true, Some(last)) => format!("{word}{last}"),
        _ => word.to_owned(),
    };
    let (e, ee) = (last == Some('e'), word.ends_with("ee"));
    let past = match (y, e) {
        (true, _) => format!("{stem}ied"),
        (_, true) => format!("{word}d"),
        _ => format!("{doubled}ed"),
    };
    let lasting = match e && !ee {
        true => format!("{stem}ing"),
        false => format!("{doubled}ing"),
    };
    vec![many, past, lasting]
}
