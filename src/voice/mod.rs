//! Phonemes to frames: the voice bundle and its networks.
//!
//! A [`Bundle`] is checked data. A [`Voice`] is its networks, ready for this processor and shared by threads. A
//! [`Stream`] is the state of one listener. The encoder predicts for each phoneme of a clause its duration, melody and
//! sound; the decoder turns these into filters, frame by frame. Both networks are causal with a look-ahead of some
//! steps within the clause, so its first frames come long before its last phonemes were read.

mod accent;
mod bend;
mod built_in;
mod bundle;
mod choice;
mod encoder;
mod ending;
mod frame;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod kernel;
mod length_regulator;
mod model;
mod native;
mod stream;
mod tract;

pub use accent::Accent;
pub use bundle::Bundle;
pub(crate) use bundle::hex;
pub use choice::Choice;
pub use frame::{Bands, CHUNK, FFT, HOP, MAX_CHUNK, MAX_PHONEMES, SAMPLE_RATE, WINDOW};
pub use kernel::Kernel;
pub use length_regulator::Prosody;
pub use model::{Options, Voice};
pub use stream::{Frame, Stream};
