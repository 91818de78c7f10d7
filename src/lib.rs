//! Text to speech for eleven Indian languages on small boards, without a network.
//!
//! One direction, no way back up:
//!
//! ```text
//! characters ──► tokens ──► phonemes ──► frames ──► PCM ──► whoever listens
//!                text/       g2p/       voice/    audio/
//!                         engine joins them
//! ```
//!
//! - [`text`] cleans characters, splits them into clauses and reads numbers and signs as words.
//! - [`g2p`] pronounces each word in its language, in one inventory ([`phoneme`]) for all languages.
//! - [`lexicon`] holds the user's own words, above both.
//! - [`voice`] runs the networks of a voice bundle: phonemes in, frames out.
//! - [`audio`] turns frames into PCM, and PCM into what a listener wants.
//! - [`engine`] joins them: an `Engine` is loaded once and shared, a `Turn` is one
//!   stream of speech that its caller pulls chunk by chunk.
//! - `serve`, a feature, puts an engine behind HTTP and WebSocket.
//! - [`speaker`] plays PCM on a loudspeaker of this machine, which it opens with the feature of that name.

pub mod audio;
mod dictionary;
#[cfg(test)]
mod direction;
mod distance;
pub mod engine;
mod error;
pub mod g2p;
mod language;
pub mod lexicon;
pub mod phoneme;
pub mod romanised;
mod script;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;
pub mod speaker;
pub mod text;
pub mod token;
pub mod voice;

pub use error::{Error, Result};
pub use language::Language;
