//! Latin spellings of Indic words: the keys that they are found by, and what each word costs in each language.

pub(crate) mod keys;
mod model;

pub(crate) use model::native_at;
pub(crate) use model::{Costs, Memo};
pub use model::{native, place};
