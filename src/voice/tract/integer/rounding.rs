//! Rounds floats to the int8 inputs of a layer.

/// The input of a layer: several steps of a tensor side by side.
pub struct Heard<'a> {
    pub input: &'a [f32],
    pub width: usize,
    pub taps: &'a [usize],
}

/// Rounds floats to int8: multiplies by the channel's factor and by the inverse of the scale, and rounds half to even.
#[derive(Debug)]
pub struct Rounding {
    /// A factor for each channel.
    balance: Vec<f32>,
    inverse: f32,
    /// The least and the largest number of steps.
    range: [f32; 2],
    flip: u8,
}

/// Which int8 number stands for 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// 0: inputs have both signs.
    Middle,
    /// The least one, so that inputs that are never negative have all 256 numbers.
    Least,
}

impl Zero {
    /// Returns the number, unless it is another one.
    pub fn of(number: i8) -> Option<Self> {
        [Self::Middle, Self::Least]
            .into_iter()
            .find(|zero| zero.number() == number)
    }

    pub fn number(self) -> i8 {
        match self {
            Self::Middle => 0,
            Self::Least => i8::MIN,
        }
    }
}

/// Channels that are rounded together.
const PANEL: usize = 16;
/// Adding this leaves the nearest integer in the lowest bits.
const ROUND: f32 = 1.5 * (1 << 23) as f32;

impl Rounding {
    /// Makes the rounding for inputs whose bits are flipped by `flip`.
    pub fn new(flip: u8, balance: Vec<f32>, scale: f32, zero: Zero) -> Self {
        let number = zero.number();
        Self {
            balance,
            inverse: scale.recip(),
            range: [i8::MIN, i8::MAX].map(|end| f32::from(end) - f32::from(number)),
            // To add -128 is to flip the highest bit.
            flip: flip ^ number as u8,
        }
    }

    /// Rounds the channels from `first` on.
    #[inline(always)]
    pub fn round(&self, x: &[f32], first: usize, out: &mut [i8]) {
        let (panels, rest) = x.as_chunks::<PANEL>();
        let (out, rest_out) = out.as_chunks_mut::<PANEL>();
        for (at, (x, out)) in panels.iter().zip(out).enumerate() {
            if let Some(factors) = self.factors(first + PANEL * at) {
                *out = self.panel::<PANEL, true>(x, factors);
            }
        }
        let first = first + PANEL * panels.len();
        for (at, (x, out)) in rest.iter().zip(rest_out).enumerate() {
            if let Some(factors) = self.factors(first + at) {
                [*out] = self.panel::<1, true>(&[*x], factors);
            }
        }
    }

    /// Returns the factors of a panel of channels, if there are as many.
    #[inline(always)]
    pub fn factors<const P: usize>(&self, first: usize) -> Option<&[f32; P]> {
        self.factors_from(first).first_chunk()
    }

    /// Returns the factors of the channels from `first` on.
    #[inline(always)]
    pub fn factors_from(&self, first: usize) -> &[f32] {
        self.balance.get(first..).unwrap_or_default()
    }

    /// What a channel is multiplied by after its factor, and which bits of its number are flipped.
    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    pub fn inverse_and_flip(&self) -> (f32, u8) {
        (self.inverse, self.flip)
    }

    /// Whether no number is below 0.
    pub fn is_unsigned(&self) -> bool {
        self.range[0] == 0.0
    }

    /// Rounds a panel of channels. Nothing is written before all is known, so that the compiler takes many at once.
    #[inline(always)]
    pub fn panel<const P: usize, const SIGNED: bool>(
        &self,
        x: &[f32; P],
        factors: &[f32; P],
    ) -> [i8; P] {
        let mut x = *x;
        for (x, factor) in x.iter_mut().zip(*factors) {
            *x *= factor;
        }
        let (inverse, range, flip) = (self.inverse, self.range, self.flip);
        let mut out = [0; P];
        for (out, x) in out.iter_mut().zip(x) {
            *out = rounded::<SIGNED>(x, inverse, range, flip);
        }
        out
    }
}

#[inline(always)]
fn rounded<const SIGNED: bool>(x: f32, inverse: f32, [least, most]: [f32; 2], flip: u8) -> i8 {
    let x = x * inverse;
    // NaN becomes 0; where that is the least number, it does so in any case.
    let x = if SIGNED && x.is_nan() { 0.0 } else { x };
    let x = x.max(least).min(most);
    ((x + ROUND).to_bits() as u8 ^ flip) as i8
}

/// Rounds rows of `depth` inputs on any processor. It is inlined into the functions that are compiled for one.
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
