//! Floats to the int8 inputs of a layer.

/// What a layer's rows are rounded from: some steps of the input side by side.
pub struct Heard<'a> {
    pub input: &'a [f32],
    pub width: usize,
    pub taps: &'a [usize],
}

/// Floats to int8: times the channel's factor, times the inverse of the scale, to the nearest, halves to the even one.
#[derive(Debug)]
pub struct Rounding {
    /// Empty: all 1.
    pub balance: Vec<f32>,
    pub inverse: f32,
    pub flip: u8,
}

/// Adding it leaves a number's nearest integer in the lowest bits.
const ROUND: f32 = 1.5 * (1 << 23) as f32;

impl Rounding {
    /// For inputs whose bits are flipped by `flip`.
    pub fn new(flip: u8, balance: Vec<f32>, scale: f32) -> Self {
        Self {
            balance,
            inverse: scale.recip(),
            flip,
        }
    }

    /// Rounds the channels from `first` on.
    #[inline(always)]
    pub fn round(&self, x: &[f32], first: usize, out: &mut [i8]) {
        if let Some(balance) = self.balance.get(first..first + x.len()) {
            for ((out, x), balance) in out.iter_mut().zip(x).zip(balance) {
                *out = self.rounded(x * balance);
            }
        } else {
            for (out, x) in out.iter_mut().zip(x) {
                *out = self.rounded(*x);
            }
        }
    }

    #[inline(always)]
    fn rounded(&self, x: f32) -> i8 {
        let x = x * self.inverse;
        // What is not a number becomes 0.
        let x = if x.is_nan() { 0.0 } else { x };
        let x = x.max(f32::from(i8::MIN)).min(f32::from(i8::MAX));
        ((x + ROUND).to_bits() as u8 ^ self.flip) as i8
    }
}

/// Of any processor; inlined into what is compiled for one.
#[inline(always)]
pub fn round(rounding: &Rounding, heard: &Heard, depth: usize, out: &mut [i8]) {
    for (step, out) in out.chunks_exact_mut(depth).enumerate() {
        for (at, (tap, out)) in heard
            .taps
            .iter()
            .zip(out.chunks_mut(heard.width))
            .enumerate()
        {
            let from = (step + tap) * heard.width;
            let x = &heard.input[from..from + heard.width];
            rounding.round(x, at * heard.width, &mut out[..heard.width]);
        }
    }
}
