//! What the service takes of a client, and what it does with more.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::talk::Talk;
use crate::server::{Client, KEY, full, said, service, start};
use serde_json::json;
use vaak::Settings;
use vaak::serve::Limits;

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you?";

#[test]
fn text_body_and_headers_are_bounded() {
    let limits = Limits {
        text: 10,
        body: 1_000,
        head: 1_000,
        ..Limits::default()
    };
    let server = start(limits);
    let connect = || Client::new(server.address());
    let reply = connect().post("/v1/tts", json!({"text": "अ".repeat(11)}).to_string());
    assert_eq!(
        (reply.status, reply.error().as_str()),
        (413, "text_too_long")
    );
    assert_eq!(reply.json()["limit"], 10);
    let reply = connect().post("/v1/tts", json!({"text": "a".repeat(1_000)}).to_string());
    assert_eq!(
        (reply.status, reply.json()["limit"].as_u64()),
        (413, Some(1_000))
    );
    let mut client = connect();
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ntransfer-encoding: chunked\r\n\r\nfffffff\r\n"
    ));
    assert_eq!(client.reply().status, 413);
    for head in [
        format!("GET /{} HTTP/1.1\r\nhost: a\r\n\r\n", "a".repeat(1_000)),
        format!("GET / HTTP/1.1\r\nhost: a\r\n{}", "a: b\r\n".repeat(100)),
        "a".repeat(2_000),
    ] {
        let mut client = connect();
        client.send(head);
        assert!([400, 414, 431].contains(&client.reply().status));
    }
}

#[test]
fn a_time_without_end_is_no_fault() {
    let forever = Duration::MAX;
    let server = start(Limits {
        wait: forever,
        head_time: forever,
        body_time: forever,
        idle: forever,
        write_time: forever,
        total: forever,
        ping: forever,
        silence: forever,
        sentence: forever,
        flush: forever,
        turn_idle: forever,
        ..Limits::default()
    });
    let reply = Client::new(server.address()).post("/v1/tts", json!({"text": "Yes."}).to_string());
    assert_eq!(reply.status, 200);
    let mut talk = Talk::started(server.address());
    talk.text("1", "Yes.", false);
    assert!(talk.turn("1").0 == said("Yes.", &Settings::default()));
}

#[test]
fn a_slow_request_is_refused_and_an_idle_connection_closed() {
    let limits = Limits {
        head_time: Duration::from_millis(200),
        body_time: Duration::from_millis(200),
        idle: Duration::from_millis(200),
        ..Limits::default()
    };
    let server = start(limits);
    assert!(Client::new(server.address()).is_closed());
    // A byte now and then does not put the end off.
    let mut client = Client::new(server.address());
    let begun = Instant::now();
    for byte in b"GET / HTTP/1.1\r\nhost: a\r\n" {
        thread::sleep(Duration::from_millis(20));
        if client.stream().write_all(&[*byte]).is_err() {
            break;
        }
    }
    assert_eq!(client.reply().error(), "timeout");
    assert!(begun.elapsed() < Duration::from_secs(5));
    let mut client = Client::new(server.address());
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: 5\r\n\r\n"
    ));
    assert_eq!(client.reply().status, 408);
}

#[test]
fn a_connection_without_any_request_is_not_idle_but_late() {
    let server = start(Limits {
        head_time: Duration::from_secs(1),
        idle: Duration::MAX,
        ..Limits::default()
    });
    let mut silent = Client::new(server.address());
    assert_eq!(silent.stream().read(&mut [0]).unwrap(), 0);
    let mut client = Client::new(server.address());
    assert_eq!(client.get("/healthz").status, 200);
    thread::sleep(Duration::from_millis(1_500));
    assert_eq!(client.get("/healthz").status, 200);
}

