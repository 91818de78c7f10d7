//! Threads, connections, reads, writes, memory, the disk of the log and the clock fail by the thousand while the service speaks: what
//! it says is true all the same.
//!
//! `cargo test --features faults --test service faults:: -- --nocapture`; `VAAK_FAULTS_SEED` for others than the first.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tungstenite::Message;
use vaak::Settings;
use vaak::serve::faults::{ALL, Fault, schedule, struck};
use vaak::serve::keys::Keys;
use vaak::serve::{Config, Limits, Log, Server, Tls};

use crate::server::talk::{Said, Talk, audio};
use crate::server::{Client, KEY, config, engine, said};
use crate::tls;

/// Of each kind.
const FAULTS: u64 = 1_000;
/// One in so many of each kind fails, in the order of `ALL`.
const RATES: [u64; ALL.len()] = [4, 6, 12, 25, 2, 1, 2];
const CLIENTS: u64 = 8;
const TEXT: &str = "Hello there. How are you today? I am well.";

/// What clients found.
#[derive(Default)]
struct Found {
    whole: AtomicUsize,
    broken: AtomicUsize,
    cancelled: AtomicUsize,
    refused: AtomicUsize,
}

impl Found {
    fn count(&self, of: fn(&Self) -> &AtomicUsize) {
        of(self).fetch_add(1, Ordering::Relaxed);
    }
}

/// A clip, which is as it should be from its beginning on, and whole where its end is told.
fn clip(address: SocketAddr, random: &mut SmallRng, right: &[u8], found: &Found) {
    // More than a connection may hold uncounted, for the most part.
    let padding = "a".repeat(random.random_range(0..60_000));
    let body = json!({"text": TEXT, "padding": padding}).to_string();
    let head = format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).unwrap();
    let patience = Some(Duration::from_secs(60));
    stream.set_read_timeout(patience).unwrap();
    let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return found.count(|found| &found.broken);
    };
    if &answer[9..12] != b"200" {
        assert_eq!(&answer[9..12], b"503");
        return found.count(|found| &found.refused);
    }
    let (mut chunks, mut pcm, mut whole) = (&answer[end + 4..], Vec::new(), false);
    while let Some(line) = chunks.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&chunks[..line]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        whole = size == 0;
        let rest = &chunks[line + 2..];
        pcm.extend_from_slice(&rest[..size.min(rest.len())]);
        chunks = rest.get(size + 2..).unwrap_or_default();
    }
    assert!(right.starts_with(&pcm), "a wrong byte");
    assert!(
        !whole || pcm.len() == right.len(),
        "its end is told and it is not whole"
    );
    found.count(if whole {
        |found| &found.whole
    } else {
        |found| &found.broken
    });
}

/// Turns, of which some are cancelled: what is over has all its audio, and what was cancelled is heard no more.
fn conversation(address: SocketAddr, random: &mut SmallRng, right: &[u8], found: &Found) {
    let Ok(mut talk) = Talk::with(address, "authorization", &format!("Bearer {KEY}")) else {
        return found.count(|found| &found.refused);
    };
    let send = |talk: &mut Talk, message: Value| {
        let _ = talk.0.send(Message::text(message.to_string()));
    };
    send(&mut talk, json!({"type": "start", "v2": true}));
    for turn in 0..4 {
        let id = turn.to_string();
        let cancels = random.random_bool(0.3);
        send(
            &mut talk,
            json!({"type": "text", "context_id": id, "text": TEXT, "continue": false}),
        );
        let (mut pcm, mut over) = (Vec::new(), false);
        loop {
            let message = match talk.hear() {
                Said::Json(message) => message,
                Said::Closed(_) => return found.count(|found| &found.broken),
                Said::Audio(_) => panic!("no audio was asked for in frames of its own"),
            };
            match message["type"].as_str().unwrap() {
                "metadata" => {}
                "audio" => {
                    assert!(
                        !over && message["context_id"] == *id,
                        "heard although it was over"
                    );
                    pcm.extend(audio(&message));
                    if cancels {
                        send(&mut talk, json!({"type": "cancel", "context_id": id}));
                    }
                }
                "end" => {
                    assert!(pcm == right, "it has ended and is not whole");
                    found.count(|found| &found.whole);
                    over = true;
                }
                "cancelled" => {
                    assert!(right.starts_with(&pcm), "a wrong byte");
                    found.count(|found| &found.cancelled);
                    over = true;
                }
                "error" => found.count(|found| &found.refused),
                "pong" => break,
                kind => panic!("{kind}"),
            }
            if over && !cancels {
                break;
            }
            if over {
                // What is heard before the answer would be heard although it is over.
                send(&mut talk, json!({"type": "ping"}));
            }
        }
    }
}

#[test]
fn a_thousand_faults_of_each_kind_break_no_promise() {
    let limits = || Limits {
        requests: 1_000_000,
        ..Limits::default()
    };
    let keys = || Keys::parse(KEY).unwrap();
    let server = Server::start(
        engine(),
        Config {
            // Nothing of it is written: its disk fails.
            log: Log::Json,
            ..config(keys(), limits(), None)
        },
    );
    let server = server.unwrap();
    let address = server.address();
    let [certificate, key] = ["cert.pem", "key.pem"].map(|name| fs::read(tls::file(name)).unwrap());
    let secure = Server::start(
        engine(),
        Config {
            tls: Some(Tls::parse(&certificate, &key).unwrap()),
            ..config(keys(), limits(), None)
        },
    );
    let secure = secure.unwrap();
    let right = said(TEXT, &Settings::default());
    let (over, found) = (AtomicBool::new(false), Found::default());
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        told(info);
    }));
    let seed = std::env::var("VAAK_FAULTS_SEED").map_or(1, |seed| seed.parse().unwrap());
    // TLS looks at the clock too.
    let clock = ALL.map(|fault| u64::from(fault == Fault::Clock));
    schedule(seed, clock);
    for _ in 0..50 {
        let mut stream = tls::connect(secure.address());
        let request = "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"));
    }
    schedule(seed, RATES);
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (over, found, right) = (&over, &found, &right);
            scope.spawn(move || {
                let mut random = SmallRng::seed_from_u64(seed * CLIENTS + client);
                while !over.load(Ordering::Relaxed) && PANICS.load(Ordering::Relaxed) == 0 {
                    match random.random_bool(0.5) {
                        true => clip(address, &mut random, right, found),
                        false => conversation(address, &mut random, right, found),
                    }
                }
            });
        }
        while ALL.iter().any(|fault| struck(*fault) < FAULTS) && PANICS.load(Ordering::Relaxed) == 0
        {
            thread::sleep(Duration::from_millis(50));
        }
        over.store(true, Ordering::Relaxed);
    });
    schedule(seed, [0; ALL.len()]);
    let begun = Instant::now();
    let clip = Client::new(address).post("/v1/tts", json!({"text": TEXT}).to_string());
    let again = begun.elapsed();
    assert!(clip.status == 200 && clip.body == right);
    let counts = ALL.map(|fault| format!("{fault:?} {}", struck(fault)));
    let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    println!(
        "{}; {} whole, {} cancelled, {} broken off, {} refused; after the last a clip took {again:?}",
        counts.join(", "),
        of(&found.whole),
        of(&found.cancelled),
        of(&found.broken),
        of(&found.refused),
    );
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
}
