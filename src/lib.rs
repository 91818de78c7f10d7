//! Text to speech for eleven Indian languages on small boards, without a network.
//!
//! One direction, no way back up:
//!
//! ```text
//! characters ──► phrases ──► phonemes ──► frames ──► PCM ──► whoever listens
//!    text/        text/     phonemes/     voice/    audio/
//!                         engine joins them
//! ```
//!
//! - [`text`] cleans characters, splits them into clauses and reads numbers and signs as words.
//! - [`phonemes`] pronounces each word in its language, in one inventory for all languages.
//! - [`voice`] runs the networks of a voice bundle: phonemes in, frames out.
//! - [`audio`] turns frames into PCM, and PCM into what a listener wants.
//! - [`engine`] joins them: an `Engine` is loaded once and shared, a `Turn` is one
//!   stream of speech that its caller pulls chunk by chunk.
//! - `serve`, a feature, puts an engine behind HTTP and WebSocket.
//! - [`playback`] plays PCM on a loudspeaker of this machine, which it opens with the feature of that name.

pub mod audio;
mod distance;
pub mod engine;
mod error;
mod language;
pub mod phonemes;
#[cfg(any(feature = "playback", all(unix, feature = "serve")))]
pub mod playback;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;
pub mod text;
pub mod voice;

pub use engine::{Chunk, Engine, Mark, ModelInfo, Settings, Turn};
pub use error::{BundleError, EntryError, Error, Result};
pub use language::Language;
pub use phonemes::Lexicon;
pub use voice::{Bundle, Kernel, Options};
