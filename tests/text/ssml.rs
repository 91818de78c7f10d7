//! SSML: what its elements make of words, and what is wrong in a document.

use vaak::text::{normalize, ssml_tokens};
use vaak::token::spoken;
use vaak::{Error, Language, SsmlError};

use crate::table;

fn said(document: &str, language: impl Into<Option<Language>>) -> String {
    spoken(&ssml_tokens(document, language.into()).unwrap())
}

/// The line and the column of what is wrong, and what it is.
fn fault(document: &str) -> (u32, u32, SsmlError) {
    match ssml_tokens(document, None) {
        Err(Error::Ssml {
            line,
            column,
            source,
        }) => (line, column, source),
        other => panic!("{document}: {other:?}"),
    }
}

#[test]
fn what_a_writer_says_that_it_is_it_is_in_every_language() {
    let wrong = table::wrong("say_as.tsv", |[language, kind, format, text, expected]| {
        let format = match format {
            "" => String::new(),
            format => format!(" format=\"{format}\""),
        };
        let document =
            format!("<speak><say-as interpret-as=\"{kind}\"{format}>{text}</say-as></speak>");
        let language: Language = language.parse().unwrap();
        (said(&document, language), expected.to_owned())
    });
    table::assert_none([wrong]);
}

#[test]
fn elements_are_read_within_their_sentence() {
    for (document, expected) in [
        ("<speak>Hello  \n <!-- c -->there.</speak>", "Hello there."),
        (
            "<speak>one &lt; two &amp; &#x905;</speak>",
            "one less than two and अ.",
        ),
        (
            "<speak>the <sub alias=\"World Wide Web\">WWW</sub> is here</speak>",
            "the World Wide Web is here.",
        ),
        (
            "<speak>say <phoneme ph=\"k aː ʈ\">cat</phoneme>, please</speak>",
            "say /k aː ʈ/, please.",
        ),
        (
            "<speak>she said <lang xml:lang=\"hi\">25 लोग</lang>, 25 people</speak>",
            "she said पच्चीस लोग, twenty five people.",
        ),
        (
            "<speak>one<break/>two <break strength=\"none\"/>three</speak>",
            "one, two three.",
        ),
        (
            "<speak>one<break strength=\"strong\"/>two</speak>",
            "one. two.",
        ),
        (
            "<speak><p>one</p><s>two</s>three<s>four?</s></speak>",
            "one. two. three. four?",
        ),
        (
            "<speak>a <mark name=\"m\"/>big <mark name=\"n\"/><![CDATA[house]]></speak>",
            "a big house.",
        ),
        (
            "<speak>Rs.<mark name=\"m\"/> 5 at 10:<mark name=\"n\"/>30</speak>",
            "five rupees at ten thirty.",
        ),
        (
            "<speak>I owe <emphasis>₹<emphasis level=\"none\">5</emphasis></emphasis>, not <emphasis level=\"strong\">7</emphasis>%.</speak>",
            "I owe five rupees, not seven percent.",
        ),
        (
            "<speak><emphasis><prosody rate=\"slow\">one</prosody>, two</emphasis><s>Dr<emphasis>.</emphasis> Rao</s></speak>",
            "one, two. doctor Rao.",
        ),
        (
            "<speak>Yes.<mark name=\"m\"/> It is <emphasis>nine.</emphasis> <emphasis>Rs.</emphasis> 5</speak>",
            "Yes. It is nine. five rupees.",
        ),
        (
            "<speak>I am <prosody rate=\"slow\" pitch=\"+2st\">here</prosody>.</speak>",
            "I am, here.",
        ),
        (
            "<speak>one <prosody rate=\"fast\">two</prosody><break/></speak>",
            "one, two.",
        ),
        (
            "<speak><voice xml:lang=\"hi\"><prosody rate=\"slow\">नमस्ते</prosody></voice>! Hello</speak>",
            "नमस्ते! Hello.",
        ),
        (
            "<speak xml:lang=\"ta\">5 <voice xml:lang=\"hi\">5</voice></speak>",
            "ஐந்து, पाँच.",
        ),
        (
            "<speak xmlns=\"http://www.w3.org/2001/10/synthesis\" xmlns:x=\"urn:x\" x:y=\"z\"><x:b>Hello</x:b></speak>",
            "Hello.",
        ),
        // What does not fit its class is read as it looks.
        (
            "<speak><say-as interpret-as=\"date\" format=\"dmy\">hello</say-as></speak>",
            "hello.",
        ),
    ] {
        assert_eq!(said(document, None), expected, "{document}");
    }
}

