//! Samples to 16 bits, without clipping.

/// Below this the limiter changes nothing.
const KNEE: f32 = 0.8;
/// What no sample exceeds: short of full scale, for what later filters add.
const CEILING: f32 = 0.99;

/// One sample as 16-bit PCM; louder ones are bent smoothly towards the ceiling, so that no clip is hard.
pub fn to_pcm(sample: f32) -> i16 {
    let level = sample.abs();
    let level = if level <= KNEE {
        level
    } else {
        let room = CEILING - KNEE;
        KNEE + room * ((level - KNEE) / room).tanh()
    };
    // The cast turns what is not a number into silence.
    (level.copysign(sample) * f32::from(i16::MAX)).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_passes_unchanged_and_nothing_reaches_full_scale() {
        assert_eq!(to_pcm(0.5), 16384);
        assert_eq!(to_pcm(-0.5), -16384);
        let mut last = i16::MIN;
        for i in -4000..=4000 {
            let pcm = to_pcm(i as f32 / 1000.0);
            assert!(pcm >= last && pcm.unsigned_abs() < 32_500, "{i}: {pcm}");
            last = pcm;
        }
    }

    #[test]
    fn what_is_no_number_is_silent() {
        assert_eq!(to_pcm(f32::NAN), 0);
        assert!(to_pcm(f32::INFINITY) > 32_000);
    }
}
