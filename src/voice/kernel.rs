//! Which arithmetic the networks run in.
//!
//! Measured with tract 0.23.9, one thread: on an AMD EPYC with AVX2 and no VNNI a run of 8 frames (100 ms of speech)
//! takes 1.1 ms in float and 47 ms in int8, whose kernel there is made of older instructions. On ARM the instructions
//! of a second of speech were counted (`benches/arm/run`), not timed: without SDOT int8 needs 55 % more than float, with it
//! 10 % more, which its quarter of the weights to read from memory makes up for.

use std::fmt;

/// The form of the networks; the bundle carries one, of int8 weights, and the other is made of it when it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// int8 weights and activations.
    Integer,
    /// The same weights as 32-bit floats, activations not rounded.
    Float,
}

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

#[cfg(target_arch = "x86_64")]
fn detected() -> Choice {
    if std::is_x86_feature_detected!("avx512vnni") || std::is_x86_feature_detected!("avxvnni") {
        integer("this processor has int8 dot products (VNNI)")
    } else {
        float("without VNNI int8 is slower on this processor")
    }
}

#[cfg(target_arch = "aarch64")]
fn detected() -> Choice {
    if std::arch::is_aarch64_feature_detected!("dotprod") {
        integer("this processor has int8 dot products (SDOT)")
    } else {
        float("without SDOT int8 gains no speed on this processor")
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn detected() -> Choice {
    float("no int8 kernel is known for this processor")
}

#[allow(dead_code)]
fn integer(reason: &'static str) -> Choice {
    Choice {
        kernel: Kernel::Integer,
        reason,
    }
}

fn float(reason: &'static str) -> Choice {
    Choice {
        kernel: Kernel::Float,
        reason,
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Integer => "int8",
            Self::Float => "float32",
        })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kernel, self.reason)
    }
}
