//! What filters do to a spectrum.

use realfft::num_complex::Complex;

use crate::audio::functions::{cos_sin, exp};
use crate::voice::{FFT, WINDOW};

/// Frequencies of a spectrum, from 0 to the Nyquist frequency.
pub const BINS: usize = FFT / 2 + 1;
/// Silence on either side of the window, into which the filters ring.
pub const MARGIN: usize = (FFT - WINDOW) / 2;

/// The filters at all frequencies, in the order of a spectrum: log gain and phase of the pulses, log gain of the noise.
pub struct Bank {
    pub gain: Vec<f32>,
    pub phase: Vec<f32>,
    pub noise: Vec<f32>,
}

impl Bank {
    /// Returns the filter of each frequency.
    pub fn filters(&self) -> impl Iterator<Item = Filter> {
        let pulses = self.gain.iter().zip(&self.phase);
        pulses
            .zip(&self.noise)
            .map(|((gain, phase), noise)| Filter {
                gain: *gain,
                phase: *phase,
                noise: *noise,
            })
    }
}

/// The filter at one frequency.
#[derive(Clone, Copy)]
pub struct Filter {
    gain: f32,
    phase: f32,
    noise: f32,
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
