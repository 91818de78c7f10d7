//! Conversations, as a client on a socket meets them.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use crate::server::talk::{Said, Talk, audio};
use crate::server::{ALIAS, Client, KEY, full, said, service, start};
use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;
use vaak::Settings;
use vaak::serve::Limits;

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you?";

mod upgrade {
    use super::*;

    #[test]
    fn a_key_comes_as_a_header_or_as_a_subprotocol() {
        let server = service();
        Talk::started(server.address());
        let protocols = format!("bearer, {KEY}");
        assert!(Talk::with(server.address(), "sec-websocket-protocol", &protocols).is_ok());
    }

    #[test]
    fn without_one_it_is_refused_before_the_upgrade() {
        let server = service();
        let refused = Talk::with(server.address(), "authorization", "Bearer no").err();
        let Some(tungstenite::Error::Http(answer)) = refused.map(|e| *e) else {
            panic!("no answer");
        };
        assert_eq!(answer.status(), 401);
        assert_eq!(answer.headers()["www-authenticate"], "Bearer");
    }

    #[test]
    fn what_is_no_upgrade_is_told_so() {
        let server = service();
        for (headers, status) in [
            ("upgrade: websocket\r\nsec-websocket-key: a\r\n", 426),
            ("upgrade: websocket\r\nsec-websocket-version: 13\r\n", 400),
            ("", 426),
        ] {
            let mut client = Client::new(server.address());
            client.send(format!(
                "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: upgrade\r\n{headers}\r\n"
            ));
            assert_eq!(client.reply().status, status, "{headers}");
        }
    }

    #[test]
    fn whoever_is_to_upgrade_is_told_to_what() {
        let server = service();
        let reply = Client::new(server.address()).get("/v1/tts/stream");
        assert_eq!(
            (reply.status, reply.error().as_str()),
            (426, "upgrade_required")
        );
        assert_eq!(reply.header("upgrade"), Some("websocket"));
        assert_eq!(reply.header("sec-websocket-version"), Some("13"));
        // The header counts for nothing without this option.
        let option = ("connection".to_owned(), "upgrade".to_owned());
        assert!(reply.headers.contains(&option));
        let reply = Client::new(server.address()).post("/v1/tts/stream", "{}");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET")));
    }
}

mod conversation {
    use super::*;

    #[test]
    fn fragments_of_any_size_are_the_clip() {
        let server = service();
        let mut talk = Talk::new(server.address());
        talk.say(json!({"type": "start", "v2": true, "voice": "Ananya", "region": "x"}));
        let metadata = talk.next("metadata");
        let session = metadata["session_id"].clone();
        assert!(session.is_string());
        assert_eq!(metadata["sample_rate"], 24_000);
        assert_eq!(metadata["encoding"], "pcm_s16le");
        assert_eq!(metadata["voice"], "Ananya");
        assert!(metadata["model"].is_string());
        for letter in TEXT.chars() {
            talk.text("one", &letter.to_string(), true);
        }
        talk.say(json!({"type": "text", "context_id": "one", "continue": false}));
        let (pcm, end) = talk.turn("one");
        assert!(pcm == said(TEXT, &Settings::default()));
        assert_eq!(end["type"], "end");
        assert_eq!(end["session_id"], session);
        assert_eq!(end["request_ids"].as_array().unwrap().len(), 1);
        assert_eq!(end["audio_ms"], pcm.len() / 48);
        assert!(end["first_audio_ms"].is_u64());
    }

