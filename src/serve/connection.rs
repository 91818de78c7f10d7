//! The door: accepts connections, reads requests whole, and gives each to whom it concerns.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::error::Refusal;
use super::keys::KeyId;
use super::limits::after;
use super::request::{Broken, Connection, Head};
use super::socket::Socket;
use super::{Counted, Service, auth, random_id, websocket};

/// Bytes of an answer passed on at once: more than a chunk of audio.
const PASS: usize = 16 << 10;
/// How an answer in chunks ends.
const LAST_CHUNK: &[u8] = b"0\r\n\r\n";
/// How long to wait when the system gives no connection, for want of descriptors as a rule.
const PAUSE: Duration = Duration::from_millis(50);
/// Time to tell a client that there is no room.
const TELL: Duration = Duration::from_millis(100);
/// Headers that an answer may depend on; no other goes further.
const PASSED: [&str; 1] = ["content-type"];
/// The header by which the door tells the request's id.
pub const REQUEST_ID: &str = "x-request-id";

/// What a request came to, for the log.
#[derive(Default)]
struct Record {
    method: String,
    path: String,
    status: u16,
    bytes: usize,
}

/// What becomes of a connection.
enum Next {
    Request,
    /// With the answer to its upgrade.
    Conversation(String, KeyId),
    Close,
}

/// Accepts for ever.
pub fn run(service: &Arc<Service>, listener: &TcpListener) {
    loop {
        let Ok((stream, peer)) = listener.accept() else {
            thread::sleep(PAUSE);
            continue;
        };
        let open = service.connections.fetch_add(1, Ordering::Relaxed);
        let shared = Arc::clone(service);
        let room = open < service.limits.connections;
        let told = stream.try_clone();
        let spawned = room
            && thread::Builder::new()
                .name("connection".to_owned())
                .spawn(move || {
                    let _ = attend(&shared, stream, peer);
                    shared.connections.fetch_sub(1, Ordering::Relaxed);
                })
                .is_ok();
        if !spawned {
            service.connections.fetch_sub(1, Ordering::Relaxed);
            // Hands are not shaken with a client for whom there is no room.
            if let (Ok(stream), None) = (told, &service.tls)
                && let Ok(socket) = Socket::new(stream, TELL)
            {
                let _ = refuse(service, &socket, &Refusal::busy(), "");
            }
        }
    }
}

/// Answers every request of a connection.
fn attend(service: &Arc<Service>, stream: TcpStream, peer: SocketAddr) -> io::Result<()> {
    let mut socket = Socket::new(stream, service.limits.write_time)?;
    if let Some(tls) = &service.tls {
        socket = socket.secure(tls, service.limits.head_time)?;
    }
    let mut connection = Connection::new(socket);
    loop {
        let id = random_id()?;
        let mut record = Record::default();
        // The time of a request is counted from its head: before it, the connection is idle.
        let head = connection.head(&service.limits);
        let begun = Instant::now();
        let next = head.and_then(|head| answer(service, &mut connection, head, &id, &mut record));
        if let Err(Broken::Refused(refusal)) = &next {
            record.status = refusal.status;
            refuse(service, connection.socket(), refusal, &id)?;
        }
        if record.status > 0 {
            service.metrics.answered(record.status);
            service.log.line(
                "request",
                &[
                    ("id", json!(id)),
                    ("client", json!(peer.to_string())),
                    ("method", json!(record.method)),
                    ("path", json!(record.path)),
                    ("status", json!(record.status)),
                    ("bytes", json!(record.bytes)),
                    ("ms", json!(begun.elapsed().as_millis() as u64)),
                    ("whole", json!(!matches!(next, Err(Broken::Gone)))),
                ],
            );
        }
        match next {
            Ok(Next::Request) => {}
            Ok(Next::Conversation(answer, key)) => {
                return websocket::converse(service, connection, &answer, key, id, peer);
            }
            Ok(Next::Close) | Err(Broken::Refused(_)) => {
                connection.socket().linger();
                return Ok(());
            }
            Err(Broken::Gone) => return connection.socket().shutdown(),
        }
    }
}

