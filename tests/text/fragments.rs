//! A reply that comes in messages reads as the whole text does, its sentences parted by spaces, however it was cut.

use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use vaak::Language;
use vaak::text::{Clause, Ending, Fragments, Reader, Splitter};
use vaak::token::Token;

use crate::table;

const ENGLISH: [&str; 14] = [
    "Your order is ready.",
    "It will arrive today.",
    "Please pay 500.",
    "200 people came.",
    "I will call you.",
    "In the evening we meet Dr. Rao, at 3.30 p.m. or so.",
    "Is it Rs. 1,234.50?",
    "See https://example.org/a.b?c=d now!",
    "He said: \"Go at once.\"",
    "\"Why?\"",
    "(Never mind…)",
    "Pi is 3.14, or 22/7.",
    "Mr. J. K. Shah paid Rs. 500 on 12.05.2024.",
    "Well: first, second; third.",
];
const HINDI: [&str; 8] = [
    "आपका ऑर्डर तैयार है।",
    "वह आज पहुँच जाएगा।",
    "कृपया रु. 500 दीजिए।",
    "200 लोग आए।",
    "डॉ. शर्मा 3.30 बजे आएँगे?",
    "“ठीक है!”",
    "मैं फ़ोन करूँगा.",
    "शाम को मिलते हैं॥",
];
const TAMIL: [&str; 7] = [
    "உங்கள் ஆர்டர் தயாராக உள்ளது.",
    "இன்று வந்து சேரும்.",
    "ரூ. 500 கொடுங்கள்.",
    "200 பேர் வந்தார்கள்.",
    "மு. கருணாநிதி 3.30 மணிக்கு வருவாரா?",
    "நீ வா!",
    "எஸ்.எம்.எஸ். அனுப்பவும்.",
];

/// What is heard of a clause: its tokens, and whether its sentence goes on.
type Heard = (Vec<Token>, bool);

fn read(clauses: &[Clause], language: Language) -> Vec<Heard> {
    let mut reader = Reader::new(Some(language));
    let read = clauses.iter().map(|clause| {
        let mut tokens = Vec::new();
        reader.read(clause, &mut tokens);
        (tokens, clause.continues)
    });
    read.collect()
}

/// The clauses of a turn whose fragments are spoken as soon as they may be.
fn clauses<'a>(fragments: impl IntoIterator<Item = &'a str>) -> Vec<Clause> {
    let (mut splitter, mut turn) = (Splitter::new(), Fragments::default());
    let mut clauses = Vec::new();
    for fragment in fragments {
        let mut text = String::new();
        turn.push(fragment, &mut text);
        splitter.push(&text);
        if turn.ending() == Ending::Sentence {
            splitter.end_sentence();
        }
        clauses.extend(std::iter::from_fn(|| splitter.next_clause()));
    }
    splitter.close();
    clauses.extend(std::iter::from_fn(|| splitter.next_clause()));
    clauses
}

/// As language models cut: letters together, each other character alone, a space with what follows it.
fn tokens(text: &str, random: &mut SmallRng) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let kind = |c: char| match c {
        c if c.is_alphabetic() || ('\u{900}'..'\u{d80}').contains(&c) && !"।॥".contains(c) => 1,
        c if c.is_numeric() => 2,
        _ => 0,
    };
    let mut last = ' ';
    for c in text.chars() {
        let goes_on = kind(c) > 0 && (kind(c) == kind(last) || last == ' ');
        // Long words are several tokens.
        let goes_on = goes_on && (last == ' ' || random.random_range(..6usize) > 0);
        match tokens.last_mut() {
            Some(token) if goes_on => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = c;
    }
    tokens
}

fn strs(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}

#[test]
fn a_reply_reads_as_the_whole_text_however_it_was_cut() {
    let mut random = SmallRng::seed_from_u64(7);
    for (sentences, language) in [
        (&ENGLISH[..], Language::En),
        (&HINDI, Language::Hi),
        (&TAMIL, Language::Ta),
    ] {
        for _ in 0..400 {
            let count = random.random_range(1..7usize);
            let said: Vec<&str> = (0..count)
                .map(|_| *sentences.iter().choose(&mut random).unwrap())
                .collect();
            let whole = said.join(" ");
            let spaced: Vec<String> = said.iter().map(|s| format!("{s} ")).collect();
            let leading: Vec<String> = said.iter().map(|s| format!(" {s}")).collect();
            let tokens = tokens(&whole, &mut random);
            let letters: Vec<String> = whole.chars().map(String::from).collect();
            let expected = read(&clauses([whole.as_str()]), language);
            for (cut, fragments) in [
                ("sentences", said.clone()),
                ("sentences, a space after each", strs(&spaced)),
                ("sentences, a space before each", strs(&leading)),
                ("words", whole.split_inclusive(' ').collect()),
                ("tokens", strs(&tokens)),
                ("characters", strs(&letters)),
            ] {
                let heard = read(&clauses(fragments.iter().copied()), language);
                assert_eq!(heard, expected, "{cut}: {fragments:?}");
            }
        }
    }
}

#[test]
fn what_is_spoken_before_the_next_sentence_comes_is_the_whole_sentence() {
    for sentences in [&ENGLISH[..], &HINDI, &TAMIL] {
        let at_once = sentences.iter().filter(|sentence| {
            let (mut turn, mut text) = (Fragments::default(), String::new());
            turn.push(sentence, &mut text);
            turn.ending() == Ending::Sentence
        });
        // All but those that end in a number.
        let numbers = sentences
            .iter()
            .filter(|s| s.ends_with('.') && s[..s.len() - 1].ends_with(char::is_numeric));
        assert_eq!(at_once.count(), sentences.len() - numbers.count());
    }
}

/// The text of the messages, and what it ends in.
fn joined<'f>(fragments: impl IntoIterator<Item = &'f str>) -> (String, Ending) {
    let (mut all, mut text) = (Fragments::default(), String::new());
    for fragment in fragments {
        all.push(fragment, &mut text);
    }
    (text, all.ending())
}

#[test]
fn sentences_are_parted_and_tokens_are_not() {
    let wrong = table::wrong("fragments.tsv", |[fragments, text]| {
        (joined(fragments.split('|')).0, text.to_owned())
    });
    table::assert_none([wrong]);
}

#[test]
fn what_one_turn_shows_of_a_client_holds_for_the_next() {
    let (mut first, mut text) = (Fragments::default(), String::new());
    for fragment in ["The", " bill."] {
        first.push(fragment, &mut text);
    }
    let (mut second, mut text) = (first.next(), String::new());
    for fragment in ["It costs $3.", "50 today."] {
        second.push(fragment, &mut text);
    }
    assert_eq!(text, "It costs $3.50 today.");
    assert!(!second.next().are_tokens());
}

#[test]
fn an_end_is_sure_unless_it_may_be_a_part_of_something() {
    use Ending::{Open, Sentence, Unsure};
    for (fragments, ending) in [
        ("Your order is ready.", Sentence),
        ("Is it?\"", Sentence),
        ("It is. ", Sentence),
        ("क्या| है|।", Sentence),
        ("Well done. 😊", Sentence),
        ("That is Rs.", Unsure),
        ("Ask Dr.", Unsure),
        ("It costs 500.", Unsure),
        ("see| exam|ple|.", Unsure),
        ("Wait|ing| for| Rs. ", Open),
        ("Hello", Open),
        ("Hello,", Open),
        ("", Open),
    ] {
        assert_eq!(joined(fragments.split('|')).1, ending, "{fragments}");
    }
}
