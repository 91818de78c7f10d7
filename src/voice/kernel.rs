//! The arithmetics that the networks can run in.

use std::fmt;

/// The arithmetic of the networks. A bundle holds int8 weights; the float form is made from them when it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// int8 weights and activations.
    Integer,
    /// The same weights as 32-bit floats, with unrounded activations.
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
