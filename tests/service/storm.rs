//! All at once, under the limits of the unit: eager conversations of another key, idle sockets, slow ones, and a storm of connects. Who
//! has a key is served all the same.
//!
//! `cargo test --test service storm:: -- --ignored --nocapture`

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::confined::Group;
use crate::server::running::Serve;
use crate::server::talk::{Said, Talk};

const EAGER: usize = 40;
const IDLE: usize = 1_000;
const SLOW: usize = 200;
/// Clips that are asked for in quiet, and again in the storm.
const CLIPS: usize = 200;
/// Time between two of them.
const EVERY: Duration = Duration::from_millis(50);
/// Of a hundred.
const SERVED: usize = 99;

/// A key that takes all the speech that it can get.
fn eager(address: SocketAddr, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        let Ok(mut talk) = Talk::with(address, "authorization", "Bearer eager-key") else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let mut say = |message: serde_json::Value| {
            let message = tungstenite::Message::text(message.to_string());
            let _ = talk.0.send(message);
        };
        say(json!({"type": "start", "v2": true}));
        for number in 0..4 {
            let text = "Hello there, how are you? ".repeat(20);
            say(
                json!({"type": "text", "context_id": number.to_string(), "text": text, "continue": false}),
            );
        }
        let mut ended = 0;
        while ended < 4 && !over.load(Ordering::Relaxed) {
            match talk.hear() {
                Said::Json(message) if message["type"] == "end" => ended += 1,
                Said::Closed(_) => break,
                _ => {}
            }
        }
    }
}

/// So many sockets that have sent something and then add a byte now and then; what is closed is opened anew.
fn keep(address: SocketAddr, count: usize, sent: &str, more: &[u8], over: &AtomicBool) {
    let open = || {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_nonblocking(true).ok()?;
        stream.write_all(sent.as_bytes()).ok()?;
        Some(stream)
    };
    let mut kept: Vec<Option<TcpStream>> = Vec::new();
    kept.resize_with(count, || None);
    while !over.load(Ordering::Relaxed) {
        for stream in &mut kept {
            let is_open = stream.as_mut().is_some_and(|stream| {
                let read = stream.read(&mut [0; 512]);
                let ended = matches!(read, Ok(0))
                    || read.is_err_and(|e| e.kind() != std::io::ErrorKind::WouldBlock);
                !ended && stream.write_all(more).is_ok()
            });
            if !is_open {
                *stream = open();
            }
        }
        thread::sleep(Duration::from_millis(200));
    }
}

/// Connections that come and go, some with a wrong key.
fn connects(address: SocketAddr, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        for sent in [
            "",
            "GET /v1/voices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer wrong\r\n\r\n",
        ] {
            if let Ok(mut stream) = TcpStream::connect(address) {
                let _ = stream.write_all(sent.as_bytes());
            }
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The time to the first audio of a clip on a new connection, if it is served.
fn clip(address: SocketAddr) -> Option<Duration> {
    let begun = Instant::now();
    let body = r#"{"text": "Please wait a moment."}"#;
    let request = format!(
        "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer waiting-key\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let (mut answer, mut bytes, mut first) = (Vec::new(), [0; 4_096], None);
    while let Ok(count @ 1..) = stream.read(&mut bytes) {
        answer.extend_from_slice(&bytes[..count]);
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n");
        if first.is_none() && head.is_some_and(|at| answer.len() > at + 8) {
            first = Some(begun.elapsed());
        }
    }
    let whole = answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"\r\n0\r\n\r\n");
    first.filter(|_| whole)
}

/// Clips one after the other, told under a name: the times to the first audio of those that were served, the shortest first.
fn clips(name: &str, address: SocketAddr) -> Vec<Duration> {
    let ask = |_| {
        thread::sleep(EVERY);
        clip(address)
    };
    let mut served: Vec<Duration> = (0..CLIPS).filter_map(ask).collect();
    served.sort();
    println!(
        "{name}: {} of {CLIPS} served; first audio {:?} in the middle, {:?} at the 95th percentile, {:?} at the 99th, {:?} at worst",
        served.len(),
        at(&served, 0.5),
        at(&served, 0.95),
        at(&served, 0.99),
        at(&served, 1.0),
    );
    served
}

/// The time within which such a part was served.
fn at(served: &[Duration], part: f64) -> Duration {
    let last = served.len().saturating_sub(1);
    let time = served.get((last as f64 * part) as usize);
    time.copied().unwrap_or_default()
}

#[test]
#[ignore = "takes half a minute of all cores"]
fn who_has_a_key_is_served_in_a_storm() {
    let group = Group::of_the_unit("storm");
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", "waiting-key\neager-key")
            .env("VAAK_LIMITS_REQUESTS", "1000000")
            .env("MALLOC_ARENA_MAX", "2")
            .args(["--log-format", "none"])
    });
    Group::hold(group.as_ref(), serve.child.id());
    let address = serve.address;
    let quiet = clips("quiet", address);
    let over = AtomicBool::new(false);
    let served = thread::scope(|scope| {
        let over = &over;
        for _ in 0..EAGER {
            scope.spawn(move || eager(address, over));
        }
        let health = "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n";
        scope.spawn(move || keep(address, IDLE, health, b"", over));
        scope.spawn(move || keep(address, SLOW, "GET / HTTP/1.1\r\nx: ", b"a", over));
        for _ in 0..2 {
            scope.spawn(move || connects(address, over));
        }
        thread::sleep(Duration::from_secs(2));
        let served = clips("in the storm", address);
        over.store(true, Ordering::Relaxed);
        served
    });
    assert!(serve.child.try_wait().unwrap().is_none(), "it has ended");
    let times = |part| at(&served, part).as_secs_f64() / at(&quiet, part).as_secs_f64();
    println!(
        "in times of quiet: {:.1} in the middle, {:.1} at the 95th percentile, {:.1} at the 99th",
        times(0.5),
        times(0.95),
        times(0.99)
    );
    assert!(served.len() * 100 >= CLIPS * SERVED);
}
