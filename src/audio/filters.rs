//! The filters of a frame, which the networks give at bands, at each frequency of a spectrum.

use super::fourier::{Filter, Transform};
use crate::voice::{Bands, FFT, SAMPLE_RATE};

/// The largest log amplitude in training.
const LOUDEST: f32 = 6.0;

/// Linear interpolation from bands to the frequencies of a spectrum.
pub struct Filters {
    places: Vec<[Place; 2]>,
    harmonic_bands: usize,
    /// From each band to the next: log gain and its rise, phase and its rise.
    harmonic: Vec<[f32; 4]>,
    /// Log gain and its rise.
    noise: Vec<[f32; 2]>,
    filters: Vec<Filter>,
}

/// Where a frequency lies among bands: the lower band, and the weight of the next one.
#[derive(Clone, Copy)]
struct Place {
    band: u16,
    share: f32,
}

impl Filters {
    pub fn new(bands: &Bands) -> Self {
        let place = |bin| [place(&bands.harmonic, bin), place(&bands.noise, bin)];
        let places: Vec<_> = Transform::bins().map(place).collect();
        Self {
            filters: vec![Filter::default(); places.len()],
            places,
            harmonic_bands: bands.harmonic.len(),
            harmonic: vec![[0.0; 4]; bands.harmonic.len() - 1],
            noise: vec![[0.0; 2]; bands.noise.len() - 1],
        }
    }

    /// Returns the filters of a frame, with values in the order of [`Bands`], in the order of a spectrum.
    pub fn of(&mut self, values: &[f32]) -> &[Filter] {
        let (amplitudes, rest) = values.split_at(self.harmonic_bands);
        let (phases, noises) = rest.split_at(self.harmonic_bands);
        let pairs = amplitudes.windows(2).zip(phases.windows(2));
        for (line, (gain, phase)) in self.harmonic.iter_mut().zip(pairs) {
            *line = [gain[0], gain[1] - gain[0], phase[0], phase[1] - phase[0]];
        }
        for (line, noise) in self.noise.iter_mut().zip(noises.windows(2)) {
            *line = [noise[0], noise[1] - noise[0]];
        }
        for (filter, [harmonic, noise]) in self.filters.iter_mut().zip(&self.places) {
            let [gain, gain_rise, phase, phase_rise] = self.harmonic[usize::from(harmonic.band)];
            let [hiss, hiss_rise] = self.noise[usize::from(noise.band)];
            *filter = Filter {
                gain: (gain + gain_rise * harmonic.share).min(LOUDEST),
                phase: phase + phase_rise * harmonic.share,
                noise: (hiss + hiss_rise * noise.share).min(LOUDEST),
            };
        }
        &self.filters
    }
}

fn place(bands: &[f32], bin: usize) -> Place {
    let f = bin as f32 * (SAMPLE_RATE as f32 / FFT as f32);
    let above = bands.partition_point(|b| *b <= f);
    let low = above.clamp(1, bands.len() - 1) - 1;
    Place {
        band: low as u16,
        share: (f - bands[low]) / (bands[low + 1] - bands[low]),
    }
}
