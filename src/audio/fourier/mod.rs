//! The Fourier transforms of the synthesis. On aarch64 they are this crate's own, which take a third of rustfft's instructions for the
//! same bits; elsewhere they are rustfft's, whose AVX does better.

#[cfg(target_arch = "aarch64")]
mod arm;
#[cfg(target_arch = "aarch64")]
mod factors;
mod filter;
#[cfg(any(test, not(target_arch = "aarch64")))]
mod library;

#[cfg(target_arch = "aarch64")]
pub use arm::{Spectrum, Transform};
#[cfg(not(target_arch = "aarch64"))]
pub use library::{Spectrum, Transform};

pub use filter::Bank;
