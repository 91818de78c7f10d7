//! The language of each word where languages are mixed, and of whole sentences.

use std::fs;

use vaak::Language;
use vaak::text::{Reader, Splitter};

use crate::table;

/// What some characters of a text were read as: the language of each of their words.
fn read(text: &str, language: Option<Language>) -> (Vec<(String, Language)>, Language) {
    let mut splitter = Splitter::of(text);
    let mut reader = Reader::new(language);
    let mut words = Vec::new();
    while let Some(clause) = splitter.next_clause() {
        let (mut tokens, mut origins) = (Vec::new(), Vec::new());
        reader.trace(&clause, &mut tokens, |origin| origins.push(origin));
        for origin in origins {
            let first = origin.words(&tokens).next();
            words.extend(first.and_then(|token| Some((origin.written, token.language()?))));
        }
    }
    (words, reader.language())
}

/// Right and all.
#[derive(Default)]
struct Score(usize, usize);

impl Score {
    fn add(&mut self, right: bool) {
        self.0 += usize::from(right);
        self.1 += 1;
    }

    fn percent(&self) -> f64 {
        100.0 * self.0 as f64 / self.1.max(1) as f64
    }
}

#[test]
fn words_of_mixed_sentences_are_in_their_language() {
    let (mut all, mut latin, mut numbers, mut sentences) = Default::default();
    let sets: [&mut Score; 4] = [&mut all, &mut latin, &mut numbers, &mut sentences];
    let [all, latin, numbers, sentences] = sets;
    for (_, [code, marked]) in table::rows("code_mixed.tsv") {
        let language: Language = code.parse().unwrap();
        let text = marked.replace(['*', '='], "");
        let (words, found) = read(&text, None);
        let mut wrong = Vec::new();
        sentences.add(found == language);
        if found != language {
            wrong.push(format!("sentence: {found}"));
        }
        let mut words = words.iter().peekable();
        let marks = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '?' | '!' | '-');
        for token in marked.split(marks).filter(|t| !t.is_empty()) {
            let bare = token.trim_start_matches(['*', '=']);
            while words
                .next_if(|(written, _)| !written.contains(bare))
                .is_some()
            {}
            let Some((written, found)) = words.peek() else {
                panic!("{bare:?} of {text:?} is not read");
            };
            if written == bare {
                words.next();
            }
            let is_latin = bare.starts_with(|c: char| c.is_ascii_alphabetic());
            let expected = match token.chars().next() {
                Some('=') => continue,
                Some('*') => language,
                _ if written.contains(|c: char| c.is_ascii_digit()) => {
                    numbers.add(*found == language);
                    continue;
                }
                _ if is_latin => Language::En,
                _ => language,
            };
            all.add(*found == expected);
            if is_latin {
                latin.add(*found == expected);
            }
            if *found != expected {
                wrong.push(format!("{bare}: {found}"));
            }
        }
        if !wrong.is_empty() {
            println!("{code}\t{text}\n\t{}", wrong.join(", "));
        }
    }
    for (name, score) in [
        ("words", &*all),
        ("words in Latin letters", latin),
        ("numbers", numbers),
        ("sentences", sentences),
    ] {
        println!(
            "{name}: {} of {}, {:.2} %",
            score.0,
            score.1,
            score.percent()
        );
        assert!(score.percent() >= 95.0, "{name}");
    }
    assert_eq!(sentences.1, 200);
}

/// `short.tsv`: the language of a text, and the text, of one to four words.
#[test]
fn short_texts_are_in_their_language() {
    table::assert_none([table::wrong("short.tsv", |[code, text]| {
        (read(text, None).1.to_string(), code.to_owned())
    })]);
}

#[test]
fn capitals_beside_another_script_are_abbreviations() {
    for text in ["UPI से पेमेंट", "NH 48 पर जाम", "VPN ને", "IP முகவரி"]
    {
        let (words, _) = read(text, None);
        assert_eq!(words[0].1, Language::En, "{text}");
    }
    // A line in capitals alone may be of any language.
    let (words, _) = read("MERA NAAM RAM HAI", None);
    assert_eq!(words[0].1, Language::Hi);
}

/// `VAAK_SENTENCES=FOLDER cargo test --release --test text code_mixed:: -- --ignored --nocapture`: how many of the lines of each
/// `FOLDER/LANG.txt` are found to be in that language.
#[test]
#[ignore = "needs sentences"]
fn sentences_are_in_their_language() {
    let folder = std::env::var("VAAK_SENTENCES").expect("VAAK_SENTENCES is a folder");
    for language in Language::ALL {
        let path = format!("{folder}/{language}.txt");
        let lines = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut score = Score::default();
        for line in lines.lines().filter(|l| l.contains(char::is_alphabetic)) {
            let (_, found) = read(line, None);
            score.add(found == language);
            if found != language && std::env::var_os("VAAK_WRONG").is_some() {
                println!("{language} {found} {line}");
            }
        }
        println!(
            "{language}: {} of {}, {:.2} %",
            score.0,
            score.1,
            score.percent()
        );
        assert!(score.percent() >= 98.0, "{language}");
    }
}

