//! The transforms of rustfft.

use std::sync::Arc;

use archmage::autoversion;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};

use super::filter::{BINS, Bank, MARGIN};
use crate::voice::{FFT, WINDOW};

/// The spectrum of a frame.
#[derive(Clone)]
pub struct Spectrum(Vec<Complex<f32>>);

/// Transforms with the buffers that they need.
pub struct Transform {
    forward: Arc<dyn RealToComplex<f32>>,
    inverse: Arc<dyn ComplexToReal<f32>>,
    scratch: Vec<Complex<f32>>,
    time: Vec<f32>,
}

impl Transform {
    pub fn new() -> Self {
        let mut planner = RealFftPlanner::new();
        let forward = planner.plan_fft_forward(FFT);
        let inverse = planner.plan_fft_inverse(FFT);
        let scratch = forward.get_scratch_len().max(inverse.get_scratch_len());
        Self {
            forward,
            inverse,
            scratch: vec![Complex::default(); scratch],
            time: vec![0.0; FFT],
        }
    }

    /// Returns the frequencies in the order in which a spectrum has them.
    pub fn bins() -> impl Iterator<Item = usize> {
        0..BINS
    }

    /// Writes the spectrum of what is heard through the window, with silence around it.
    pub fn forward(&mut self, heard: &[f32], window: &[f32], spectrum: &mut Spectrum) {
        self.time.fill(0.0);
        let middle = self.time[MARGIN..][..WINDOW].iter_mut();
        for ((t, h), w) in middle.zip(heard).zip(window) {
            *t = h * w;
        }
        let done =
            self.forward
                .process_with_scratch(&mut self.time, &mut spectrum.0, &mut self.scratch);
        debug_assert!(done.is_ok(), "all buffers have the transform's length");
    }

    /// Returns the sound of a spectrum, [`FFT`] times as loud, and leaves no spectrum behind.
    pub fn inverse(&mut self, spectrum: &mut Spectrum) -> &[f32] {
        // In a real signal these two are real, and the transform requires it.
        spectrum.0[0].im = 0.0;
        spectrum.0[BINS - 1].im = 0.0;
        let done =
            self.inverse
                .process_with_scratch(&mut spectrum.0, &mut self.time, &mut self.scratch);
        debug_assert!(done.is_ok(), "all buffers have the transform's length");
        &self.time
    }
}

impl Spectrum {
    pub fn new() -> Self {
        Self(vec![Complex::default(); BINS])
    }

    /// Filters this spectrum of the pulses, and adds that of the noise.
    pub fn filter(&mut self, filters: &Bank, noise: &Self) {
        apply(filters, &mut self.0, &noise.0);
    }
}

/// It is compiled for several processors, and the best version runs; all give the same bits.
#[autoversion]
fn apply(filters: &Bank, pulses: &mut [Complex<f32>], noise: &[Complex<f32>]) {
    for (filter, (pulse, hiss)) in filters.filters().zip(pulses.iter_mut().zip(noise)) {
        *pulse = filter.apply(*pulse, *hiss);
    }
}
