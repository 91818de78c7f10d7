//! A long time beside clients that misbehave: every sample of the others is as it should be, and nothing grows.
//!
//! `VAAK_SOAK_SECONDS=600 cargo test --test service soak:: -- --ignored --nocapture`; without the variable a minute. It says every
//! minute what there was so far.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use vaak::Settings;

use crate::hostile::{Held, held};
use crate::server::running::Serve;
use crate::server::talk::Talk;
use crate::server::{Client, said};

/// Clients of each kind.
const HONEST: usize = 4;
const EAGER: usize = 4;
const OTHERS: usize = 4;
const TEXTS: [&str; 4] = [
    "Yes.",
    "Hello there, how are you today?",
    "वह घर गया। फिर वह सो गया।",
    "நாளை மழை பெய்யும்.",
];
/// The time of the honest ones alone, at most, and how often is said what there was.
const MINUTE: Duration = Duration::from_secs(60);
/// What may be added to memory from the first quarter to the last, as in the test of hostile connections.
const GROWTH: f64 = 16.0 * 1024.0 * 1024.0;

/// What honest clients found.
#[derive(Default)]
struct Found {
    clips: AtomicUsize,
    turns: AtomicUsize,
    refused: AtomicUsize,
    first: Mutex<Vec<Duration>>,
}

impl Found {
    /// What there was, in words.
    fn told(&self) -> String {
        let mut first = self.first.lock().unwrap();
        first.sort();
        let at = |part: f64| first.get((first.len() as f64 * part) as usize).copied();
        format!(
            "{} clips and {} turns, all bytes right, {} refused; first audio {:?} in the middle, {:?} at the 99th percentile",
            self.clips.load(Ordering::Relaxed),
            self.turns.load(Ordering::Relaxed),
            self.refused.load(Ordering::Relaxed),
            at(0.5).unwrap_or_default(),
            at(0.99).unwrap_or_default(),
        )
    }
}

