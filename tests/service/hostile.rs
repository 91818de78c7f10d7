//! Ten thousand connections that mean no good: each is answered or closed, and the service is as it was.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::running::Serve;
use crate::server::{Client, KEY, said};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use vaak::Settings;

const CONNECTIONS: usize = 10_000;
/// At once.
const CLIENTS: usize = 16;
/// What may be added to memory: 1,700 bytes that each connection left behind would be more. The heaps of threads add 5 MiB,
/// after 10,000 connections as after 30,000.
const GROWTH: usize = 16 << 20;

/// A way to misuse a connection: over what, its name, what is sent, what then, and how it may end: by the status of an
/// answer, by the code of a WebSocket's last frame, or by nothing but its end.
struct Attack(
    Over,
    &'static str,
    fn(&mut SmallRng) -> Vec<u8>,
    Then,
    &'static [&'static str],
);

#[derive(PartialEq)]
enum Over {
    Http,
    /// After an upgrade.
    Socket,
}

enum Then {
    /// Waits for the end.
    Wait,
    /// Says that no more comes, and waits for the end.
    Shut,
    /// Goes away after the first byte of an answer.
    Leave,
}
use Over::{Http, Socket};
use Then::{Leave, Shut, Wait};

fn noise(random: &mut SmallRng) -> Vec<u8> {
    let mut bytes = vec![0; 4 * random.random_range(..256usize)];
    random.fill(&mut bytes[..]);
    bytes
}

#[rustfmt::skip]
const ATTACKS: [Attack; 34] = [
    Attack(Http, "nothing", |_| Vec::new(), Wait, &["closed"]),
    Attack(Http, "slow head", |_| b"GET / HTTP/1.1\r\nhost: a\r\nx: ".to_vec(), Wait, &["408"]),
    Attack(Http, "slow body", |_| post("", "content-length: 9\r\n", "{"), Wait, &["408"]),
    Attack(Http, "truncated head", |r| cut(r, &get("/v1/voices")), Shut, &["closed"]),
    Attack(Http, "truncated body", |_| post("", "content-length: 99\r\n", "{"), Shut, &["closed"]),
    Attack(Http, "long line", |_| get(&format!("/{}", "a".repeat(20_000))), Wait, &["414"]),
    Attack(Http, "long header", |_| post(&"a".repeat(20_000), "", ""), Wait, &["431"]),
    Attack(Http, "many headers", |_| post("", &"a: b\r\n".repeat(99), ""), Wait, &["431"]),
    Attack(Http, "long body", |_| post("", "content-length: 99999999999999\r\n", ""), Wait, &["413"]),
    Attack(Http, "long chunk", |_| post("", "transfer-encoding: chunked\r\n", "fffffffff\r\n"), Wait, &["413"]),
    Attack(Http, "chunk without size", |_| post("", "transfer-encoding: chunked\r\n", "x\r\n"), Wait, &["400"]),
    Attack(Http, "no length", |_| post("", "", ""), Wait, &["411"]),
    Attack(Http, "two lengths", |_| post("", "content-length: 1\r\ncontent-length: 2\r\n", "{}"), Wait, &["400"]),
    Attack(Http, "length and chunks", |_| post("", "content-length: 1\r\ntransfer-encoding: chunked\r\n", ""), Wait, &["400"]),
    Attack(Http, "wrong method", |_| request("DELETE", "/v1/tts"), Wait, &["405"]),
    Attack(Http, "wrong path", |_| get("/../../etc/passwd"), Wait, &["404"]),
    Attack(Http, "wrong version", |_| b"GET / HTTP/7.0\r\n\r\n".to_vec(), Wait, &["505"]),
    Attack(Http, "another protocol", |_| b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n".to_vec(), Wait, &["400"]),
    Attack(Http, "no key", |_| b"POST /v1/tts HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}".to_vec(), Wait, &["401"]),
    Attack(Http, "bad UTF-8", |_| whole(b"{\"text\":\"\xff\"}"), Wait, &["400"]),
    Attack(Http, "bad JSON", |_| whole(b"{\"text\":"), Wait, &["400"]),
    Attack(Http, "deep JSON", |_| whole(&b"[".repeat(100_000)), Wait, &["400"]),
    Attack(Http, "random body", |r| whole(&noise(r)), Wait, &["400"]),
    Attack(Http, "random bytes", noise, Shut, &["400", "505", "closed"]),
    Attack(Http, "left while it speaks", |_| whole(format!("{{\"text\":\"{}\"}}", "Hello. ".repeat(999)).as_bytes()), Leave, &["200", "503"]),
    Attack(Socket, "unmasked frame", |_| b"\x81\x01a".to_vec(), Wait, &["1002"]),
    Attack(Socket, "unknown frame", |_| b"\x83\x80\0\0\0\0".to_vec(), Wait, &["1002"]),
    Attack(Socket, "reserved bits", |_| b"\xf1\x80\0\0\0\0".to_vec(), Wait, &["1002"]),
    Attack(Socket, "long ping", |_| [&b"\x89\xfe\x00\x7e\0\0\0\0"[..], &[0; 126]].concat(), Wait, &["1002"]),
    Attack(Socket, "bad UTF-8 frame", |_| b"\x81\x81\0\0\0\0\xff".to_vec(), Wait, &["1007"]),
    Attack(Socket, "long message", |_| b"\x81\xff\0\0\0\0\x7f\xff\xff\xff\0\0\0\0".to_vec(), Wait, &["1009"]),
    Attack(Socket, "bad JSON frame, then farewell", |_| b"\x81\x81\0\0\0\0{\x88\x82\0\0\0\0\x03\xe8".to_vec(), Wait, &["1000"]),
    Attack(Socket, "truncated frame", |_| b"\x81\xf0\0\0".to_vec(), Shut, &["1002"]),
    Attack(Socket, "random frames", noise, Shut, &["1002", "1007", "1009", "closed"]),
];

fn request(method: &str, path: &str) -> Vec<u8> {
    format!("{method} {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\n\r\n")
        .into()
}

fn get(path: &str) -> Vec<u8> {
    request("GET", path)
}

fn post(agent: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nuser-agent: {agent}\r\n{headers}\r\n{body}").into()
}

/// A request that is right but for its body.
fn whole(body: &[u8]) -> Vec<u8> {
    let head = format!("connection: close\r\ncontent-length: {}\r\n", body.len());
    [&post("", &head, ""), body].concat()
}

/// Without its last byte at least.
fn cut(random: &mut SmallRng, bytes: &[u8]) -> Vec<u8> {
    bytes[..random.random_range(..bytes.len())].to_vec()
}

/// Attacks once; how it ended.
fn attack(
    address: SocketAddr,
    Attack(over, _, bytes, then, _): &Attack,
    random: &mut SmallRng,
) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    if *over == Socket {
        let upgrade = format!(
            "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"));
    }
    // The service may have closed before all was sent.
    let _ = stream.write_all(&bytes(random));
    let mut answer = Vec::new();
    match then {
        Leave => {
            answer.resize(12, 0);
            stream.read_exact(&mut answer).unwrap();
        }
        Shut => {
            let _ = stream.shutdown(Shutdown::Write);
            read_all(&mut stream, &mut answer);
        }
        Wait => read_all(&mut stream, &mut answer),
    }
    match over {
        Socket => last_code(&answer),
        Http => String::from_utf8_lossy(answer.get(9..12).unwrap_or(b"closed")).into(),
    }
}

