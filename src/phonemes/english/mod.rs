//! English as spoken in India: a lexicon, and letter-to-sound rules for the words it lacks.

mod lexicon;

use std::sync::LazyLock;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{Phoneme, Reading, Source, inventory};

type Table = Vec<(&'static str, Vec<Phoneme>)>;

static LETTERS: LazyLock<Table> = LazyLock::new(|| table(include_str!("letters.txt")));
static NAMES: LazyLock<Table> = LazyLock::new(|| table(include_str!("spelling.txt")));

/// Pronounces a word, spelling it letter by letter where it is an abbreviation.
pub(super) fn pronounce(word: &str, out: &mut Vec<Phoneme>) -> Reading {
    let plain = fold(word);
    let capitals = word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase());
    let spelt = (capitals && word.len() <= 5) || !plain.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let (source, skipped) = if look_up(&plain, out) || inflected(&plain, out) {
        (Source::Dictionary, 0)
    } else if spelt {
        (Source::Spelt, spell(word, out))
    } else {
        (Source::LetterToSound, by_rule(&plain, out))
    };
    Reading { source, skipped }
}

/// Whether the lexicon has `word`, in lower case.
pub(super) fn knows(word: &str) -> bool {
    lexicon::find(word).is_some()
}

/// Names the letters of `word`, one after the other. Returns how many characters have no name.
pub(crate) fn spell(word: &str, out: &mut Vec<Phoneme>) -> usize {
    let mut skipped = 0;
    for letter in fold(word).chars() {
        let name = NAMES.iter().find(|(name, _)| name.starts_with(letter));
        match name {
            Some((_, phonemes)) => out.extend(phonemes),
            None if letter == '\'' => {}
            None => skipped += 1,
        }
    }
    skipped
}

/// Lower case, accents taken off, one apostrophe.
fn fold(word: &str) -> String {
    word.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c == '’' { '\'' } else { c })
        .collect()
}

fn look_up(word: &str, out: &mut Vec<Phoneme>) -> bool {
    let found = lexicon::find(word);
    out.extend(
        found
            .into_iter()
            .flatten()
            .filter_map(|&i| Phoneme::from_index(i)),
    );
    found.is_some()
}

/// The plural, possessive and third person of a word of the lexicon.
fn inflected(word: &str, out: &mut Vec<Phoneme>) -> bool {
    let Some(stem) = word
        .strip_suffix("'s")
        .or_else(|| word.strip_suffix("s'"))
        .or_else(|| word.strip_suffix('s'))
    else {
        return false;
    };
    if !look_up(stem, out) {
        return false;
    }
    let last = out.last().map_or("", |p| p.symbol());
    let ending = match last {
        "s" | "z" | "ʃ" | "tʃ" | "dʒ" => "i z",
        "p" | "ʈ" | "k" | "f" | "t̪ʰ" | "kʰ" | "t̪" => "s",
        _ => "z",
    };
    out.extend(inventory::parse(ending).unwrap_or_default());
    true
}

fn by_rule(word: &str, out: &mut Vec<Phoneme>) -> usize {
    let marked = format!("{word}$");
    let mut rest = marked.as_str();
    let mut skipped = 0;
    while rest != "$" {
        let row = LETTERS
            .iter()
            .filter(|(spelling, _)| rest.starts_with(spelling))
            .max_by_key(|(spelling, _)| spelling.len());
        let read = match row {
            Some((spelling, phonemes)) => {
                out.extend(phonemes);
                spelling.trim_end_matches('$').len()
            }
            None => {
                let letter = rest.chars().next().unwrap_or('$');
                skipped += usize::from(letter != '\'');
                letter.len_utf8()
            }
        };
        rest = &rest[read..];
    }
    skipped
}

fn table(text: &'static str) -> Table {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (spelling, sounds) = line.split_once(' ').unwrap_or((line, ""));
            (spelling, inventory::parse(sounds).unwrap_or_default())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str) -> String {
        let mut out = Vec::new();
        assert_eq!(pronounce(word, &mut out).skipped, 0, "{word}");
        inventory::format(&out)
    }

    #[test]
    fn words_of_the_lexicon_have_indian_sounds() {
        assert_eq!(said("water"), "ʋ ˈɔ ʈ ə r");
        assert_eq!(said("think"), "t̪ʰ ˈi ŋ k");
        assert_eq!(said("Crore"), "k r ˈoː r");
        assert_eq!(said("the"), "d̪ ə");
    }

    #[test]
    fn every_word_of_the_sources_is_found() {
        for source in [include_str!("cmudict.txt"), include_str!("india.txt")] {
            for line in source.lines().filter(|l| !l.starts_with('#')) {
                let word = line.split(' ').next().unwrap();
                assert!(lexicon::find(word).is_some_and(|p| !p.is_empty()), "{word}");
            }
        }
        for word in [
            "",
            "a-",
            "aardvar",
            "aardvarkk",
            "zzzzz",
            "\u{10ffff}",
            "\0",
        ] {
            assert!(lexicon::find(word).is_none(), "{word:?}");
        }
    }

    #[test]
    fn an_ending_follows_the_sound_before_it() {
        assert_eq!(said("teacher's"), "ʈ ˈiː tʃ ə r z");
        assert_eq!(said("bus's"), "b ˈə s i z");
        assert_eq!(said("cat’s"), "k ˈæ ʈ s");
    }

    #[test]
    fn abbreviations_are_spelt() {
        assert_eq!(said("UPI"), "j ˈuː p ˈiː ˈaɪ");
        assert_eq!(said("tsx"), "ʈ ˈiː ˈɛ s ˈɛ k s");
    }

    #[test]
    fn an_unknown_word_is_read_by_its_letters() {
        assert_eq!(said("bhupeedi"), "bʱ u p iː ɖ iː");
        assert_eq!(said("café"), said("cafe"));
    }

    #[test]
    fn what_cannot_be_read_is_counted() {
        for (word, skipped) in [("", 0), ("भा", 1), ("a\u{e000}b", 1), ("’", 0)] {
            let reading = pronounce(word, &mut Vec::new());
            assert_eq!(reading.skipped, skipped, "{word:?}");
        }
    }
}
