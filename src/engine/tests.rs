//! The marks of SSML, wherever they stand.

use std::sync::Arc;

use super::frontend::{Frontend, Pauses};
use super::tone::Styles;
use crate::Language;
use crate::text::{Reader, ssml};

/// Documents of all that may stand around a mark. The marks go between all their tokens.
const DOCUMENTS: [&str; 20] = [
    "<speak>Hello. </speak>",
    "<speak>नमस्ते।</speak>",
    "<speak>Hello!\n  How are you?\n</speak>",
    "<speak>He said \"Hello.\" Then - he left...</speak>",
    "<speak>One. ... Two. — Three</speak>",
    "<speak>... Hello, world; yes: no!?</speak>",
    "<speak><p>One. </p><p><s>Two.</s> <s>... </s></p></speak>",
    "<speak>One <break time=\"1s\"/> . <break/> Two</speak>",
    "<speak>Pay ₹1,250.50 by 10:30 on 12/05/2024.</speak>",
    "<speak>Dr. Rao, e.g. www.example.com (or not).</speak>",
    "<speak><prosody rate=\"slow\">slow.</prosody> . <emphasis>loud</emphasis>! <voice name=\"Arjun\">x.</voice></speak>",
    "<speak>The <say-as interpret-as=\"digits\">407</say-as>. <sub alias=\"World Wide\">WWW</sub> . <lang xml:lang=\"hi\">धन्यवाद</lang>।</speak>",
    "<speak>क्या हुआ? 😊 ✓ ! ठीक है।</speak>",
    "<speak>तापमान 98.6 है।\n\n॥ दूसरा ॥ तीसरा</speak>",
    "<speak>.</speak>",
    "<speak> </speak>",
    "<speak>你好. Я. !</speak>",
    "<speak>a 。 b ？ c ！ d</speak>",
    "<speak>A [[b]] *c* _d_ ~~e~~ `f` # g</speak>",
    "<speak>வணக்கம். “ನಮಸ್ಕಾರ” ‘ਸਤ’ … ଓଡ଼ିଆ॥</speak>",
];

/// Cuts a document where a mark may stand: around each tag, word, sign and space of what is text.
fn tokens(document: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = document;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '<' => rest.find('>').map_or(rest.len(), |end| end + 1),
            c if c.is_alphanumeric() => rest
                .find(|c: char| c.is_ascii_punctuation() || c.is_whitespace())
                .unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, more) = rest.split_at(end);
        tokens.push(token);
        rest = more;
    }
    tokens
}

/// Whether an element holds characters only.
fn holds_text(tag: &str) -> bool {
    ["<say-as", "<sub", "<lang"]
        .iter()
        .any(|name| tag.starts_with(name))
}

/// The document with marks of these places, by number; and the numbers of all places.
fn marked(document: &str, chosen: impl Fn(usize) -> bool) -> (String, Vec<String>) {
    let mut out = String::new();
    let mut names = Vec::new();
    let (mut place, mut inside) = (0, false);
    let all = tokens(document);
    for (at, token) in all.iter().enumerate() {
        out.push_str(token);
        inside = holds_text(token) || inside && !token.starts_with("</");
        let last = at + 1 == all.len();
        if inside || last {
            continue;
        }
        if chosen(place) {
            out.push_str(&format!("<mark name=\"{place}\"/>"));
            names.push(place.to_string());
        }
        place += 1;
    }
    (out, names)
}

/// The names that are told while a document is spoken, in their order; with what is pushed in one portion or as soon as it can be.
fn told(document: &str, language: Option<Language>) -> Vec<String> {
    let (lexicon, pauses) = (Arc::default(), Pauses::default());
    let styles = Styles {
        voices: vec!["Ananya".to_owned(), "Arjun".to_owned()],
        ..Styles::default()
    };
    let mut frontend = Frontend::new(Reader::new(language), lexicon, pauses, styles);
    let parts =
        ssml::parse(document, frontend.voices()).unwrap_or_else(|e| panic!("{document}: {e}"));
    frontend.push_ssml(parts);
    frontend.close();
    let mut names = Vec::new();
    loop {
        let more = frontend.next_phrase().is_some();
        while frontend.word().is_some() {
            names.extend(frontend.take_word().and_then(|word| word.name));
        }
        if !more {
            return names;
        }
    }
}

#[test]
fn no_mark_is_lost_between_any_two_tokens() {
    for document in DOCUMENTS {
        let (all, names) = marked(document, |_| true);
        for language in [None, Some(Language::Hi), Some(Language::En)] {
            assert_eq!(told(&all, language), names, "{all}");
        }
        for place in 0..names.len() {
            let (one, names) = marked(document, |at| at == place);
            assert_eq!(told(&one, None), names, "{one}");
        }
    }
}

#[test]
fn a_mark_of_a_text_that_says_nothing_stands_between_what_is_around_it() {
    for (document, expected) in [
        ("<speak>Hello. <mark name=\"end\"/></speak>", "end"),
        ("<speak>Hello.\n  <mark name=\"end\"/>\n</speak>", "end"),
        ("<speak>...<mark name=\"3\"/> Hello</speak>", "3"),
        ("<speak>One. ...<mark name=\"4\"/> Two.</speak>", "4"),
        ("<speak><mark name=\"5\"/>... Hello</speak>", "5"),
    ] {
        assert_eq!(told(document, None), [expected], "{document}");
    }
}
