//! What tungstenite reads frames from.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::outbox::Outbox;
use crate::serve::limits::after;
use crate::serve::socket::Socket;

/// Reads from a socket; what tungstenite answers by itself, pongs, goes through the outbox.
#[derive(Debug)]
pub struct FrameReader {
    socket: Socket,
    outbox: Arc<Outbox>,
    /// When reading pauses, though a frame may not have come whole.
    pause: Instant,
}

impl FrameReader {
    pub fn new(socket: Socket, outbox: Arc<Outbox>) -> Self {
        Self {
            socket,
            outbox,
            pause: Instant::now(),
        }
    }

    /// Reads for so long; then a read gives `WouldBlock`.
    pub fn read_for(&mut self, time: Duration) {
        self.pause = after(time);
    }
}

impl Read for FrameReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while Instant::now() < self.pause {
            match self.socket.read(bytes) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }
}

impl Write for FrameReader {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outbox.lock().write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
