//! Any text at all: nothing stops, nothing readable is lost, and neither work nor memory outgrow the text.

use allocation_counter::measure;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use unicode_normalization::UnicodeNormalization;
use vaak::Language;
use vaak::g2p::pronounce;
use vaak::lexicon::{Lexicon, phrase};
use vaak::phoneme::{self, Phoneme};
use vaak::text::{Clause, Reader, Splitter};
use vaak::token::{Token, Word};

/// Texts, the same each time.
struct Random(SmallRng);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(..n)
    }

    fn one_of<'a>(&mut self, parts: &[&'a str]) -> &'a str {
        parts[self.below(parts.len())]
    }

    fn char(&mut self, first: u32, count: usize) -> char {
        char::from_u32(first + self.below(count) as u32).unwrap_or('\u{fffd}')
    }

    /// A token of text: any character, one of the scripts read here, or what texts are tripped up by.
    fn part(&mut self, text: &mut String) {
        const TRAPS: [&str; 44] = [
            " ",
            " ",
            " ",
            "\n",
            "\t",
            ".",
            ",",
            "?",
            "!",
            "।",
            "॥",
            "|",
            ":",
            ";",
            "-",
            "—",
            "'",
            "’",
            "\"",
            "(",
            ")",
            "[[",
            "]]",
            "…",
            "%",
            "₹",
            "Rs.",
            "$",
            "@",
            "#",
            "://",
            "www.",
            "<b>",
            "**",
            "&amp;",
            "\0",
            "\u{200b}",
            "\u{200c}",
            "\u{200d}",
            "\u{feff}",
            "\u{202e}",
            "\u{301}",
            "👨‍👩‍👧",
            "🇮🇳",
        ];
        const WORDS: [&str; 24] = [
            "kal",
            "meeting",
            "hai",
            "Dr",
            "USA",
            "xii",
            "main",
            "नमस्ते",
            "क्ष्म्य",
            "मी",
            "बাংলা",
            "தமிழ்",
            "తెలుగు",
            "ગુજરાતી",
            "ಕನ್ನಡ",
            "മലയാളം",
            "ਪੰਜਾਬੀ",
            "ଓଡ଼ିଆ",
            "12/08/2024",
            "9876543210",
            "1,23,456.78",
            "१२३",
            "10:30",
            "a@b.in",
        ];
        match self.below(9) {
            0 => text.push(self.char(0, 0x110000)),
            1 => text.push(self.char(0, 0x3000)),
            2 | 3 => {
                let script = 0x900 + 0x80 * self.below(9) as u32;
                for _ in 0..self.below(6) {
                    text.push(self.char(script, 0x80));
                }
            }
            4 => {
                for _ in 0..self.below(8) {
                    text.push(self.char(0x20, 0x60));
                }
            }
            5 => {
                let part = if self.below(2) == 0 {
                    self.one_of(&TRAPS)
                } else {
                    self.one_of(&WORDS)
                };
                text.push_str(&part.repeat(1 + self.below(40)));
            }
            6 | 7 => text.push_str(self.one_of(&WORDS)),
            _ => text.push_str(self.one_of(&TRAPS)),
        }
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(30) {
            self.part(&mut text);
        }
        text
    }
}

fn clauses(text: &str) -> Vec<Clause> {
    let mut splitter = Splitter::new();
    splitter.push(text);
    splitter.close();
    std::iter::from_fn(|| splitter.next_clause()).collect()
}

/// Whether each of the eleven languages' readers would say something for `c` alone.
fn is_readable(c: char) -> bool {
    let latin = c.is_ascii_alphabetic();
    let indic = ('\u{900}'..='\u{d7f}').contains(&c) && c.is_alphabetic();
    let language = match c as u32 / 0x80 {
        _ if latin => Language::En,
        0x12 => Language::Hi,
        0x13 => Language::Bn,
        0x14 => Language::Pa,
        0x15 => Language::Gu,
        0x16 => Language::Or,
        0x17 => Language::Ta,
        0x18 => Language::Te,
        0x19 => Language::Kn,
        _ => Language::Ml,
    };
    let mut out = Vec::new();
    (latin || indic)
        && pronounce(&c.to_string(), language, &mut out).skipped == 0
        && !out.is_empty()
}