#[test]
fn more_than_can_be_spoken_is_refused_with_when_to_come_again() {
    let server = full();
    let reply = Client::new(server.address()).post("/v1/tts", r#"{"text":"a"}"#);
    assert_eq!((reply.status, reply.error().as_str()), (503, "busy"));
    assert_eq!(reply.header("retry-after"), Some("1"));
}

#[test]
fn a_key_makes_so_many_requests_a_minute() {
    let limits = Limits {
        requests: 2,
        ..Limits::default()
    };
    let server = start(limits);
    for _ in 0..2 {
        assert_eq!(Client::new(server.address()).get("/v1/voices").status, 200);
    }
    let reply = Client::new(server.address()).get("/v1/voices");
    assert_eq!(
        (reply.status, reply.error().as_str()),
        (429, "too_many_requests")
    );
    assert_eq!(reply.json()["limit"], 2);
    assert!(reply.header("retry-after").is_some());
    assert_eq!(Client::new(server.address()).get("/healthz").status, 200);
}

/// A byte now and then does not put the end off.
#[test]
fn a_clip_that_is_taken_too_slowly_is_cut_off() {
    for limits in [
        Limits {
            write_time: Duration::from_millis(500),
            ..Limits::default()
        },
        Limits {
            total: Duration::from_millis(500),
            ..Limits::default()
        },
    ] {
        let server = start(limits);
        let mut client = Client::new(server.address());
        let body = json!({"text": "Hello there, how are you? ".repeat(700)}).to_string();
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        let ended = || {
            let text = Client::new(server.address()).get("/metrics").body;
            String::from_utf8(text)
                .unwrap()
                .contains("vaak_connections 1\n")
        };
        let begun = Instant::now();
        while !ended() {
            assert!(begun.elapsed() < Duration::from_secs(300));
            // Nothing, where the service has cut it off since it was asked.
            let _ = client.stream().read(&mut [0]).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_turn_that_is_forgotten_ends_in_the_end() {
    let server = start(Limits {
        flush: Duration::from_millis(100),
        turn_idle: Duration::from_millis(300),
        ..Limits::default()
    });
    let mut talk = Talk::started(server.address());
    talk.text("forgotten", "Hello there and ", true);
    assert_eq!(talk.turn("forgotten").1["type"], "end");
    talk.text("forgotten", "more", true);
    assert_eq!(talk.next("error")["error"], "context_used");
}

#[test]
fn an_open_turn_stays_open_though_another_waits() {
    let server = start(Limits {
        flush: Duration::from_millis(20),
        ..Limits::default()
    });
    let mut talk = Talk::started(server.address());
    talk.text("a", "Hello there.", true);
    talk.text("b", "Yes?", false);
    // It has been spoken, and flushed too.
    thread::sleep(Duration::from_millis(500));
    talk.text("a", "And more.", false);
    let (first, end) = talk.turn("a");
    assert_eq!(end["type"], "end");
    assert!(first == said("Hello there. And more.", &Settings::default()));
    assert!(talk.turn("b").0 == said("Yes?", &Settings::default()));
}

#[test]
fn a_turn_that_takes_too_long_is_cancelled() {
    let server = start(Limits {
        total: Duration::ZERO,
        ..Limits::default()
    });
    let mut talk = Talk::started(server.address());
    talk.text("one", TEXT, false);
    talk.next("audio");
    assert_eq!(talk.next("error")["error"], "timeout");
    assert_eq!(talk.next("cancelled")["context_id"], "one");
}

#[test]
fn what_happened_is_counted() {
    let server = service();
    let mut client = Client::new(server.address());
    client.post("/v1/tts", json!({ "text": TEXT }).to_string());
    client.post("/v1/tts", "{");
    let reply = client.get("/metrics");
    assert_eq!(
        reply.header("content-type"),
        Some("text/plain; version=0.0.4")
    );
    let text = String::from_utf8(reply.body).unwrap();
    let samples = said(TEXT, &Settings::default()).len() / 2;
    for line in [
        "vaak_http_responses_total{status=\"200\"} 1".to_owned(),
        "vaak_errors_total{code=\"invalid_json\"} 1".to_owned(),
        "vaak_first_audio_seconds_count 1".to_owned(),
        format!("vaak_audio_bytes_total {}", samples * 2),
        format!("vaak_audio_seconds_total {}", samples as f64 / 24_000.0),
        "vaak_slots_in_use 0".to_owned(),
    ] {
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
    assert!(text.contains("vaak_build_info{version="));
}

#[test]
fn more_connections_than_there_is_room_for_are_told_so() {
    let limits = Limits {
        connections: 2,
        ..Limits::default()
    };
    let server = start(limits);
    // An idle connection would make room.
    let held = [(); 2].map(|()| Talk::started(server.address()));
    assert_eq!(Client::new(server.address()).reply().status, 503);
    drop(held);
    let begun = Instant::now();
    while Client::new(server.address()).get("/healthz").status != 200 {
        assert!(begun.elapsed() < Duration::from_secs(10));
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_runs_is_finished_before_the_service_ends() {
    let server = service();
    let address = server.address();
    let mut client = Client::new(address);
    let body = json!({ "text": TEXT }).to_string();
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    client.lines();
    let stopped = thread::spawn(move || server.stop());
    let mut bytes = Vec::new();
    while let Some(chunk) = client.chunk() {
        bytes.extend(chunk);
    }
    assert!(bytes == said(TEXT, &Settings::default()));
    stopped.join().unwrap();
    let reply = Client::new(address).post("/v1/tts", r#"{"text":"a"}"#);
    assert_eq!(
        (reply.status, reply.error().as_str()),
        (503, "shutting_down")
    );
}
