//! The filters of a frame, which the networks give at bands, at each frequency of a spectrum.

use std::array::from_fn;

use super::fourier::{Bank, Transform};
use crate::voice::{Bands, FFT, SAMPLE_RATE};

/// The largest log amplitude in training.
const LOUDEST: f32 = 6.0;

/// Frequencies that are computed side by side.
const LANES: usize = 4;

/// There is room for so many lines between bands: a power of two, so that no place among them has to be checked.
const LINES: usize = 1 << 10;
const _: () = assert!(
    LINES > FFT / 2,
    "a bundle has no more bands than frequencies"
);

/// Linear interpolation from bands to the frequencies of a spectrum.
pub struct Filters {
    places: Vec<[Places; 2]>,
    harmonic_bands: usize,
    /// From each band to the next: log gain and its rise, phase and its rise.
    harmonic: Box<[[f32; 4]; LINES]>,
    /// Log gain and its rise.
    noise: Box<[[f32; 2]; LINES]>,
    bank: Bank,
}

/// Where frequencies lie among bands: the lower band of each, and the weight of the next one.
#[derive(Clone, Copy)]
struct Places {
    bands: [u16; LANES],
    shares: [f32; LANES],
}

impl Filters {
    pub fn new(bands: &Bands) -> Self {
        // The last frequency is told again, so that there are as many as are computed.
        let bins: Vec<usize> = Transform::bins().collect();
        let count = bins.len().next_multiple_of(LANES);
        let quad = |at: usize| from_fn(|i| bins[(at + i).min(bins.len() - 1)]);
        let quads = (0..count).step_by(LANES).map(quad);
        let places = quads.map(|bins| [places(&bands.harmonic, bins), places(&bands.noise, bins)]);
        Self {
            places: places.collect(),
            harmonic_bands: bands.harmonic.len(),
            harmonic: Box::new([[0.0; 4]; LINES]),
            noise: Box::new([[0.0; 2]; LINES]),
            bank: Bank {
                gain: vec![0.0; count],
                phase: vec![0.0; count],
                noise: vec![0.0; count],
            },
        }
    }

    /// Returns the filters of a frame, with values in the order of [`Bands`].
    pub fn of(&mut self, values: &[f32]) -> &Bank {
        let (amplitudes, rest) = values.split_at(self.harmonic_bands);
        let (phases, noises) = rest.split_at(self.harmonic_bands);
        let pairs = amplitudes.windows(2).zip(phases.windows(2));
        for (line, (gain, phase)) in self.harmonic.iter_mut().zip(pairs) {
            *line = [gain[0], gain[1] - gain[0], phase[0], phase[1] - phase[0]];
        }
        for (line, noise) in self.noise.iter_mut().zip(noises.windows(2)) {
            *line = [noise[0], noise[1] - noise[0]];
        }
        let Bank { gain, phase, noise } = &mut self.bank;
        let [gain, phase, noise] = [gain, phase, noise].map(|v| v.as_chunks_mut::<LANES>().0);
        let out = gain.iter_mut().zip(phase).zip(noise);
        for (((gain, phase), noise), [h, n]) in out.zip(&self.places) {
            let lines: [_; LANES] = from_fn(|i| self.harmonic[usize::from(h.bands[i]) % LINES]);
            let hisses: [_; LANES] = from_fn(|i| self.noise[usize::from(n.bands[i]) % LINES]);
            *gain = from_fn(|i| (lines[i][0] + lines[i][1] * h.shares[i]).min(LOUDEST));
            *phase = from_fn(|i| lines[i][2] + lines[i][3] * h.shares[i]);
            *noise = from_fn(|i| (hisses[i][0] + hisses[i][1] * n.shares[i]).min(LOUDEST));
        }
        &self.bank
    }
}

fn places(bands: &[f32], bins: [usize; LANES]) -> Places {
    let hz = bins.map(|bin| bin as f32 * (SAMPLE_RATE as f32 / FFT as f32));
    let low = hz.map(|f| {
        let above = bands.partition_point(|b| *b <= f);
        above.clamp(1, bands.len() - 1) - 1
    });
    let share = |i: usize| {
        let (low, next) = (bands[low[i]], bands[low[i] + 1]);
        (hz[i] - low) / (next - low)
    };
    Places {
        bands: low.map(|band| band as u16),
        shares: from_fn(share),
    }
}