/// To the end, which must come; a reset is one too.
fn read_all(stream: &mut TcpStream, answer: &mut Vec<u8>) {
    if let Err(e) = stream.read_to_end(answer) {
        assert_eq!(e.kind(), std::io::ErrorKind::ConnectionReset);
    }
}

/// The code of the frame that closes a WebSocket.
fn last_code(mut frames: &[u8]) -> String {
    while let [kind, length, rest @ ..] = frames {
        let (length, rest) = match (length, rest) {
            (126, [high, low, rest @ ..]) => (usize::from(u16::from_be_bytes([*high, *low])), rest),
            _ => (usize::from(*length), rest),
        };
        if *kind == 0x88 {
            return u16::from_be_bytes([rest[0], rest[1]]).to_string();
        }
        frames = &rest[length..];
    }
    "closed".to_owned()
}

/// What a process holds: bytes of memory, threads, descriptors.
#[derive(Debug)]
pub struct Held {
    pub memory: usize,
    pub threads: usize,
    pub descriptors: usize,
}

pub fn held(process: u32) -> Held {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let number = |name: &str| -> usize {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    Held {
        memory: number("VmRSS:") << 10,
        threads: number("Threads:"),
        descriptors: fs::read_dir(format!("/proc/{process}/fd")).unwrap().count(),
    }
}

/// Attacks from several sides at once, so many times in all.
fn attack_all(address: SocketAddr, times: usize) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= times {
                        return;
                    }
                    let way = &ATTACKS[number % ATTACKS.len()];
                    let end = attack(address, way, &mut SmallRng::seed_from_u64(number as u64));
                    assert!(way.4.contains(&end.as_str()), "{}, {number}: {end}", way.1);
                }
            });
        }
    });
}

#[test]
fn ten_thousand_hostile_connections_leave_no_trace() {
    let serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .env("VAAK_LIMITS_REQUESTS", "1000000")
            .envs(["HEAD_TIME", "BODY_TIME", "IDLE"].map(|t| (format!("VAAK_LIMITS_{t}"), "0.3")))
            .args(["--log-format", "none"])
    });
    let process = serve.child.id();
    let speaks = || {
        let reply =
            Client::new(serve.address).post("/v1/tts", json!({"text": "Hello."}).to_string());
        assert!(reply.body == said("Hello.", &Settings::default()));
    };
    speaks();
    // What is made once and kept, such as the heaps of threads, is made now.
    attack_all(serve.address, 20 * ATTACKS.len());
    let settled = |threads: usize, descriptors: usize| {
        let begun = Instant::now();
        loop {
            let now = held(process);
            if now.threads <= threads && now.descriptors <= descriptors {
                return now;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{now:?}");
            thread::sleep(Duration::from_millis(50));
        }
    };
    // Each connection has its thread and its descriptor: with none open there are the fewest.
    let mut before = held(process);
    for _ in 0..40 {
        thread::sleep(Duration::from_millis(50));
        let now = held(process);
        if (now.threads, now.descriptors) < (before.threads, before.descriptors) {
            before = now;
        }
    }
    attack_all(serve.address, CONNECTIONS);
    let after = settled(before.threads, before.descriptors);
    println!("before {before:?}, after {after:?}");
    assert!(
        after.memory < before.memory + GROWTH,
        "{before:?}, {after:?}"
    );
    speaks();
    let told = serve.end();
    assert!(
        !told.iter().any(|line| line.contains("panicked")),
        "{told:?}"
    );
}
