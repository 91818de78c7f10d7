//! What software that misbehaves, or a machine that gives too little, once did to the service.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::server::running::Serve;
use crate::server::talk::{Said, Talk};
use crate::server::{Client, KEY, keys_of, start};
use vaak::serve::Limits;

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n";

/// So many connections that have asked for the service's health, without a key, and are kept.
fn strangers(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = TcpStream::connect(address).ok()?;
        // Those for which there is no room may be closed already.
        let _ = stream.write_all(HEALTH.as_bytes());
        Some(stream)
    };
    (0..count).filter_map(connect).collect()
}

/// The status for who has the key; 0 where the connection ends without an answer.
fn status(address: SocketAddr) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let request = format!(
        "GET /v1/voices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\n\r\n"
    );
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let status = answer.get(9..12).map(String::from_utf8_lossy);
    status.map_or(0, |status| status.parse().unwrap())
}

fn serve() -> Serve {
    Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .args(["--log-format", "none"])
    })
}

/// A thread or a descriptor that was not to be had ended the program.
#[test]
fn a_shortage_of_descriptors_ends_nothing() {
    for left in [3, 40] {
        let mut serve = serve();
        let open = std::fs::read_dir(format!("/proc/{}/fd", serve.child.id())).unwrap();
        let limit = format!("--nofile={}", open.count() + left);
        let id = serve.child.id().to_string();
        let limited = Command::new("prlimit")
            .args(["--pid", &id, &limit])
            .status();
        assert!(limited.unwrap().success());
        for _ in 0..3 {
            let mut held = strangers(serve.address, 200);
            for stream in &mut held {
                stream
                    .set_read_timeout(Some(Duration::from_millis(1)))
                    .unwrap();
                let _ = stream.read(&mut [0; 256]);
            }
        }
        assert!(serve.child.try_wait().unwrap().is_none(), "it has ended");
        let begun = Instant::now();
        while status(serve.address) != 200 {
            assert!(begun.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// 256 connections without a key, renewed once a minute, locked out who had one.
#[test]
fn strangers_cannot_lock_out_who_has_a_key() {
    let server = start(Limits::default());
    let address = server.address();
    let held = strangers(address, 600);
    for _ in 0..25 {
        assert_eq!(status(address), 200);
    }
    let mut talk = Talk::started(address);
    talk.text("a", "Yes.", false);
    assert_eq!(talk.turn("a").1["type"], "end");
    // What holds a conversation stays, whoever comes.
    let more = strangers(address, 300);
    talk.text("b", "Yes.", false);
    assert_eq!(talk.turn("b").1["type"], "end");
    drop((held, more));
}

/// Who sent a body a byte at a time, or did not read the answer, was busy and kept its place: 64 such locked out their address, 128
/// everybody.
#[test]
fn strangers_that_are_slow_while_they_are_answered_lock_out_nobody() {
    let server = start(Limits::default());
    let address = server.address();
    let body = "POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n".to_owned();
    let unread = "GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(500);
    for slow in [body, unread] {
        let held: Vec<TcpStream> = (0..200)
            .filter_map(|_| {
                let mut stream = TcpStream::connect(address).ok()?;
                stream.set_nonblocking(true).ok()?;
                let _ = stream.write(slow.as_bytes());
                Some(stream)
            })
            .collect();
        for _ in 0..25 {
            assert_eq!(status(address), 200);
        }
        assert_eq!(Client::new(address).get("/healthz").status, 200);
        drop(held);
    }
    // Nor is there memory for what nobody asked for.
    let mut client = Client::new(address);
    client.send("POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 200000\r\n\r\n");
    assert_eq!(client.reply().status, 413);
}

/// Its health can be asked for while those with keys have all their places.
#[test]
fn health_is_told_by_a_service_that_is_full() {
    let server = start(Limits {
        connections: 16,
        ..Limits::default()
    });
    let address = server.address();
    let _held: Vec<Talk> = (0..15).map(|_| Talk::started(address)).collect();
    assert_eq!(status(address), 503);
    assert_eq!(Client::new(address).get("/healthz").status, 200);
}

#[test]
fn there_are_so_many_conversations_and_connections_beside_them() {
    let server = start(Limits {
        conversations: 1,
        ..Limits::default()
    });
    let _talk = Talk::started(server.address());
    let refused = Talk::with(server.address(), "authorization", &format!("Bearer {KEY}"));
    let Err(error) = refused else {
        panic!("a second conversation");
    };
    assert!(error.to_string().contains("503"), "{error}");
    let reply = Client::new(server.address()).post("/v1/tts", json!({"text": "Yes."}).to_string());
    assert_eq!(reply.status, 200);
}

/// A conversation with so much to hear that a client which does not read holds up its sending side.
fn unread(address: SocketAddr) -> Talk {
    let mut talk = Talk::started(address);
    let text = "Hello there, how are you? ".repeat(700);
    talk.text("unread", &text, false);
    talk.next("audio");
    // Until nothing more fits in between.
    let sent = || {
        let text = String::from_utf8(Client::new(address).get("/metrics").body).unwrap();
        let mut lines = text.lines().map(str::to_owned);
        lines.find(|l| l.starts_with("vaak_audio_bytes_total "))
    };
    let mut before = None;
    while sent() != before {
        before = sent();
        thread::sleep(Duration::from_millis(500));
    }
    talk
}

/// A client that does not read had the service wait for it.
#[test]
fn the_service_ends_whatever_its_clients_do() {
    let server = start(Limits {
        drain: Duration::from_millis(500),
        write_time: Duration::MAX,
        ..Limits::default()
    });
    let address = server.address();
    let _unread = unread(address);
    let mut idle = Talk::started(address);
    let (ended, end) = mpsc::channel();
    thread::spawn(move || {
        server.stop();
        let _ = ended.send(());
    });
    assert!(matches!(idle.hear(), Said::Closed(Some(CloseCode::Away))));
    end.recv_timeout(Duration::from_secs(120)).unwrap();
}

/// It was ignored.
#[test]
fn a_second_signal_ends_it_at_once() {
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .envs(["DRAIN", "WRITE_TIME"].map(|t| (format!("VAAK_LIMITS_{t}"), "3600")))
            .args(["--log-format", "none"])
    });
    let _unread = unread(serve.address);
    serve.signal("TERM");
    while Client::new(serve.address).get("/readyz").status != 503 {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(serve.child.try_wait().unwrap().is_none());
    serve.signal("TERM");
    assert_eq!(serve.child.wait().unwrap().code(), Some(128 + 15));
}

/// An open conversation went on speaking.
#[test]
fn a_key_that_is_taken_away_speaks_no_more() {
    let server = start(Limits {
        write_time: Duration::MAX,
        ..Limits::default()
    });
    let address = server.address();
    let _unread = unread(address);
    let mut client = Client::new(address);
    let body = json!({"text": "Hello there, how are you? ".repeat(700)}).to_string();
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    client.lines();
    let mut talk = Talk::started(address);
    talk.text("open", "Hello there and", true);
    server.replace_keys(&format!("{KEY}\nanother")).unwrap();
    talk.text("still", "Yes.", true);
    server.replace_keys("another").unwrap();
    let told: Vec<Said> = std::iter::from_fn(|| match talk.hear() {
        Said::Closed(code) => {
            assert_eq!(code, Some(CloseCode::Policy));
            None
        }
        said => Some(said),
    })
    .collect();
    let kinds = told.iter().map(|said| match said {
        Said::Json(message) if message["type"] == "error" => message["error"].clone(),
        Said::Json(message) => message["type"].clone(),
        other => panic!("{other:?}"),
    });
    let kinds: Vec<_> = kinds.filter(|kind| kind != "audio").collect();
    assert_eq!(kinds, ["cancelled", "cancelled", "unauthorized"]);
    let mut rest = Vec::new();
    client.stream().read_to_end(&mut rest).unwrap();
    assert!(!rest.ends_with(b"0\r\n\r\n"), "the clip came whole");
}

/// Beside a dozen conversations of one key that take all they can get, most requests of another key were refused.
#[test]
fn an_eager_key_takes_nothing_from_another() {
    let server = keys_of("one\ntwo", Limits::default());
    let address = server.address();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                let mut talk = Talk::with(address, "authorization", "Bearer one").unwrap();
                talk.say(json!({"type": "start", "v2": true}));
                talk.next("metadata");
                for number in 0.. {
                    let text = "Hello there, how are you? ".repeat(8);
                    talk.text(&number.to_string(), &text, false);
                    while !matches!(talk.hear(), Said::Json(message) if message["type"] == "end") {}
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                }
            });
        }
        let statuses: Vec<u16> = (0..20)
            .map(|_| {
                let body = json!({"text": "Yes."}).to_string();
                let mut client = Client::new(address);
                client.send(format!(
                    "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer two\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                ));
                client.reply().status
            })
            .collect();
        over.store(true, Ordering::Relaxed);
        assert_eq!(statuses, [200; 20]);
    });
}

