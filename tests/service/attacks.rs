//! What software that misbehaves, or a machine that gives too little, once did to the service.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::running::Serve;
use crate::server::talk::Talk;
use crate::server::{Client, KEY, start};
use vaak::serve::Limits;

const HEALTH: &str = "GET /healthz HTTP/1.1\r\n\r\n";

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
        "GET /v1/voices HTTP/1.1\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\n\r\n"
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
