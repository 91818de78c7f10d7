//! The eleven languages. Each has a row in one table and a folder with its data.

#[cfg(test)]
mod check;
#[cfg(test)]
mod check_signs;
mod code;
mod code_points;
mod condition;
mod cue;
mod each;
#[cfg(test)]
mod entries;
mod keys;
#[cfg(test)]
mod lengths;
#[cfg(test)]
#[allow(dead_code, reason = "the build uses all of it")]
mod lexicon;
#[cfg(test)]
mod needed;
mod numerals;
mod packed;
mod readers;
mod rows;
#[cfg(test)]
#[allow(dead_code, reason = "the build uses all of it")]
mod schema;
mod sign_names;
mod sources;
#[cfg(test)]
#[allow(dead_code, reason = "the build uses all of it")]
mod spellings;
mod table;
#[cfg(test)]
#[allow(dead_code, reason = "the build uses all of it")]
mod wholes;

pub(crate) use condition::Condition;
pub(crate) use cue::{Cues, Kind};
pub(crate) use each::Each;
pub(crate) use keys::{Currency, Everywhere, Family, List, Name, ScaleName, UnitName};
pub(crate) use numerals::{inflected, is_joined, push};
pub(crate) use readers::Readers;
pub use rows::Language;
pub(crate) use sign_names::{other_sign, sign_name};
pub(crate) use sources::{
    EMOJI_TABLE, ENGLISH_HETERONYMS_TABLE, ENGLISH_LETTERS, SHARED_LATIN, SHARED_MEMBERS,
};
pub(crate) use table::{
    Coin, NamedUnit, Reading, Suffix, Table, Usage, Whole, beginning_with, currency, currency_sign,
    everywhere, is_abbreviation, is_letter_name, is_short_unit, is_title, scale_spelt, table,
    unit_spelt,
};