#[test]
fn who_guesses_keys_is_told_ever_later_and_holds_up_nobody_who_has_one() {
    let server = start(Limits::default());
    let guess = || {
        let mut client = Client::new(server.address());
        client.send("GET /v1/voices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer wrong\r\n\r\n");
        assert_eq!(client.reply().status, 401);
    };
    let slow = (0..10_000).any(|_| {
        let begun = Instant::now();
        guess();
        begun.elapsed() >= Duration::from_secs(1)
    });
    assert!(slow);
    assert_eq!(status(server.address()), 200);
}

/// Those who are told later held all places of their address, also those of others there: behind a proxy, or on a machine of many.
#[test]
fn who_guesses_keys_locks_out_nobody_at_the_same_address() {
    let server = start(Limits::default());
    let guess = |_| {
        let mut stream = TcpStream::connect(server.address()).ok()?;
        let guess = "GET /v1/voices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer wrong\r\n\r\n";
        let _ = stream.write_all(guess.as_bytes());
        Some(stream)
    };
    let mut held: Vec<Option<TcpStream>> = (0..400).map(guess).collect();
    for _ in 0..25 {
        held.extend((0..20).map(guess));
        assert_eq!(status(server.address()), 200);
    }
}

/// Of several keys none may hold all conversations.
#[test]
fn a_key_leaves_conversations_to_others() {
    let server = keys_of(
        "one\ntwo",
        Limits {
            conversations: 8,
            ..Limits::default()
        },
    );
    let talk = |key: &str| {
        let key = format!("Bearer {key}");
        Talk::with(server.address(), "authorization", &key)
    };
    let held: Vec<_> = (0..7).map(|_| talk("one").unwrap()).collect();
    assert!(talk("one").is_err());
    assert!(talk("two").is_ok());
    drop(held);
}