/// Answers one request, unless it is for a conversation.
fn answer(
    service: &Service,
    connection: &mut Connection,
    head: Head,
    id: &str,
    record: &mut Record,
) -> Result<Next, Broken> {
    record.method.clone_from(&head.method);
    record.path.clone_from(&head.path);
    let key = auth::admit(&head, service.keys.as_ref())?;
    let converses = head.path == websocket::PATH;
    if service.is_draining() && (converses || head.method != "GET") {
        return Err(Refusal::shutting_down().into());
    }
    if head.path.starts_with("/v1/") {
        service.budgets.spend(key, service.limits.requests)?;
    }
    if converses {
        return Ok(Next::Conversation(websocket::accept(&head, id)?, key));
    }
    let body = connection.body(&head, &service.limits)?;
    let _running = Counted::new(&service.running);
    let whole = pass(service, connection, &head, &body, id, record)?;
    // Also of a service that ends: the answer promised to hear the next request, which is then refused by name.
    Ok(match whole && head.keeps_alive() {
        true => Next::Request,
        false => Next::Close,
    })
}

/// Has tiny_http answer, and passes the answer on; whether it came whole.
fn pass(
    service: &Service,
    connection: &Connection,
    head: &Head,
    body: &[u8],
    id: &str,
    record: &mut Record,
) -> Result<bool, Broken> {
    let deadline = after(service.limits.total);
    let mut inner = UnixStream::connect(&service.inner)?;
    let version = u8::from(head.one_one);
    let mut request = format!(
        "{} {} HTTP/1.{version}\r\nconnection: close\r\ncontent-length: {}\r\n{REQUEST_ID}: {id}\r\n",
        head.method,
        head.path,
        body.len(),
    );
    for name in PASSED {
        if let Some(value) = head.header(name).filter(|value| value.is_ascii()) {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
    }
    request.push_str("\r\n");
    inner.write_all(&[request.as_bytes(), body].concat())?;
    let mut bytes = vec![0; PASS];
    let mut chunked = None;
    let mut tail = Vec::new();
    loop {
        let count = match inner.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Ok(false),
        };
        let bytes = &bytes[..count];
        chunked.get_or_insert_with(|| {
            record.status = status(bytes);
            is_chunked(bytes)
        });
        // Returning closes the inner socket, which ends the synthesis at its next chunk.
        if connection.socket().is_gone() {
            return Err(Broken::Gone);
        }
        if Instant::now() > deadline {
            service.metrics.refused(Refusal::timeout("the clip").code);
            return Err(Broken::Gone);
        }
        connection.socket().write_all(bytes)?;
        record.bytes += count;
        tail.extend_from_slice(&bytes[count.saturating_sub(LAST_CHUNK.len())..]);
        tail.drain(..tail.len().saturating_sub(LAST_CHUNK.len()));
    }
    Ok(match chunked {
        None => false,
        Some(true) => tail == LAST_CHUNK,
        Some(false) => true,
    })
}

/// The status in the first line of an answer.
fn status(answer: &[u8]) -> u16 {
    let digits = answer.get(9..12).map(String::from_utf8_lossy);
    digits.and_then(|d| d.parse().ok()).unwrap_or(0)
}

/// Whether an answer says so in its head, which comes at once.
fn is_chunked(answer: &[u8]) -> bool {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let head = &answer[..end.unwrap_or(answer.len())];
    head.to_ascii_lowercase()
        .windows(CHUNKED.len())
        .any(|part| part == CHUNKED)
}

const CHUNKED: &[u8] = b"transfer-encoding: chunked";

/// Refuses a request that never reaches tiny_http, and says that the connection closes.
fn refuse(service: &Service, socket: &Socket, refusal: &Refusal, id: &str) -> io::Result<()> {
    service.metrics.refused(refusal.code);
    let mut object = refusal.body();
    object.insert("request_id".to_owned(), json!(id));
    let body = Value::Object(object).to_string();
    let mut answer = format!(
        "HTTP/1.1 {status} {reason}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         {REQUEST_ID}: {id}\r\nconnection: close\r\n",
        status = refusal.status,
        reason = tiny_http::StatusCode(refusal.status).default_reason_phrase(),
        length = body.len(),
    );
    for (name, value) in &refusal.headers {
        answer.push_str(&format!("{name}: {value}\r\n"));
    }
    answer.push_str("\r\n");
    answer.push_str(&body);
    socket.write_all(answer.as_bytes())
}
