//! What has arrived in a conversation and was not acted on yet. The thread that speaks asks before it decides anything by the clock: on a
//! busy machine the rest of a number may wait in the connection while its reader waits for a processor.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::serve::socket::Wire;

/// Seen by the thread that reads, and by the one that speaks.
#[derive(Debug)]
pub struct Arrivals {
    wire: Arc<dyn Wire>,
    /// The reader has something in its hands.
    busy: AtomicBool,
}

impl Arrivals {
    /// Of a reader who may have something in its hands from the beginning.
    pub fn new(wire: Arc<dyn Wire>, busy: bool) -> Self {
        Self {
            wire,
            busy: AtomicBool::new(busy),
        }
    }

    /// Waits for bytes, which stay in the connection: what is read from there is in the hands of the reader before it is gone there.
    pub fn wait(&self) -> io::Result<()> {
        if !self.wire.is_opened() {
            self.busy.store(false, Ordering::SeqCst);
            let waited = self.wire.wait();
            self.busy.store(true, Ordering::SeqCst);
            waited?;
        }
        Ok(())
    }

    /// Whether something has come that was not acted on. Whoever asks holds the state that acting on it changes. The order matters:
    /// bytes leave the connection only after the reader is busy.
    pub fn any(&self) -> bool {
        self.wire.has_more() || self.busy.load(Ordering::SeqCst)
    }
}
