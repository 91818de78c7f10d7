//! English as spoken in India: a lexicon, names and words of India in Latin letters, and letter-to-sound rules for what
//! neither has: for words that look Indian a table, for others what the build has learnt from the lexicon.

#[cfg(test)]
mod align;
#[allow(dead_code)]
#[cfg(test)]
mod compile;
mod context;
mod lexicon;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{Phoneme, Reading, Source, indic, inventory};
use crate::Language;
use lexicon::Lexicon;

type Table = Vec<(&'static str, Vec<Phoneme>)>;

static LETTERS: LazyLock<Table> = LazyLock::new(|| table(include_str!("letters.txt")));
static LETTER_NAMES: LazyLock<Table> = LazyLock::new(|| table(include_str!("spelling.txt")));
static INDIAN_NAMES: LazyLock<HashMap<&str, &str, RandomState>> = LazyLock::new(|| {
    include_str!("names.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect()
});
/// What an Indian word in Latin letters is known by: these letters, `^` and `$` its beginning and end.
static MARKS: LazyLock<Vec<(&str, u128)>> = LazyLock::new(|| {
    let marks = marked(include_str!("letters.txt"));
    marks.into_iter().map(|m| (m, letters(m))).collect()
});
/// Abbreviations that are words too in small letters.
static ABBREVIATIONS: LazyLock<Vec<&str>> = LazyLock::new(|| marked(include_str!("spelling.txt")));

/// Pronounces a word, spelling it letter by letter where it is an abbreviation.
pub(super) fn pronounce(word: &str, out: &mut Vec<Phoneme>) -> Reading {
    let capital = |w: &&str| w.len() > 1 && w.bytes().all(|b| b.is_ascii_uppercase());
    // "MLAs", "BJP's": letters, and an ending.
    if let Some(stem) = stem(word).filter(capital) {
        let reading = pronounce(stem, out);
        end(out);
        return reading;
    }
    let plain = fold(word);
    let capitals = capital(&word);
    let consonants = || !plain.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let (source, skipped) = if capitals && ABBREVIATIONS.contains(&word) {
        (Source::Spelt, spell(word, out))
    } else if look_up(&plain, out) || inflected(&plain, out) {
        (Source::Dictionary, 0)
    } else if (capitals && word.len() <= 5) || consonants() {
        (Source::Spelt, spell(word, out))
    } else if looks_indian(&plain) {
        (Source::LetterToSound, by_rule(&plain, out))
    } else {
        let from = out.len();
        let skipped = by_context(&plain, &lexicon::LETTERS, out);
        stress(out, from);
        (Source::LetterToSound, skipped)
    };
    Reading { source, skipped }
}

/// Marks the stress of the word that begins at `from`: of more than two syllables on the last but one if it is heavy, on the one
/// before if not, otherwise on the first (Chomsky and Halle, The Sound Pattern of English, 1968, on the Romance stress rule).
fn stress(out: &mut Vec<Phoneme>, from: usize) {
    let vowels: Vec<usize> = (from..out.len()).filter(|i| out[*i].is_vowel()).collect();
    let stressed = match vowels[..] {
        [.., before, penult, last] => {
            let long = out[penult].symbol().chars().count() > 1;
            let liquid = |p: &Phoneme| matches!(p.symbol(), "r" | "l" | "j" | "ʋ");
            let closed = match &out[penult + 1..last] {
                [] | [_] => false,
                [_, second] => !liquid(second),
                _ => true,
            };
            if long || closed { penult } else { before }
        }
        [first, ..] => first,
        [] => return,
    };
    out.insert(stressed, Phoneme::STRESS);
}

/// Whether the lexicon has `word`, in lower case.
pub(super) fn knows(word: &str) -> bool {
    lexicon::WORDS.find(word.as_bytes()).is_some()
}

/// Names the letters of `word`, one after the other. Returns how many characters have no name.
pub(crate) fn spell(word: &str, out: &mut Vec<Phoneme>) -> usize {
    let mut skipped = 0;
    for letter in fold(word).chars() {
        let name = LETTER_NAMES
            .iter()
            .find(|(name, _)| name.starts_with(letter));
        match name {
            Some((_, phonemes)) => out.extend(phonemes),
            None if letter == '\'' => {}
            None => skipped += 1,
        }
    }
    skipped
}

/// Lower case, accents taken off, one apostrophe.
fn fold(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() {
        return Cow::Owned(word.to_ascii_lowercase());
    }
    word.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c == '’' { '\'' } else { c })
        .collect()
}

fn look_up(word: &str, out: &mut Vec<Phoneme>) -> bool {
    if let Some(name) = INDIAN_NAMES.get(word) {
        indic::pronounce(name, Language::Hi, out);
        return true;
    }
    let found = lexicon::WORDS.find(word.as_bytes());
    out.extend(phonemes(found.unwrap_or_default()));
    found.is_some()
}

fn phonemes(indices: &[u8]) -> impl Iterator<Item = Phoneme> {
    indices.iter().filter_map(|&i| Phoneme::from_index(i))
}

fn looks_indian(word: &str) -> bool {
    let word = format!("^{word}$");
    let has = letters(&word);
    MARKS
        .iter()
        .any(|(mark, needs)| has & needs == *needs && word.contains(mark))
}

/// The letters of a word, as bits: a mark is looked for only where they are.
fn letters(word: &str) -> u128 {
    word.bytes().fold(0, |bits, b| bits | 1 << (b % 128))
}

/// Reads each letter as the longest context tells that `contexts` has.
fn by_context(word: &str, contexts: &Lexicon, out: &mut Vec<Phoneme>) -> usize {
    let mut skipped = 0;
    let letters: Vec<u8> = word
        .chars()
        .filter(|c| {
            let read = c.is_ascii_lowercase();
            skipped += usize::from(!read && *c != '\'');
            read
        })
        .map(|c| c as u8)
        .collect();
    for at in 0..letters.len() {
        let share = contexts.longest(&context::context(&letters, at));
        out.extend(phonemes(share.unwrap_or_default()));
    }
    skipped
}

/// The plural, possessive and third person of a word of the lexicon.
fn inflected(word: &str, out: &mut Vec<Phoneme>) -> bool {
    let found = stem(word).is_some_and(|stem| look_up(stem, out));
    if found {
        end(out);
    }
    found
}

/// What stands before the ending of a plural or possessive.
fn stem(word: &str) -> Option<&str> {
    ["'s", "’s", "s'", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
}

/// Adds the sound of that ending.
fn end(out: &mut Vec<Phoneme>) {
    let last = out.last().map_or("", |p| p.symbol());
    let ending = match last {
        "s" | "z" | "ʃ" | "tʃ" | "dʒ" => "i z",
        "p" | "ʈ" | "k" | "f" | "t̪ʰ" | "kʰ" | "t̪" => "s",
        _ => "z",
    };
    out.extend(inventory::parse(ending).unwrap_or_default());
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
        .filter(|line| !line.starts_with(['#', '=']))
        .map(|line| {
            let (spelling, sounds) = line.split_once(' ').unwrap_or((line, ""));
            (spelling, inventory::parse(sounds).unwrap_or_default())
        })
        .collect()
}

fn marked(text: &'static str) -> Vec<&'static str> {
    let lines = text.lines();
    lines.filter_map(|line| line.strip_prefix('=')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::distance;

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
        assert_eq!(said("hot"), "h ˈɔ ʈ");
        assert_eq!(said("want"), "ʋ ˈɔ n ʈ");
        assert_eq!(said("father"), "f ˈaː d̪ ə r");
        assert_eq!(said("thirty"), "t̪ʰ ˈɜ r ʈ iː");
        assert_eq!(said("Monday"), "m ˈə n ɖ eː");
    }

    #[test]
    fn of_words_spelt_alike_the_more_common_one_is_said() {
        assert_eq!(said("read"), "r ˈiː ɖ");
        assert_eq!(said("use"), "j ˈuː z");
        assert_eq!(said("live"), "l ˈi ʋ");
        assert_eq!(said("St"), "s eː n ʈ");
        assert_eq!(said("ST"), "ˈɛ s ʈ ˈiː");
    }

    #[test]
    fn every_word_of_the_sources_is_found() {
        for source in [include_str!("cmudict.txt"), include_str!("india.txt")] {
            for line in source.lines().filter(|l| !l.starts_with('#')) {
                let word = line.split(' ').next().unwrap();
                assert!(
                    lexicon::WORDS
                        .find(word.as_bytes())
                        .is_some_and(|p| !p.is_empty()),
                    "{word}"
                );
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
            assert!(lexicon::WORDS.find(word.as_bytes()).is_none(), "{word:?}");
        }
    }

    #[test]
    fn the_longest_context_holds() {
        for word in ["nagarathnam", "q", "zzyzx", "bhupeedi", "schtroumpf"] {
            for at in 0..word.len() {
                let context = context::context(word.as_bytes(), at);
                let each = (1..=context.len()).rev();
                let longest = { each }.find_map(|length| lexicon::LETTERS.find(&context[..length]));
                assert_eq!(lexicon::LETTERS.longest(&context), longest, "{word} {at}");
                assert!(longest.is_some(), "{word} {at}");
            }
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
        assert_eq!(said("US"), "j ˈuː ˈɛ s");
        assert_eq!(said("us"), "ˈə s");
        assert_eq!(said("GPS"), "dʒ ˈiː p ˈiː ˈɛ s");
        assert_eq!(said("NGO"), "ˈɛ n dʒ ˈiː ˈoː");
        assert_eq!(said("ISRO"), "ˈi s r oː");
        assert_eq!(said("MLAs"), "ˈɛ m ˈɛ l ˈeː z");
        assert_eq!(said("BJP’s"), "b ˈiː dʒ ˈeː p ˈiː z");
        assert_eq!(said("SIT"), "ˈɛ s ˈaɪ ʈ ˈiː");
        assert_eq!(said("BHIM"), "bʱ iː m");
        assert_eq!(said("AAP"), "aː p");
        assert_eq!(said("tsx"), "ʈ ˈiː ˈɛ s ˈɛ k s");
    }

    #[test]
    fn an_unknown_word_is_read_by_its_letters() {
        assert_eq!(said("bhupeedi"), "bʱ u p iː d̪ iː");
        assert_eq!(said("café"), said("cafe"));
    }

    #[test]
    fn an_unknown_word_is_stressed_by_the_weight_of_its_syllables() {
        for (phonemes, stressed) in [
            ("k ə", "k ˈə"),
            ("k ə t̪ aː", "k ˈə t̪ aː"),
            ("k ə t̪ ə m iː", "k ˈə t̪ ə m iː"),
            ("k ə t̪ aː m iː", "k ə t̪ ˈaː m iː"),
            ("k ə t̪ ə n m iː", "k ə t̪ ˈə n m iː"),
            ("k ə t̪ ə p r iː", "k ˈə t̪ ə p r iː"),
            ("k t̪", "k t̪"),
        ] {
            let mut out = inventory::parse(phonemes).unwrap();
            stress(&mut out, 0);
            assert_eq!(inventory::format(&out), stressed);
        }
    }

    #[test]
    fn names_of_india_are_read_as_in_their_language() {
        assert_eq!(said("Patel's"), "p ə ʈ eː l z");
        assert_eq!(said("Ramesh"), "r ə m eː ʃ");
        assert_eq!(said("Eid"), "iː d̪");
        assert_eq!(said("Gowda"), "ɡ ˈaʊ ɖ aː");
        assert_eq!(said("Palakkad"), "p aː l ə k k aː ɖ");
        assert_eq!(said("Kejriwal"), "k eː dʒ r iː ʋ aː l");
        assert_eq!(said("Gandhi"), "ɡ aː n d̪ʱ iː");
        assert_eq!(said("NITI"), "n iː t̪ iː");
        assert_eq!(said("Bhubaneswar"), "bʱ u ʋ n eː ʃ ʋ ə r");
        for line in include_str!("names.txt").lines().skip(1) {
            let (name, spelling) = line.split_once(' ').unwrap();
            let mut out = Vec::new();
            assert_eq!(
                indic::pronounce(spelling, Language::Hi, &mut out).skipped,
                0
            );
            assert_eq!(
                pronounce(name, &mut Vec::new()).source,
                Source::Dictionary,
                "{name}"
            );
        }
    }

    /// Of the words of the dictionary a tenth is kept from the learning and read by the rules that the others give.
    #[test]
    fn letter_to_sound_reads_words_it_has_not_seen() {
        let [cmudict, arpabet] = [include_str!("cmudict.txt"), include_str!("arpabet.txt")];
        let kept = |word: &str| word.bytes().map(usize::from).sum::<usize>() % 10 == 0;
        let symbols = compile::Symbols::new(arpabet);
        let words = compile::words(cmudict, &symbols);
        let seen = words.iter().filter(|word| !kept(word.spelling));
        let contexts = compile::letters(seen, &symbols);
        let rules = Lexicon::new(&contexts);
        let (mut errors, mut length, mut right, mut count) = (0, 0, 0, 0);
        for word in words.iter().map(|word| word.spelling) {
            if !kept(word) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
                continue;
            }
            let found = lexicon::WORDS.find(word.as_bytes()).unwrap();
            let expected: Vec<Phoneme> =
                phonemes(found).filter(|p| *p != Phoneme::STRESS).collect();
            let mut read = Vec::new();
            by_context(word, &rules, &mut read);
            let distance = distance(&expected, &read);
            errors += distance;
            length += expected.len();
            right += usize::from(distance == 0);
            count += 1;
        }
        let per = 100.0 * errors as f64 / length as f64;
        println!(
            "{count} words unseen: phoneme error rate {per:.2}, words right {:.1} percent; {} bytes",
            100.0 * right as f64 / count as f64,
            contexts.len()
        );
        assert!(count > 10_000 && per < 12.0);
    }

    #[test]
    fn what_cannot_be_read_is_counted() {
        for (word, skipped) in [("", 0), ("भा", 1), ("a\u{e000}b", 1), ("’", 0)] {
            let reading = pronounce(word, &mut Vec::new());
            assert_eq!(reading.skipped, skipped, "{word:?}");
        }
    }
}
