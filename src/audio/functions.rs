//! Sine, cosine and exponential without branches, so that the compiler can vectorise any loop that calls them.
//!
//! The C library's functions are exact to the last bit and take one number at a time. The error of these is below 3e-7
//! of the value or of 1, which is -130 dB. Nobody hears that: the step of a 16-bit sample is -96 dB of full scale.

use std::f32::consts::{LOG2_E, PI};

/// Adding and subtracting this rounds to the nearest integer. The lowest bits of the sum are that integer.
const ROUND: f32 = 1.5 * (1 << 23) as f32;
/// The inputs of `exp` that do not leave the range of `f32`.
const EXP: std::ops::RangeInclusive<f32> = -87.0..=88.0;
/// The largest angle in radians. A larger one has lost its fraction, and no network produces it.
const MAX_ANGLE: f32 = 1e5;

/// Returns the nearest integer, as a float and as bits.
#[inline(always)]
fn round(x: f32) -> (f32, u32) {
    let sum = x + ROUND;
    (sum - ROUND, sum.to_bits())
}

/// Returns e to the power of `x`. `x` is limited to the range of `f32`; NaN gives nearly 0.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // ln 2 in two parts. The first part has few bits, so that its products are exact.
    const HIGH: f32 = 0.693_359_4;
    const LOW: f32 = (std::f64::consts::LN_2 - HIGH as f64) as f32;
    let x = x.max(*EXP.start()).min(*EXP.end());
    let (whole, bits) = round(x * LOG2_E);
    let rest = (x - whole * HIGH) - whole * LOW;
    let series = 1.0 / 720.0 + rest * (1.0 / 5040.0);
    let series = 1.0 / 24.0 + rest * (1.0 / 120.0 + rest * series);
    let series = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * series)));
    series * f32::from_bits(bits.wrapping_add(127) << 23)
}

/// Returns cosine and sine of an angle in radians. An angle beyond the limit gives those of another angle.
#[inline(always)]
pub fn cos_sin(angle: f32) -> (f32, f32) {
    // π/2 in two parts.
    const HIGH: f32 = 1.570_312_5;
    const LOW: f32 = (std::f64::consts::FRAC_PI_2 - HIGH as f64) as f32;
    // Not `clamp`: NaN becomes a bound.
    #[expect(clippy::manual_clamp)]
    let angle = angle.max(-MAX_ANGLE).min(MAX_ANGLE);
    let (quarters, bits) = round(angle * (2.0 / PI));
    let x = (angle - quarters * HIGH) - quarters * LOW;
    let s = x * x;
    let sine =
        x + x * s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s * (1.0 / 362_880.0))));
    let cosine = -1.0 / 720.0 + s * (1.0 / 40_320.0 - s * (1.0 / 3_628_800.0));
    let cosine = 1.0 + s * (-0.5 + s * (1.0 / 24.0 + s * cosine));
    // In odd quadrants sine and cosine are swapped; bit 31 is the sign.
    let swapped = (bits & 1).wrapping_neg();
    let pick = |a: f32, b: f32| (a.to_bits() & !swapped) | (b.to_bits() & swapped);
    let (cosine, sine) = (pick(cosine, sine), pick(sine, cosine));
    let negative_cosine = (bits ^ (bits >> 1)) << 31;
    let negative_sine = (bits >> 1) << 31;
    (
        f32::from_bits(cosine ^ negative_cosine),
        f32::from_bits(sine ^ negative_sine),
    )
}

/// Returns the sine of an angle whose full turn is 2^32. The relative error is small also near 0 and half a turn.
#[inline(always)]
pub fn sine_of_turn(angle: u32) -> f32 {
    const QUARTER: i32 = 1 << 30;
    // Beyond a quarter turn the sine is that of the mirrored angle.
    let angle = angle as i32;
    let mirrored = i32::MIN.wrapping_sub(angle);
    let angle = match (-QUARTER..QUARTER).contains(&angle) {
        true => angle,
        false => mirrored,
    };
    let x = angle as f32 * (PI / (1_u32 << 31) as f32);
    let s = x * x;
    let series = 1.0 / 362_880.0 - s * (1.0 / 39_916_800.0 - s * (1.0 / 6_227_020_800.0));
    x + x * s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s * series)))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    const ERROR: f64 = 3e-7;

    #[test]
    fn the_exponential_errs_little_and_stays_finite() {
        for i in -8_700..=8_800 {
            let x = i as f32 / 100.0 + 0.003;
            let x = x.min(88.0);
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < ERROR, "{x}");
        }
        for x in [f32::NAN, f32::NEG_INFINITY, -1e30] {
            assert!((0.0..1e-37).contains(&exp(x)), "{x}");
        }
        assert!(exp(f32::INFINITY).is_finite());
    }

    #[test]
    fn cosine_and_sine_err_little_and_stay_finite() {
        for i in -40_000..=40_000 {
            let x = i as f32 / 1_000.0;
            let (cosine, sine) = cos_sin(x);
            let exact = f64::from(x);
            assert!((f64::from(cosine) - exact.cos()).abs() < ERROR, "{x}");
            assert!((f64::from(sine) - exact.sin()).abs() < ERROR, "{x}");
        }
        for x in [f32::NAN, f32::INFINITY, -1e30] {
            let (cosine, sine) = cos_sin(x);
            assert!(cosine.is_finite() && sine.is_finite(), "{x}");
        }
    }

    #[test]
    fn the_sine_of_a_turn_errs_little_in_proportion() {
        for angle in (0..=u32::MAX)
            .step_by(65_521)
            .chain([1, 2, 1 << 31, (1 << 31) + 1, u32::MAX])
        {
            let exact = (f64::from(angle) / 2_f64.powi(32) * TAU).sin();
            let exact = if angle == 1 << 31 { 0.0 } else { exact };
            let error = (f64::from(sine_of_turn(angle)) - exact).abs();
            assert!(error <= ERROR * exact.abs().max(1e-12), "{angle}: {error}");
        }
    }
}
