//! Output devices.

use std::any::Any;

use super::feed::{Feed, Watch};

/// A device that can be opened repeatedly.
pub trait Device: Send + Sync {
    /// Opens the device. It then takes samples from `feed`, and reports to `watch`.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] tells whether another attempt can succeed.
    fn open(&self, feed: Feed, watch: Watch) -> Result<Open, DeviceError>;
}

/// Why a device cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// No device has this name. Choose another, or wait until it is plugged in.
    #[error("there is no such device; `vaak devices` lists them")]
    NotFound,
    /// The device supports no sample format that this program produces. Choose another.
    #[error("it takes no samples that could be sent")]
    Unsupported,
    /// The system reported an error. Another attempt may succeed.
    #[error("{0}")]
    System(String),
}

/// An open device. Dropping it silences it at once and discards what it holds.
pub struct Open {
    pub(super) rate: u32,
    _stream: Box<dyn Any + Send>,
}

impl Open {
    /// Makes an open device with a rate in frames per second. It stays open as long as `stream` lives.
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
