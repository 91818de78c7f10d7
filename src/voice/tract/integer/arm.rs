//! aarch64: the weights of each output are contiguous, and a row's inputs are multiplied 16 at a time.

use std::arch::aarch64::{float32x4_t, int32x4_t};

use archmage::prelude::*;

use super::finish::{Finish, finish};
use super::form::{ALIGN, Form};
use super::live::{Factor, Live, Room};
use super::product::Product;
use super::rounding::{Heard, Rounding};

/// Outputs that are finished together.
const PANEL: usize = Form::ARM.panel;
/// A panel in vectors of four numbers.
const QUARTERS: usize = PANEL / 4;
/// Outputs per tile, and rows per tile, whose sums are kept in registers.
const TILE: usize = 4;
/// SDOT needs no register between, so that there is room for more rows.
const MOST: usize = 6;

#[arcane]
pub fn neon(_token: NeonToken, product: &Product, x: &[i8], to: &mut Finish) {
    let depth = product.depth;
    for (panel, weights) in product.weights.chunks_exact(PANEL * depth).enumerate() {
        let first = PANEL * panel;
        let mut row = 0;
        let mut rows = x.chunks_exact(TILE * depth);
        for x in &mut rows {
            neon_rows::<TILE>(product, x, weights, to, row, first);
            row += TILE;
        }
        let mut rows = rows.remainder().chunks_exact(2 * depth);
        for x in &mut rows {
            neon_rows::<2>(product, x, weights, to, row, first);
            row += 2;
        }
        if !rows.remainder().is_empty() {
            neon_rows::<1>(product, rows.remainder(), weights, to, row, first);
        }
    }
}

#[rite(neon)]
fn neon_rows<const R: usize>(
    product: &Product,
    x: &[i8],
    weights: &[u8],
    to: &mut Finish,
    row: usize,
    first: usize,
) {
    let depth = product.depth;
    let mut sums = [[0; PANEL]; R];
    for (tile, weights) in weights.chunks_exact(TILE * depth).enumerate() {
        neon_tile(x, weights, &mut sums, tile);
    }
    finish_rows(product, to, row, first, &sums);
}

#[rite(neon, import_intrinsics)]
fn neon_tile<const R: usize>(x: &[i8], weights: &[u8], to: &mut [[i32; PANEL]; R], tile: usize) {
    let (x, _) = x.as_chunks::<16>();
    let (weights, _) = weights.as_chunks::<16>();
    let steps = x.len() / R;
    let x: [&[[i8; 16]]; R] = std::array::from_fn(|r| &x[r * steps..(r + 1) * steps]);
    let w: [&[[u8; 16]]; TILE] = std::array::from_fn(|n| &weights[n * steps..(n + 1) * steps]);
    let mut sums = [[vdupq_n_s32(0); TILE]; R];
    for i in 0..steps {
        let [a, b, c, d] = w;
        let weights = [
            vreinterpretq_s8_u8(vld1q_u8(&a[i])),
            vreinterpretq_s8_u8(vld1q_u8(&b[i])),
            vreinterpretq_s8_u8(vld1q_u8(&c[i])),
            vreinterpretq_s8_u8(vld1q_u8(&d[i])),
        ];
        for (sums, x) in sums.iter_mut().zip(x) {
            let x = vld1q_s8(&x[i]);
            for (sum, w) in sums.iter_mut().zip(weights) {
                // The sum of two products fits 16 bits, because no weight is -128.
                let pair = vmull_s8(vget_low_s8(x), vget_low_s8(w));
                *sum = vpadalq_s16(*sum, vmlal_high_s8(pair, x, w));
            }
        }
    }
    for (to, [a, b, c, d]) in to.iter_mut().zip(sums) {
        let (to, _) = to.as_chunks_mut::<TILE>();
        vst1q_s32(
            &mut to[tile],
            vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d)),
        );
    }
}

#[arcane]
pub fn dot(_token: Arm64V2Token, product: &Product, x: &[i8], to: &mut Finish) {
    let depth = product.depth;
    for (panel, weights) in product.weights.chunks_exact(PANEL * depth).enumerate() {
        let first = PANEL * panel;
        let (mut row, mut rest) = (0, x);
        while rest.len() >= depth {
            let left = rest.len() / depth;
            let rows = match left {
                // Two times four take less than six and two.
                8 => TILE,
                MOST.. => MOST,
                TILE.. => TILE,
                _ => left.min(2),
            };
            let (x, others) = rest.split_at(rows * depth);
            match rows {
                MOST => dot_most(product, x, weights, to, row, first),
                TILE => dot_fewer(product, x, weights, to, row, first),
                2 => dot_two(product, x, weights, to, row, first),
                _ => dot_one(product, x, weights, to, row, first),
            }
            (row, rest) = (row + rows, others);
        }
    }
}

