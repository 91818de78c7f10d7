//! Indic words in Latin letters, as people type them: frequent ones by their own spelling, the rest letter by letter.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::drawn::shortened;
use super::english::members::{self, is_name};
use super::indic;
use super::source::{Pronunciation, Source};
use crate::data::lines;
use crate::language::{Each, Language, SHARED_LATIN};
use crate::phoneme::{self, Phoneme};
use crate::romanised;
use crate::token::Listed;

/// The longest spelling of a row, its edges included.
const LONGEST: usize = 8;

type Rows = HashMap<&'static str, Vec<Phoneme>, RandomState>;

/// The rows of a language, those that all share beneath its own. They are read when its first word is.
fn rows(language: Language) -> &'static Rows {
    static ROWS: Each<Rows> = Each::new();
    ROWS.get(language, || {
        let sources = [SHARED_LATIN, language.latin()];
        sources.into_iter().flat_map(parse).collect()
    })
}

/// The rows of a file: spellings and their sounds.
fn parse(source: &'static str) -> impl Iterator<Item = (&'static str, Vec<Phoneme>)> {
    let rows = lines(source).filter(|(_, line)| !line.starts_with(['@', '%', '+']));
    let rows = rows.filter_map(|(_, line)| line.split_once(' '));
    rows.filter_map(|(spelling, sounds)| Some((spelling, phoneme::parse(sounds)?)))
}