#[test]
fn text_without_ssml_is_literal() {
    let plain = normalize("<speak>5 &amp; 6</speak>", Language::En);
    assert!(plain.contains("speak"), "{plain}");
    // Neither does text stand for what SSML gives.
    assert_eq!(
        said("<speak>a \u{F0000}b \u{100000}c\u{10FFF3}</speak>", None),
        "a b c."
    );
}

#[test]
fn a_fault_is_told_by_line_and_column_with_what_there_is() {
    let place = |document: &str| {
        let (line, column, _) = fault(document);
        (line, column)
    };
    assert_eq!(place("<speak>\n  अच्छा <audio>x</audio></speak>"), (2, 9));
    assert_eq!(place("<speak>\n<break tim=\"1s\"/></speak>"), (2, 8));
    assert_eq!(place("<speak>\n<break time=\"11s\"/></speak>"), (2, 8));
    assert_eq!(place("<speak>\n</p></speak>"), (2, 1));
    assert_eq!(place("<speak>\nab &nbsp; c</speak>"), (2, 4));
    assert_eq!(place("<speak>\n<p>open"), (2, 8));
    assert_eq!(
        place("<?xml version=\"1.0\"?>\n<!DOCTYPE speak><speak/>"),
        (2, 1)
    );
    for (document, part) in [
        ("", "no element"),
        ("hello", "not well-formed"),
        ("<p>hello</p>", "is a <speak>, not a <p>"),
        (
            "<speak><audio/></speak>",
            "unknown element <audio>: it is one of speak, p, s, break, emphasis, prosody",
        ),
        (
            "<speak><emphasis level=\"loud\"/></speak>",
            "level of <emphasis> is \"loud\": it must be one of none, reduced, moderate, strong",
        ),
        (
            "<speak><p class=\"x\"/></speak>",
            "unknown attribute class of <p>: it is one of xml:lang",
        ),
        (
            "<speak><amazon:x/></speak>",
            "unknown namespace prefix 'amazon'",
        ),
        ("<speak>&copy;</speak>", "unknown entity reference 'copy'"),
        (
            "<speak><sub>x</sub></speak>",
            "<sub> needs the attribute alias",
        ),
        (
            "<speak><sub alias=\"a\"><p/></sub></speak>",
            "<p> cannot stand in <sub>",
        ),
        ("<speak><speak/></speak>", "<speak> cannot stand in <speak>"),
        (
            "<speak><prosody rate=\"quick\"/></speak>",
            "rate of <prosody> is \"quick\": it must be x-slow",
        ),
        (
            "<speak><prosody pitch=\"+20Hz\"/></speak>",
            "it must be x-low",
        ),
        (
            "<speak><phoneme ph=\"qqq\">x</phoneme></speak>",
            "ph of <phoneme> is \"qqq\"",
        ),
        (
            "<speak><phoneme alphabet=\"x-sampa\" ph=\"a\"/></speak>",
            "it must be ipa",
        ),
        (
            "<speak><say-as interpret-as=\"shoe\">1</say-as></speak>",
            "one of cardinal",
        ),
        (
            "<speak><say-as interpret-as=\"date\" format=\"xyz\">1</say-as></speak>",
            "dmy",
        ),
        (
            "<speak xml:lang=\"fr\">a</speak>",
            "xml:lang of <speak> is \"fr\": it must be one of hi, bn",
        ),
        (
            "<speak><voice name=\"Nobody\">a</voice></speak>",
            "name of <voice> is \"Nobody\"",
        ),
        (
            "<speak><lang>a</lang></speak>",
            "<lang> needs the attribute xml:lang",
        ),
        ("<speak><mark/></speak>", "<mark> needs the attribute name"),
    ] {
        let error = ssml_tokens(document, None).unwrap_err().to_string();
        assert!(error.contains(part), "{document}: {error}");
        assert!(error.starts_with("SSML, line 1, column "), "{error}");
    }
}

#[test]
fn a_document_is_bounded() {
    let deep = |n: usize| format!("<speak>{}a{}</speak>", "<p>".repeat(n), "</p>".repeat(n));
    assert!(ssml_tokens(&deep(60), None).is_ok());
    for document in [
        deep(70),
        deep(30_000),
        format!("<speak>{}</speak>", "<s/>".repeat(60_000)),
        format!("<speak>{}</speak>", "<break time=\"10s\"/>".repeat(31)),
        format!("<speak>{}</speak>", "a".repeat(1 << 20)),
        format!("<speak><sub alias=\"{}\"/></speak>", "a".repeat(201)),
    ] {
        let (_, _, source) = fault(&document);
        assert!(
            matches!(
                source,
                SsmlError::Limit { .. } | SsmlError::InvalidValue { .. }
            ),
            "{source}"
        );
    }
}
