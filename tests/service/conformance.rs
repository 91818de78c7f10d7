//! What RFC 9112 (HTTP/1.1), RFC 9110 (HTTP) and RFC 6455 (the upgrade to WebSocket) demand of a server: a row for each demand that a
//! client can see. The cases of h1spec are among them.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use crate::server::{KEY, service};

/// Sent behind every row: whoever still reads requests answers it.
const NEXT: &str = "GET /healthz HTTP/1.1\r\nhost: next\r\n\r\n";
/// In a row: the header with the key.
const WITH_KEY: &str = "{key}";
/// In a row: more bytes than a request line, or a head, may have.
const LONG: &str = "{long}";

use Then::{Closes, Goes, Stays};

/// What comes after the answers of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Then {
    /// The connection stays open: what follows is answered.
    Stays,
    /// It closes.
    Closes,
    /// Another protocol is spoken.
    Goes,
}

/// Section, what it demands, what is sent, the statuses of the answers, and what comes after them.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static [u16],
    Then,
);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("9112 2.2", "empty lines before a request are skipped", "\r\n\r\nGET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[200], Stays),
    ("9112 2.2", "a line feed alone may end a line", "GET /healthz HTTP/1.1\nhost: a\n\n", &[200], Stays),
    ("9112 2.2", "a carriage return alone ends none", "GET /healthz HTTP/1.1\r\nhost: a\r\n\rx: y\r\n\r\n", &[400], Closes),
    ("9112 2.2", "a carriage return in a value is invalid", "GET /healthz HTTP/1.1\r\nhost: a\r\nx: y\rz\r\n\r\n", &[400], Closes),
    ("9112 2.2", "white space between request line and headers", "GET /healthz HTTP/1.1\r\n host: a\r\nhost: a\r\n\r\n", &[400], Closes),
    ("9112 2.2", "what is no request", "Extra lineGET / HTTP/1.1\r\nhost: a\r\n\r\n", &[505], Closes),
    ("9112 2.3", "a request has a version", "GET /healthz \r\n\r\n", &[505], Closes),
    ("9112 2.3", "no version 0.9", "GET /healthz\r\n\r\n", &[400], Closes),
    ("9112 2.3", "the name of the protocol is in capitals", "GET /healthz http/1.1\r\nhost: a\r\n\r\n", &[505], Closes),
    ("9110 15.6.6", "another major version", "GET /healthz HTTP/9.9\r\nhost: a\r\n\r\n", &[505], Closes),
    ("9112 3", "one space between the parts of a request line", "GET  /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[400], Closes),
    ("9112 3", "no space at its end", "GET /healthz HTTP/1.1 \r\nhost: a\r\n\r\n", &[400], Closes),
    ("9112 3", "no space before it", " GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[400], Closes),
    ("9112 3", "no space in a target", "GET /health z HTTP/1.1\r\nhost: a\r\n\r\n", &[505], Closes),
    ("9112 3", "a target that is too long is a 414", "GET /{long} HTTP/1.1\r\nhost: a\r\n\r\n", &[414], Closes),
    ("9112 3.2", "no host", "GET /healthz HTTP/1.1\r\n\r\n", &[400], Closes),
    ("9112 3.2", "more than one host", "GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n", &[400], Closes),
    ("9112 3.2", "the same host twice", "GET /healthz HTTP/1.1\r\nhost: a\r\nHost: a\r\n\r\n", &[400], Closes),
    ("9112 3.2", "an invalid host", "GET /healthz HTTP/1.1\r\nhost: a/b\r\n\r\n", &[400], Closes),
    ("9112 3.2", "a list is no host", "GET /healthz HTTP/1.1\r\nhost: a, b\r\n\r\n", &[400], Closes),
    ("9112 3.2", "an empty host, of a target without one", "GET /healthz HTTP/1.1\r\nhost:\r\n\r\n", &[200], Stays),
    ("9112 3.2", "HTTP/1.0 needs no host", "GET /healthz HTTP/1.0\r\n\r\n", &[200], Closes),
    ("9112 3.2.1", "a query belongs to the target", "GET /healthz?a=b HTTP/1.1\r\nhost: a\r\n\r\n", &[200], Stays),
    ("9112 3.2.2", "a whole URI is a target", "GET http://a/healthz HTTP/1.1\r\nhost: b\r\n\r\n", &[200], Stays),
    ("9112 3.2.2", "though it needs a host beside it", "GET http://a/healthz HTTP/1.1\r\n\r\n", &[400], Closes),
    ("9110 4.2.4", "no user in a URI", "GET http://me@a/healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[400], Closes),
    ("9112 3.2.3", "a host alone is for CONNECT", "GET a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n", &[400], Closes),
    ("9112 5.1", "no white space before the colon", "GET /healthz HTTP/1.1\r\nhost : a\r\n\r\n", &[400], Closes),
    ("9112 5.1", "white space around a value is none of it", "GET /v1/voices HTTP/1.1\r\nhost:\t a \t\r\nauthorization: \t Bearer {key}\t\r\n\r\n", &[200], Stays),
    ("9112 5.2", "a header is on one line", "GET /healthz HTTP/1.1\r\nhost: a\r\nx: y\r\n z\r\n\r\n", &[400], Closes),
    ("9110 5.1", "names have any case", "GET /v1/voices HTTP/1.1\r\nhOsT: a\r\nAUTHORIZATION: Bearer {key}\r\n\r\n", &[200], Stays),
    ("9110 5.1", "a name is a token", "GET /healthz HTTP/1.1\r\nhost: a\r\nx[]: y\r\n\r\n", &[400], Closes),
    ("9110 5.1", "a name is not empty", "GET /healthz HTTP/1.1\r\nhost: a\r\n: y\r\n\r\n", &[400], Closes),
    ("9110 5.1", "a header has a colon", "GET /healthz HTTP/1.1\r\nhost: a\r\nx\r\n\r\n", &[400], Closes),
    ("9110 5.5", "a value may be empty", "GET /healthz HTTP/1.1\r\nhost: a\r\nx:\r\n\r\n", &[200], Stays),
    ("9110 5.5", "no zero byte in a value", "GET /healthz HTTP/1.1\r\nhost: a\r\nx: \0\r\n\r\n", &[400], Closes),
    ("9110 5.5", "no control character in a value", "GET /healthz HTTP/1.1\r\nhost: a\r\nx: \x07\r\n\r\n", &[400], Closes),
    ("9110 5.5", "bytes beyond ASCII are no fault", "GET /healthz HTTP/1.1\r\nhost: a\r\nx: é\r\n\r\n", &[200], Stays),
    ("9110 5.4", "headers that are too large are a 4xx", "GET /healthz HTTP/1.1\r\nhost: a\r\nx: {long}\r\n\r\n", &[431], Closes),
    ("9112 6.1", "chunks in any case", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nTransfer-Encoding: ChunkED\r\n\r\n2\r\n{}\r\n0\r\n\r\n", &[400], Stays),
    ("9112 6.1", "chunks and a length", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ntransfer-encoding: chunked\r\ncontent-length: 7\r\n\r\n2\r\n{}\r\n0\r\n\r\n", &[400], Closes),
    ("9112 6.1", "chunks in HTTP/1.0", "POST /v1/tts HTTP/1.0\r\nauthorization: Bearer {key}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", &[400], Closes),
    ("9112 6.1", "chunked twice", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ntransfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n", &[400], Closes),
    ("9112 6.1", "a coding that is not known", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n", &[400], Closes),
    ("9112 6.3", "chunked is not the last coding", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ntransfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n", &[400], Closes),
    ("9112 6.3", "a length below zero", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: -1234\r\n\r\n", &[400], Closes),
    ("9112 6.3", "a length far below zero", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: -123456789123456789123456789\r\n\r\n", &[400], Closes),
    ("9112 6.3", "a length that is no number", "GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: abc\r\n\r\n", &[400], Closes),
    ("9112 6.3", "a length in hexadecimal digits", "GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 0x2\r\n\r\n{}", &[400], Closes),
    ("9112 6.3", "two lengths", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}", &[400], Closes),
    ("9110 8.6", "a length in a list", "GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 2, 2\r\n\r\n{}", &[400], Closes),
    ("9110 8.6", "a length beyond all numbers", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: 123456789123456789123456789\r\n\r\n", &[413], Closes),
    ("9112 6.3", "no length of a body", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\n\r\n", &[411], Closes),
    ("9112 6.3", "neither length nor chunks: no body", "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[200], Stays),
    ("9110 9.3.1", "a GET may have a body, which is read", "GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello", &[200], Stays),
    ("9112 6.3", "and in chunks", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", &[200], Stays),
    ("9112 7.1", "a size has zeros before it", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0005\r\nhello\r\n000\r\n\r\n", &[200], Stays),
    ("9112 7.1", "a size has a digit", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n\r\n\r\n", &[400], Closes),
    ("9112 7.1", "an extension alone is no size", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n;a\r\n\r\n", &[400], Closes),
    ("9112 7.1", "a size has no sign", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n", &[400], Closes),
    ("9112 7.1", "a size in C's notation", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n", &[400], Closes),
    ("9112 7.1", "a size beyond all numbers", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n123456789abcdef01\r\n", &[400], Closes),
    ("9112 7.1", "a size beyond the bound", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n", &[413], Closes),
    ("9112 7.1", "a chunk is as long as it says", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n", &[400], Closes),
    ("9112 7.1", "a line feed alone ends no chunk", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\nhello\n0\n\n", &[400], Closes),
    ("9112 7.1.1", "extensions are ignored", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5;a=b;c=\"d\"\r\nhello\r\n0;e\r\n\r\n", &[200], Stays),
    ("9112 7.1.1", "a line feed in an extension could end it", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5;a\nx\r\nhello\r\n0\r\n\r\n", &[400], Closes),
    ("9112 7.1.2", "trailers are read", "GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: y\r\ncontent-length: 9\r\n\r\n", &[200], Stays),
    ("9112 9.3", "HTTP/1.1 stays", "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\n\r\n", &[200], Stays),
    ("9112 9.3", "HTTP/1.0 closes", "GET /healthz HTTP/1.0\r\nhost: a\r\n\r\n", &[200], Closes),
    ("9112 9.3.2", "answers come in the order of requests", "GET /v1/voices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\n\r\nGET /x HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\n\r\n", &[200, 404], Stays),
    ("9112 9.6", "who says close is answered, then no more", "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\nGET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[200], Closes),
    ("9112 9.6", "in a list and in any case", "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: x, CLOSE\r\n\r\n", &[200], Closes),
    ("9112 9.6", "also where it is an error", "GET /x HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\r\n", &[404], Closes),
    ("9110 7.8", "an upgrade to what is not known is ignored", "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n", &[200], Stays),
    ("9110 9.1", "methods are in capitals", "get /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[405], Stays),
    ("9110 9.1", "a method that is not known", "BREW /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[405], Stays),
    ("9110 9.1", "a method is a token", "G{T /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[400], Closes),
    ("9110 9.3.2", "HEAD is GET without content", "HEAD /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[200], Stays),
    ("9110 9.3.2", "also where it is an error", "HEAD /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\n\r\n", &[405], Stays),
    ("9110 10.1.1", "HTTP/1.0 is not told to go on, here with the next request as its body", "POST /v1/tts HTTP/1.0\r\nauthorization: Bearer {key}\r\nexpect: 100-continue\r\ncontent-length: 37\r\n\r\n", &[400], Closes),
    ("9110 10.1.1", "who will be refused is not told so", "POST /v1/tts HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n", &[401], Closes),
    ("9110 10.1.1", "without content there is nothing to go on with", "GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\n\r\n", &[200], Stays),
    ("9110 11.6.1", "without a key it is told how to come with one", "GET /v1/voices HTTP/1.1\r\nhost: a\r\n\r\n", &[401], Closes),
    ("9110 15.3.5", "nothing has no length", "GET /favicon.ico HTTP/1.1\r\nhost: a\r\n\r\n", &[204], Stays),
    ("9110 15.5.6", "another method of a known path", "DELETE /healthz HTTP/1.1\r\nhost: a\r\n\r\n", &[405], Stays),
    ("6455 4.2.2", "the upgrade", "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: keep-alive, Upgrade\r\nupgrade: WebSocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-extensions: permessage-deflate\r\nsec-websocket-protocol: chat\r\n\r\n", &[101], Goes),
    ("6455 4.2.1", "another version", "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 8\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", &[426], Closes),
    ("6455 4.2.1", "no upgrade", "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", &[426], Closes),
    ("6455 4.2.1", "no option of the connection", "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", &[400], Closes),
    ("6455 4.2.1", "no nonce", "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\r\n", &[400], Closes),
    ("6455 4.2.1", "a nonce of fewer than 16 bytes", "GET /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZQ==\r\n\r\n", &[400], Closes),
    ("9110 7.8", "HTTP/1.0 upgrades to nothing", "GET /v1/tts/stream HTTP/1.0\r\nauthorization: Bearer {key}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", &[426], Closes),
    ("6455 4.2.1", "only GET upgrades", "HEAD /v1/tts/stream HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", &[405], Closes),
];

/// An answer: its version, its status and its headers, with names in small letters.
struct Answer {
    one_one: bool,
    status: u16,
    headers: Vec<(String, String)>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().filter(|(known, _)| known == name);
        named.next().map(|(_, value)| value.as_str())
    }

    fn says(&self, name: &str, option: &str) -> bool {
        let named = self.headers.iter().filter(|(known, _)| known == name);
        let mut options = named.flat_map(|(_, value)| value.split(','));
        options.any(|said| said.trim().eq_ignore_ascii_case(option))
    }
}

/// The answers in what a server sent, to requests of which the first is HEAD or is not.
fn answers(mut bytes: &[u8], mut head: bool) -> Vec<Answer> {
    let mut answers = Vec::new();
    while !bytes.is_empty() {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap();
        let text = std::str::from_utf8(&bytes[..end]).unwrap();
        let (first, lines) = text.split_once("\r\n").unwrap_or((text, ""));
        let headers = lines
            .split("\r\n")
            .filter(|line| !line.is_empty())
            .map(|line| {
                let (name, value) = line.split_once(':').unwrap();
                (name.to_ascii_lowercase(), value.trim().to_owned())
            });
        let answer = Answer {
            one_one: first.starts_with("HTTP/1.1 "),
            status: first[9..12].parse().unwrap(),
            headers: headers.collect(),
        };
        assert!(first.starts_with("HTTP/1."), "{first}");
        bytes = &bytes[end + 4..];
        // Nothing of this service that is asked for here comes in chunks.
        let length = answer
            .header("content-length")
            .map_or(0, |length| length.parse().unwrap());
        bytes = &bytes[if head { 0 } else { length }..];
        head &= answer.status < 200;
        answers.push(answer);
        if answers.last().is_some_and(|last| last.status == 101) {
            break;
        }
    }
    answers
}

/// What every answer is held to.
fn check(answer: &Answer) -> Result<(), &'static str> {
    let has = |name| answer.header(name).is_some();
    let needs = |status: u16, name: &str| answer.status != status || answer.header(name).is_some();
    let demands = [
        (has("date") || answer.status < 200, "9110 6.6.1: a date"),
        (
            !has("content-length") || answer.status >= 200 && answer.status != 204,
            "9110 8.6: no length of nothing",
        ),
        (
            !has("transfer-encoding") || answer.one_one && !has("content-length"),
            "9112 6.1: chunks only, and of HTTP/1.1",
        ),
        (
            needs(401, "www-authenticate"),
            "9110 15.5.2: how to come in",
        ),
        (needs(405, "allow"), "9110 15.5.6: which methods there are"),
        (needs(426, "upgrade"), "9110 15.5.22: to what"),
        (
            needs(426, "sec-websocket-version"),
            "6455 4.2.2: to which version",
        ),
        (
            !has("upgrade") || answer.says("connection", "upgrade"),
            "9110 7.8: an upgrade is of the connection",
        ),
        (
            answer.status != 101
                || !has("sec-websocket-extensions") && !has("sec-websocket-protocol"),
            "6455 4.2.2: none that is not known",
        ),
        (
            answer.status != 101
                || answer.header("sec-websocket-accept") == Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
            "6455 1.3: the nonce's answer",
        ),
    ];
    demands
        .into_iter()
        .find(|(holds, _)| !holds)
        .map_or(Ok(()), |(_, demand)| Err(demand))
}

/// What a server answers to the request of a row, and to another one behind it.
fn ask(address: SocketAddr, request: &str, portion: usize) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let request = format!("{request}{NEXT}");
    for portion in request.as_bytes().chunks(portion) {
        // A server that has closed takes no more.
        let _ = stream.write_all(portion);
    }
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn hold(portion: impl Fn(&str) -> usize) {
    let server = service();
    let mut failed = Vec::new();
    for (section, demand, request, statuses, then) in ROWS {
        let long = "a".repeat(20_000);
        let request = request.replace(WITH_KEY, KEY).replace(LONG, &long);
        let bytes = ask(server.address(), &request, portion(&request));
        let found = answers(&bytes, request.starts_with("HEAD"));
        let told: Vec<u16> = found.iter().map(|answer| answer.status).collect();
        let mut wanted = statuses.to_vec();
        wanted.extend((*then == Stays).then_some(200));
        // RFC 9112, 9.6: whoever closes says so.
        let closes = found
            .last()
            .is_some_and(|last| last.says("connection", "close"));
        let against: Vec<&str> = found
            .iter()
            .filter_map(|answer| check(answer).err())
            .collect();
        if told != wanted || closes != (*then == Closes) || !against.is_empty() {
            failed.push(format!(
                "RFC {section}: {demand}: {told:?}, closes: {closes}, against {against:?}"
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn what_the_standards_demand_holds() {
    hold(str::len);
}

/// The same, where a request comes a byte at a time.
#[test]
fn and_in_whatever_portions_requests_come() {
    // Long ones only show more of the same.
    hold(|request| if request.len() < 1_000 { 1 } else { 1_000 });
}
