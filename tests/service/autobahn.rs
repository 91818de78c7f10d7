//! The cases of Autobahn's TestSuite for WebSocket, by their numbers. It takes its peer for an echo and needs Python 2, so they are
//! made again here, for a service that answers each message: a message is read right where it is answered once, with an
//! error in JSON, and where the answer names the id that the message gave. Each case is sent as a whole, frame by frame, and,
//! where it is short, byte by byte. Compression (12 and 13) is not offered, as `conformance` shows.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use vaak::serve::Limits;

use crate::server::{KEY, start};

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// The bit of a last fragment.
const FIN: u8 = 0x80;
/// Cases of fewer bytes are also sent byte by byte.
const SHORT: usize = 1_000;
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// What the service sent.
#[derive(Clone, Debug, PartialEq)]
enum Got {
    /// An answer to a message without an id.
    Answer,
    /// The id that an answer names.
    Named(String),
    Pong(Vec<u8>),
    /// A code, if there was one.
    Closed(Option<u16>),
}
use Got::{Answer, Closed, Named, Pong};

/// A case: its number, the frames that are sent, in how many bytes at once, and what comes back.
struct Case {
    number: String,
    frames: Vec<Vec<u8>>,
    at_once: Option<usize>,
    wanted: Vec<Got>,
}

fn case(number: impl Into<String>, frames: Vec<Vec<u8>>, wanted: &[Got]) -> Case {
    Case {
        number: number.into(),
        frames,
        at_once: None,
        wanted: wanted.to_vec(),
    }
}

