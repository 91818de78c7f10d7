//! The int8 instructions of this processor, and the product of a layer computed with them.

use super::finish::{Finish, finish};
use super::form::Form;
use super::live::{Factor, Room};
use super::product::Product;
use super::rounding::{Heard, Rounding, round};

#[cfg(target_arch = "aarch64")]
use archmage::{Arm64V2Token, NeonToken, SimdToken as _};
#[cfg(target_arch = "x86_64")]
use archmage::{SimdToken as _, X64V3Token, X64V4xToken};

#[cfg(target_arch = "aarch64")]
use super::arm;
#[cfg(target_arch = "x86_64")]
use super::x86;

/// The instructions that multiply. A variant holds the proof that this processor has them.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// VPDPBUSD: 64 products per instruction.
    #[cfg(target_arch = "x86_64")]
    Vnni(X64V4xToken),
    /// VPMADDWD: 16 products per instruction.
    #[cfg(target_arch = "x86_64")]
    Avx2(X64V3Token),
    /// SDOT: 16 products per instruction.
    #[cfg(target_arch = "aarch64")]
    Dot(Arm64V2Token),
    /// SMULL and SMLAL: 8 products per instruction.
    #[cfg(target_arch = "aarch64")]
    Neon(NeonToken),
    /// Plain loops, as the compiler vectorises them.
    Portable,
}

impl Unit {
    /// Returns the best unit of this processor.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(token) = X64V4xToken::summon() {
                return Self::Vnni(token);
            }
            if let Some(token) = X64V3Token::summon() {
                return Self::Avx2(token);
            }
        }
        #[cfg(target_arch = "aarch64")]
        {
            if let Some(token) = Arm64V2Token::summon() {
                return Self::Dot(token);
            }
            if let Some(token) = NeonToken::summon() {
                return Self::Neon(token);
            }
        }
        Self::Portable
    }

    /// Returns every unit of this processor.
    #[cfg(test)]
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(X64V3Token::summon().map(Self::Avx2));
            all.extend(X64V4xToken::summon().map(Self::Vnni));
        }
        #[cfg(target_arch = "aarch64")]
        {
            all.extend(NeonToken::summon().map(Self::Neon));
            all.extend(Arm64V2Token::summon().map(Self::Dot));
        }
        all
    }

    /// Returns the reason for choosing int8; `None` if no instruction makes it faster than float.
    pub fn instructions(self) -> Option<&'static str> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vnni(_) => {
                Some("this processor multiplies 64 int8 numbers at once (AVX-512 VNNI)")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Some("this processor multiplies 16 int8 numbers at once (AVX2)"),
            #[cfg(target_arch = "aarch64")]
            Self::Dot(_) => Some("this processor multiplies 16 int8 numbers at once (SDOT)"),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => Some("this processor multiplies 8 int8 numbers at once (NEON)"),
            Self::Portable => None,
        }
    }

    /// Returns the layout of weights that it needs.
    pub fn form(self) -> Form {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vnni(_) => Form::VNNI,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Form::AVX2,
            #[cfg(target_arch = "aarch64")]
            Self::Dot(_) | Self::Neon(_) => Form::ARM,
            Self::Portable => Form::PORTABLE,
        }
    }

    /// Rounds rows of `depth` inputs.
    pub fn round(self, rounding: &Rounding, heard: &Heard, depth: usize, out: &mut [i8]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vnni(token) => x86::round_vnni(token, rounding, heard, depth, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => x86::round_avx2(token, rounding, heard, depth, out),
            #[cfg(target_arch = "aarch64")]
            Self::Dot(token) => arm::round(token.neon(), rounding, heard, depth, out),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(token) => arm::round(token, rounding, heard, depth, out),
            Self::Portable => round(rounding, heard, depth, out),
        }
    }

    /// Multiplies rows of inputs by the weights and finishes each row of results.
    pub fn multiply(self, product: &Product, x: &[i8], room: &mut Room, to: &mut Finish) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vnni(token) => x86::vnni(token, product, x, to),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => x86::avx2(token, product, x, room, to),
            #[cfg(target_arch = "aarch64")]
            Self::Dot(token) if product.live => arm::live(token.neon(), product, x, room, to),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(token) if product.live => arm::live(token, product, x, room, to),
            #[cfg(target_arch = "aarch64")]
            Self::Dot(token) => arm::dot(token, product, x, to),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(token) => arm::neon(token, product, x, to),
            Self::Portable if product.live => live(product, x, room, to),
            Self::Portable => portable(product, x, to),
        }
    }
}

const PANEL: usize = Form::PORTABLE.panel;

fn portable(product: &Product, x: &[i8], to: &mut Finish) {
    let depth = product.depth;
    for (row, x) in x.chunks_exact(depth).enumerate() {
        for (panel, weights) in product.weights.chunks_exact(PANEL * depth).enumerate() {
            let mut sums = [0; PANEL];
            for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(depth)) {
                let products = x.iter().zip(weights);
                *sum = products
                    .map(|(x, w)| i32::from(*x) * i32::from(*w as i8))
                    .sum::<i32>();
            }
            finish(product, to, row, PANEL * panel, &[sums]);
        }
    }
}

fn live(product: &Product, x: &[i8], room: &mut Room, to: &mut Finish) {
    const PANEL: usize = Form::LIVE.panel;
    let depth = product.depth;
    let (weights, _) = product.weights.as_chunks::<PANEL>();
    for (row, x) in x.chunks_exact(depth).enumerate() {
        let live = &mut room.live(1)[0];
        live.find(x);
        for (panel, weights) in weights.chunks_exact(depth).enumerate() {
            let mut sums = [0; PANEL];
            for Factor { input, by } in live.groups().flatten() {
                for (sum, weight) in sums.iter_mut().zip(weights[usize::from(*input)]) {
                    *sum += i32::from(*by) * i32::from(weight as i8);
                }
            }
            finish(product, to, row, PANEL * panel, &[sums]);
        }
    }
}
