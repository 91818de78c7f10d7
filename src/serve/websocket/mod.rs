//! `/v1/tts/stream`: the upgrade, and a conversation from its beginning to its end.

mod arrivals;
mod frames;
mod outbox;
mod protocol;
mod session;
#[cfg(any(test, fuzzing))]
pub mod simulator;
mod state;
mod synthesis;
mod turn;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Instant;

use data_encoding::BASE64;
use serde_json::json;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::auth::SUBPROTOCOL;
use super::error::ApiError;
use super::faults::{Fault, strike};
use super::head::{Framing, Head, framing, malformed};
use super::http::response::{REQUEST_ID, Responder};
use super::keys::KeyId;
use super::limits::{Limits, after};
use super::metrics::Counted;
use super::shared::Shared;
use super::socket::Socket;
use arrivals::Arrivals;
use frames::FrameReader;
use outbox::Outbox;
use session::Session;

/// Where conversations are held.
pub const PATH: &str = "/v1/tts/stream";
/// Bytes read at once: a message of a conversation is a few words.
const READ: usize = 4 << 10;
/// Bytes of a control frame beside what it carries.
const CONTROL_HEAD: usize = 6;
/// How often a read returns between two pings, to look at the clock.
const READS_A_PING: u32 = 4;

/// The conversations that are open.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<Vec<Weak<Session>>>);

impl Sessions {
    /// Adds one, which stays as long as it lasts.
    fn enter(&self, session: &Arc<Session>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(session));
    }

    /// All that are open.
    pub fn all(&self) -> Vec<Arc<Session>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().filter_map(Weak::upgrade).collect()
    }
}

/// A conversation that may begin.
#[derive(Debug)]
pub struct Upgrade {
    answer: String,
    key: KeyId,
    open: Counted,
}

impl Upgrade {
    /// Checks a request for an upgrade, and that there may be another conversation.
    pub fn new(
        shared: &Shared,
        sessions: &Sessions,
        head: &Head,
        key: KeyId,
        id: &str,
    ) -> Result<Self, ApiError> {
        let answer = answer(head, id)?;
        let limit = shared.limits.conversations();
        let own = sessions.all().iter().filter(|s| s.key() == key).count();
        if own >= shared.share(limit) {
            return Err(ApiError::busy());
        }
        let open = shared.metrics.conversations.try_enter(limit);
        Ok(Self {
            answer,
            key,
            open: open.ok_or_else(ApiError::busy)?,
        })
    }
}

/// The answer to a valid upgrade.
fn answer(head: &Head, id: &str) -> Result<String, ApiError> {
    if head.method != "GET" {
        return Err(ApiError::method_not_allowed(&["GET"]));
    }
    if !matches!(framing(head)?, Framing::None | Framing::Sized(0)) {
        // It would be taken for frames.
        return Err(malformed("an upgrade has no body"));
    }
    let version = "13";
    if !head.one_one
        || !head.lists("upgrade", "websocket")
        || head.header("sec-websocket-version") != Some(version)
    {
        let message = "this is a WebSocket, version 13: connect to it with a WebSocket client";
        return Err(ApiError::new(426, "upgrade_required", message)
            .header("sec-websocket-version", version)
            .header("connection", "upgrade")
            .header("upgrade", "websocket"));
    }
    let Some(key) = head
        .header("sec-websocket-key")
        .filter(|_| head.lists("connection", "upgrade"))
        .filter(|key| is_nonce(key))
    else {
        let message = "the WebSocket upgrade lacks a header that belongs to it, or has a wrong one";
        return Err(ApiError::new(400, "invalid_request", message));
    };
    let mut answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
         sec-websocket-accept: {}\r\n{REQUEST_ID}: {id}\r\n",
        derive_accept_key(key.as_bytes()),
    );
    if head.lists("sec-websocket-protocol", SUBPROTOCOL) {
        answer.push_str(&format!("sec-websocket-protocol: {SUBPROTOCOL}\r\n"));
    }
    answer.push_str("\r\n");
    Ok(answer)
}

/// Whether a key of an upgrade is 16 bytes in Base64, as it must be.
fn is_nonce(key: &str) -> bool {
    BASE64
        .decode(key.as_bytes())
        .is_ok_and(|key| key.len() == 16)
}

