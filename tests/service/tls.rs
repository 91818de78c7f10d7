//! The same service through TLS.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::server::running::{Folder, Serve};
use crate::server::talk::{Said, Talk};
use crate::server::{Client, KEY, said};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde_json::json;
use tungstenite::client::IntoClientRequest;
use vaak::Settings;

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you?";

type Stream = StreamOwned<ClientConnection, TcpStream>;

/// A file of the certificate of these tests.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/service/server/tls")
        .join(name)
}

fn service(limits: &[(&str, &str)]) -> Serve {
    Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .envs(limits.iter().copied())
            .arg("--tls-cert")
            .arg(file("cert.pem"))
            .arg("--tls-key")
            .arg(file("key.pem"))
    })
}

pub fn connect(address: SocketAddr) -> Stream {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(file("cert.pem")).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "localhost".try_into().unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    StreamOwned::new(connection, stream)
}

fn talk(address: SocketAddr) -> Talk<Stream> {
    let url = format!("ws://{address}/v1/tts/stream");
    let mut request = url.into_client_request().unwrap();
    let key = format!("Bearer {KEY}").parse().unwrap();
    request.headers_mut().insert("authorization", key);
    let (socket, _) = tungstenite::client(request, connect(address)).unwrap();
    let mut talk = Talk(socket);
    talk.say(json!({"type": "start", "v2": true}));
    talk.next("metadata");
    talk
}

#[test]
fn a_clip_is_the_same_bytes_and_the_connection_ends_with_a_farewell() {
    let serve = service(&[]);
    let mut stream = connect(serve.address);
    let body = json!({"text": TEXT, "encoding": "wav"}).to_string();
    let request = format!(
        "POST /v1/tts HTTP/1.0\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // Without the farewell this would be an error.
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.0 200"));
    assert!(answer.ends_with(&said(TEXT, &Settings::default())));
}

#[test]
fn a_conversation_is_heard_while_it_speaks() {
    let serve = service(&[]);
    let mut talk = talk(serve.address);
    talk.text("one", TEXT, false);
    assert!(talk.turn("one").0 == said(TEXT, &Settings::default()));
    // More than the sockets hold: what the service hears it must hear while it waits to be read.
    talk.text("long", &"Hello there, how are you? ".repeat(700), false);
    talk.next("audio");
    talk.say(json!({"type": "cancel"}));
    loop {
        match talk.hear() {
            Said::Json(message) if message["type"] == "audio" => {}
            Said::Json(message) => break assert_eq!(message["type"], "cancelled"),
            other => panic!("{other:?}"),
        }
    }
    talk.text("two", "Yes?", false);
    assert!(talk.turn("two").0 == said("Yes?", &Settings::default()));
}

#[test]
fn what_is_no_handshake_or_takes_too_long_is_let_go() {
    let serve = service(&[("VAAK_LIMITS_HEAD_TIME", "1")]);
    let mut plain = Client::new(serve.address);
    plain.send("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
    let mut alert = Vec::new();
    let _ = plain.stream().read_to_end(&mut alert);
    // TLS's own way to say so.
    assert_eq!(alert.first(), Some(&21), "{alert:?}");
    assert!(Client::new(serve.address).is_closed());
    let mut half = connect(serve.address);
    half.conn.write_tls(&mut half.sock).unwrap();
    let mut rest = Vec::new();
    let _ = half.sock.read_to_end(&mut rest);
    talk(serve.address);
}

#[test]
fn a_record_of_a_byte_now_and_then_does_not_put_the_end_off() {
    let serve = service(&[("VAAK_LIMITS_HEAD_TIME", "1")]);
    let mut stream = connect(serve.address);
    stream.conn.complete_io(&mut stream.sock).unwrap();
    // A record of 16,384 bytes begins.
    stream.sock.write_all(b"\x17\x03\x03\x40\0").unwrap();
    let mut slow = stream.sock.try_clone().unwrap();
    let slow = thread::spawn(move || {
        while slow.write_all(b"a").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    // Closed or reset, where waiting in vain would be another error.
    if let Err(e) = stream.sock.read_to_end(&mut Vec::new()) {
        assert_eq!(e.kind(), std::io::ErrorKind::ConnectionReset);
    }
    slow.join().unwrap();
}

#[test]
fn the_certificate_is_loaded_anew_and_a_wrong_one_changes_nothing() {
    let folder = Folder::new("tls");
    let (cert, key) = (folder.0.join("cert"), folder.0.join("key"));
    std::fs::copy(file("cert.pem"), &cert).unwrap();
    std::fs::copy(file("key.pem"), &key).unwrap();
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .env("VAAK_TLS_CERT", &cert)
            .env("VAAK_TLS_KEY", &key)
    });
    serve.signal("HUP");
    serve.tells("the certificate is loaded anew");
    std::fs::write(&key, "none").unwrap();
    serve.signal("HUP");
    assert!(serve.tells("the certificate is as before").contains("key"));
    talk(serve.address);
}