/// Whether `word` is in Latin letters.
pub(super) fn is_latin(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Appends the phonemes of `word`.
pub(super) fn pronounce(
    word: &str,
    language: Language,
    listed: Listed,
    out: &mut Vec<Phoneme>,
) -> Pronunciation {
    let native = match listed {
        Listed::Unknown | Listed::Beside(_) => romanised::native(word, language),
        Listed::No => None,
        Listed::At(bucket, entry) => romanised::native_at(bucket, entry, language),
    };
    match native {
        Some(native) => Pronunciation {
            source: Source::Romanised,
            ..indic::pronounce(&native, language, out)
        },
        None => {
            let found = super::english::name(word, language, out);
            let found = found.or_else(|| super::english::with_ending(word, language, out));
            if let Some(found) = found {
                return found;
            }
            if let Some(found) = of_members(word, language, out) {
                return found;
            }
            let known = |word: &str| romanised::native(word, language).is_some();
            if let Some(short) = shortened(&word.to_lowercase(), known) {
                return pronounce(&short, language, Listed::Unknown, out);
            }
            Pronunciation {
                source: Source::LetterToSound,
                skipped: by_rule(word, language, out),
            }
        }
    }
}

/// A name of India that is not listed, by its members.
fn of_members(word: &str, language: Language, out: &mut Vec<Phoneme>) -> Option<Pronunciation> {
    if !is_name(word) {
        return None;
    }
    let plain = word.to_lowercase();
    let members = members::members(&plain, language)?;
    let by_letters = |word: &str, out: &mut Vec<Phoneme>| by_rule(word, language, out);
    let skipped = members::pronounce(members, language, by_letters, out);
    Some(Pronunciation {
        source: Source::LetterToSound,
        skipped,
    })
}

/// Returns how many characters no row has.
fn by_rule(word: &str, language: Language, out: &mut Vec<Phoneme>) -> usize {
    let rows = rows(language);
    let word = format!("^{}$", word.to_lowercase());
    let is_bivalent = rows.get("a") != rows.get("aa");
    let mut skipped = 0;
    let mut at = 0;
    while at + 1 < word.len() {
        let rest = &word[at..];
        let mut ends: Vec<usize> = rest
            .char_indices()
            .map(|(i, _)| i)
            .take(LONGEST + 1)
            .collect();
        ends.push(rest.len());
        let found = ends.iter().rev().find_map(|&end| {
            let spelling = rest.get(..end)?;
            Some((end, spelling, rows.get(spelling)?))
        });
        match found {
            Some((end, "a", sounds)) => {
                // The edges of the word are no letters of it.
                let letters = &word.as_bytes()[1..word.len() - 1];
                let long = at > 0 && is_bivalent && romanised::is_long(language, letters, at - 1);
                out.extend(rows.get("aa").filter(|_| long).unwrap_or(sounds));
                at += end;
            }
            Some((end, spelling, sounds)) => {
                out.extend(sounds);
                at += end - usize::from(spelling.ends_with('$'));
            }
            None => {
                let c = rest.chars().next().unwrap_or('$');
                skipped += usize::from(!matches!(c, '^' | '\'' | '’'));
                at += c.len_utf8();
            }
        }
    }
    skipped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str, language: Language) -> String {
        let mut out = Vec::new();
        assert_eq!(
            pronounce(word, language, Listed::Unknown, &mut out).skipped,
            0,
            "{word}"
        );
        phoneme::format(&out)
    }

    #[test]
    fn no_row_is_longer_than_is_looked_for() {
        for rows in Language::ALL.map(rows) {
            assert!(rows.keys().all(|spelling| spelling.len() <= LONGEST));
        }
    }

    #[test]
    fn a_frequent_word_is_read_as_its_own_spelling() {
        for (latin, native, language) in [
            ("nahi", "नहीं", Language::Hi),
            ("Jaldi", "जल्दी", Language::Hi),
            ("vandhaan", "வந்தான்", Language::Ta),
            ("bhalo", "ভালো", Language::Bn),
            ("aahe", "आहे", Language::Mr),
            ("aapne", "आपने", Language::Hi),
            ("barah", "बारह", Language::Hi),
            ("saadhe", "साढ़े", Language::Hi),
            ("ippattu", "ಇಪ್ಪತ್ತು", Language::Kn),
            ("irupathu", "இருபது", Language::Ta),
            ("pannendu", "పన్నెండు", Language::Te),
            ("dodh", "દોઢ", Language::Gu),
            ("pannas", "पन्नास", Language::Mr),
            ("sottor", "সত্তর", Language::Bn),
        ] {
            let mut out = Vec::new();
            indic::pronounce(native, language, &mut out);
            assert_eq!(said(latin, language), phoneme::format(&out), "{latin}");
        }
    }

    #[test]
    fn a_long_vowel_is_told_by_the_letters_around() {
        for (word, language, sounds) in [
            ("udya", Language::Hi, "u d̪ j aː"),
            ("khanu", Language::Hi, "kʰ aː n uː"),
            ("gharvar", Language::Mr, "ɡʱ ə r ʋ ə r"),
            ("lagaiye", Language::Hi, "l ə ɡ aː i eː"),
        ] {
            assert_eq!(said(word, language), sounds, "{word}");
        }
    }

    #[test]
    fn an_english_word_keeps_its_sounds_before_an_ending() {
        for (word, language, sounds) in [
            ("officeku", Language::Ta, "ˈɔ f i s k u"),
            ("bankil", Language::Ml, "b ˈæ ŋ k i l"),
            ("officemadhye", Language::Mr, "ˈɔ f i s m ə d̪ʱ j e"),
            ("schoolalli", Language::Kn, "s k ˈuː l a l l i"),
        ] {
            assert_eq!(said(word, language), sounds, "{word}");
        }
    }

    #[test]
    fn any_letters_are_read_in_each_language() {
        for language in Language::ALL.into_iter().filter(|l| *l != Language::En) {
            for letter in 'a'..='z' {
                said(&format!("{letter}xq{letter}"), language);
            }
        }
        assert_eq!(said("khichkana", Language::Hi), "kʰ i tʃ k ə n aː");
        assert_eq!(said("vaazhkam", Language::Ta), "ʋ aː ɻ k a m");
        assert_eq!(said("nahiiiii", Language::Hi), said("nahi", Language::Hi));
    }
}
