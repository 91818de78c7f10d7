//! Latin spellings of Indic words: their keys, and what each word costs in each language.

pub(crate) mod keys;
mod model;
pub(crate) mod vowels;

pub(crate) use model::native_at;
pub(crate) use model::{Costs, Memo};
pub use model::{english_stem, is_english, is_long, native, place};
