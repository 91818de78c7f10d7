//! SSML over HTTP and in conversations.

use data_encoding::BASE64;
use serde_json::{Value, json};
use vaak::Settings;

use crate::server::talk::{Said, Talk};
use crate::server::{Client, engine, said, service};

const DOCUMENT: &str = "<speak>Hello <mark name=\"there\"/>there. <break time=\"700ms\"/>\
    <prosody rate=\"slow\">You owe <say-as interpret-as=\"currency\">25</say-as>.</prosody><mark name=\"end\"/></speak>";

/// The samples of a document, as the library speaks it.
fn spoken(document: &str) -> Vec<u8> {
    let mut turn = engine().turn(&Settings::new()).unwrap();
    turn.push_ssml(document).unwrap();
    turn.close();
    let mut bytes = Vec::new();
    while let Some(pcm) = turn.next_chunk().unwrap().audio() {
        bytes.extend(pcm.iter().flat_map(|sample| sample.to_le_bytes()));
    }
    bytes
}

/// What is told of words and named places.
fn told(messages: &[Value]) -> Vec<(String, u64)> {
    let places = messages.iter().filter_map(|message| {
        let text = match message["type"].as_str()? {
            "mark" => message["text"].as_str()?.to_owned(),
            "bookmark" => format!("<{}>", message["name"].as_str()?),
            _ => return None,
        };
        Some((text, message["start_ms"].as_u64()?))
    });
    places.collect()
}

#[test]
fn a_clip_is_read_as_a_document_only_if_it_is_asked_for() {
    let server = service();
    let mut client = Client::new(server.address());
    let reply = client.post(
        "/v1/tts",
        json!({"text": DOCUMENT, "ssml": true}).to_string(),
    );
    assert_eq!(reply.status, 200);
    assert!(reply.body == spoken(DOCUMENT));
    for body in [
        json!({"text": DOCUMENT}),
        json!({"text": DOCUMENT, "ssml": false}),
    ] {
        let reply = client.post("/v1/tts", body.to_string());
        assert!(reply.body == said(DOCUMENT, &Settings::new()));
    }
    let ask = json!({"text": DOCUMENT, "ssml": true, "timestamps": true}).to_string();
    let reply = client.post("/v1/tts", ask);
    let lines = std::str::from_utf8(&reply.body).unwrap().lines();
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let places = told(&lines);
    let names: Vec<&str> = places.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["Hello", "<there>", "there", "You", "owe", "25", "<end>"]
    );
    assert_eq!(places[1].1, places[2].1);
    assert!(places.is_sorted_by_key(|(_, start)| *start));
    assert!(places[3].1 - places[2].1 > 700);
}

#[test]
fn a_wrong_document_is_refused_with_its_place() {
    let server = service();
    let mut client = Client::new(server.address());
    for (document, line, column) in [
        ("<speak>\n <b>x</b></speak>", 2, 2),
        ("<speak>a < b</speak>", 1, 11),
        ("Hello", 1, 1),
    ] {
        let reply = client.post(
            "/v1/tts",
            json!({"text": document, "ssml": true}).to_string(),
        );
        let error = reply.json();
        assert_eq!(
            (reply.status, &error["error"]),
            (400, &json!("invalid_ssml")),
            "{error}"
        );
        assert_eq!(
            (&error["line"], &error["column"]),
            (&json!(line), &json!(column)),
            "{error}"
        );
    }
    let reply = client.post("/v1/tts", json!({"text": "a", "ssml": "yes"}).to_string());
    assert_eq!(reply.json()["field"], "ssml");
    // A place in the queue is free again.
    assert_eq!(
        client
            .post("/v1/tts", json!({"text": "Hello."}).to_string())
            .status,
        200
    );
}

#[test]
fn a_message_of_a_conversation_is_a_whole_document_beside_text() {
    let server = service();
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "start", "v2": true, "timestamps": true}));
    talk.next("metadata");
    talk.text("a", "Good morning.", true);
    talk.say(json!({"type": "text", "context_id": "a", "text": DOCUMENT, "ssml": true}));
    talk.text("a", "Good night.", false);
    let (mut messages, mut audio) = (Vec::new(), 0);
    loop {
        match talk.hear() {
            Said::Json(message) if message["type"] == "end" => break,
            Said::Json(message) => {
                if let Some(part) = message["audio"].as_str() {
                    audio += BASE64.decode(part.as_bytes()).unwrap().len();
                }
                messages.push(message);
            }
            other => panic!("{other:?}"),
        }
    }
    let places = told(&messages);
    let names: Vec<&str> = places.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Good", "morning", "Hello", "<there>", "there", "You", "owe", "25", "<end>", "Good",
            "night"
        ]
    );
    let parts = [said("Good morning.", &Settings::new()), spoken(DOCUMENT)];
    assert!(audio > parts.concat().len());

    // A fragment is no document, and its turn is over.
    talk.text("b", "Hello there. ", true);
    talk.say(json!({"type": "text", "context_id": "b", "text": "<speak>And", "ssml": true}));
    let error = loop {
        match talk.hear() {
            Said::Json(message) if message["type"] == "error" => break message,
            Said::Json(_) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        (&error["error"], &error["context_id"]),
        (&json!("invalid_ssml"), &json!("b"))
    );
    assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(11)));
    talk.next("cancelled");
    // A document that is refused opens no turn.
    talk.say(json!({"type": "text", "context_id": "c", "text": "<speak>", "ssml": true}));
    assert_eq!(talk.next("error")["context_id"], "c");
    talk.say(json!({"type": "text", "context_id": "d", "text": DOCUMENT, "ssml": true, "continue": false}));
    while !matches!(talk.hear(), Said::Json(message) if message["type"] == "end") {}
}