/// Clips and turns, each compared byte by byte with what the engine gives here.
fn honest(address: SocketAddr, seed: u64, over: &AtomicBool, right: &[Vec<u8>], found: &Found) {
    let mut random = SmallRng::seed_from_u64(seed);
    while !over.load(Ordering::Relaxed) {
        let which = random.random_range(0..TEXTS.len());
        if random.random_bool(0.5) {
            let body = json!({"text": TEXTS[which]}).to_string();
            let reply = with_key("honest-key", address, &body);
            // A machine with little time for either may also find the request too slow.
            if reply.0 == 503 || reply.0 == 408 {
                found.refused.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            assert!(
                reply.0 == 200 && reply.1 == right[which],
                "a wrong byte of a clip"
            );
            found.clips.fetch_add(1, Ordering::Relaxed);
        } else {
            let Ok(mut talk) = Talk::with(address, "authorization", "Bearer honest-key") else {
                found.refused.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            talk.say(json!({"type": "start", "v2": true}));
            talk.next("metadata");
            for turn in 0..random.random_range(1..6) {
                let name = turn.to_string();
                talk.text(&name, TEXTS[which], false);
                let (audio, last) = talk.turn(&name);
                if last["type"] == "error" {
                    found.refused.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                assert!(
                    last["type"] == "end" && audio == right[which],
                    "a wrong byte: {last}"
                );
                let first = last["first_audio_ms"].as_u64().unwrap();
                found
                    .first
                    .lock()
                    .unwrap()
                    .push(Duration::from_millis(first));
                found.turns.fetch_add(1, Ordering::Relaxed);
            }
        }
        thread::sleep(Duration::from_millis(random.random_range(0..100)));
    }
}

/// A clip for one key: status and body.
fn with_key(key: &str, address: SocketAddr, body: &str) -> (u16, Vec<u8>) {
    let mut client = Client::new(address);
    client.send(format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    let reply = client.reply();
    (reply.status, reply.body)
}

/// Conversations of another key that are pushed, cancelled and dropped at any time.
fn eager(address: SocketAddr, seed: u64, over: &AtomicBool) {
    let mut random = SmallRng::seed_from_u64(seed);
    while !over.load(Ordering::Relaxed) {
        let Ok(mut talk) = Talk::with(address, "authorization", "Bearer eager-key") else {
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        // It listens for a while only: there may be nothing to hear.
        let patience = Some(Duration::from_millis(50));
        talk.0.get_ref().set_read_timeout(patience).unwrap();
        talk.say(json!({"type": "start", "v2": true}));
        for number in 0..random.random_range(1..20) {
            let text =
                TEXTS[random.random_range(0..TEXTS.len())].repeat(random.random_range(1..20));
            let message = match random.random_range(0..5) {
                0 => json!({"type": "cancel", "context_id": number.to_string()}),
                1 => json!({"type": "cancel"}),
                2 => json!({"type": "nonsense"}),
                _ => {
                    json!({"type": "text", "context_id": (number / 2).to_string(), "text": text, "continue": random.random_bool(0.5)})
                }
            };
            if talk
                .0
                .send(tungstenite::Message::text(message.to_string()))
                .is_err()
            {
                break;
            }
            for _ in 0..random.random_range(0..4) {
                talk.hear();
            }
        }
        // Gone without a word.
    }
}

/// Connections that end in the middle of something, or say nothing that makes sense.
fn other(address: SocketAddr, seed: u64, over: &AtomicBool) {
    let mut random = SmallRng::seed_from_u64(seed);
    while !over.load(Ordering::Relaxed) {
        if let Ok(mut stream) = TcpStream::connect(address) {
            let request = b"POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer eager-key\r\ncontent-length: 30\r\n\r\n{\"text\": \"Hello, hello there.\"}";
            let mut bytes = request[..random.random_range(0..request.len())].to_vec();
            if random.random_bool(0.3) && !bytes.is_empty() {
                let at = random.random_range(0..bytes.len());
                bytes[at] = random.random_range(0..=255);
            }
            let _ = stream.write_all(&bytes);
            if random.random_bool(0.5) {
                let _ = stream.shutdown(Shutdown::Write);
                let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
                let _ = stream.read(&mut [0; 256]);
            }
        }
        thread::sleep(Duration::from_millis(random.random_range(0..20)));
    }
}

/// What is added in an hour, by the straight line through all that was measured.
fn slope(times: &[f64], values: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (time, value) = (mean(times), mean(values));
    let both = times.iter().zip(values);
    let covariance: f64 = both.map(|(t, v)| (t - time) * (v - value)).sum();
    let variance: f64 = times.iter().map(|t| (t - time).powi(2)).sum();
    covariance / variance * 3_600.0
}

#[test]
#[ignore = "takes a minute, or VAAK_SOAK_SECONDS"]
fn soak() {
    let seconds = std::env::var("VAAK_SOAK_SECONDS").map_or(60, |s| s.parse().unwrap());
    let length = Duration::from_secs(seconds);
    let serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", "honest-key\neager-key")
            .env("VAAK_LIMITS_REQUESTS", "1000000")
            .env("VAAK_LIMITS_HEAD_TIME", "2")
            .env("VAAK_LIMITS_BODY_TIME", "2")
            .env("MALLOC_ARENA_MAX", "2")
            .args(["--log-format", "none"])
    });
    let process = serve.child.id();
    let right = TEXTS.map(|text| said(text, &Settings::default()));
    // The key of the honest ones alone, and then beside the others'.
    let (over, alone) = (AtomicBool::new(false), Found::default());
    thread::scope(|scope| {
        for seed in 0..HONEST as u64 {
            let (over, right, alone) = (&over, &right, &alone);
            scope.spawn(move || honest(serve.address, seed, over, right, alone));
        }
        thread::sleep(MINUTE.min(length / 10));
        over.store(true, Ordering::Relaxed);
    });
    println!("alone: {}", alone.told());
    let (over, found) = (AtomicBool::new(false), Found::default());
    let begun = Instant::now();
    let mut seen: Vec<(f64, Held)> = Vec::new();
    let mut told = Duration::ZERO;
    thread::scope(|scope| {
        for seed in 0..HONEST as u64 {
            let (over, right, found) = (&over, &right, &found);
            scope.spawn(move || honest(serve.address, seed, over, right, found));
        }
        for seed in 0..EAGER as u64 {
            let over = &over;
            scope.spawn(move || eager(serve.address, 100 + seed, over));
        }
        for seed in 0..OTHERS as u64 {
            let over = &over;
            scope.spawn(move || other(serve.address, 200 + seed, over));
        }
        while begun.elapsed() < length {
            thread::sleep(Duration::from_millis(500));
            let now = held(process);
            if begun.elapsed() >= told + MINUTE {
                told += MINUTE;
                println!("{told:?}: {now:?}; {}", found.told());
            }
            seen.push((begun.elapsed().as_secs_f64(), now));
        }
        over.store(true, Ordering::Relaxed);
    });
    // What is made once and kept is made in the first quarter.
    let seen: Vec<_> = seen.split_off(seen.len() / 4);
    let times: Vec<f64> = seen.iter().map(|(time, _)| *time).collect();
    let of = |what: fn(&Held) -> usize| -> Vec<f64> {
        seen.iter().map(|(_, held)| what(held) as f64).collect()
    };
    let memory = of(|held| held.memory);
    println!("beside the others, {seconds} s: {}", found.told());
    for (name, values, unit) in [
        ("memory", &memory, 1024.0 * 1024.0),
        ("threads", &of(|held| held.threads), 1.0),
        ("descriptors", &of(|held| held.descriptors), 1.0),
    ] {
        let (begins, ends) = (values[0] / unit, values[values.len() - 1] / unit);
        let slope = slope(&times, values) / unit;
        println!("{name}: {begins:.1} to {ends:.1}, {slope:+.2} an hour");
    }
    let quarter = memory.len() / 4;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let grown = mean(&memory[memory.len() - quarter..]) - mean(&memory[..quarter]);
    assert!(grown < GROWTH, "memory grew by {grown} bytes");
    // With all clients gone there is what there was at the start: few threads, few descriptors.
    let begun = Instant::now();
    while held(process).threads > 12 || held(process).descriptors > 24 {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{:?}",
            held(process)
        );
        thread::sleep(Duration::from_millis(50));
    }
    let told = serve.end();
    assert!(
        !told.iter().any(|line| line.contains("panicked")),
        "{told:?}"
    );
}
