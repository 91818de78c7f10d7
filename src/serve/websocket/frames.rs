//! What tungstenite reads frames from.

use std::io::{self, Read, Write};
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::arrivals::Arrivals;
use super::outbox::Outbox;
use crate::serve::limits::after;
use crate::serve::memory::Held;
use crate::serve::socket::Socket;

/// Reads from a socket, in memory that is counted; what tungstenite answers by itself, pongs, goes through the outbox.
#[derive(Debug)]
pub struct FrameReader {
    socket: Socket,
    outbox: Arc<Outbox>,
    arrivals: Arc<Arrivals>,
    /// When reading pauses, though a frame may not have come whole.
    pause: Instant,
    /// The socket was read since that was set.
    looked: bool,
    /// Bytes of the message that is being read.
    pending: usize,
    held: Held,
}

impl FrameReader {
    pub fn new(socket: Socket, outbox: Arc<Outbox>, arrivals: Arc<Arrivals>, held: Held) -> Self {
        Self {
            socket,
            outbox,
            arrivals,
            pause: Instant::now(),
            looked: false,
            pending: 0,
            held,
        }
    }

    /// Reads for so long; then a read gives `WouldBlock`.
    pub fn read_for(&mut self, time: Duration) {
        self.pause = after(time);
        self.looked = false;
    }

    /// The message that was read has been dropped.
    pub fn forget_message(&mut self) {
        self.forget(self.pending);
    }

    /// So many bytes that were read are no longer held.
    pub fn forget(&mut self, bytes: usize) {
        self.pending = self.pending.saturating_sub(bytes);
        // To hold less is never refused.
        let _ = self.held.set(self.pending);
    }
}

impl Read for FrameReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // At least once: on a busy machine the time may be over before anything was asked for.
        while !mem::replace(&mut self.looked, true) || Instant::now() < self.pause {
            match self.arrivals.wait().and_then(|()| self.socket.read(bytes)) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Ok(count) => {
                    self.pending += count;
                    let held = self.held.set(self.pending);
                    return held
                        .map(|()| count)
                        .map_err(|_| io::ErrorKind::OutOfMemory.into());
                }
                failed => return failed,
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
