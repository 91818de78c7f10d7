//! Rounds samples to 16 bits, with a soft limiter and dither.

use super::noise::Noise;
use crate::voice::HOP;

/// Where the limiter begins, relative to full scale. It does not change quieter samples.
const KNEE: f32 = 0.8;
/// The limit of the limiter. It leaves headroom for later filters.
const CEILING: f32 = 0.99;

/// Samples that are rounded together: a hop.
const PART: usize = HOP;

/// Rounds samples to 16-bit PCM with triangular dither of ±1 step. Sound below one step fades into steady noise at 96
/// dB below full scale; without dither it would become audible bursts in digital silence.
#[derive(Debug)]
pub struct Quantiser {
    dither: Noise,
}

impl Default for Quantiser {
    fn default() -> Self {
        Self {
            dither: Noise::new(0),
        }
    }
}

impl Quantiser {
    /// Appends samples, each times `gain`, as [`Self::pcm`] returns them, as far as there is room.
    pub fn append<const N: usize>(
        &mut self,
        samples: &[f32],
        gain: f32,
        to: &mut heapless::Vec<i16, N>,
    ) {
        for samples in samples.chunks(PART) {
            // Here the compiler keeps the state in registers.
            let (mut part, mut own) = ([0; PART], Self { ..*self });
            for (to, sample) in part.iter_mut().zip(samples) {
                *to = own.pcm(sample * gain);
            }
            *self = own;
            let full = to.extend_from_slice(&part[..samples.len()]).is_err();
            debug_assert!(!full, "there is room for every frame of a run");
        }
    }

    /// Returns a sample, given relative to full scale, as 16-bit PCM. Samples above the knee are compressed smoothly
    /// towards the ceiling instead of clipped.
    pub fn pcm(&mut self, sample: f32) -> i16 {
        let level = sample.abs();
        let level = if level <= KNEE {
            level
        } else {
            let room = CEILING - KNEE;
            KNEE + room * ((level - KNEE) / room).tanh()
        };
        // The cast turns NaN into silence.
        (level.copysign(sample) * f32::from(i16::MAX) + self.dither.triangular()).round() as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_passes_unchanged_and_nothing_reaches_full_scale() {
        let mut quantiser = Quantiser::default();
        let mut last = i32::from(i16::MIN);
        for i in -4000..=4000 {
            let sample = i as f32 / 1000.0;
            let pcm = i32::from(quantiser.pcm(sample));
            assert!(pcm >= last - 2 && pcm.abs() < 32_500, "{i}: {pcm}");
            if sample.abs() <= KNEE {
                assert!((pcm as f32 - sample * 32_767.0).abs() <= 1.5, "{i}: {pcm}");
            }
            last = pcm;
        }
    }

    #[test]
    fn what_is_quieter_than_a_step_is_kept_in_the_mean_and_its_noise_is_steady() {
        for level in [0.0, 0.2, 0.5, 0.9] {
            let mut quantiser = Quantiser::default();
            let count = 100_000;
            let (mut sum, mut power) = (0.0, 0.0);
            for _ in 0..count {
                let error = f32::from(quantiser.pcm(level / 32_767.0)) - level;
                sum += error;
                power += error * error;
            }
            let (mean, variance) = (sum / count as f32, power / count as f32);
            assert!(mean.abs() < 0.01, "{level}: {mean}");
            // The variance in squared steps at any level: 1/12 of rounding, 2/12 of dither.
            assert!((variance - 0.25).abs() < 0.01, "{level}: {variance}");
        }
    }

    #[test]
    fn what_is_no_number_is_silent() {
        let mut quantiser = Quantiser::default();
        assert_eq!(quantiser.pcm(f32::NAN), 0);
        assert!(quantiser.pcm(f32::INFINITY) > 32_000);
    }
}
