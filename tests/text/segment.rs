//! What must hold for any text: nothing is lost, nothing stops speech, nothing grows without bound.

use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use unicode_normalization::UnicodeNormalization;
use vaak::Language;
use vaak::phoneme::Phoneme;
use vaak::text::{Clause, Reader, Span, Splitter, normalize};
use vaak::token::{Token, Word};

/// Any character, with a liking for those that text handling trips over.
fn any_char(random: &mut SmallRng) -> char {
    const ODD: &str = " \n\t.,?!।|:;-—'\"()…%₹$<>&0123456789०१৫௧aZé\u{301}\u{94d}\u{93c}\u{200c}\u{200d}\u{feff}\u{202e}\0字😀🇮👍🏽";
    let code = match random.random_range(..8usize) {
        0 => random.random_range(..0x110000u32),
        1 => random.random_range(..0x3000u32),
        2 | 3 => random.random_range(0x900..0xd80u32),
        _ => return ODD.chars().choose(random).unwrap_or(' '),
    };
    char::from_u32(code).unwrap_or('\u{fffd}')
}

fn clauses<'a>(portions: impl IntoIterator<Item = &'a str>) -> Vec<Clause> {
    let mut splitter = Splitter::new();
    let mut clauses = Vec::new();
    for portion in portions {
        splitter.push(portion);
        clauses.extend(std::iter::from_fn(|| splitter.next_clause()));
    }
    splitter.close();
    clauses.extend(std::iter::from_fn(|| splitter.next_clause()));
    clauses
}

/// Each letter stands in one origin, and each word comes from one.
fn accounted_for(clause: &Clause, tokens: &[Token], spans: &[Span]) {
    // A visarga and a colon stand for one another.
    let visarga = |c: char| (0x900..0xD80).contains(&(c as u32)) && c as u32 % 0x80 == 3;
    // These may be typed as a digit, or stand for degrees or a danda.
    let digit = |c: char| matches!(c, 'ం' | 'ಂ' | 'ം' | 'ർ' | 'ൻ' | 'ರ' | 'º' | 'ା');
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphabetic() && !visarga(*c) && !digit(*c))
            .collect::<String>()
    };
    // Joiners make other letters of some.
    let composed: String = clause.text.nfc().collect();
    // And an I at the end may stand for a danda.
    let danda = [" I", " l", " L"].iter().any(|end| composed.ends_with(end));
    if !composed.contains('\u{200d}') && !danda {
        let written: String = spans.iter().map(|o| o.written.as_str()).collect();
        assert_eq!(letters(&written), letters(&composed));
    }
    let word = |token: &&Token| token.is_word();
    let words = spans.iter().flat_map(|o| &tokens[o.tokens.clone()]);
    assert!(
        words.filter(word).eq(tokens.iter().filter(word)),
        "{clause:?}"
    );
}

