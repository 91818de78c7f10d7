//! Words of each language and how they are read.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use unicode_normalization::UnicodeNormalization;
use vaak::Language;
use vaak::g2p::pronounce;
use vaak::phoneme;
use vaak::text::by_letters;

use crate::table;

/// The reading of a word without spaces between its sounds, and how many characters were skipped.
fn read(word: &str, language: Language) -> (String, usize) {
    let mut phonemes = Vec::new();
    let reading = pronounce(word, language, &mut phonemes);
    (phoneme::format(&phonemes).replace(' ', ""), reading.skipped)
}

#[test]
fn words_of_each_language() {
    table::assert_none(Language::ALL.map(|language| {
        table::wrong(&format!("words/{language}.tsv"), |[word, phonemes]| {
            let (found, skipped) = read(word, language);
            let note = if skipped > 0 { ", not all of it" } else { "" };
            (found + note, phonemes.nfd().collect())
        })
    }));
}

#[test]
fn spellings_that_look_alike_are_read_alike() {
    let wrong = table::wrong("words/spelled-alike.tsv", |[language, one, other]| {
        let language = language.parse().unwrap();
        let (found, skipped) = read(one, language);
        assert_eq!(skipped, 0, "{one}");
        (found, read(other, language).0)
    });
    table::assert_none([wrong]);
}

#[test]
fn letters_of_another_script_are_read_as_that_script_reads_them() {
    assert_eq!(read("தமிழ்", Language::Hi), read("தமிழ்", Language::Ta));
    assert_eq!(read("कದ", Language::Bn), ("kəd̪a".to_owned(), 0));
}

#[test]
fn a_word_of_letters_has_a_vowel() {
    // Consonants of each script, from ka to ha.
    for language in Language::ALL {
        let Some(script) = script_of(language) else {
            continue;
        };
        let consonants: Vec<char> = (0x15..0x3a)
            .filter_map(|letter| char::from_u32(script + letter))
            .filter(|letter| !read(&letter.to_string(), language).0.is_empty())
            .collect();
        let mut random = SmallRng::seed_from_u64(7);
        for one in &consonants {
            for other in &consonants {
                let third = consonants[random.random_range(..consonants.len())];
                for word in [format!("{one}{other}"), format!("{one}{other}{third}")] {
                    let mut phonemes = Vec::new();
                    pronounce(&word, language, &mut phonemes);
                    assert!(phonemes.iter().any(|p| p.is_vowel()), "{language} {word}");
                }
            }
        }
    }
}

/// Where the block of a language's script begins.
fn script_of(language: Language) -> Option<u32> {
    Some(match language {
        Language::Hi | Language::Mr => 0x900,
        Language::Bn => 0x980,
        Language::Pa => 0xa00,
        Language::Gu => 0xa80,
        Language::Or => 0xb00,
        Language::Ta => 0xb80,
        Language::Te => 0xc00,
        Language::Kn => 0xc80,
        Language::Ml => 0xd00,
        _ => return None,
    })
}

#[test]
fn what_cannot_be_read_is_counted_and_the_rest_is_read() {
    assert_eq!(read("क\u{e000}ल", Language::Hi), ("kəl".to_owned(), 1));
    assert_eq!(read("", Language::Ta), (String::new(), 0));
}

#[test]
fn any_characters_are_read_without_panic_and_the_same_each_time() {
    let mut random = SmallRng::seed_from_u64(5);
    let mut random = |n: u32| random.random_range(..n);
    for _ in 0..2000 {
        let word: String = (0..1 + random(12))
            .filter_map(|_| match random(10) {
                0 => char::from_u32(random(0x11_0000)),
                1 => char::from_u32(0x200b + random(4)),
                _ => char::from_u32(0x900 + random(0x500)),
            })
            .collect();
        for language in Language::ALL {
            let first = read(&word, language);
            assert!(first.1 <= word.nfd().count(), "{word:?}");
            assert_eq!(first, read(&word, language), "{word:?}");
        }
    }
}

#[test]
fn a_word_without_end_is_read_in_time() {
    for akshara in ["क्", "क", "কা", "ക്", "a", "क\u{93c}", "\u{93c}"] {
        let word = akshara.repeat(20_000);
        for language in Language::ALL {
            read(&word, language);
        }
    }
}

#[test]
fn most_letters_tell_the_language() {
    for (text, language) in [
        ("मैं घर जा रहा हूँ और वह भी", Language::Hi),
        ("मी घरी जात आहे", Language::Mr),
        ("नई गाड़ी Vande Bharat Express आज सुबह चली", Language::Hi),
        ("நான் வீட்டுக்கு போகிறேன்", Language::Ta),
        ("A word", Language::En),
        ("12", Language::En),
    ] {
        assert_eq!(by_letters(text), language, "{text}");
    }
}