/// A frame; `first` is its kind and its bits.
fn frame(first: u8, payload: impl AsRef<[u8]>) -> Vec<u8> {
    let payload = payload.as_ref();
    let mut frame = vec![first];
    match payload.len() {
        length @ ..126 => frame.push(0x80 | length as u8),
        length @ 126..=0xffff => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(0x80 | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend(MASK);
    let masks = MASK.iter().cycle();
    frame.extend(payload.iter().zip(masks).map(|(byte, mask)| byte ^ mask));
    frame
}

/// A frame by itself.
fn whole(kind: u8, payload: impl AsRef<[u8]>) -> Vec<u8> {
    frame(FIN | kind, payload)
}

fn text(payload: impl AsRef<[u8]>) -> Vec<u8> {
    whole(TEXT, payload)
}

/// A message in fragments of so many bytes.
fn fragments(kind: u8, payload: &[u8], size: usize) -> Vec<Vec<u8>> {
    let count = payload.len().div_ceil(size);
    let parts = payload.chunks(size).enumerate();
    parts
        .map(|(at, part)| {
            let first = if at == 0 { kind } else { 0 };
            frame(first | if at + 1 == count { FIN } else { 0 }, part)
        })
        .collect()
}

/// A close with a code and a reason.
fn close(code: u16, reason: impl AsRef<[u8]>) -> Vec<u8> {
    whole(CLOSE, [&code.to_be_bytes()[..], reason.as_ref()].concat())
}

/// A message that gives an id, and is wrong otherwise.
fn naming(id: &str) -> Vec<u8> {
    json!({"type": "text", "context_id": id, "text": 5})
        .to_string()
        .into()
}

const NO_FRAME: Got = Closed(Some(1002));
const NO_UTF8: Got = Closed(Some(1007));
const TOO_LONG: Got = Closed(Some(1009));
const NORMAL: Got = Closed(Some(1000));
const HELLO: &str = "Hello, world!";
const BYTES: &[u8] = b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff";

/// 1: frames of every length.
fn framing() -> Vec<Case> {
    let sizes = [0, 125, 126, 127, 128, 65_535, 65_536];
    let mut cases = Vec::new();
    for (group, kind, byte) in [(1, TEXT, b'*'), (2, BINARY, 0xfe)] {
        for (at, size) in sizes.into_iter().enumerate() {
            let message = whole(kind, vec![byte; size]);
            cases.push(case(
                format!("1.{group}.{}", at + 1),
                vec![message],
                &[Answer],
            ));
        }
        let mut chopped = case(
            format!("1.{group}.8"),
            vec![whole(kind, vec![byte; 65_536])],
            &[Answer],
        );
        chopped.at_once = Some(997);
        cases.push(chopped);
    }
    cases
}

/// 2: pings and pongs.
fn pings() -> Vec<Case> {
    let ping = |payload: &[u8]| (whole(PING, payload), Pong(payload.to_vec()));
    let long = [0xfe; 125];
    let mut cases = Vec::new();
    for (number, payload) in [
        ("2.1", &b""[..]),
        ("2.2", HELLO.as_bytes()),
        ("2.3", BYTES),
        ("2.4, 2.6", &long),
    ] {
        let (frame, pong) = ping(payload);
        cases.push(case(number, vec![frame], &[pong]));
    }
    let (last, pong) = ping(b"ping payload");
    let (ten, pongs): (Vec<_>, Vec<_>) = (0..10)
        .map(|at| ping(format!("payload-{at}").as_bytes()))
        .unzip();
    cases.extend([
        case("2.5", vec![whole(PING, [0xfe; 126])], &[NO_FRAME]),
        case("2.7", vec![whole(PONG, "")], &[]),
        case("2.8", vec![whole(PONG, "unsolicited")], &[]),
        case("2.9", vec![whole(PONG, "unsolicited"), last], &[pong]),
        case("2.10, 2.11", ten, &pongs),
    ]);
    cases
}

/// 3: reserved bits, and 4: reserved kinds.
fn reserved() -> Vec<Case> {
    let with = |kind: u8, bits: u8, payload: &[u8]| frame(FIN | bits << 4 | kind, payload);
    let hello = HELLO.as_bytes();
    let after = |frame: Vec<u8>| vec![text(HELLO), frame, whole(PING, "")];
    let mut cases = vec![
        case("3.1", vec![with(TEXT, 1, hello)], &[NO_FRAME]),
        case("3.2", after(with(TEXT, 2, hello)), &[Answer, NO_FRAME]),
        case("3.3", after(with(TEXT, 3, hello)), &[Answer, NO_FRAME]),
        case("3.4", after(with(TEXT, 4, hello)), &[Answer, NO_FRAME]),
        case("3.5", vec![with(BINARY, 5, BYTES)], &[NO_FRAME]),
        case("3.6", vec![with(PING, 6, hello)], &[NO_FRAME]),
        case("3.7", vec![with(CLOSE, 7, b"")], &[NO_FRAME]),
    ];
    for (group, first) in [(1, 3), (2, 11)] {
        for at in 0..5 {
            let payload = if at == 0 || at == 2 { "" } else { HELLO };
            let frame = whole(first + at, payload);
            let number = format!("4.{group}.{}", at + 1);
            cases.push(match at < 2 {
                true => case(number, vec![frame], &[NO_FRAME]),
                false => case(number, after(frame), &[Answer, NO_FRAME]),
            });
        }
    }
    cases
}

/// 5: fragments.
fn fragmented() -> Vec<Case> {
    let (first, next, last) = (
        |payload: &str| frame(TEXT, payload),
        |payload: &str| frame(0, payload),
        |payload: &str| frame(FIN, payload),
    );
    let (ping, pong) = (whole(PING, "ping"), Pong(b"ping".to_vec()));
    let message = String::from_utf8(naming("fragmented")).unwrap();
    let (head, tail) = message.split_at(20);
    let (two, three) = tail.split_at(5);
    let named = Named("fragmented".to_owned());
    let twice = |frames: [Vec<u8>; 3]| [&frames[..], &frames].concat();
    vec![
        case("5.1", vec![frame(PING, "1"), last("2")], &[NO_FRAME]),
        case("5.2", vec![frame(PONG, "1"), last("2")], &[NO_FRAME]),
        case(
            "5.3 to 5.5",
            vec![first(head), last(tail)],
            std::slice::from_ref(&named),
        ),
        case(
            "5.6 to 5.8",
            vec![first(head), ping.clone(), last(tail)],
            &[pong.clone(), named.clone()],
        ),
        case(
            "5.9 to 5.11",
            vec![last("nothing to continue"), text(HELLO)],
            &[NO_FRAME],
        ),
        case(
            "5.12 to 5.14",
            vec![next("nothing to continue"), text(HELLO)],
            &[NO_FRAME],
        ),
        case(
            "5.15",
            vec![first(head), last(tail), next("3"), text("4")],
            &[named.clone(), NO_FRAME],
        ),
        case(
            "5.16",
            twice([next("1"), first("2"), last("3")]),
            &[NO_FRAME],
        ),
        case(
            "5.17",
            twice([last("1"), first("2"), last("3")]),
            &[NO_FRAME],
        ),
        case("5.18", vec![first("1"), text("2")], &[NO_FRAME]),
        case(
            "5.19, 5.20",
            vec![
                first(head),
                next(""),
                ping.clone(),
                next(two),
                next(""),
                ping,
                last(three),
            ],
            &[pong.clone(), pong, named],
        ),
    ]
}

/// What is UTF-8, and what is not, after Markus Kuhn's list: the groups 6.5 to 6.23.
fn sequences() -> Vec<(Vec<u8>, bool)> {
    let greek = "κόσμε".as_bytes();
    let mut all: Vec<Vec<u8>> = vec![greek.to_vec()];
    all.extend(["hello$world", "hello¢world", "hello€world", "hello𤭢world"].map(Into::into));
    all.extend((1..greek.len()).map(|length| greek[..length].to_vec()));
    #[rustfmt::skip]
    let listed: &[&[u8]] = &[
        // The first and the last of each length.
        b"\xc2\x80", b"\xe0\xa0\x80", b"\xf0\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80",
        b"\x7f", b"\xdf\xbf", b"\xef\xbf\xbf", b"\xf4\x8f\xbf\xbf", b"\xf7\xbf\xbf\xbf", b"\xfb\xbf\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf\xbf",
        // Other boundaries.
        b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xef\xbf\xbd", b"\xf4\x90\x80\x80",
        // What continues nothing.
       
        b"\x80", b"\xbf", b"\x80\xbf", b"\x80\xbf\x80", b"\x80\xbf\x80\xbf", b"\x80\xbf\x80\xbf\x80", b"\x80\xbf\x80\xbf\x80\xbf",
        // What lacks its last byte.
        b"\xc0", b"\xe0\x80", b"\xf0\x80\x80", b"\xf8\x80\x80\x80", b"\xfc\x80\x80\x80\x80",
        b"\xdf", b"\xef\xbf", b"\xf7\xbf\xbf", b"\xfb\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf",
        b"\xc0\xe0\x80\xf0\x80\x80\xf8\x80\x80\x80\xfc\x80\x80\x80\x80\xdf\xef\xbf\xf7\xbf\xbf\xfb\xbf\xbf\xbf\xfd\xbf\xbf\xbf\xbf",
        // Bytes of no sequence.
        b"\xfe", b"\xff", b"\xfe\xfe\xff\xff",
        // Longer than need be.
        b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf",
        b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf8\x87\xbf\xbf\xbf", b"\xfc\x83\xbf\xbf\xbf\xbf",
        b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xf8\x80\x80\x80\x80", b"\xfc\x80\x80\x80\x80\x80",
        // Halves of pairs, and pairs, of UTF-16.
       
        b"\xed\xa0\x80", b"\xed\xad\xbf", b"\xed\xae\x80", b"\xed\xaf\xbf", b"\xed\xb0\x80", b"\xed\xbe\x80", b"\xed\xbf\xbf",
        b"\xed\xa0\x80\xed\xb0\x80", b"\xed\xa0\x80\xed\xbf\xbf", b"\xed\xad\xbf\xed\xb0\x80", b"\xed\xad\xbf\xed\xbf\xbf",
        b"\xed\xae\x80\xed\xb0\x80", b"\xed\xae\x80\xed\xbf\xbf", b"\xed\xaf\xbf\xed\xb0\x80", b"\xed\xaf\xbf\xed\xbf\xbf",
    ];
    all.extend(listed.iter().map(|bytes| bytes.to_vec()));
    all.push((0x80..0xbf).collect());
    // Beginnings without what follows.
    for range in [0xc0..0xdf, 0xe0..0xef, 0xf0..0xf7, 0xf8..0xfb, 0xfc..0xfd] {
        all.push(range.flat_map(|byte| [byte, b' ']).collect());
    }
    // No characters, but UTF-8; and what stands for characters that are unknown.
    let planes = (0..=0x10).flat_map(|plane| [0xfffe, 0xffff].map(|low| plane << 16 | low));
    let odd = planes.chain(0xfff9..=0xfffd).filter_map(char::from_u32);
    all.extend(odd.map(|odd| odd.to_string().into_bytes()));
    let is_text = |bytes: &Vec<u8>| std::str::from_utf8(bytes).is_ok();
    all.into_iter()
        .map(|bytes| (bytes.clone(), is_text(&bytes)))
        .collect()
}

/// 6: UTF-8.
fn utf8() -> Vec<Case> {
    let valid = "Hello-µ@ßöäüàá-UTF-8!!";
    let greek = "κόσμε";
    let wrong = [greek.as_bytes(), b"\xed\xa0\x80edited"].concat();
    let beyond = [greek.as_bytes(), b"\xf4\x90\x80\x80edited"].concat();
    let named = |id: &str| Named(id.to_owned());
    let message = naming(valid);
    let mut cases = vec![
        case("6.1.1", vec![text("")], &[Answer]),
        case(
            "6.1.2",
            vec![frame(TEXT, ""), frame(0, ""), frame(FIN, "")],
            &[Answer],
        ),
        case(
            "6.1.3",
            vec![frame(TEXT, ""), frame(0, naming("middle")), frame(FIN, "")],
            &[named("middle")],
        ),
        case("6.2.1", vec![text(&message)], &[named(valid)]),
        case(
            "6.2.2",
            fragments(TEXT, &message, message.len() / 2),
            &[named(valid)],
        ),
        case("6.2.3", fragments(TEXT, &message, 1), &[named(valid)]),
        case("6.2.4", fragments(TEXT, &naming(greek), 1), &[named(greek)]),
        case("6.3.1", vec![text(&wrong)], &[NO_UTF8]),
        case("6.3.2", fragments(TEXT, &wrong, 1), &[NO_UTF8]),
        // What makes it wrong is enough: the rest never comes.
        case(
            "6.4.1",
            vec![frame(TEXT, &beyond[..11]), frame(0, &beyond[11..15])],
            &[NO_UTF8],
        ),
        case(
            "6.4.2",
            vec![frame(TEXT, &beyond[..12]), frame(0, &beyond[12..13])],
            &[NO_UTF8],
        ),
        case("6.4.3, 6.4.4", vec![text(&beyond)], &[NO_UTF8]),
    ];
    for (bytes, is_text) in sequences() {
        let number = format!("6.5 to 6.23: {}", bytes.escape_ascii());
        let plain = String::from_utf8(bytes.clone()).ok();
        cases.push(match plain.filter(|_| is_text) {
            Some(id) => case(number, vec![text(naming(&id))], &[named(&id)]),
            None => case(number, vec![text(&bytes)], &[NO_UTF8]),
        });
    }
    cases
}

/// 7: how it ends.
fn closing() -> Vec<Case> {
    let normal = || close(1000, "");
    let reason = |length: usize| close(1000, vec![b'*'; length]);
    let mut cases = vec![
        case(
            "7.1.1",
            vec![text(HELLO), normal(), text(HELLO)],
            &[Answer, NORMAL],
        ),
        case("7.1.2", vec![normal(), whole(CLOSE, "")], &[NORMAL]),
        case("7.1.3", vec![normal(), whole(PING, "")], &[NORMAL]),
        case("7.1.4", vec![normal(), text(HELLO)], &[NORMAL]),
        case(
            "7.1.5",
            vec![frame(TEXT, "1"), normal(), frame(FIN, "2")],
            &[NORMAL],
        ),
        case(
            "7.1.6",
            vec![
                text(vec![b'*'; 256 << 10]),
                text(HELLO),
                normal(),
                whole(PING, ""),
            ],
            &[Answer, Answer, NORMAL],
        ),
        case("7.3.1", vec![whole(CLOSE, "")], &[Closed(None)]),
        case("7.3.2", vec![whole(CLOSE, "a")], &[NO_FRAME]),
        case("7.3.3", vec![normal()], &[NORMAL]),
        case("7.3.4", vec![close(1000, "Hello World!")], &[NORMAL]),
        case("7.3.5", vec![reason(123)], &[NORMAL]),
        case("7.3.6", vec![reason(124)], &[NO_FRAME]),
        case(
            "7.5.1",
            vec![close(1000, b"\xce\xba\xed\xa0\x80edited")],
            &[NO_UTF8],
        ),
    ];
    for code in [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999,
    ] {
        cases.push(case(
            format!("7.7: {code}"),
            vec![close(code, "")],
            &[Closed(Some(code))],
        ));
    }
    for code in [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999] {
        cases.push(case(
            format!("7.9: {code}"),
            vec![close(code, "")],
            &[NO_FRAME],
        ));
    }
    cases
}

/// 9: long messages and many; and 10: a message that its sender has cut up.
fn long() -> Vec<Case> {
    let mut cases = Vec::new();
    for (group, kind) in [(1, TEXT), (2, BINARY)] {
        for (at, size) in [64, 256, 1_024, 4_096, 8_192, 16_384]
            .into_iter()
            .enumerate()
        {
            let message = whole(kind, vec![b'*'; size << 10]);
            // The bound of this service is 1 MiB.
            let wanted = if size > 1_024 { TOO_LONG } else { Answer };
            cases.push(case(
                format!("9.{group}.{}", at + 1),
                vec![message],
                &[wanted],
            ));
        }
    }
    for (group, kind) in [(3, TEXT), (4, BINARY)] {
        for at in 0..9 {
            let frames = fragments(kind, &vec![b'*'; 4 << 20], 64 << (2 * at));
            cases.push(case(format!("9.{group}.{}", at + 1), frames, &[TOO_LONG]));
            let frames = fragments(kind, &vec![b'*'; 1 << 20], 64 << (2 * at).min(14));
            cases.push(case(
                format!("9.{group}.{}, of 1 MiB", at + 1),
                frames,
                &[Answer],
            ));
        }
    }
    for (group, kind) in [(5, TEXT), (6, BINARY)] {
        for at in 0..6 {
            let mut chopped = case(
                format!("9.{group}.{}", at + 1),
                vec![whole(kind, vec![b'*'; 1 << 20])],
                &[Answer],
            );
            chopped.at_once = Some(64 << at);
            cases.push(chopped);
        }
    }
    for (group, kind) in [(7, TEXT), (8, BINARY)] {
        for (at, size) in [0, 16, 64, 256, 1_024, 4_096].into_iter().enumerate() {
            let message = whole(kind, vec![b'*'; size]);
            cases.push(case(
                format!("9.{group}.{}", at + 1),
                vec![message; 1_000],
                &vec![Answer; 1_000],
            ));
        }
    }
    cases.push(case(
        "10.1.1",
        fragments(TEXT, &[b'*'; 65_536], 1_300),
        &[Answer],
    ));
    cases
}

/// A conversation that has begun.
fn connect(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
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
    stream
}

/// Sends these writes, says farewell, and returns all that comes until the service closes.
fn exchange(address: SocketAddr, writes: &[Vec<u8>]) -> Vec<Got> {
    let mut stream = connect(address);
    let mut sending = stream.try_clone().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            // A service that has closed takes no more.
            let farewell = close(1000, "");
            let _ = writes
                .iter()
                .chain([&farewell])
                .try_for_each(|bytes| sending.write_all(bytes));
        });
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        received(&bytes)
    })
}

