//! G.711: samples in eight bits, for telephony.

/// Added to a magnitude, so that every segment of μ-law begins at a power of two.
const BIAS: u16 = 132;
/// The largest magnitude that μ-law distinguishes.
const CLIP: u16 = 32_635;

/// Encodes a sample in μ-law.
pub fn mulaw(sample: i16) -> u8 {
    let sign = if sample < 0 { 0x80 } else { 0 };
    let magnitude = sample.unsigned_abs().min(CLIP) + BIAS;
    // The biased magnitude has its highest bit between 7 and 14: bit 7 is segment 0.
    let segment = 8 - magnitude.leading_zeros() as u8;
    let step = (magnitude >> (segment + 3)) as u8 & 0x0f;
    !(sign | segment << 4 | step)
}

/// Encodes a sample in A-law.
pub fn alaw(sample: i16) -> u8 {
    let (mask, magnitude) = match sample >> 3 {
        scaled @ 0.. => (0xd5, scaled as u16),
        scaled => (0x55, !scaled as u16),
    };
    let segment = (11 - magnitude.leading_zeros().min(11)) as u8;
    let step = (magnitude >> segment.max(1)) as u8 & 0x0f;
    (segment << 4 | step) ^ mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_the_middle_and_the_borders_of_segments_are_those_of_the_standard() {
        for (sample, mu, a) in [
            (0, 0xff, 0xd5),
            (-1, 0x7f, 0x55),
            (8, 0xfe, 0xd5),
            (-8, 0x7e, 0x55),
            (1_000, 0xce, 0xfa),
            (-1_000, 0x4e, 0x7a),
            (8_159, 0x9f, 0x8a),
            (32_767, 0x80, 0xaa),
            (-32_768, 0x00, 0x2a),
        ] {
            assert_eq!((mulaw(sample), alaw(sample)), (mu, a), "{sample}");
        }
    }

    #[test]
    fn louder_never_sounds_softer() {
        // In both laws the low seven bits, inverted as each law does, rise with the magnitude.
        for louder in 1..=i16::MAX {
            let softer = louder - 1;
            assert!(!mulaw(softer) <= !mulaw(louder), "{louder}");
            assert!(alaw(softer) ^ 0xd5 <= alaw(louder) ^ 0xd5, "{louder}");
        }
    }
}
