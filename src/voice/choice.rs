//! Chooses the arithmetic of the networks: int8 where the processor has instructions that this program uses for it,
//! else float.
//!
//! `benches/README.md` has the measurements of each. `vaak doctor` measures both on the machine that it runs on.

use std::fmt;

use super::kernel::Kernel;
use super::tract::Unit;

/// The arithmetic of the networks, and why it was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The arithmetic.
    pub kernel: Kernel,
    /// The reason, for users.
    pub reason: &'static str,
}

impl Choice {
    /// Returns the requested arithmetic, or else the faster one on this processor.
    pub(crate) fn of(asked: Option<Kernel>) -> Self {
        match asked {
            Some(kernel) => Self {
                kernel,
                reason: "as asked for",
            },
            None => detected(),
        }
    }
}

fn detected() -> Choice {
    match Unit::detect().instructions() {
        Some(reason) => Choice {
            kernel: Kernel::Integer,
            reason,
        },
        None => Choice {
            kernel: Kernel::Float,
            reason: "no int8 instructions of this processor are known",
        },
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kernel, self.reason)
    }
}
