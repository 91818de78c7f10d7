//! Samples to 16 bits, without clipping and without grain.

use super::noise::Noise;

/// Below this the limiter changes nothing.
const KNEE: f32 = 0.8;
/// What no sample exceeds: short of full scale, for what later filters add.
const CEILING: f32 = 0.99;

/// Rounds samples to 16-bit PCM with triangular dither of one step to either side, so that what is quieter than a step fades
/// into steady noise 96 dB below full scale, where plain rounding would leave bursts of it in digital silence.
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
    /// One sample; louder ones than the knee are bent smoothly towards the ceiling, so that no clip is hard.
    pub fn pcm(&mut self, sample: f32) -> i16 {
        let level = sample.abs();
        let level = if level <= KNEE {
            level
        } else {
            let room = CEILING - KNEE;
            KNEE + room * ((level - KNEE) / room).tanh()
        };
        // The cast turns what is not a number into silence.
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
            // A quarter of a step squared, whatever the level: a twelfth of rounding, two of dither.
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