/// A body of a megabyte was built as a hundred of values; many at once had the system end the program.
#[test]
fn many_large_bodies_take_little_memory() {
    let serve = serve();
    let address = serve.address;
    assert_eq!(status(address), 200);
    let peak = || {
        let file = format!("/proc/{}/status", serve.child.id());
        let status = std::fs::read_to_string(file).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.unwrap().split_whitespace().nth(1).unwrap();
        kib.parse::<usize>().unwrap() << 10
    };
    let before = peak();
    let size = Limits::default().body - 64;
    let bodies = [
        format!("{{\"text\":\" \",\"other\":[{}0]}}", "[],".repeat(size / 3)),
        format!(
            "{{\"text\":\" \",\"lexicon\":[{}0]}}",
            "{},".repeat(size / 3)
        ),
        format!("{{\"text\":\"{}\"}}", "\\u0905".repeat(size / 6)),
    ];
    // As many as one address may have: of more, those that are let go hear nothing.
    let many = Limits::default().connections / 4 - 4;
    thread::scope(|scope| {
        for number in 0..many {
            let body = &bodies[number % bodies.len()];
            scope.spawn(move || {
                let reply = Client::new(address).post("/v1/tts", body);
                assert!([400, 413, 503].contains(&reply.status), "{}", reply.status);
            });
        }
    });
    assert_eq!(status(address), 200);
    let grown = peak() - before;
    // All bodies together are 15 MB.
    assert!(grown < 64 << 20, "{grown}");
}

