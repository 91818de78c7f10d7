//! Where sound goes.

use std::any::Any;

use super::feed::{Feed, Watch};

/// A device that can be opened, time and again.
pub trait Device: Send + Sync {
    /// Begins to take samples from the feed.
    fn open(&self, feed: Feed, watch: Watch) -> Result<Open, String>;
}

/// A device that is open. Dropping it silences it at once, and what it still held is gone.
pub struct Open {
    pub(super) rate: u32,
    _stream: Box<dyn Any + Send>,
}

impl Open {
    /// A device of so many frames a second, kept open by `stream`.
    pub fn new(rate: u32, stream: impl Any + Send) -> Self {
        Self {
            rate,
            _stream: Box::new(stream),
        }
    }
}
