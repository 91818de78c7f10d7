//! Latin spellings of Indic words: the keys that they are found by, and what each word costs in each language.

pub(crate) mod keys;
mod model;

pub use model::native;
pub(crate) use model::{Costs, Memo};
