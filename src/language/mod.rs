//! The eleven languages, and what each calls numbers and signs.

mod readers;
mod rows;
mod table;

pub(crate) use readers::Readers;
pub use rows::Language;
pub(crate) use table::{Table, currency, is_abbreviation, is_joined, is_title, push, table};
