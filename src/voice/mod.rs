//! Phonemes to frames: the voice bundle and its networks.
//!
//! A [`Bundle`] is checked data, a [`Voice`] its networks made ready for this processor and shared by threads,
//! a [`Stream`] what one listener needs of them. The encoder reads the phonemes of a clause and says of each how
//! long it lasts, its melody and its sound; the decoder turns that into filters, frame by frame. Both are causal
//! and read a few steps ahead, so frames come as soon as the first phonemes are read.

mod bundle;
mod choice;
mod encoder;
mod frame;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod kernel;
mod length_regulator;
mod model;
mod stream;
mod tract;

pub use bundle::Bundle;
pub use choice::Choice;
pub use encoder::MAX_PHONEMES;
pub use frame::{Bands, CHUNK, FFT, HOP, MAX_CHUNK, SAMPLE_RATE, WINDOW};
pub use kernel::Kernel;
pub use model::{Options, Voice};
pub use stream::{Frame, Stream};
