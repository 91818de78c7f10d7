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
    /// A factor for each channel; empty if all are 1.
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

    /// Rounds a whole panel of channels. Nothing is written before all is known, so that the compiler takes many at once.
    #[inline(always)]
    pub fn panel<const P: usize>(&self, x: &[f32; P], first: usize) -> [i8; P] {
        let mut x = *x;
        if let Some(balance) = self.balance[first.min(self.balance.len())..].first_chunk::<P>() {
            for (x, balance) in x.iter_mut().zip(*balance) {
                *x *= balance;
            }
        }
        let (inverse, range, flip) = (self.inverse, self.range, self.flip);
        let mut out = [0; P];
        for (out, x) in out.iter_mut().zip(x) {
            *out = rounded(x, inverse, range, flip);
        }
        out
    }

    #[inline(always)]
    fn rounded(&self, x: f32) -> i8 {
        rounded(x, self.inverse, self.range, self.flip)
    }
}

#[inline(always)]
fn rounded(x: f32, inverse: f32, [least, most]: [f32; 2], flip: u8) -> i8 {
    let x = x * inverse;
    // NaN becomes 0.
    let x = if x.is_nan() { 0.0 } else { x };
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