/// Messages of conversations are counted too, with what they leave behind.
#[test]
fn messages_are_refused_where_all_together_take_too_much_memory() {
    let server = start(Limits {
        // Beside what each has anyway: the message and the text of one turn, but not of two.
        buffers: 8_000,
        ..Limits::default()
    });
    let address = server.address();
    let mut talks: Vec<Talk> = (0..4).map(|_| Talk::started(address)).collect();
    let text = "and ".repeat(4_900);
    let mut refused = 0;
    for talk in &mut talks {
        talk.say(
            json!({"type": "text", "context_id": "a", "text": "Hello there. ", "continue": true}),
        );
        talk.next("audio");
        talk.say(json!({"type": "text", "context_id": "b", "text": text, "continue": true}));
        talk.say(json!({"type": "ping"}));
        loop {
            match talk.hear() {
                Said::Json(message) if message["type"] == "pong" => break,
                Said::Json(message) if message["error"] == "busy" => refused += 1,
                Said::Json(_) => {}
                Said::Closed(code) => {
                    assert_eq!(code, Some(CloseCode::Again));
                    refused += 1;
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!((1..4).contains(&refused), "{refused}");
    drop(talks);
    // What was held is free again.
    let mut talk = Talk::started(address);
    talk.text("a", "Hello.", false);
    assert_eq!(talk.turn("a").1["type"], "end");
}

/// Names of turns were kept uncounted: 192 conversations of a key with 65,536 each took 300 MB.
#[test]
fn names_of_turns_take_memory_that_is_counted() {
    let server = start(Limits {
        buffers: 8_000,
        ..Limits::default()
    });
    let mut talk = Talk::new(server.address());
    // Refused, so that no turn is opened.
    talk.say(json!({"type": "start", "v2": true, "voice": "nobody"}));
    talk.next("error");
    let mut errors = (0..2_000).map(|name| {
        talk.say(json!({"type": "text", "context_id": name.to_string(), "text": "Yes."}));
        talk.next("error")["error"].clone()
    });
    let kept = errors.by_ref().take_while(|e| e == "invalid_state").count();
    // What each conversation has anyway, and what all have.
    assert!((500..1_000).contains(&kept), "{kept}");
    assert!(errors.all(|error| error == "too_many_turns"));
    let mut other = Talk::started(server.address());
    other.text("a", "Yes.", false);
    assert_eq!(other.turn("a").1["type"], "end");
}

/// Of several keys none may hold all memory.
#[test]
fn a_key_leaves_memory_to_others() {
    let server = keys_of(
        "one\ntwo",
        Limits {
            buffers: 160_000,
            ..Limits::default()
        },
    );
    let post = |key: &str, length: usize| {
        let mut client = Client::new(server.address());
        client.send(format!(
            "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: {length}\r\n\r\n"
        ));
        client
    };
    // Each all but its last byte.
    let mut held: Vec<Client> = (0..50).map(|_| post("one", 20_000)).collect();
    for client in &mut held {
        let _ = client.stream().write_all(&[b' '; 19_999]);
    }
    let refused = |client: &mut Client| {
        let patience = Some(Duration::from_millis(500));
        client.stream().set_read_timeout(patience).unwrap();
        matches!(client.stream().read(&mut [0; 12]), Ok(12))
    };
    assert!(held.iter_mut().any(refused));
    let mut client = post("two", 30_000);
    let body = json!({"text": "Yes."}).to_string();
    client.send(format!("{body}{}", " ".repeat(30_000 - body.len())));
    assert_eq!(client.reply().status, 200);
}

/// All that comes for one request, whose sender says that it sends no more.
fn answer(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// It got no answer.
#[test]
fn who_sends_no_more_still_hears() {
    let server = start(Limits::default());
    let body = json!({"text": "Hello there, how are you?"}).to_string();
    let request = format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = answer(server.address(), &request);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("\r\n0\r\n\r\n"));
}

#[test]
fn heads_that_are_right_or_wrong_in_unusual_ways() {
    let server = start(Limits::default());
    for (request, status) in [
        ("GET http://a/healthz HTTP/1.1\r\nhost: a\r\n\r\n", "200"),
        ("GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\n\r\n", "400"),
        ("GET /healthz HTTP/1.0\r\n\r\n", "200"),
        ("HEAD /v1/voices HTTP/1.1\r\nhost: a\r\n\r\n", "401"),
        ("HEAD /healthz HTTP/1.1\r\nhost: a\r\n\r\n", "200"),
    ] {
        let answer = answer(server.address(), request);
        assert_eq!(&answer[9..12], status, "{request}");
        // An answer to HEAD is a head.
        assert_eq!(
            request.starts_with("HEAD"),
            answer.ends_with("\r\n\r\n"),
            "{answer}"
        );
    }
    for (key, status) in [
        ("dGhlIHNhbXBsZSBub25jZQ==", "101"),
        ("dGhlIHNhbXBsZQ==", "400"),
        ("the sample nonce", "400"),
        ("", "400"),
    ] {
        let request = format!(
            "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n"
        );
        assert_eq!(&answer(server.address(), &request)[9..12], status, "{key}");
    }
}