/// A function for so many rows. Each sum is a variable of its own, and no intrinsic is used: stable Rust has none for SDOT. The
/// compiler turns this form into one SDOT per 16 products.
macro_rules! dot_rows {
    ($name:ident, $rows:expr; $([$x:ident: $($sum:ident)*])*) => {
        #[rite(arm_v2, import_intrinsics)]
        fn $name(
            product: &Product,
            x: &[i8],
            weights: &[u8],
            to: &mut Finish,
            row: usize,
            first: usize,
        ) {
            // So the compiler sees that no product is left over.
            let depth = product.depth / ALIGN * ALIGN;
            let rest = x;
            $(let ($x, rest) = rest.split_at(depth);)*
            debug_assert!(rest.is_empty(), "there are as many rows");
            let mut sums = [[0; PANEL]; $rows];
            for (tile, weights) in weights.chunks_exact(TILE * depth).enumerate() {
                let [w0, w1, w2, w3] = [0, 1, 2, 3].map(|n| &weights[n * depth..][..depth]);
                $($(let mut $sum = 0;)*)*
                for i in 0..depth {
                    let (w0, w1, w2, w3) =
                        (weight(w0[i]), weight(w1[i]), weight(w2[i]), weight(w3[i]));
                    $(
                        let x = i32::from($x[i]);
                        dot_rows!(@add x, w0 w1 w2 w3, $($sum)*);
                    )*
                }
                let tiles = [$([$($sum),*]),*];
                for (sums, tile_of) in sums.iter_mut().zip(&tiles) {
                    // At once, so that the sums need not pass through other registers.
                    let (sums, _) = sums.as_chunks_mut::<TILE>();
                    vst1q_s32(&mut sums[tile], vld1q_s32(tile_of));
                }
            }
            finish_rows(product, to, row, first, &sums);
        }
    };
    (@add $x:ident, $w0:ident $w1:ident $w2:ident $w3:ident, $a:ident $b:ident $c:ident $d:ident) => {
        $a += $x * $w0;
        $b += $x * $w1;
        $c += $x * $w2;
        $d += $x * $w3;
    };
}

dot_rows!(dot_most, MOST; [x0: a0 b0 c0 d0] [x1: a1 b1 c1 d1] [x2: a2 b2 c2 d2]
    [x3: a3 b3 c3 d3] [x4: a4 b4 c4 d4] [x5: a5 b5 c5 d5]);
dot_rows!(dot_fewer, TILE; [x0: a0 b0 c0 d0] [x1: a1 b1 c1 d1] [x2: a2 b2 c2 d2]
    [x3: a3 b3 c3 d3]);
dot_rows!(dot_two, 2; [x0: a0 b0 c0 d0] [x1: a1 b1 c1 d1]);
dot_rows!(dot_one, 1; [x0: a b c d]);

/// A weight, whose bytes are signed.
#[inline(always)]
fn weight(byte: u8) -> i32 {
    i32::from(byte as i8)
}

/// Multiplies what a ReLU leaves: each number that is not zero by the weights of all outputs.
#[arcane]
pub fn live(_token: NeonToken, product: &Product, x: &[i8], room: &mut Room, to: &mut Finish) {
    let depth = product.depth;
    let live = room.live(TILE);
    let mut row = 0;
    for x in x.chunks(TILE * depth) {
        let rows = x.chunks_exact(depth).zip(&mut *live);
        let rows = rows.map(|(x, live)| live.find(x)).count();
        if rows == TILE {
            live_rows::<TILE>(product, live, to, row);
        } else {
            for (at, live) in live.chunks(1).take(rows).enumerate() {
                live_rows::<1>(product, live, to, row + at);
            }
        }
        row += rows;
    }
}

/// Multiplies so many rows by the weights of all panels.
#[rite(neon)]
fn live_rows<const R: usize>(product: &Product, live: &[Live], to: &mut Finish, row: usize) {
    let depth = product.depth;
    let (mut rest, _) = product.weights.as_chunks::<PANEL>();
    let mut first = 0;
    while rest.len() >= depth {
        let panels = match rest.len() / depth {
            4.. => 4,
            2.. => 2,
            _ => 1,
        };
        let (weights, others) = rest.split_at(panels * depth);
        match panels {
            4 => live_panels::<R, 4>(product, weights, live, to, row, first),
            2 => live_panels::<R, 2>(product, weights, live, to, row, first),
            _ => live_panels::<R, 1>(product, weights, live, to, row, first),
        }
        (first, rest) = (first + PANEL * panels, others);
    }
}

