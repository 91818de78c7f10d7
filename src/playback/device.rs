//! Where sound goes.

use std::any::Any;

use super::feed::{Feed, Watch};

/// A device that can be opened, time and again.
pub trait Device: Send + Sync {
    /// Begins to take samples from the feed.
    fn open(&self, feed: Feed, watch: Watch) -> Result<Open, DeviceError>;
}

/// Why a device cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// No device has this name: choose another, or wait until it is plugged in.
    #[error("there is no such device; `vaak devices` lists them")]
    NotFound,
    /// The device takes no kind of samples that can be made: choose another.
    #[error("it takes no samples that could be sent")]
    Unsupported,
    /// The system refused; another try may succeed.
    #[error("{0}")]
    System(String),
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

impl std::fmt::Debug for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Open")
            .field("rate", &self.rate)
            .finish_non_exhaustive()
    }
}
