//! Speech that a client has played on the service's loudspeaker.

use crate::server::loudspeaker::Loudspeaker;
use crate::server::talk::{Said, Talk};
use crate::server::{Client, aloud, said, service};
use serde_json::{Value, json};
use vaak::Settings;
use vaak::playback::Busy;
use vaak::serve::Limits;

const TEXT: &str = "नमस्ते, मैं वाक् हूँ।";

fn lines(body: &[u8]) -> Vec<Value> {
    let lines = body
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

/// The samples of a text that are no silence.
fn sounds(text: &str) -> Vec<i16> {
    let bytes = said(text, &Settings::default());
    let samples = bytes
        .chunks_exact(2)
        .map(|b| i16::from_le_bytes([b[0], b[1]]));
    samples.filter(|s| *s != 0).collect()
}

#[test]
fn a_clip_is_heard_whole_and_its_client_told() {
    let (server, loudspeaker) = aloud(Busy::Queue, Limits::default());
    let body = json!({"text": TEXT, "output": "speaker"}).to_string();
    let reply = Client::new(server.address()).post("/v1/tts", body);
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    let told = lines(&reply.body);
    let (last, progress) = told.split_last().unwrap();
    assert!(progress.len() >= 2, "{told:?}");
    assert!(progress.iter().all(|line| line["type"] == "progress"));
    assert!(progress.is_sorted_by_key(|line| line["heard_ms"].as_u64()));
    let seconds = sounds(TEXT).len() as f64 / 24_000.0;
    assert_eq!(last["type"], "end");
    assert!(
        last["heard_ms"].as_f64().unwrap() / 1_000.0 >= seconds,
        "{last}"
    );
    assert!(loudspeaker.heard() == sounds(TEXT));
}

#[test]
fn a_turn_is_heard_and_its_client_told() {
    let (server, loudspeaker) = aloud(Busy::Queue, Limits::default());
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "start", "v2": true, "output": "speaker"}));
    talk.next("metadata");
    talk.text("1", "नमस्ते, मैं ", true);
    talk.text("1", "वाक् हूँ।", false);
    let mut heard = 0;
    let end = loop {
        match talk.hear() {
            Said::Json(told) if told["type"] == "progress" => {
                assert_eq!(told["context_id"], "1");
                let now = told["heard_ms"].as_u64().unwrap();
                assert!(now >= heard);
                heard = now;
            }
            Said::Json(told) => break told,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(end["type"], "end");
    assert!(end["audio_ms"].as_u64().unwrap() >= heard && heard > 0);
    assert!(loudspeaker.heard() == sounds(TEXT));
}

#[test]
fn after_cancelled_the_loudspeaker_is_silent_and_free() {
    let (server, loudspeaker) = aloud(Busy::Queue, Limits::default());
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "start", "v2": true, "output": "speaker"}));
    talk.next("metadata");
    talk.text("1", &TEXT.repeat(50), false);
    while talk.next("progress")["heard_ms"] == 0 {}
    talk.say(json!({"type": "cancel", "context_id": "1"}));
    let cancelled = loop {
        match talk.hear() {
            Said::Json(told) if told["type"] == "progress" => {}
            Said::Json(told) => break told,
            other => panic!("{other:?}"),
        }
    };
    let heard = loudspeaker.heard();
    assert_eq!(cancelled["type"], "cancelled");
    let ms = cancelled["audio_ms"].as_u64().unwrap();
    assert!((1..10_000).contains(&ms), "{cancelled}");
    talk.text("2", "Hello.", false);
    while !matches!(talk.hear(), Said::Json(told) if told["type"] == "end") {}
    let after = loudspeaker.heard().split_off(heard.len());
    assert!(after == sounds("Hello."), "{} samples", after.len());
}

#[test]
fn a_second_request_is_refused_or_takes_the_loudspeaker() {
    let long = json!({"text": TEXT.repeat(50), "output": "speaker"}).to_string();
    let short = json!({"text": "Hello.", "output": "speaker"}).to_string();
    let begin = |busy| {
        let (server, loudspeaker) = aloud(busy, Limits::default());
        let (address, long) = (server.address(), long.clone());
        let first = std::thread::spawn(move || Client::new(address).post("/v1/tts", long));
        while loudspeaker.heard().is_empty() {
            std::thread::yield_now();
        }
        let reply = Client::new(address).post("/v1/tts", &short);
        (server, loudspeaker, first, reply)
    };
    let (server, loudspeaker, first, reply) = begin(Busy::Refuse);
    assert_eq!(
        (reply.status, reply.error().as_str()),
        (503, "speaker_busy")
    );
    drop(first);
    server.stop();
    drop::<Loudspeaker>(loudspeaker);

    let (_server, _, first, reply) = begin(Busy::Replace);
    assert_eq!(lines(&reply.body).last().unwrap()["type"], "end");
    let last = lines(&first.join().unwrap().body).pop().unwrap();
    assert_eq!(
        (&last["type"], &last["error"]),
        (&json!("error"), &json!("speaker_taken"))
    );
}

#[test]
fn without_a_loudspeaker_it_is_refused_with_what_there_is() {
    let server = service();
    let body = json!({"text": "Hello.", "output": "speaker"}).to_string();
    let reply = Client::new(server.address()).post("/v1/tts", body);
    assert_eq!(reply.error(), "unsupported_format");
    assert_eq!(reply.json()["available"], json!(["audio"]));
}
