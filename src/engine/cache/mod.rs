//! Phrases that were spoken, kept in memory and on disk, to be spoken again without the networks.
//!
//! A phrase always sounds the same: its samples follow from its phonemes, its tone, the silence before it, the voice and the
//! program. Its key is a hash of all these. So a changed text, setting or lexicon has another key, and on disk a changed voice
//! or program too: what was kept is right, or is not found.

mod disk;
mod kept;
mod key;
mod recent;
mod spoken;
mod store;

pub use kept::Kept;
#[cfg(any(test, fuzzing))]
pub use spoken::fuzz;
pub use store::{Cache, Counts};
