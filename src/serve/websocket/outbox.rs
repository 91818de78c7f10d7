//! The sending side of a conversation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame};

use super::protocol::Event;
use crate::serve::socket::Wire;

/// How often a locked outbox is tried again.
const RETRY: Duration = Duration::from_millis(1);

/// Sends frames whole, for the two threads of a conversation.
#[derive(Debug)]
pub struct Outbox {
    socket: Arc<dyn Wire>,
    /// Who writes.
    turn: Mutex<()>,
    closed: AtomicBool,
}

/// The outbox, locked: what is sent now comes before all that others send.
pub struct Locked<'a> {
    outbox: &'a Outbox,
    _turn: MutexGuard<'a, ()>,
}

impl Outbox {
    pub fn new(socket: Arc<dyn Wire>) -> Self {
        Self {
            socket,
            turn: Mutex::new(()),
            closed: AtomicBool::new(false),
        }
    }

    /// Waits for the frame that is being sent.
    pub fn lock(&self) -> Locked<'_> {
        Locked {
            outbox: self,
            _turn: self.turn.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The same, but waits no longer than to a deadline.
    pub fn lock_until(&self, deadline: Instant) -> Option<Locked<'_>> {
        loop {
            let turn = match self.turn.try_lock() {
                Ok(turn) => turn,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    thread::sleep(RETRY);
                    continue;
                }
                Err(TryLockError::WouldBlock) => return None,
            };
            return Some(Locked {
                outbox: self,
                _turn: turn,
            });
        }
    }

    /// Gives the client no more time to take what is sent.
    pub fn hurry(&self) {
        self.socket.hurry();
    }

    /// Ends the connection, and what waits on it.
    pub fn cut(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let _ = self.socket.shutdown();
    }

    /// Whether nothing is sent any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

impl Locked<'_> {
    /// Sends an event.
    pub fn event(&mut self, event: &Event<'_>) {
        // Events hold nothing that JSON cannot.
        if let Ok(text) = serde_json::to_string(event) {
            self.send(Frame::message(text, OpCode::Data(Data::Text), true));
        }
    }

    /// Sends audio.
    pub fn binary(&mut self, bytes: &[u8]) {
        let bytes = bytes.to_vec();
        self.send(Frame::message(bytes, OpCode::Data(Data::Binary), true));
    }

    /// Sends a ping.
    pub fn ping(&mut self) {
        self.send(Frame::ping(Vec::new()));
    }

    /// Sends the last frame.
    pub fn close(&mut self, code: CloseCode, reason: &'static str) {
        let reason = reason.into();
        self.send(Frame::close(Some(CloseFrame { code, reason })));
        self.outbox.closed.store(true, Ordering::Relaxed);
    }

    fn send(&mut self, frame: Frame) {
        let mut bytes = Vec::with_capacity(frame.len());
        if frame.format(&mut bytes).is_ok() {
            self.write(&bytes);
        }
    }

    /// Sends bytes of frames. Where that fails the socket is shut down, which its reader notices.
    pub fn write(&mut self, bytes: &[u8]) {
        if self.outbox.is_closed() {
            return;
        }
        if self.outbox.socket.write_all(bytes).is_err() {
            self.outbox.closed.store(true, Ordering::Relaxed);
            let _ = self.outbox.socket.shutdown();
        }
    }
}
