//! aarch64: the weights of each output are contiguous, and a row's inputs are multiplied 16 at a time.

use archmage::prelude::*;

use super::finish::{Finish, finish};
use super::form::{ALIGN, Form};
use super::product::Product;

/// Outputs that are finished together.
const PANEL: usize = Form::ARM.panel;
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
    finish(product, to, row, first, &sums);
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
            // That no product is left over, the compiler sees here.
            let depth = product.depth / ALIGN * ALIGN;
            let mut sums = [[0; PANEL]; $rows];
            for (tile, weights) in weights.chunks_exact(TILE * depth).enumerate() {
                let rest = x;
                $(let ($x, rest) = rest.split_at(depth);)*
                debug_assert!(rest.is_empty(), "there are as many rows");
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
            finish(product, to, row, first, &sums);
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
