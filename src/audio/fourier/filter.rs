//! What a filter does to one frequency.

use realfft::num_complex::Complex;

use crate::audio::functions::{cos_sin, exp};
use crate::voice::{FFT, WINDOW};

/// Frequencies of a spectrum, from 0 to the Nyquist frequency.
pub const BINS: usize = FFT / 2 + 1;
/// Silence on either side of the window, into which the filters ring.
pub const MARGIN: usize = (FFT - WINDOW) / 2;

/// The filter at one frequency: log gain and phase of the pulses, log gain of the noise.
#[derive(Clone, Copy, Default)]
pub struct Filter {
    pub gain: f32,
    pub phase: f32,
    pub noise: f32,
}

impl Filter {
    /// Filters one frequency of the pulses and of the noise, and adds them up.
    #[inline(always)]
    pub fn apply(self, pulse: Complex<f32>, hiss: Complex<f32>) -> Complex<f32> {
        let (cosine, sine) = cos_sin(self.phase);
        let turned = pulse * Complex::new(cosine, sine);
        turned * exp(self.gain) + hiss * exp(self.noise)
    }
}