#[test]
fn any_text_is_read() {
    let mut random = SmallRng::seed_from_u64(2);
    for round in 0..20_000 {
        let text: String = (0..random.random_range(..60usize))
            .map(|_| any_char(&mut random))
            .collect();
        let language = [None, Some(Language::ALL[round % 11])][random.random_range(..2usize)];
        let mut reader = Reader::new(language);
        for clause in clauses([text.as_str()]) {
            let mut tokens = Vec::new();
            let mut spans = Vec::new();
            let skipped = reader.trace(&clause, &mut tokens, |span| spans.push(span));
            accounted_for(&clause, &tokens, &spans);
            // A character may be composed of three.
            assert!(skipped <= 3 * clause.text.chars().count(), "{text:?}");
            let pauses = tokens
                .iter()
                .filter(|p| matches!(p, Token::Pause(_) | Token::Colon));
            let marks: Vec<_> = pauses.collect();
            assert!(
                matches!(tokens.last(), Some(Token::Pause(_) | Token::Colon)),
                "{text:?}"
            );
            assert!(marks.len() <= 1 + tokens.len() / 2, "{text:?}: {tokens:?}");
            for token in &tokens {
                if let Token::Word(Word { text: word, .. }) = token {
                    assert!(
                        !word.is_empty() && !word.contains(char::is_whitespace),
                        "{text:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn portions_make_no_difference() {
    let mut random = SmallRng::seed_from_u64(3);
    for _ in 0..3_000 {
        let text: String = (0..random.random_range(..500usize))
            .map(|_| any_char(&mut random))
            .collect();
        let whole = clauses([text.as_str()]);
        let mut each = [0; 4];
        let mut splitter = Splitter::new();
        let mut came = Vec::new();
        for c in text.chars() {
            splitter.push(c.encode_utf8(&mut each));
            came.extend(std::iter::from_fn(|| splitter.next_clause()));
        }
        splitter.close();
        came.extend(std::iter::from_fn(|| splitter.next_clause()));
        assert_eq!(came, whole, "{text:?}");
        for _ in 0..4 {
            let at = random.random_range(..text.len() + 1);
            if let Some((a, b)) = text.split_at_checked(at) {
                assert_eq!(clauses([a, b]), whole, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn every_letter_is_in_a_word() {
    // The sentence of each language has all its letters in the words that are read.
    for (language, sentence) in [
        (Language::Hi, "मैं क़लम से पढ़ता हूँ"),
        (Language::Bn, "আমি বাংলায় গান গাই"),
        (Language::Ta, "நான் தமிழ் பேசுகிறேன்"),
        (Language::Te, "నేను తెలుగు మాట్లాడతాను"),
        (Language::Gu, "હું ગુજરાતી બોલું છું"),
        (Language::Kn, "ನಾನು ಕನ್ನಡ ಮಾತನಾಡುತ್ತೇನೆ"),
        (Language::Ml, "ഞാൻ മലയാളം സംസാരിക്കുന്നു"),
        (Language::Mr, "मी मराठी बोलतो आहे"),
        (Language::Pa, "ਮੈਂ ਪੰਜਾਬੀ ਬੋਲਦਾ ਹਾਂ"),
        (Language::Or, "ମୁଁ ଓଡ଼ିଆ କହେ"),
        (Language::En, "The quick brown fox isn't lazy"),
    ] {
        assert_eq!(normalize(sentence, None), format!("{sentence}."));
        let mut reader = Reader::new(None);
        let mut tokens = Vec::new();
        for clause in clauses([sentence]) {
            assert_eq!(reader.read(&clause, &mut tokens), 0);
        }
        assert_eq!(reader.language(), language, "{sentence}");
    }
}

#[test]
fn clauses_are_bounded_whatever_comes() {
    let mut random = SmallRng::seed_from_u64(4);
    for _ in 0..200 {
        let unit: String = (0..1 + random.random_range(..4usize))
            .map(|_| any_char(&mut random))
            .collect();
        for clause in clauses([unit.repeat(2_000).as_str()]) {
            assert!(clause.text.chars().count() <= 300, "{unit:?}");
        }
    }
}

#[test]
fn a_long_text_gives_all_its_clauses() {
    let text = "एक वाक्य, और फिर दूसरा। ".repeat(40_000);
    assert_eq!(clauses([text.as_str()]).len(), 40_000);
}

#[test]
fn a_clause_ends_with_the_pause_that_its_mark_asks_for() {
    for (text, pause) in [
        ("ठीक है।", Phoneme::PERIOD),
        ("ठीक है|", Phoneme::PERIOD),
        ("ठीक है?!", Phoneme::QUESTION),
        ("(ठीक है)", Phoneme::PERIOD),
        ("ठीक (है).", Phoneme::PERIOD),
        ("\"ठीक है!\"", Phoneme::EXCLAMATION),
        ("ठीक है,", Phoneme::COMMA),
        ("ठीक है", Phoneme::PERIOD),
    ] {
        let mut tokens = Vec::new();
        for clause in clauses([text]) {
            Reader::new(None).read(&clause, &mut tokens);
        }
        let words = tokens.iter().filter(|t| t.is_word());
        assert_eq!(words.count(), 2, "{text}");
        assert_eq!(tokens.last(), Some(&Token::Pause(pause)), "{text}");
    }
}

#[test]
fn no_cut_parts_what_belongs_together() {
    const UNITS: [&str; 14] = [
        "Dr. Rao",
        "Rs. 500",
        "98765 43210",
        "1,23,456",
        "3.14",
        "₹1.50",
        "10:30",
        "5 km",
        "i.e. क्षि",
        "J. K. Shah",
        "डॉ. शर्मा",
        "https://a.in/b.c?d=1,2",
        "a.b@c.co.in",
        "15.08.1947",
    ];
    const WORDS: [&str; 6] = ["और", "word", "வார்த்தை,", "sentence.", "वाक्य।", "(so)"];
    let mut random = SmallRng::seed_from_u64(7);
    for _ in 0..2_000 {
        // Few marks between them make clauses that are cut for their length.
        let few = 1 + random.random_range(..6usize);
        let text: Vec<_> = (0..random.random_range(..120usize))
            .map(|i| match i % 2 {
                0 => UNITS[random.random_range(..UNITS.len())],
                _ => WORDS[random.random_range(..few.min(WORDS.len()))],
            })
            .collect();
        let text = text.join(" ");
        let clauses = clauses([text.as_str()]);
        for unit in UNITS {
            let within: usize = clauses.iter().map(|c| c.text.matches(unit).count()).sum();
            assert_eq!(within, text.matches(unit).count(), "{unit}: {clauses:?}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_counted_and_passed() {
    let mut tokens = Vec::new();
    let skipped = Reader::new(None).read(&clauses(["a 字𝄞 b"])[0], &mut tokens);
    assert_eq!((tokens.len(), skipped), (3, 2));
}

#[test]
fn script_tells_the_language_of_a_word() {
    let mut tokens = Vec::new();
    Reader::new(None).read(&clauses(["मेरा phone நல்ல ફોન है?"])[0], &mut tokens);
    let languages: Vec<_> = tokens.iter().filter_map(Token::language).collect();
    let codes: Vec<_> = languages.into_iter().map(Language::code).collect();
    assert_eq!(codes, ["hi", "en", "ta", "gu", "hi"]);
}
