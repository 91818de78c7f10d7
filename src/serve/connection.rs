//! Connections: accepts them, reads their requests, and has each answered.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::auth;
use super::error::ApiError;
use super::http;
use super::http::response::Responder;
use super::id;
use super::keys::KeyId;
use super::limits::after;
use super::metrics::Metrics;
use super::request::{Broken, Head, Reader};
use super::shared::Shared;
use super::socket::Socket;
use super::websocket::{self, Sessions};

/// How long to wait when the system gives no connection, for want of descriptors as a rule.
const PAUSE: Duration = Duration::from_millis(50);
/// Time to tell a client that there is no room.
const REFUSE: Duration = Duration::from_millis(100);

/// What becomes of a connection.
enum Next {
    Request,
    /// A conversation, with the answer to its upgrade.
    Conversation(String, KeyId),
    Close,
}

/// Accepts connections for ever, each in a thread of its own.
pub fn accept(shared: &Arc<Shared>, sessions: &Arc<Sessions>, listener: &TcpListener) {
    loop {
        let Ok((stream, peer)) = listener.accept() else {
            thread::sleep(PAUSE);
            continue;
        };
        let room = shared.metrics.connections.get() < shared.limits.connections;
        let copy = stream.try_clone();
        let attended = room && spawn(shared, sessions, stream, peer).is_ok();
        // There is no TLS handshake with a client for which there is no room.
        if !attended
            && let (Ok(stream), None) = (copy, &shared.tls)
            && let Ok(socket) = Socket::new(stream, REFUSE)
        {
            let _ = refuse(&shared.metrics, &socket, &ApiError::busy());
        }
    }
}

fn spawn(
    shared: &Arc<Shared>,
    sessions: &Arc<Sessions>,
    stream: TcpStream,
    peer: SocketAddr,
) -> io::Result<()> {
    let (shared, sessions) = (Arc::clone(shared), Arc::clone(sessions));
    let entered = shared.metrics.connections.enter();
    thread::Builder::new()
        .name("connection".to_owned())
        .spawn(move || {
            let _entered = entered;
            let _ = attend(&shared, &sessions, stream, peer);
        })?;
    Ok(())
}

fn refuse(metrics: &Metrics, socket: &Socket, error: &ApiError) -> io::Result<()> {
    metrics.error(error.code);
    Responder::new(socket, "", true, false, after(REFUSE)).last_error(error)
}

/// Answers every request of a connection.
fn attend(
    shared: &Arc<Shared>,
    sessions: &Arc<Sessions>,
    stream: TcpStream,
    peer: SocketAddr,
) -> io::Result<()> {
    let mut socket = Socket::new(stream, shared.limits.write_time)?;
    if let Some(tls) = &shared.tls {
        socket = socket.secure(tls, shared.limits.head_time)?;
    }
    let mut reader = Reader::new(socket.clone());
    loop {
        let id = id::random()?;
        let head = reader.head(&shared.limits);
        // The time of a request is counted from its head: before it, the connection is idle.
        let begun = Instant::now();
        let mut responder = Responder::new(
            &socket,
            &id,
            head.as_ref().map_or(true, |head| head.one_one),
            head.as_ref().is_ok_and(|head| head.method == "HEAD"),
            after(shared.limits.total),
        );
        let next = match &head {
            Ok(head) => answer(shared, &mut reader, head, &id, &mut responder),
            Err(broken) => Err(broken.clone()),
        };
        if let Err(Broken::Refused(error)) = &next {
            shared.metrics.error(error.code);
            responder.last_error(error)?;
        }
        let (status, bytes) = (responder.status, responder.bytes);
        if status > 0 {
            let named = |name: fn(&Head) -> &String| head.as_ref().map_or("", |head| name(head));
            shared.metrics.responded(status);
            shared.log.line(
                "request",
                &[
                    ("id", json!(id)),
                    ("client", json!(peer.to_string())),
                    ("method", json!(named(|head| &head.method))),
                    ("path", json!(named(|head| &head.path))),
                    ("status", json!(status)),
                    ("bytes", json!(bytes)),
                    ("ms", json!(begun.elapsed().as_millis() as u64)),
                    ("whole", json!(!matches!(next, Err(Broken::Gone)))),
                ],
            );
        }
        match next {
            Ok(Next::Request) => {}
            Ok(Next::Conversation(answer, key)) => {
                socket.write_all(answer.as_bytes())?;
                return websocket::converse(shared, sessions, reader.into_parts(), key, id, peer);
            }
            Ok(Next::Close) | Err(Broken::Refused(_)) => {
                socket.linger();
                return Ok(());
            }
            Err(Broken::Gone) => return socket.shutdown(),
        }
    }
}

/// Answers one request, unless it opens a conversation.
fn answer(
    shared: &Shared,
    reader: &mut Reader,
    head: &Head,
    id: &str,
    responder: &mut Responder<'_>,
) -> Result<Next, Broken> {
    let key = auth::authenticate(head, shared.keys.as_ref())?;
    let converses = head.path == websocket::PATH;
    if shared.is_draining() && (converses || head.method != "GET") {
        return Err(ApiError::shutting_down().into());
    }
    if head.path.starts_with("/v1/") {
        shared.rate_limits.spend(key)?;
    }
    if converses {
        return Ok(Next::Conversation(websocket::upgrade(head, id)?, key));
    }
    let body = reader.body(head, &shared.limits)?;
    let _running = shared.requests.enter();
    let request = http::Request {
        method: &head.method,
        path: &head.path,
        content_type: head.header("content-type"),
        body: &body,
    };
    http::answer(shared, &request, responder)?;
    // Also while the service ends: the answer promised to read the next request, which then gets an error.
    Ok(match head.keeps_alive() {
        true => Next::Request,
        false => Next::Close,
    })
}