/// The frames of a service, which are whole and not masked.
fn received(mut bytes: &[u8]) -> Vec<Got> {
    let mut all = Vec::new();
    while let [first, length, rest @ ..] = bytes {
        assert_eq!((first & 0x70, first & FIN, length & 0x80), (0, FIN, 0));
        let (length, rest) = match length {
            126 => (
                usize::from(u16::from_be_bytes([rest[0], rest[1]])),
                &rest[2..],
            ),
            length => (usize::from(*length), rest),
        };
        let (payload, next) = rest.split_at(length);
        bytes = next;
        all.push(match first & 0xf {
            TEXT => {
                let answer: Value = serde_json::from_slice(payload).unwrap();
                let id = answer["context_id"].as_str();
                id.map_or(Answer, |id| Named(id.to_owned()))
            }
            PONG => Pong(payload.to_vec()),
            CLOSE => Closed(
                payload
                    .get(..2)
                    .map(|code| u16::from_be_bytes([code[0], code[1]])),
            ),
            kind => panic!("a frame of the kind {kind}"),
        });
    }
    all
}

#[test]
fn every_case_has_its_answer() {
    let server = start(Limits {
        requests: 1_000_000,
        ..Limits::default()
    });
    let groups = [
        framing(),
        pings(),
        reserved(),
        fragmented(),
        utf8(),
        closing(),
        long(),
    ];
    let cases: Vec<Case> = groups.into_iter().flatten().collect();
    let mut failed = Vec::new();
    for case in &cases {
        let mut wanted = case.wanted.clone();
        if !matches!(wanted.last(), Some(Closed(_))) {
            wanted.push(NORMAL);
        }
        let all = case.frames.concat();
        let mut ways = vec![
            all.chunks(case.at_once.unwrap_or(all.len()))
                .map(<[u8]>::to_vec)
                .collect(),
        ];
        if case.at_once.is_none() {
            ways.push(case.frames.clone());
        }
        if all.len() < SHORT {
            ways.push(all.iter().map(|byte| vec![*byte]).collect());
        }
        for (way, writes) in ways.iter().enumerate() {
            let found = exchange(server.address(), writes);
            if found != wanted {
                let found: Vec<&Got> = found.iter().rev().take(4).collect();
                failed.push(format!("{} ({way}): at last {found:?}", case.number));
            }
        }
    }
    println!("{} cases", cases.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