/// Multiplies rows by the weights of several panels, whose sums are kept in registers.
#[rite(neon, import_intrinsics)]
fn live_panels<const R: usize, const P: usize>(
    product: &Product,
    weights: &[[u8; PANEL]],
    live: &[Live],
    to: &mut Finish,
    row: usize,
    first: usize,
) {
    let depth = weights.len() / P;
    let weights: [&[[u8; PANEL]]; P] =
        std::array::from_fn(|p| &weights[p * depth..(p + 1) * depth]);
    let mut all = [[[0; PANEL]; R]; P];
    for (r, live) in live.iter().take(R).enumerate() {
        let mut sums = [[vdupq_n_s32(0); QUARTERS]; P];
        for group in live.groups() {
            let mut halves = [[vdupq_n_s16(0); 2]; P];
            for Factor { input, by } in group {
                let by = vdupq_n_s8(*by);
                for (halves, weights) in halves.iter_mut().zip(weights) {
                    let weights = vreinterpretq_s8_u8(vld1q_u8(&weights[usize::from(*input)]));
                    halves[0] = vmlal_s8(halves[0], vget_low_s8(weights), vget_low_s8(by));
                    halves[1] = vmlal_high_s8(halves[1], weights, by);
                }
            }
            for ([a, b, c, d], [low, high]) in sums.iter_mut().zip(halves) {
                *a = vaddw_s16(*a, vget_low_s16(low));
                *b = vaddw_high_s16(*b, low);
                *c = vaddw_s16(*c, vget_low_s16(high));
                *d = vaddw_high_s16(*d, high);
            }
        }
        for (all, sums) in all.iter_mut().zip(sums) {
            for (to, sum) in all[r].as_chunks_mut().0.iter_mut().zip(sums) {
                vst1q_s32(to, sum);
            }
        }
    }
    for (p, sums) in all.iter().enumerate() {
        finish_rows(product, to, row, first + p * PANEL, sums);
    }
}

/// Finishes rows as [`finish`] does: those of whole panels, which nearly all are, by fewer instructions.
#[rite(neon, import_intrinsics)]
fn finish_rows<const R: usize>(
    product: &Product,
    to: &mut Finish,
    row: usize,
    first: usize,
    sums: &[[i32; PANEL]; R],
) {
    let outputs = product.outputs;
    let (Some(corrections), Some(scales), Some(biases), true) = (
        product.corrections[first..].first_chunk(),
        product.scales[first..].first_chunk(),
        product.biases[first..].first_chunk(),
        first + PANEL <= outputs,
    ) else {
        return finish_others(product, to, row, first, sums);
    };
    let corrections = load_integers(corrections);
    let linear = Linear {
        corrections,
        scales: load(scales),
        biases: load(biases),
    };
    match to {
        Finish::Floats { out, add } if !product.relu => {
            let rows = out[row * outputs..].chunks_exact_mut(outputs).zip(sums);
            let from = row * outputs + first;
            for (at, (out, sums)) in rows.enumerate() {
                let Some(out) = out[first..].first_chunk_mut() else {
                    return;
                };
                let mut y = linear.of(sums);
                if let Some(add) = add
                    .get(from + at * outputs..)
                    .and_then(|add| add.first_chunk())
                {
                    let add = load(add);
                    for i in 0..QUARTERS {
                        y[i] = vaddq_f32(add[i], y[i]);
                    }
                }
                store(y, out);
            }
        }
        Finish::Integers {
            out,
            rounding,
            depth,
        } if let Some(factors) = rounding.factors(first) => {
            // What is written could be these, as far as the compiler sees.
            let (factors, relu) = (load(factors), product.relu);
            let rows = out[row * *depth..].chunks_exact_mut(*depth).zip(sums);
            for (out, sums) in rows {
                let Some(out) = out[first..].first_chunk_mut() else {
                    return;
                };
                let mut y = linear.of(sums);
                if relu {
                    for y in &mut y {
                        *y = vmaxnmq_f32(*y, vdupq_n_f32(0.0));
                    }
                }
                round_panel(rounding, times(y, factors), out);
            }
        }
        _ => finish_others(product, to, row, first, sums),
    }
}

/// Finishes what few layers have. It is no part of the loops above.
#[inline(never)]
fn finish_others(
    product: &Product,
    to: &mut Finish,
    row: usize,
    first: usize,
    sums: &[[i32; PANEL]],
) {
    finish(product, to, row, first, sums);
}

