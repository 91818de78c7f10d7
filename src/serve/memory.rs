//! Memory for what clients send: one bound for all connections together.
//!
//! Each connection may hold a little without being asked; what goes beyond that is counted, and refused where all of them
//! hold too much. So many large requests at once cannot have the system end the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::error::ApiError;
use super::faults::{Fault, strike};

/// Bytes that each connection may hold uncounted: a head, or a message of a few sentences.
pub const FREE: usize = 16 << 10;

/// The memory of a service.
#[derive(Debug)]
pub struct Memory {
    limit: usize,
    used: AtomicUsize,
}

/// What one connection holds of it, until it is dropped.
#[derive(Debug)]
pub struct Held {
    memory: Arc<Memory>,
    bytes: usize,
}

impl Memory {
    /// So many bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            used: AtomicUsize::new(0),
        }
    }

    /// Nothing as yet.
    pub fn hold(self: &Arc<Self>) -> Held {
        Held {
            memory: Arc::clone(self),
            bytes: 0,
        }
    }
}

impl Held {
    /// The memory that it is of.
    pub fn memory(&self) -> Arc<Memory> {
        Arc::clone(&self.memory)
    }

    /// Holds so many bytes in place of those so far, or fewer than asked for if there is no room: then it is an error.
    pub fn set(&mut self, bytes: usize) -> Result<(), ApiError> {
        let bytes = bytes.saturating_sub(FREE);
        let used = &self.memory.used;
        if bytes <= self.bytes {
            used.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        } else {
            let more = bytes - self.bytes;
            let limit = self.memory.limit;
            let room = |used: usize| used.checked_add(more).filter(|used| *used <= limit);
            let order = Ordering::Relaxed;
            let refused = strike(Fault::Memory).is_err();
            if refused || used.fetch_update(order, order, room).is_err() {
                return Err(ApiError::busy());
            }
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.memory.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_share_a_bound_and_each_has_a_little() {
        let memory = Arc::new(Memory::new(100));
        let (mut one, mut two) = (memory.hold(), memory.hold());
        assert!(one.set(FREE + 80).is_ok() && two.set(FREE + 20).is_ok());
        assert_eq!(two.set(FREE + 21).unwrap_err().code, "busy");
        // What it had it has still.
        assert!(memory.hold().set(FREE + 1).is_err() && memory.hold().set(FREE).is_ok());
        one.set(0).unwrap();
        assert!(two.set(FREE + 100).is_ok());
        drop((one, two));
        assert_eq!(memory.used.load(Ordering::Relaxed), 0);
    }
}
