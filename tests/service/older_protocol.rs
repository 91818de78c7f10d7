//! Conversations in the older form, which installed clients speak.

use crate::server::talk::{Said, Talk};
use crate::server::{said, service, start};
use serde_json::json;
use vaak::Settings;
use vaak::serve::Limits;

/// Audio up to the message that ends the turn.
fn turn(talk: &mut Talk) -> (Vec<u8>, serde_json::Value) {
    let mut pcm = Vec::new();
    loop {
        match talk.hear() {
            Said::Audio(bytes) => pcm.extend(bytes),
            Said::Json(message) => return (pcm, message),
            Said::Closed(code) => panic!("closed: {code:?}"),
        }
    }
}

#[test]
fn audio_is_binary_and_ends_with_its_request() {
    let server = service();
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "config", "voice": "Arjun"}));
    let arjun = Settings::new().voice("Arjun");
    talk.say(json!({"type": "text", "text": "Hello "}));
    talk.say(json!({"type": "text", "text": "there.", "flush": true}));
    let (pcm, end) = turn(&mut talk);
    assert!(pcm == said("Hello there.", &arjun));
    assert_eq!(end["type"], "end");
    assert!(end["request_id"].is_string() && end["session_id"].is_string());
    talk.say(json!({"type": "text", "text": "Again."}));
    talk.say(json!({"type": "flush"}));
    let (again, next) = turn(&mut talk);
    assert!(again == said("Again.", &arjun));
    assert_ne!(next["request_id"], end["request_id"]);
}

#[test]
fn text_may_come_first_and_white_space_ends_too() {
    let server = service();
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "text", "text": " "}));
    talk.say(json!({"type": "flush"}));
    let (pcm, end) = turn(&mut talk);
    assert!(pcm.is_empty());
    assert_eq!(end["type"], "end");
}

#[test]
fn clear_interrupts_and_an_error_does_not() {
    let server = service();
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "config", "voice": "nobody"}));
    assert_eq!(turn(&mut talk).1["error"], "unknown_voice");
    // Not in another voice than the one that was asked for.
    talk.say(json!({"type": "text", "text": "Hello.", "flush": true}));
    assert_eq!(turn(&mut talk).1["error"], "invalid_state");
    talk.say(json!({"type": "config"}));
    talk.say(json!({"type": "text", "text": "Hello there, how are you? ".repeat(200)}));
    assert!(matches!(talk.hear(), Said::Audio(_)));
    talk.say(json!({"type": "sing"}));
    assert_eq!(turn(&mut talk).1["error"], "unknown_type");
    talk.say(json!({"type": "clear"}));
    let (_, cancelled) = turn(&mut talk);
    assert_eq!(cancelled["type"], "cancelled");
    assert!(cancelled["request_id"].is_string());
    talk.say(json!({"type": "text", "text": "Again.", "flush": true}));
    let (pcm, end) = turn(&mut talk);
    assert_eq!(end["type"], "end");
    assert!(pcm == said("Again.", &Settings::default()));
}

#[test]
fn a_text_that_is_refused_opens_no_turn() {
    let server = start(Limits {
        text: 10,
        ..Limits::default()
    });
    let mut talk = Talk::new(server.address());
    talk.say(json!({"type": "text", "text": "a".repeat(11), "flush": true}));
    assert_eq!(talk.next("error")["error"], "text_too_long");
    // Between turns only, and nothing is there to be cleared.
    talk.say(json!({"type": "config", "voice": "Arjun"}));
    talk.say(json!({"type": "clear"}));
    talk.say(json!({"type": "ping"}));
    talk.next("pong");
}