#[test]
fn capitals_within_another_script_are_english() {
    for (text, language) in [
        ("MLA গেলেন", Language::Bn),
        ("IP முகவரி", Language::Ta),
        ("MLAs और MPs की", Language::Hi),
    ] {
        let (words, _) = read(text, Some(language));
        for (word, language) in words.iter().filter(|(word, _)| word.is_ascii()) {
            assert_eq!(*language, Language::En, "{word}");
        }
        assert!(words.iter().any(|(word, _)| word.is_ascii()), "{text}");
    }
}

/// They may be words of the language too: "is" is इस, "bank" and "name" are listed in several.
#[test]
fn within_native_script_latin_letters_are_english() {
    for (text, language) in [
        ("इस app में login करें", Language::Hi),
        ("मेरा bank data और name", Language::Hi),
        ("આ hotel gate પર share કરો", Language::Gu),
        ("என் bank name என்ன", Language::Ta),
        ("ଏହି app ରେ share କରନ୍ତୁ", Language::Or),
        ("ਇਸ hotel ਦਾ name ਕੀ ਹੈ", Language::Pa),
        ("এই app এ data দেখুন", Language::Bn),
        ("या bank चे नाव आणि date", Language::Mr),
        ("ఈ app లో data చూడండి", Language::Te),
        ("ಈ gate ಬಳಿ share ಮಾಡಿ", Language::Kn),
        ("ഈ app ൽ data നോക്കൂ", Language::Ml),
    ] {
        for given in [None, Some(language)] {
            let (words, found) = read(text, given);
            assert_eq!(found, language, "{text}");
            for (word, language) in words.iter().filter(|(word, _)| word.is_ascii()) {
                assert_eq!(*language, Language::En, "{word}: {text}");
            }
        }
    }
}

#[test]
fn the_caller_s_language_rules_but_not_over_other_scripts() {
    let languages = |text: &str, language| -> Vec<&str> {
        let (words, _) = read(text, Some(language));
        words.iter().map(|(_, language)| language.code()).collect()
    };
    assert_eq!(
        languages("kal meeting hai", Language::Hi),
        ["hi", "en", "hi"]
    );
    assert_eq!(languages("I am in the market", Language::Hi), ["en"; 5]);
    assert_eq!(languages("kal meeting hai", Language::En), ["en"; 3]);
    assert_eq!(languages("ami kal நல்ல", Language::Bn), ["bn", "bn", "ta"]);
    assert_eq!(languages("घर 5", Language::Ta), ["hi", "ta"]);
    // Capitals without a vowel are an abbreviation, though no small letter stands beside them.
    assert_eq!(languages("CM ஸ்டாலின்", Language::Ta), ["en", "ta"]);
}

#[test]
fn the_number_of_an_english_name_is_english_and_another_is_of_the_text() {
    for (text, language) in [
        ("यह नया है। Nokia 15 Pro Max", Language::En),
        (
            "मेरे पास दो फ़ोन हैं, Nokia 15 Pro Max, और एक पुराना।",
            Language::En,
        ),
        ("usne phone liya, Nokia 15 Pro Max", Language::En),
        ("यह नया है। Nokia 15 लोगों ने लिया", Language::Hi),
        ("usne phone liya, 15 Nokia aur", Language::Hi),
    ] {
        let (words, _) = read(text, None);
        let number = words.iter().find(|(written, _)| written == "15").unwrap();
        assert_eq!(number.1, language, "{text}");
    }
    let (words, _) = read("वह बोला। I have 5 apples in the bag.", None);
    let number = words.iter().find(|(written, _)| written == "5").unwrap();
    assert_eq!(number.1, Language::En);
}

#[test]
fn capitals_alone_are_a_label_unless_a_word_of_another_language_is_among_them() {
    for (text, language) in [
        ("UPI PIN", Language::Te),
        ("ATM PIN", Language::Hi),
        ("SIM KYC", Language::Ta),
    ] {
        let (words, _) = read(text, Some(language));
        assert!(
            words.iter().all(|(_, found)| *found == Language::En),
            "{text}"
        );
    }
    let (words, _) = read("KYA HUA", None);
    assert!(words.iter().all(|(_, found)| *found == Language::Hi));
}
