//! Text to speech for eleven Indian languages on small boards, without a network.
//!
//! ```
//! use vaak::{Chunk, Engine, Language, Settings};
//!
//! # fn main() -> vaak::Result<()> {
//! // Load once; threads share it.
//! let engine = Engine::bundled()?;
//! // One stream of speech. Text goes in as it comes, cut anywhere.
//! let mut turn = engine.turn(&Settings::new().voice("Arjun").language(Language::Hi))?;
//! turn.push("नमस्ते, मैं वा")?;
//! turn.push("क् हूँ।")?;
//! turn.close();
//! let mut clip = Vec::new();
//! while let Chunk::Audio(samples) = turn.next_chunk()? {
//!     clip.extend_from_slice(samples); // or play them, or send them
//! }
//! let seconds = clip.len() as f32 / engine.sample_rate() as f32;
//! assert!((1.0..5.0).contains(&seconds));
//! # Ok(())
//! # }
//! ```
//!
//! # Goals
//!
//! - Text is spoken while it is still being written: the first sound comes after the first clause.
//! - A program needs nothing but this crate: two models, 6 MB together, are compiled in.
//! - Memory stays flat however long a turn is. The same text gives the same samples, wherever it is cut.
//! - No text causes an error: characters that cannot be read are skipped and counted.
//!
//! # Anti-goals
//!
//! - Cloning a person's voice, or training voices in general.
//! - Using the network, unless the service is started.
//! - Hidden threads: a [`Turn`] runs on the caller's thread, one short chunk at a time.
//!
//! # How it works
//!
//! ```text
//! characters ──► tokens ──► phonemes ──► frames ──► PCM ──► your program · HTTP · WebSocket · loudspeaker
//!            text/       g2p/         voice/    audio/                        serve/          playback/
//!                          engine/ joins them
//! ```
//!
//! Data flows in one direction. An [`Engine`] is loaded once, and [`Engine::turn`] opens a [`Turn`]. [`Turn::push`],
//! [`Turn::close`] and [`Turn::cancel`] feed it, and [`Turn::next_chunk`] returns what can be spoken so far. A clip is
//! a turn that is pushed once and closed. A [`Lexicon`] changes how particular words are read, and a [`Mark`] is the
//! position of a word in the samples.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `bundled-voice` | yes | the models of [`Engine::bundled`]; without it [`Engine::open`] reads one from a folder |
//! | `cli` | yes | the program `vaak` |
//! | `encoders` | yes | MP3 and Opus, beside the FLAC of [`audio::Codec`] |
//! | `serve` | yes | `serve`: HTTP and WebSocket, on Unix systems |
//! | `playback` | no | `playback` opens this machine's loudspeaker; on Linux it needs ALSA's headers to build |
//!
//! A program that only speaks needs one:
//! `vaak = { version = "0.2", default-features = false, features = ["bundled-voice"] }`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(clippy::too_many_lines)]

pub mod audio;
mod data;
mod dictionary;
#[cfg(test)]
mod direction;
mod engine;
mod error;
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
pub mod fuzz;
mod language;
#[cfg(any(feature = "playback", all(unix, feature = "serve")))]
pub mod playback;
mod script;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;

// For the program, the tests and the benches. No promise is made of what is in them.
#[doc(hidden)]
pub mod captions;
#[doc(hidden)]
pub mod g2p;
#[doc(hidden)]
pub mod lexicon;
#[doc(hidden)]
pub mod phoneme;
#[doc(hidden)]
pub mod romanised;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod token;
#[doc(hidden)]
pub mod voice;

#[doc(hidden)]
pub use engine::{Cache, Counts};
pub use engine::{Chunk, Engine, Mark, ModelInfo, Settings, Turn};
#[doc(hidden)]
pub use error::similar;
pub use error::{BundleError, EntryError, Error, Result, SsmlError};
pub use language::Language;
pub use lexicon::Lexicon;
pub use voice::{Bundle, Choice as KernelChoice, Kernel, Options};
