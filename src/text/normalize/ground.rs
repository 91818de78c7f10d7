//! What classes and facts stand on: a clause as they see it, the words of the languages, and what classes answer with.

pub(super) use super::candidate::{Candidate, certainty};
pub(super) use super::fact::{Fact, Facts};
pub(super) use super::view::{
    Classified, View, currency_sign, digits, lowercase, said_in_full, words,
};
pub(super) use super::words::Word;
pub(super) use crate::language::*;
pub(super) use crate::script::{self, Script};
pub(super) use crate::text::class::*;
pub(super) use crate::text::shortened;
pub(super) use crate::text::verbalize::{self, spelling};
