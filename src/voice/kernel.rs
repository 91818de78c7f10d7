//! The arithmetics that the networks can run in.

use std::fmt;

/// The form of the networks; the bundle carries one, of int8 weights, and the other is made of it when it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// int8 weights and activations.
    Integer,
    /// The same weights as 32-bit floats, activations not rounded.
    Float,
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Integer => "int8",
            Self::Float => "float32",
        })
    }
}
