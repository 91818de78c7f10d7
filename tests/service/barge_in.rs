//! Barge-in: what a caller who interrupts may rely on.

use crate::server::talk::{Said, Talk, audio};
use crate::server::{said, start};
use serde_json::json;
use vaak::Settings;
use vaak::serve::Limits;

/// Longer than any test waits.
fn long() -> String {
    "Hello there, how are you? ".repeat(400)
}

#[test]
fn no_audio_of_a_turn_follows_its_cancellation() {
    let server = start(Limits::default());
    let mut talk = Talk::started(server.address());
    for round in 0..10 {
        let (barged, next) = (format!("barged {round}"), format!("next {round}"));
        talk.text(&barged, &long(), false);
        let mut bytes = audio(&talk.next("audio")).len();
        talk.say(json!({"type": "cancel", "context_id": barged}));
        talk.text(&next, "Yes?", false);
        let cancelled = loop {
            match talk.hear() {
                Said::Json(m) if m["type"] == "audio" && m["context_id"] == barged.as_str() => {
                    bytes += audio(&m).len();
                }
                Said::Json(m) => break m,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(cancelled["type"], "cancelled");
        assert_eq!(cancelled["context_id"], barged.as_str());
        assert_eq!(cancelled["audio_ms"], bytes / 48);
        // The whole of it would be half an hour.
        assert!(bytes < 100 * 48_000, "{bytes}");
        let (pcm, end) = talk.turn(&next);
        assert_eq!(end["type"], "end");
        assert!(pcm == said("Yes?", &Settings::default()));
    }
}

#[test]
fn a_waiting_turn_is_cancelled_and_the_one_before_it_speaks_on() {
    let server = start(Limits::default());
    let mut talk = Talk::started(server.address());
    let text = "Hello there, how are you? ".repeat(4);
    talk.text("first", &text, false);
    talk.text("second", &long(), false);
    talk.text("third", "Yes?", false);
    talk.say(json!({"type": "cancel", "context_id": "second"}));
    let mut kinds = Vec::new();
    while kinds.len() < 3 {
        match talk.hear() {
            Said::Json(m) if m["type"] == "audio" => assert_ne!(m["context_id"], "second"),
            Said::Json(m) => kinds.push((m["type"].clone(), m["context_id"].clone())),
            other => panic!("{other:?}"),
        }
    }
    assert!(kinds.contains(&(json!("cancelled"), json!("second"))));
    kinds.retain(|(kind, _)| kind == "end");
    assert_eq!(
        kinds,
        [
            (json!("end"), json!("first")),
            (json!("end"), json!("third"))
        ]
    );
}

#[test]
fn without_a_name_every_turn_is_cancelled_and_one_that_is_over_is_not_answered() {
    let server = start(Limits::default());
    let mut talk = Talk::started(server.address());
    talk.text("over", "Yes?", false);
    talk.turn("over");
    for message in [
        json!({"type": "cancel", "context_id": "over"}),
        json!({"type": "cancel", "context_id": "never"}),
        json!({"type": "clear"}),
        json!({"type": "ping"}),
    ] {
        talk.say(message);
    }
    talk.next("pong");
    for context in ["a", "b", "c"] {
        talk.text(context, &long(), false);
    }
    talk.next("audio");
    talk.say(json!({"type": "clear"}));
    let mut cancelled = Vec::new();
    while cancelled.len() < 3 {
        match talk.hear() {
            Said::Json(m) if m["type"] == "cancelled" => cancelled.push(m["context_id"].clone()),
            Said::Json(m) => assert!(m["type"] == "audio" && cancelled.is_empty(), "{m}"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(cancelled, ["a", "b", "c"]);
}

#[test]
fn a_name_of_another_type_cancels_nothing() {
    let server = start(Limits::default());
    let mut talk = Talk::started(server.address());
    for kind in ["cancel", "clear"] {
        talk.text(kind, "Hello ", true);
        talk.say(json!({"type": kind, "context_id": 5}));
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["field"]),
            (&json!("invalid_field"), &json!("context_id"))
        );
        talk.text(kind, "there.", false);
        assert_eq!(talk.turn(kind).1["type"], "end");
    }
}

#[test]
fn a_reader_that_stalls_holds_up_nobody_else() {
    let server = start(Limits::default());
    let mut stalled = Talk::started(server.address());
    stalled.text("long", &"Hello there, how are you? ".repeat(700), false);
    let mut talk = Talk::started(server.address());
    for round in 0..3 {
        let context = round.to_string();
        talk.text(&context, "Hello there.", false);
        assert_eq!(talk.turn(&context).1["type"], "end");
    }
}
