//! Words to phonemes: one machine for the Indic scripts with a table for each language, English, and Indic words in Latin letters.

mod drawn;
mod english;
mod indic;
mod memo;
mod names;
mod phrase;
mod romanised;
mod source;
mod word;

pub use crate::data::Place;
pub(crate) use phrase::frame;
pub use source::{Pronunciation, Source};
pub use word::{broad_ipa, place, pronounce, rules};
pub(crate) use word::{place_among, pronounce_listed};