/// Holds a conversation to its end. `ahead` is what was read ahead of the frames.
pub fn converse(
    shared: &Arc<Shared>,
    sessions: &Sessions,
    (socket, ahead): (Socket, Vec<u8>),
    upgrade: Upgrade,
    id: String,
    peer: SocketAddr,
) -> io::Result<()> {
    let begun = Instant::now();
    let Upgrade {
        answer,
        key,
        open: _open,
    } = upgrade;
    let limits = &shared.limits;
    socket.set_read_timeout(limits.ping / READS_A_PING)?;
    let outbox = Arc::new(Outbox::new(Arc::new(socket.clone())));
    let config = WebSocketConfig::default()
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .max_message_size(Some(limits.message))
        .max_frame_size(Some(limits.message));
    let arrivals = Arc::new(Arrivals::new(Arc::new(socket.clone()), !ahead.is_empty()));
    let frames = FrameReader::new(
        socket.clone(),
        Arc::clone(&outbox),
        Arc::clone(&arrivals),
        shared.hold(key),
    );
    let mut client = WebSocket::from_partially_read(frames, ahead, Role::Server, Some(config));
    let session = Arc::new(Session::new(
        Arc::clone(shared),
        Arc::clone(&outbox),
        arrivals,
        id,
        key,
    ));
    sessions.enter(&session);
    let speaking = Arc::clone(&session);
    let thread = thread::Builder::new().name("synthesis".to_owned());
    let synthesis =
        strike(Fault::Spawn).and_then(|()| thread.spawn(move || synthesis::run(&speaking)));
    let Ok(synthesis) = synthesis else {
        let error = ApiError::busy();
        shared.metrics.error(error.code);
        let deadline = after(limits.write_time);
        return Responder::new(&socket, session.id(), true, false, deadline).last_error(&error);
    };
    let last = match socket.write_all(answer.as_bytes()) {
        Ok(()) => listen(&mut client, &session, &outbox, limits),
        Err(_) => None,
    };
    session.end();
    if let Some((code, reason)) = last {
        outbox.lock().close(code, reason);
        socket.linger();
    }
    // Ends a frame that is stuck on the way to a client that does not read.
    let _ = socket.shutdown();
    let _ = synthesis.join();
    shared.log.line(
        "conversation",
        &[
            ("id", json!(session.id())),
            ("client", json!(peer.to_string())),
            ("turns", json!(session.turns())),
            ("ms", json!(begun.elapsed().as_millis() as u64)),
        ],
    );
    Ok(())
}

/// Reads messages until one side ends the conversation. Returns the last frame, if one is still to be sent.
fn listen(
    client: &mut WebSocket<FrameReader>,
    session: &Session,
    outbox: &Outbox,
    limits: &Limits,
) -> Option<(CloseCode, &'static str)> {
    let mut heard = Instant::now();
    let mut pinged = heard;
    let mut resting = None;
    loop {
        client.get_mut().read_for(limits.ping / READS_A_PING);
        match client.read() {
            Ok(Message::Text(text)) => {
                heard = Instant::now();
                session.receive(text.as_bytes());
                drop(text);
                client.get_mut().forget_message();
            }
            Ok(Message::Binary(_)) => {
                heard = Instant::now();
                let message = "messages are JSON text, not binary";
                session.fail(&ApiError::new(400, "invalid_message", message), None);
                client.get_mut().forget_message();
            }
            // The next read answers it.
            Ok(Message::Close(_)) => session.end(),
            Ok(control) => {
                heard = Instant::now();
                // A message may be coming in around it.
                client.get_mut().forget(control.len() + CONTROL_HEAD);
            }
            Err(Error::Io(e))
                if matches!(
                    e.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) => {}
            Err(Error::Io(e)) if e.kind() == io::ErrorKind::OutOfMemory => {
                return Some((CloseCode::Again, "the service is busy: try again"));
            }
            Err(Error::Capacity(_)) => return Some((CloseCode::Size, "the message is too long")),
            Err(Error::Utf8(_)) => return Some((CloseCode::Invalid, "the text is not UTF-8")),
            Err(Error::Protocol(_) | Error::AttackAttempt) => {
                return Some((CloseCode::Protocol, "this is no WebSocket frame"));
            }
            Err(_) => return None,
        }
        if heard.elapsed() < limits.silence {
            resting = None;
        } else if resting.is_none() {
            resting = session.rest();
        }
        let patience = match resting {
            Some(_) if session.is_idle() => limits.rest,
            _ => limits.silence,
        };
        if heard.elapsed() >= patience {
            return Some((CloseCode::Away, "nothing was heard"));
        }
        if pinged.elapsed() >= limits.ping {
            pinged = Instant::now();
            outbox.lock().ping();
            if outbox.is_closed() {
                // Closed by this side, and the client has had its time to answer.
                return None;
            }
        }
    }
}
