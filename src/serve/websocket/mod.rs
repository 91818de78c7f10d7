//! The upgrade, and the frames of a conversation both ways.

mod session;
mod synthesis;
mod turn;

use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use crate::serve::Service;
use crate::serve::auth::SUBPROTOCOL;
use crate::serve::connection::REQUEST_ID;
use crate::serve::error::Refusal;
use crate::serve::keys::KeyId;
use crate::serve::limits::{Limits, after};
use crate::serve::request::{Connection, Head};
use crate::serve::socket::Socket;
pub use session::Conversation;

/// Where conversations are held.
pub const PATH: &str = "/v1/tts/stream";
/// Bytes read at once: a message of a conversation is a few words.
const READ: usize = 4 << 10;
/// Times a connection is looked after between two pings.
const LOOKS_A_PING: u32 = 4;

/// The way out of a conversation. Frames are sent whole, by whichever thread holds it.
#[derive(Debug)]
pub struct Line {
    socket: Mutex<Socket>,
    closed: AtomicBool,
}

/// The line, held: what is sent now comes before all that others send.
pub struct Held<'a> {
    line: &'a Line,
    socket: MutexGuard<'a, Socket>,
}

/// What tungstenite reads from; what it answers of itself, pongs, goes out by the line.
struct Ear {
    socket: Socket,
    line: Arc<Line>,
    /// When the connection is looked after, though a frame may not have come whole.
    look: Instant,
}

/// Holds a conversation to its end, from the answer to its upgrade.
pub fn converse(
    service: &Arc<Service>,
    connection: Connection,
    answer: &str,
    key: KeyId,
    id: String,
    peer: SocketAddr,
) -> io::Result<()> {
    let begun = Instant::now();
    connection.socket().write_all(answer.as_bytes())?;
    let limits = &service.limits;
    let (socket, ahead) = connection.into_parts();
    socket.set_read_timeout(limits.ping / LOOKS_A_PING)?;
    let line = Arc::new(Line {
        socket: Mutex::new(socket.clone()),
        closed: AtomicBool::new(false),
    });
    let config = WebSocketConfig::default()
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .max_message_size(Some(limits.message))
        .max_frame_size(Some(limits.message));
    let ear = Ear {
        socket: socket.clone(),
        line: Arc::clone(&line),
        look: begun,
    };
    let mut client = WebSocket::from_partially_read(ear, ahead, Role::Server, Some(config));
    let conversation = Arc::new(Conversation::new(
        Arc::clone(service),
        Arc::clone(&line),
        id.clone(),
        key,
    ));
    service.enter(&conversation);
    let speaker = Arc::clone(&conversation);
    let speaker = thread::Builder::new()
        .name("speaker".to_owned())
        .spawn(move || speaker.speak())?;
    let last = listen(&mut client, &conversation, limits);
    conversation.end();
    if let Some((code, reason)) = last {
        line.hold().close(code, reason);
        socket.linger();
    }
    // Ends a frame that is stuck on the way to a client that does not read.
    let _ = socket.shutdown();
    let _ = speaker.join();
    service.log.line(
        "conversation",
        &[
            ("id", json!(id)),
            ("client", json!(peer.to_string())),
            ("turns", json!(conversation.turns())),
            ("ms", json!(begun.elapsed().as_millis() as u64)),
        ],
    );
    Ok(())
}

/// Hears the client until one side ends the conversation; how it is to be told, if it still is.
fn listen(
    socket: &mut WebSocket<Ear>,
    conversation: &Conversation,
    limits: &Limits,
) -> Option<(CloseCode, &'static str)> {
    let mut heard = Instant::now();
    let mut pinged = heard;
    loop {
        socket.get_mut().look = after(limits.ping / LOOKS_A_PING);
        match socket.read() {
            Ok(Message::Text(text)) => {
                heard = Instant::now();
                conversation.hear(text.as_bytes());
            }
            Ok(Message::Binary(_)) => {
                heard = Instant::now();
                let message = "messages are JSON text, not binary";
                conversation.refuse(&Refusal::new(400, "invalid_message", message), None);
            }
            // The next read answers it.
            Ok(Message::Close(_)) => conversation.end(),
            Ok(_) => heard = Instant::now(),
            Err(Error::Io(e))
                if matches!(
                    e.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) => {}
            Err(Error::Capacity(_)) => return Some((CloseCode::Size, "the message is too long")),
            Err(Error::Utf8(_)) => return Some((CloseCode::Invalid, "the text is not UTF-8")),
            Err(Error::Protocol(_) | Error::AttackAttempt) => {
                return Some((CloseCode::Protocol, "this is no WebSocket frame"));
            }
            Err(_) => return None,
        }
        if heard.elapsed() >= limits.silence {
            return Some((CloseCode::Away, "nothing was heard"));
        }
        if pinged.elapsed() >= limits.ping {
            pinged = Instant::now();
            if !socket.get_ref().line.ping() {
                // Closed by this side, and the client has had its time to answer.
                return None;
            }
        }
    }
}

/// The answer to a right upgrade.
pub fn accept(head: &Head, id: &str) -> Result<String, Refusal> {
    if head.method != "GET" {
        return Err(Refusal::method_not_allowed(&["GET"]));
    }
    let version = "13";
    if !head.lists("upgrade", "websocket") || head.header("sec-websocket-version") != Some(version)
    {
        let message = "this is a WebSocket, version 13: connect to it with a WebSocket client";
        return Err(Refusal::new(426, "upgrade_required", message)
            .header("sec-websocket-version", version)
            .header("connection", "upgrade")
            .header("upgrade", "websocket"));
    }
    let Some(key) = head
        .header("sec-websocket-key")
        .filter(|_| head.one_one && head.lists("connection", "upgrade"))
    else {
        let message = "the WebSocket upgrade lacks a header that belongs to it";
        return Err(Refusal::new(400, "invalid_request", message));
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

impl Line {
    /// Waits for the frame that is being sent.
    pub fn hold(&self) -> Held<'_> {
        let socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        Held { line: self, socket }
    }

    /// Pings, unless the line is closed.
    fn ping(&self) -> bool {
        let mut held = self.hold();
        held.send(Frame::ping(Vec::new()));
        !self.closed.load(Ordering::Relaxed)
    }
}

impl Held<'_> {
    /// Sends a control frame of the conversation.
    pub fn json(&mut self, value: &Value) {
        let text = value.to_string();
        self.send(Frame::message(text, OpCode::Data(Data::Text), true));
    }

    /// Sends audio.
    pub fn binary(&mut self, bytes: &[u8]) {
        let bytes = bytes.to_vec();
        self.send(Frame::message(bytes, OpCode::Data(Data::Binary), true));
    }

    /// Sends the last frame.
    pub fn close(&mut self, code: CloseCode, reason: &'static str) {
        let reason = reason.into();
        self.send(Frame::close(Some(CloseFrame { code, reason })));
        self.line.closed.store(true, Ordering::Relaxed);
    }

    fn send(&mut self, frame: Frame) {
        let mut bytes = Vec::with_capacity(frame.len());
        if frame.format(&mut bytes).is_ok() {
            self.write(&bytes);
        }
    }

    /// A line that fails is cut, which whoever listens on it notices.
    fn write(&mut self, bytes: &[u8]) {
        if self.line.closed.load(Ordering::Relaxed) {
            return;
        }
        if self.socket.write_all(bytes).is_err() {
            self.line.closed.store(true, Ordering::Relaxed);
            let _ = self.socket.shutdown();
        }
    }
}

impl Read for Ear {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while Instant::now() < self.look {
            match self.socket.read(bytes) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }
}

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.hold().write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
