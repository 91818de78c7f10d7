//! The eleven languages. Each has a row in one table and a folder with its data.

#[cfg(test)]
mod check;
mod code;
mod cue;
mod everywhere;
mod readers;
mod rows;
#[cfg(test)]
mod schema;
mod sources;
mod table;

pub(crate) use cue::{Cues, Kind};
pub(crate) use everywhere::{currency, is_abbreviation, is_letter_name, is_short_unit, is_title};
pub(crate) use readers::Readers;
pub use rows::Language;
pub(crate) use sources::{
    EMOJI, ENGLISH_HETERONYMS, ENGLISH_INDIAN, ENGLISH_LETTERS, ENGLISH_NAMES, SHARED_LATIN,
};
pub(crate) use table::{Suffix, Table, inflected, is_joined, push, table};
