//! A service to talk to, and the plainest of clients.

#![allow(dead_code, reason = "the benchmark uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

use loudspeaker::Loudspeaker;
use serde_json::Value;
use vaak::playback::{Busy, Speaker};
use vaak::serve::keys::Keys;
use vaak::serve::{Cache, Config, Limits, Log, Server, Wyoming};
use vaak::{Engine, Settings};

pub mod loudspeaker;
pub mod running;
pub mod talk;
#[path = "../../common/voice.rs"]
pub mod voice;

/// Another name of the model.
pub const ALIAS: &str = "Somebody's Voice 9";
pub const KEY: &str = "a-key-for-tests";

/// The engine, loaded once.
pub fn engine() -> Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(voice::engine).clone()
}

/// A service with one key and the default limits.
pub fn service() -> Server {
    start(Limits::default())
}

/// A service with one key that has no place for another clip.
pub fn full() -> Server {
    start(Limits {
        speaking: 0,
        waiting: 0,
        ..Limits::default()
    })
}

/// A service with one key.
pub fn start(limits: Limits) -> Server {
    with(Keys::parse(KEY).unwrap(), limits, None)
}

/// A service with a list of keys.
pub fn keys_of(list: &str, limits: Limits) -> Server {
    with(Keys::parse(list).unwrap(), limits, None)
}

/// A service with one key and a loudspeaker.
pub fn aloud(busy: Busy, limits: Limits) -> (Server, Loudspeaker) {
    let loudspeaker = Loudspeaker::default();
    let device = Box::new(loudspeaker.clone());
    let speaker = Speaker::new("test", device, busy);
    (
        with(Keys::parse(KEY).unwrap(), limits, Some(speaker)),
        loudspeaker,
    )
}

/// A service with one key and a cache.
pub fn caching(cache: Cache, limits: Limits) -> Server {
    let config = config(Keys::parse(KEY).unwrap(), limits, None);
    Server::start(engine(), Config { cache, ..config }).unwrap()
}

/// A service with one key that speaks Wyoming as well.
pub fn wyoming(limits: Limits) -> Server {
    let listen = Wyoming {
        listen: "127.0.0.1:0".parse().unwrap(),
        open: false,
    };
    let config = config(Keys::parse(KEY).unwrap(), limits, None);
    let wyoming = Some(listen);
    Server::start(engine(), Config { wyoming, ..config }).unwrap()
}

fn with(keys: Keys, limits: Limits, speaker: Option<Speaker>) -> Server {
    Server::start(engine(), config(keys, limits, speaker)).unwrap()
}

/// The settings of a service that listens on any port.
pub fn config(keys: Keys, limits: Limits, speaker: Option<Speaker>) -> Config {
    Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        wyoming: None,
        keys: Some(keys),
        tls: None,
        speaker,
        limits,
        cache: Cache::default(),
        aliases: vec![ALIAS.to_owned()],
        key_in_url: false,
        cors_origins: vec!["https://page.example".to_owned()],
        voice_aliases: vec![("mine".to_owned(), "Arjun".to_owned())],
        log: Log::None,
    }
}

/// What `vaak say --raw` writes.
pub fn said(text: &str, settings: &Settings) -> Vec<u8> {
    let pcm = voice::speak(&engine(), settings, [text], false);
    pcm.into_iter().flat_map(i16::to_le_bytes).collect()
}

/// A connection that is used for one request after another.
pub struct Client(BufReader<TcpStream>);

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The sizes of its chunks, where it came in chunks.
    pub chunks: Vec<usize>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        Self(BufReader::new(stream))
    }

    pub fn stream(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream().write_all(bytes.as_ref()).unwrap();
    }

    /// Posts with the right key.
    pub fn post(&mut self, path: &str, body: impl AsRef<[u8]>) -> Reply {
        let body = body.as_ref();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {KEY}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        self.send([head.as_bytes(), body].concat());
        self.reply()
    }

    /// Gets with the right key.
    pub fn get(&mut self, path: &str) -> Reply {
        self.send(format!(
            "GET {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\n\r\n"
        ));
        self.reply()
    }

    pub fn reply(&mut self) -> Reply {
        let mut lines = self.lines();
        let first = lines.remove(0);
        let mut reply = Reply {
            status: first.split(' ').nth(1).unwrap().parse().unwrap(),
            headers: lines
                .iter()
                .map(|line| {
                    let (name, value) = line.split_once(':').unwrap();
                    (name.to_ascii_lowercase(), value.trim().to_owned())
                })
                .collect(),
            body: Vec::new(),
            chunks: Vec::new(),
        };
        if reply.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                reply.chunks.push(chunk.len());
                reply.body.extend(chunk);
            }
        } else if let Some(length) = reply.header("content-length") {
            reply.body = vec![0; length.parse().unwrap()];
            self.0.read_exact(&mut reply.body).unwrap();
        } else if reply.status != 204 {
            self.0.read_to_end(&mut reply.body).unwrap();
        }
        reply
    }

    /// The lines of a head, without the empty one.
    pub fn lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if let Err(error) = self.0.read_line(&mut line) {
                panic!("{error} where a line of a head should come, after {lines:?}");
            }
            match line.trim_end() {
                "" => return lines,
                line => lines.push(line.to_owned()),
            }
        }
    }

    /// A chunk of a body; `None` after the last.
    pub fn chunk(&mut self) -> Option<Vec<u8>> {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        let size = usize::from_str_radix(line.trim_end(), 16).unwrap();
        let mut chunk = vec![0; size + 2];
        self.0.read_exact(&mut chunk).unwrap();
        assert_eq!(chunk.split_off(size), b"\r\n");
        (size > 0).then_some(chunk)
    }

    /// Whether the server has closed the connection.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0) | Err(_))
    }
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().filter(|(n, _)| n == name);
        named.next().map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The code of an error, once its form is checked.
    pub fn error(&self) -> String {
        let json = self.json();
        assert_eq!(self.header("content-type"), Some("application/json"));
        assert_eq!(json["request_id"].as_str(), self.header("x-request-id"));
        assert!(!json["message"].as_str().unwrap().is_empty(), "{json}");
        json["error"].as_str().unwrap().to_owned()
    }
}