/// Reads a text to its phonemes, and checks what came of its letters.
fn check(text: &str, reader: &mut Reader) {
    // These may be typed as a digit, or stand for degrees.
    let digit = |c: char| matches!(c, 'ం' | 'ಂ' | 'ം' | 'ർ' | 'ൻ' | 'ರ' | 'º');
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphabetic() && !digit(*c));
        letters.collect()
    };
    for clause in clauses(text) {
        let (mut tokens, mut origins) = (Vec::new(), Vec::new());
        let skipped = reader.trace(&clause, &mut tokens, |origin| origins.push(origin));
        assert!(
            matches!(tokens.last(), Some(Token::Pause(_) | Token::Colon)),
            "{text:?}"
        );
        // Every letter of the clause stands in an origin, in order; joiners make other letters of some.
        let composed: String = clause.text.nfc().collect();
        if !composed.contains('\u{200d}') {
            let written: String = origins.iter().map(|o| o.written.as_str()).collect();
            assert_eq!(letters(&written), letters(&composed), "{text:?}");
        }
        // Where a link leads is silent, and so is the letter of a face like :D.
        let linked = |written: &str| {
            let mut targets = composed.split("](").skip(1);
            targets.any(|target| target.contains(written))
        };
        let has_face = [":D", ":-D", ":P", ":-P"]
            .iter()
            .any(|face| clause.text.contains(face));
        let silent = |c: char| has_face && matches!(c, 'D' | 'P');
        let mut unread = 0;
        for origin in &origins {
            let written = &origin.written;
            let mut phonemes = Vec::new();
            let mut lost = 0;
            for token in origin.words(&tokens) {
                let (word, language) = match token {
                    Token::Word(Word { text, language, .. }) => (text, language),
                    Token::Phonemes {
                        phonemes: given, ..
                    } => {
                        phonemes.extend_from_slice(given);
                        continue;
                    }
                    _ => panic!("{token:?} is no word"),
                };
                assert!(
                    !word.is_empty() && !word.contains(char::is_whitespace),
                    "{text:?}"
                );
                lost += pronounce(word, *language, &mut phonemes).skipped;
            }
            if origin.words(&tokens).next().is_none() {
                unread += written.chars().count();
            }
            // What can be read is heard, unless it only says how something beside it is read.
            let readable = |c: char| is_readable(c) && !silent(c);
            if phonemes.is_empty() && lost == 0 && !linked(written) && written.chars().any(readable)
            {
                panic!("{written:?} of {text:?} is not heard");
            }
        }
        assert!(
            skipped <= unread + 3 * clause.text.chars().count(),
            "{text:?}"
        );
        let mut phonemes = Vec::new();
        phrase(&tokens, &Lexicon::default(), &mut phonemes);
        assert!(phonemes.is_empty() || phonemes.last() == Some(&Phoneme::EDGE));
    }
}

fn fuzz(rounds: usize, seed: u64) {
    let mut random = Random(SmallRng::seed_from_u64(seed));
    for _ in 0..rounds {
        let text = random.text();
        let language = [None, Some(Language::ALL[random.below(11)])][random.below(2)];
        let inline = random.below(2) == 0;
        check(&text, &mut Reader::new(language).inline_phonemes(inline));
    }
}

#[test]
fn nothing_stops_and_nothing_readable_is_lost() {
    fuzz(1_500, 7);
}

/// `cargo test --release --test text any_text:: -- --ignored`
#[test]
#[ignore = "takes minutes without --release"]
fn nothing_of_a_hundred_thousand_texts_stops_or_is_lost() {
    fuzz(100_000, 8);
}

#[test]
fn every_character_alone_and_between_others_is_read_or_skipped() {
    let mut reader = Reader::new(None);
    for c in ('\0'..=char::MAX).filter(|c| (*c as u32) < 0xe00 || (*c as u32).is_multiple_of(0x401))
    {
        check(&format!("{c} क{c}का a{c}b 1{c}2"), &mut reader);
    }
}

/// What reading takes of the heap: how many times, and the most at once.
fn taken(text: &str) -> (u64, u64) {
    let info = measure(|| {
        let mut splitter = Splitter::new();
        let mut reader = Reader::new(None);
        let (mut tokens, mut phonemes) = (Vec::new(), Vec::new());
        for portion in text.as_bytes().chunks(1 << 12) {
            splitter.push(&String::from_utf8_lossy(portion));
            while let Some(clause) = splitter.next_clause() {
                tokens.clear();
                phonemes.clear();
                reader.read(&clause, &mut tokens);
                phrase(&tokens, &Lexicon::default(), &mut phonemes);
            }
        }
    });
    (info.count_total, info.bytes_max)
}

#[test]
fn work_and_memory_do_not_outgrow_the_text() {
    const SMALL: usize = 1 << 14;
    const TIMES: usize = 8;
    for unit in [
        "kal meeting hai, thoda jaldi aana. ",
        "एक वाक्य, और फिर दूसरा। ",
        "x",
        "1",
        "क",
        "[[",
        "a.",
        "@",
        "://",
        "\u{301}",
        "Rs. ",
        "12/",
        "💬",
        "\u{94d}",
        "zq ",
    ] {
        let text = |size: usize| unit.repeat(size / unit.len());
        // The tables are read once.
        taken(&text(1 << 10));
        // Who finds the memory of words locked by another test reads the word anew.
        let least = |size| {
            let runs = (0..3).map(|_| taken(&text(size)));
            runs.min().unwrap_or_default()
        };
        let (small, _) = least(SMALL);
        let (large, most) = least(SMALL * TIMES);
        let times = large as f64 / small.max(1) as f64;
        assert!(
            times < 1.5 * TIMES as f64,
            "{unit:?}: {times:.1} times the work"
        );
        // A clause, its phonemes, and what is remembered of words.
        assert!(most < 2 << 20, "{unit:?}: {most} bytes");
    }
}

#[test]
fn phonemes_in_brackets_are_read_where_the_caller_turns_it_on() {
    let read = |text: &str, inline| {
        let mut tokens = Vec::new();
        let mut reader = Reader::new(None).inline_phonemes(inline);
        for clause in clauses(text) {
            reader.read(&clause, &mut tokens);
        }
        let mut phonemes = Vec::new();
        let skipped = phrase(&tokens, &Lexicon::default(), &mut phonemes);
        (phoneme::format(&phonemes), skipped, reader.language())
    };
    let (on, skipped, language) = read("मेरा [[ʋ aː k]] है", true);
    assert!(on.contains("| ʋ aː k |"), "{on}");
    assert_eq!((skipped, language), (0, Language::Hi));
    assert_ne!(read("मेरा [[ʋ aː k]] है", false).0, on);
    // What is no phoneme is text, and a bracket that is not closed hides nothing.
    assert_eq!(read("a [[quick]] b", true), read("a [[quick]] b", false));
    assert_eq!(read("a [[ʋ aː b", true), read("a [[ʋ aː b", false));
}
