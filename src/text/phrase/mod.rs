//! Where a reader pauses in a long clause without a mark: there it is cut, or breath is taken within it.
//!
//! Each place between two words has a score: the sum of the weights of what stands there. The tables of the languages,
//! `breaks.txt`, list the weights; `breaks.py` learns most of them.

mod breath;
#[cfg(test)]
mod compile;
mod keys;
mod model;

pub(crate) use breath::breaths;
pub use model::{Break, Place, best, continues, pairs};