/// The scales and biases of a panel.
struct Linear {
    corrections: [int32x4_t; QUARTERS],
    scales: [float32x4_t; QUARTERS],
    biases: [float32x4_t; QUARTERS],
}

impl Linear {
    #[rite(neon, import_intrinsics)]
    fn of(&self, sums: &[i32; PANEL]) -> [float32x4_t; QUARTERS] {
        let sums = load_integers(sums);
        let mut y = self.biases;
        for i in 0..QUARTERS {
            let sum = vcvtq_f32_s32(vaddq_s32(sums[i], self.corrections[i]));
            y[i] = vaddq_f32(vmulq_f32(sum, self.scales[i]), self.biases[i]);
        }
        y
    }
}

/// Rounds rows of `depth` inputs, as [`super::rounding::round`] does.
#[arcane(import_intrinsics)]
pub fn round(_token: NeonToken, rounding: &Rounding, heard: &Heard, depth: usize, out: &mut [i8]) {
    for (step, out) in out.chunks_exact_mut(depth).enumerate() {
        let taps = heard.taps.iter().zip(out.chunks_mut(heard.width));
        for (at, (tap, out)) in taps.enumerate() {
            let from = (step + tap) * heard.width;
            let (panels, rest) = heard.input[from..from + heard.width].as_chunks();
            let (out, rest_out) = out[..heard.width].as_chunks_mut();
            let first = at * heard.width;
            let (factors, _) = rounding.factors_from(first).as_chunks();
            for ((x, factors), out) in panels.iter().zip(factors).zip(out) {
                round_panel(rounding, times(load(x), load(factors)), out);
            }
            rounding.round(rest, first + PANEL * panels.len(), rest_out);
        }
    }
}

/// Rounds a panel as [`Rounding::panel`] does, after its factors: what makes integers of floats rounds half to even, takes NaN for 0 and
/// stays within bounds.
#[rite(neon, import_intrinsics)]
fn round_panel(rounding: &Rounding, x: [float32x4_t; QUARTERS], out: &mut [i8; PANEL]) {
    let (inverse, flip) = rounding.inverse_and_flip();
    let inverse = vdupq_n_f32(inverse);
    let [a, b, c, d] = x;
    let (a, b) = (vmulq_f32(a, inverse), vmulq_f32(b, inverse));
    let (c, d) = (vmulq_f32(c, inverse), vmulq_f32(d, inverse));
    let bytes = if rounding.is_unsigned() {
        let low = vqmovn_high_u32(vqmovn_u32(vcvtnq_u32_f32(a)), vcvtnq_u32_f32(b));
        let high = vqmovn_high_u32(vqmovn_u32(vcvtnq_u32_f32(c)), vcvtnq_u32_f32(d));
        vqmovn_high_u16(vqmovn_u16(low), high)
    } else {
        let low = vqmovn_high_s32(vqmovn_s32(vcvtnq_s32_f32(a)), vcvtnq_s32_f32(b));
        let high = vqmovn_high_s32(vqmovn_s32(vcvtnq_s32_f32(c)), vcvtnq_s32_f32(d));
        vreinterpretq_u8_s8(vqmovn_high_s16(vqmovn_s16(low), high))
    };
    vst1q_s8(out, vreinterpretq_s8_u8(veorq_u8(bytes, vdupq_n_u8(flip))));
}

/// Multiplies a panel by factors.
#[rite(neon, import_intrinsics)]
fn times(
    mut x: [float32x4_t; QUARTERS],
    factors: [float32x4_t; QUARTERS],
) -> [float32x4_t; QUARTERS] {
    for (x, factor) in x.iter_mut().zip(factors) {
        *x = vmulq_f32(*x, factor);
    }
    x
}

#[rite(neon, import_intrinsics)]
fn load(x: &[f32; PANEL]) -> [float32x4_t; QUARTERS] {
    let mut y = [vdupq_n_f32(0.0); QUARTERS];
    for (y, x) in y.iter_mut().zip(x.as_chunks().0) {
        *y = vld1q_f32(x);
    }
    y
}

#[rite(neon, import_intrinsics)]
fn load_integers(x: &[i32; PANEL]) -> [int32x4_t; QUARTERS] {
    let mut y = [vdupq_n_s32(0); QUARTERS];
    for (y, x) in y.iter_mut().zip(x.as_chunks().0) {
        *y = vld1q_s32(x);
    }
    y
}

#[rite(neon, import_intrinsics)]
fn store(x: [float32x4_t; QUARTERS], out: &mut [f32; PANEL]) {
    for (out, x) in out.as_chunks_mut().0.iter_mut().zip(x) {
        vst1q_f32(out, x);
    }
}