    #[test]
    fn a_turn_speaks_before_it_is_closed_and_when_no_more_comes() {
        let limits = Limits {
            flush: Duration::from_millis(100),
            ..Limits::default()
        };
        let server = start(limits);
        let mut talk = Talk::started(server.address());
        talk.text("clause", "Hello there. ", true);
        talk.next("audio");
        talk.say(json!({"type": "cancel"}));
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "cancelled") {}
        talk.text("pending", "Hello there and ", true);
        talk.next("audio");
    }

    #[test]
    fn sentences_come_without_a_space_after_them() {
        let server = start(Limits {
            flush: Duration::MAX,
            sentence: Duration::MAX,
            ..Limits::default()
        });
        let mut talk = Talk::started(server.address());
        let sentences = [
            "Please pay.",
            "I will call you.",
            "In the evening, perhaps.",
        ];
        let mut pcm = Vec::new();
        for sentence in sentences {
            talk.text("one", sentence, true);
            // Each is spoken before the next is sent, and nothing waits for a clock.
            pcm.extend(audio(&talk.next("audio")));
        }
        talk.text("one", "", false);
        let whole = said(&sentences.join(" "), &Settings::default());
        loop {
            let Said::Json(message) = talk.hear() else {
                panic!("no JSON")
            };
            match message["type"].as_str().unwrap() {
                "audio" => pcm.extend(audio(&message)),
                _ => break,
            }
        }
        assert!(pcm == whole);
    }

    #[test]
    fn a_number_at_the_end_is_whole_and_waits_a_moment_only() {
        let server = start(Limits {
            flush: Duration::MAX,
            sentence: Duration::from_millis(1),
            ..Limits::default()
        });
        let mut talk = Talk::started(server.address());
        talk.text("one", "Please pay 500.", true);
        talk.next("audio");
        talk.say(json!({"type": "cancel"}));
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "cancelled") {}
        let server = start(Limits {
            sentence: Duration::MAX,
            ..Limits::default()
        });
        let whole = |sentences: &[&str]| {
            let mut talk = Talk::started(server.address());
            sentences.iter().for_each(|s| talk.text("one", s, true));
            talk.text("one", "", false);
            talk.turn("one").0
        };
        let settings = Settings::default();
        let two = said("Please pay 500. 200 people came.", &settings);
        assert!(whole(&["Please pay 500.", "200 people came."]) == two);
        assert!(whole(&["Pi", " is", " 3", ".", "14", "."]) == said("Pi is 3.14.", &settings));
    }

    #[test]
    fn each_word_is_told_with_its_language_and_place_before_it_is_over() {
        let server = service();
        let mut talk = Talk::new(server.address());
        talk.say(json!({"type": "start", "v2": true, "timestamps": true}));
        talk.next("metadata");
        talk.text("one", "Hello, Chennai! कल 25 ", true);
        talk.text("one", "दिसंबर है।", false);
        let (mut words, mut sent, mut last) = (Vec::new(), 0, 0);
        let length = loop {
            let Said::Json(message) = talk.hear() else {
                panic!("no JSON")
            };
            match message["type"].as_str().unwrap() {
                "audio" => sent += audio(&message).len() as u64 / 48,
                "mark" => {
                    let [from, to] = ["start_ms", "end_ms"].map(|at| message[at].as_u64().unwrap());
                    assert!(
                        last <= from && from < to && sent <= to,
                        "{message} after {sent}"
                    );
                    last = to;
                    let word = ["text", "language"].map(|field| message[field].as_str().unwrap());
                    words.push(word.join(" "));
                }
                _ => break message["audio_ms"].as_u64().unwrap(),
            }
        };
        assert_eq!(
            words,
            [
                "Hello en",
                "Chennai en",
                "कल hi",
                "25 hi",
                "दिसंबर hi",
                "है hi"
            ]
        );
        assert!(last <= length);
    }

    #[test]
    fn turns_are_spoken_in_their_order_with_their_own_speed() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.text("a", "Hello there.", true);
        talk.say(
            json!({"type": "text", "context_id": "b", "text": TEXT, "continue": false, "speed": 2}),
        );
        talk.text("a", " And more.", false);
        assert!(talk.turn("a").0 == said("Hello there. And more.", &Settings::default()));
        let fast = Settings::new().speed(2.0);
        assert!(talk.turn("b").0 == said(TEXT, &fast));
        talk.say(json!({"type": "start", "v2": true, "speed": 2.0}));
        talk.next("metadata");
        talk.text("c", TEXT, false);
        assert!(talk.turn("c").0 == said(TEXT, &fast));
    }

    #[test]
    fn a_start_brings_the_words_of_its_turns() {
        let server = service();
        let mut talk = Talk::new(server.address());
        let start =
            |entry| json!({"type": "start", "v2": true, "language": "hi", "lexicon": [entry]});
        talk.say(start(json!({"word": "IIM"})));
        assert_eq!(talk.next("error")["field"], "lexicon[0]");
        talk.say(start(json!({"word": "IIM", "reading": "आई आई एम"})));
        talk.next("metadata");
        talk.text("one", "वह IIM गया।", false);
        let settings = Settings::new().language(vaak::Language::Hi);
        assert!(talk.turn("one").0 == said("वह आई आई एम गया।", &settings));
    }

    #[test]
    fn audio_may_come_in_binary_frames() {
        let server = service();
        let mut talk = Talk::new(server.address());
        talk.say(json!({"type": "start", "v2": true, "binary": true}));
        talk.next("metadata");
        talk.text("one", TEXT, false);
        let mut pcm = Vec::new();
        loop {
            match (talk.hear(), talk.0.can_read()) {
                (Said::Json(header), true) if header["type"] == "audio" => {
                    assert!(header.get("audio").is_none());
                    match talk.hear() {
                        Said::Audio(bytes) => pcm.extend(bytes),
                        other => panic!("{other:?}"),
                    }
                }
                (Said::Json(end), _) => {
                    assert_eq!(end["type"], "end");
                    break;
                }
                (other, _) => panic!("{other:?}"),
            }
        }
        assert!(pcm == said(TEXT, &Settings::default()));
    }

    #[test]
    fn white_space_is_a_turn_without_audio() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.text("one", " \n", false);
        let (pcm, end) = talk.turn("one");
        assert!(pcm.is_empty());
        assert_eq!((&end["type"], &end["audio_ms"]), (&json!("end"), &json!(0)));
    }

    #[test]
    fn a_ping_of_either_kind_is_answered() {
        let server = service();
        let mut talk = Talk::new(server.address());
        talk.say(json!({"type": "ping"}));
        talk.next("pong");
        talk.0.send(Message::Ping("here".into())).unwrap();
        assert_eq!(talk.0.read().unwrap(), Message::Pong("here".into()));
    }

    #[test]
    fn a_silent_client_is_pinged_and_in_the_end_left() {
        let limits = Limits {
            ping: Duration::from_millis(100),
            silence: Duration::from_millis(400),
            rest: Duration::from_millis(500),
            ..Limits::default()
        };
        let server = start(limits);
        let mut talk = Talk::new(server.address());
        assert!(matches!(talk.0.read(), Ok(Message::Ping(_))));
        // Neither reading nor answering.
        thread::sleep(Duration::from_millis(800));
        let stream = talk.0.get_mut();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.windows(2).any(|two| two == 1001u16.to_be_bytes()));
    }

    #[test]
    fn a_client_may_be_silent_for_longer_between_turns_but_not_all_may() {
        let server = start(Limits {
            ping: Duration::from_millis(20),
            silence: Duration::from_millis(100),
            resting: 1,
            ..Limits::default()
        });
        let mut kept = Talk::started(server.address());
        thread::sleep(Duration::from_millis(400));
        let mut other = Talk::started(server.address());
        thread::sleep(Duration::from_millis(400));
        // Neither has read, so neither has answered a ping.
        assert!(matches!(other.hear(), Said::Closed(Some(CloseCode::Away))));
        kept.text("one", "Hello.", false);
        assert_eq!(kept.turn("one").1["type"], "end");
    }

    #[test]
    fn settings_that_come_while_a_turn_is_open_hold_from_the_next_on() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.text("one", "Hello ", true);
        talk.say(json!({"type": "start", "v2": true, "voice": "Arjun", "language": "auto"}));
        assert_eq!(talk.next("metadata").get("language"), None);
        talk.text("two", "Hello.", false);
        talk.text("one", "there.", false);
        assert!(talk.turn("one").0 == said("Hello there.", &Settings::default()));
        assert!(talk.turn("two").0 == said("Hello.", &Settings::new().voice("Arjun")));
    }

    #[test]
    fn a_speed_that_is_given_once_holds_for_the_turns_that_follow() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.say(json!({"type": "text", "context_id": "a", "text": "Hello.", "continue": false, "speed": 2}));
        talk.text("b", "Hello.", false);
        let fast = said("Hello.", &Settings::new().speed(2.0));
        assert!(talk.turn("a").0 == fast && talk.turn("b").0 == fast);
    }

    #[test]
    fn metadata_names_the_model_that_was_asked_for() {
        let server = service();
        let mut talk = Talk::new(server.address());
        talk.say(
            json!({"type": "start", "v2": true, "model": ALIAS, "encoding": "mulaw", "pich": 1}),
        );
        let metadata = talk.next("metadata");
        assert_eq!(metadata["model"], ALIAS);
        assert_eq!(metadata["ignored"], json!(["pich"]));
        assert_eq!(metadata["sample_rate"], 8_000);
        talk.say(json!({"type": "start", "v2": true, "model": "x"}));
        let error = talk.next("error");
        assert_eq!(error["code"], "invalid_request");
        let models = error["available_models"].as_array().unwrap();
        assert!(models.len() > 1 && models.contains(&json!(ALIAS)));
    }

    #[test]
    fn a_frame_of_a_byte_now_and_then_is_silence() {
        let server = start(Limits {
            ping: Duration::from_secs(1),
            silence: Duration::from_secs(2),
            resting: 0,
            ..Limits::default()
        });
        let mut talk = Talk::new(server.address());
        let stream = talk.0.get_mut();
        // A text of 60,000 bytes begins.
        stream.write_all(b"\x81\xfe\xea\x60\0\0\0\0").unwrap();
        let mut slow = stream.try_clone().unwrap();
        let slow = thread::spawn(move || {
            while slow.write_all(b"a").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        assert!(told.starts_with(b"\x89\0"), "no ping: {told:?}");
        assert!(told.windows(2).any(|two| two == 1001u16.to_be_bytes()));
        slow.join().unwrap();
    }

    #[test]
    fn a_close_is_answered_while_it_speaks() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.text("one", &"Hello there, how are you? ".repeat(200), false);
        talk.next("audio");
        talk.0.close(None).unwrap();
        while !matches!(talk.hear(), Said::Closed(_)) {}
        assert!(matches!(
            talk.0.read(),
            Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed)
        ));
    }

    #[test]
    fn the_end_of_the_service_lets_a_turn_finish() {
        let server = service();
        let mut idle = Talk::started(server.address());
        let mut talk = Talk::started(server.address());
        talk.text("one", TEXT, false);
        talk.next("audio");
        let stopped = thread::spawn(move || server.stop());
        assert!(matches!(idle.hear(), Said::Closed(Some(CloseCode::Away))));
        loop {
            match talk.hear() {
                Said::Json(message) if message["type"] == "audio" => {}
                Said::Json(message) => {
                    assert_eq!(message["type"], "end");
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(matches!(talk.hear(), Said::Closed(Some(CloseCode::Away))));
        stopped.join().unwrap();
    }

    #[test]
    fn what_does_not_finish_in_time_is_cancelled() {
        let limits = Limits {
            drain: Duration::from_millis(50),
            ..Limits::default()
        };
        let server = start(limits);
        let mut talk = Talk::started(server.address());
        talk.text("open", "Hello there. ", true);
        talk.next("audio");
        thread::spawn(move || server.stop());
        let mut cancelled = false;
        loop {
            match talk.hear() {
                Said::Json(message) => cancelled |= message["type"] == "cancelled",
                Said::Closed(code) => {
                    assert_eq!(code, Some(CloseCode::Away));
                    break;
                }
                Said::Audio(_) => panic!("audio was to be JSON"),
            }
        }
        assert!(cancelled);
    }
}

mod refusals {
    use super::*;

    #[test]
    fn a_refused_start_may_be_corrected() {
        let server = service();
        let mut talk = Talk::new(server.address());
        for (start, code) in [
            (json!({"type": "start"}), "invalid_field"),
            (
                json!({"type": "start", "v2": true, "voice": "x"}),
                "unknown_voice",
            ),
            (
                json!({"type": "start", "v2": true, "language": "x"}),
                "unknown_language",
            ),
            (
                json!({"type": "start", "v2": true, "model": "x"}),
                "unknown_model",
            ),
            (
                json!({"type": "start", "v2": true, "speed": 3}),
                "invalid_speed",
            ),
            (
                json!({"type": "start", "v2": true, "encoding": "x"}),
                "unsupported_format",
            ),
        ] {
            talk.say(start);
            let error = talk.next("error");
            assert_eq!(error["error"], code);
            assert!(error["message"].is_string() && error.get("context_id").is_none());
        }
        talk.text("one", "a", false);
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["context_id"]),
            (&json!("invalid_state"), &json!("one"))
        );
        talk.say(json!({"type": "start", "v2": true}));
        talk.next("metadata");
        talk.text("two", "Hello.", false);
        assert_eq!(talk.turn("two").1["type"], "end");
    }

    #[test]
    fn a_turn_whose_beginning_was_refused_is_not_begun_by_what_follows() {
        let server = start(Limits {
            text: 10,
            queued_text: 15,
            turns: 1,
            requests: 2,
            ..Limits::default()
        });
        let mut talk = Talk::new(server.address());
        talk.say(json!({"type": "start"}));
        talk.next("error");
        let is_lost = |talk: &mut Talk, mut message: serde_json::Value, code| {
            message["type"] = json!("text");
            message["context_id"] = json!(code);
            talk.say(message);
            assert_eq!(talk.next("error")["error"], code);
            talk.text(code, "b", true);
            assert_eq!(talk.next("error")["error"], "context_used", "{code}");
        };
        is_lost(&mut talk, json!({"text": "a"}), "invalid_state");
        talk.say(json!({"type": "start", "v2": true}));
        talk.next("metadata");
        is_lost(&mut talk, json!({"text": 5}), "invalid_field");
        is_lost(&mut talk, json!({"text": "a", "speed": 9}), "invalid_speed");
        talk.text("open", &"a".repeat(9), true);
        is_lost(&mut talk, json!({"text": "a"}), "too_many_turns");
        is_lost(&mut talk, json!({"text": "a".repeat(9)}), "text_too_long");
        talk.say(json!({"type": "cancel"}));
        talk.next("cancelled");
        is_lost(&mut talk, json!({"text": "a"}), "too_many_requests");
    }

    #[test]
    fn late_text_of_a_cancelled_turn_is_no_request() {
        let server = start(Limits {
            requests: 3,
            ..Limits::default()
        });
        let mut talk = Talk::started(server.address());
        talk.text("one", "a", true);
        talk.say(json!({"type": "cancel"}));
        talk.next("cancelled");
        for _ in 0..9 {
            talk.text("one", "b", true);
            assert_eq!(talk.next("error")["error"], "context_used");
        }
        talk.text("two", "Hello.", false);
        assert_eq!(talk.turn("two").1["type"], "end");
    }

    #[test]
    fn a_wrong_message_is_told_and_the_socket_lives_on() {
        let server = service();
        let mut talk = Talk::started(server.address());
        for (message, code) in [
            ("{", "invalid_json"),
            ("[]", "invalid_json"),
            ("{}", "unknown_type"),
            (r#"{"type":"sing"}"#, "unknown_type"),
            (r#"{"type":5}"#, "unknown_type"),
            (r#"{"type":"text","text":"a"}"#, "invalid_field"),
            (r#"{"type":"text","context_id":""}"#, "invalid_field"),
            (r#"{"type":"text","context_id":5}"#, "invalid_field"),
            (
                r#"{"type":"text","context_id":"a","text":5}"#,
                "invalid_field",
            ),
            (
                r#"{"type":"text","context_id":"b","speed":9}"#,
                "invalid_speed",
            ),
            (r#"{"type":"config"}"#, "invalid_state"),
            (r#"{"type":"flush"}"#, "invalid_state"),
        ] {
            talk.0.send(Message::text(message)).unwrap();
            assert_eq!(talk.next("error")["error"], code, "{message}");
        }
        talk.0.send(Message::binary(vec![0; 9])).unwrap();
        assert_eq!(talk.next("error")["error"], "invalid_message");
        talk.text(&"अ".repeat(129), "a", false);
        assert_eq!(talk.next("error")["field"], "context_id");
        talk.text(&"अ".repeat(128), "a", false);
        while !matches!(talk.hear(), Said::Json(m) if m["type"] == "end") {}
    }

    #[test]
    fn a_context_is_used_once() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.text("one", "Hello.", false);
        talk.turn("one");
        talk.text("one", "Hello.", false);
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["context_id"]),
            (&json!("context_used"), &json!("one"))
        );
    }

    #[test]
    fn refused_settings_are_not_followed_by_speech_in_others() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.text("open", "Hello ", true);
        talk.say(json!({"type": "start", "v2": true, "voice": "nobody"}));
        assert_eq!(talk.next("error")["error"], "unknown_voice");
        talk.text("one", "Hello.", false);
        assert_eq!(talk.next("error")["error"], "invalid_state");
        talk.text("open", "there.", false);
        assert!(talk.turn("open").0 == said("Hello there.", &Settings::default()));
        talk.say(json!({"type": "start", "v2": true, "voice": "Arjun"}));
        talk.next("metadata");
        talk.text("two", "Hello.", false);
        assert!(talk.turn("two").0 == said("Hello.", &Settings::new().voice("Arjun")));
    }

    #[test]
    fn a_closer_closes_what_was_opened() {
        let server = service();
        let mut talk = Talk::started(server.address());
        talk.say(json!({"type": "text", "context_id": "one", "continue": false}));
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["context_id"]),
            (&json!("unknown_context"), &json!("one"))
        );
        // An empty reply is a turn with nothing to say, whose end its client waits for.
        talk.text("empty", "", false);
        assert_eq!(talk.turn("empty").1["type"], "end");
        talk.text("one", "Hello.", false);
        assert_eq!(talk.turn("one").1["type"], "end");
    }

    #[test]
    fn text_and_turns_are_bounded() {
        let limits = Limits {
            text: 10,
            queued_text: 15,
            turns: 3,
            contexts: 7,
            ..Limits::default()
        };
        let server = start(limits);
        let mut talk = Talk::started(server.address());
        talk.text("long", "a", true);
        talk.text("long", &"a".repeat(10), true);
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["limit"]),
            (&json!("text_too_long"), &json!(10))
        );
        assert_eq!(talk.next("cancelled")["context_id"], "long");
        talk.text("a", &"a".repeat(9), true);
        talk.text("b", &"b".repeat(9), true);
        assert_eq!(talk.next("error")["limit"], 15);
        talk.text("c", "c", true);
        talk.text("d", "d", true);
        talk.text("e", "e", true);
        assert_eq!(talk.next("error")["error"], "too_many_turns");
        talk.say(json!({"type": "cancel"}));
        for context in ["a", "c", "d"] {
            assert_eq!(talk.next("cancelled")["context_id"], context);
        }
        talk.text("f", "f", true);
        talk.text("g", "g", true);
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["limit"]),
            (&json!("too_many_turns"), &json!(7))
        );
    }

    #[test]
    fn frames_that_are_none_close_it_with_the_reason() {
        let limits = Limits {
            message: 1_000,
            ..Limits::default()
        };
        let server = start(limits);
        let mut talk = Talk::new(server.address());
        let _ = talk.0.send(Message::text("a".repeat(1_001)));
        assert!(matches!(talk.hear(), Said::Closed(Some(CloseCode::Size))));
        for (bytes, code) in [
            // Not masked; of no known kind; masked, and not UTF-8.
            (&[0x81, 1, b'a'][..], CloseCode::Protocol),
            (&[0x83, 0x80, 0, 0, 0, 0], CloseCode::Protocol),
            (&[0x81, 0x81, 0, 0, 0, 0, 0xff], CloseCode::Invalid),
        ] {
            let mut talk = Talk::new(server.address());
            talk.0.get_mut().write_all(bytes).unwrap();
            match talk.hear() {
                Said::Closed(Some(told)) => assert_eq!(told, code),
                other => panic!("{bytes:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_turn_for_which_there_is_no_place_is_cancelled() {
        let server = full();
        let mut talk = Talk::started(server.address());
        talk.text("one", "Hello.", false);
        let error = talk.next("error");
        assert_eq!(
            (&error["error"], &error["context_id"]),
            (&json!("busy"), &json!("one"))
        );
        assert_eq!(talk.next("cancelled")["context_id"], "one");
    }
}
