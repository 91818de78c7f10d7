//! Which arithmetic the networks run in: int8 wherever this program has instructions of the processor for it, else float.
//!
//! What was measured of each, and what was not, stands in `benches/README.md`; `vaak doctor` tells the pace of both on the machine that
//! it runs on.

use std::fmt;

use super::kernel::Kernel;
use super::tract::Unit;

/// The form that runs, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The form.
    pub kernel: Kernel,
    /// Why this one.
    pub reason: &'static str,
}

impl Choice {
    /// As asked for, or else what is faster on this processor.
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
