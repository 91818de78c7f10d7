//! x86-64: weights lie in panels, so that one register holds a few inputs of many outputs. Each row's inputs are
//! broadcast.

use archmage::prelude::*;

use super::finish::{Finish, finish};
use super::form::Form;
use super::live::Room;
use super::product::Product;
use super::rounding::{Heard, Rounding, round};

/// Outputs of a panel: two registers of 16.
const VNNI_PANEL: usize = Form::VNNI.panel;
/// Outputs of a panel: two registers of 8.
const AVX2_PANEL: usize = Form::AVX2.panel;

#[arcane]
pub fn vnni(_token: X64V4xToken, product: &Product, x: &[i8], to: &mut Finish) {
    let depth = product.depth;
    let rows = x.len() / depth;
    let (quads, _) = x.as_chunks::<4>();
    let (weights, _) = product.weights.as_chunks::<64>();
    let (weights, _) = weights.as_chunks::<2>();
    let steps = depth / 4;
    for (panel, weights) in weights.chunks_exact(steps).enumerate() {
        let first = panel * VNNI_PANEL;
        let mut row = 0;
        while row < rows {
            let from = &quads[row * steps..];
            row += match rows - row {
                8.. => vnni_rows::<8>(product, from, weights, to, row, first),
                4.. => vnni_rows::<4>(product, from, weights, to, row, first),
                2.. => vnni_rows::<2>(product, from, weights, to, row, first),
                _ => vnni_rows::<1>(product, from, weights, to, row, first),
            };
        }
    }
}

#[rite(v4x, import_intrinsics)]
fn vnni_rows<const R: usize>(
    product: &Product,
    x: &[[i8; 4]],
    weights: &[[[u8; 64]; 2]],
    to: &mut Finish,
    row: usize,
    first: usize,
) -> usize {
    let steps = weights.len();
    let x: [&[[i8; 4]]; R] = std::array::from_fn(|r| &x[r * steps..(r + 1) * steps]);
    let mut sums = [[_mm512_setzero_si512(); 2]; R];
    for (i, weights) in weights.iter().enumerate() {
        let weights = [
            _mm512_loadu_si512(&weights[0]),
            _mm512_loadu_si512(&weights[1]),
        ];
        for (sums, x) in sums.iter_mut().zip(x) {
            let [a, b, c, d] = x[i];
            let x = i32::from_le_bytes([a as u8, b as u8, c as u8, d as u8]);
            let x = _mm512_set1_epi32(x);
            sums[0] = _mm512_dpbusd_epi32(sums[0], x, weights[0]);
            sums[1] = _mm512_dpbusd_epi32(sums[1], x, weights[1]);
        }
    }
    for (r, sums) in sums.iter().enumerate() {
        let mut all = [0; VNNI_PANEL];
        let (halves, _) = all.as_chunks_mut::<16>();
        _mm512_storeu_si512(&mut halves[0], sums[0]);
        _mm512_storeu_si512(&mut halves[1], sums[1]);
        finish(product, to, row + r, first, &[all]);
    }
    R
}

#[arcane]
pub fn avx2(_token: X64V3Token, product: &Product, x: &[i8], room: &mut Room, to: &mut Finish) {
    let depth = product.depth;
    if product.live {
        for (row, x) in x.chunks_exact(depth).enumerate() {
            let live = room.live(1)[0].pairs(x);
            let (x, _) = x.as_chunks();
            let mut first = 0;
            while first < product.outputs {
                let panels = (product.outputs - first).div_ceil(AVX2_PANEL);
                first += match panels {
                    4.. => avx2_live::<4>(product, x, live, to, row, first),
                    2.. => avx2_live::<2>(product, x, live, to, row, first),
                    _ => avx2_live::<1>(product, x, live, to, row, first),
                };
            }
        }
        return;
    }
    let rows = x.len() / depth;
    let wide = &mut room.wide;
    wide.clear();
    wide.extend(x.iter().map(|x| i16::from(*x)));
    let (pairs, _) = wide.as_chunks::<2>();
    let (weights, _) = product.weights.as_chunks::<16>();
    let (weights, _) = weights.as_chunks::<2>();
    let steps = depth / 2;
    for (panel, weights) in weights.chunks_exact(steps).enumerate() {
        let first = panel * AVX2_PANEL;
        let mut row = 0;
        while row < rows {
            let from = &pairs[row * steps..];
            row += match rows - row {
                4.. => avx2_rows::<4>(product, from, weights, to, row, first),
                2.. => avx2_rows::<2>(product, from, weights, to, row, first),
                _ => avx2_rows::<1>(product, from, weights, to, row, first),
            };
        }
    }
}

#[rite(v3, import_intrinsics)]
fn avx2_rows<const R: usize>(
    product: &Product,
    x: &[[i16; 2]],
    weights: &[[[u8; 16]; 2]],
    to: &mut Finish,
    row: usize,
    first: usize,
) -> usize {
    let steps = weights.len();
    let x: [&[[i16; 2]]; R] = std::array::from_fn(|r| &x[r * steps..(r + 1) * steps]);
    let mut sums = [[_mm256_setzero_si256(); 2]; R];
    for (i, weights) in weights.iter().enumerate() {
        let weights = [
            _mm256_cvtepi8_epi16(_mm_loadu_si128(&weights[0])),
            _mm256_cvtepi8_epi16(_mm_loadu_si128(&weights[1])),
        ];
        for (sums, x) in sums.iter_mut().zip(x) {
            let [low, high] = x[i];
            let both = (low as u16 as u32) | ((high as u16 as u32) << 16);
            let x = _mm256_set1_epi32(both as i32);
            sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(x, weights[0]));
            sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(x, weights[1]));
        }
    }
    for (r, sums) in sums.iter().enumerate() {
        let mut all = [0; AVX2_PANEL];
        let (halves, _) = all.as_chunks_mut::<8>();
        _mm256_storeu_si256(&mut halves[0], sums[0]);
        _mm256_storeu_si256(&mut halves[1], sums[1]);
        finish(product, to, row + r, first, &[all]);
    }
    R
}

/// Multiplies the pairs of a row that are not both zero, for several panels of outputs from `first` on. Returns how many outputs these are.
/// VNNI gains nothing in this way: it has read the weights of all pairs for eight rows by then.
#[rite(v3, import_intrinsics)]
fn avx2_live<const P: usize>(
    product: &Product,
    x: &[[i8; 2]],
    live: &[u16],
    to: &mut Finish,
    row: usize,
    first: usize,
) -> usize {
    let steps = x.len();
    let (weights, _) = product.weights.as_chunks::<16>();
    let (weights, _) = weights.as_chunks::<2>();
    let weights = &weights[first / AVX2_PANEL * steps..];
    let weights: [&[[[u8; 16]; 2]]; P] =
        std::array::from_fn(|p| &weights[p * steps..(p + 1) * steps]);
    let mut sums = [[_mm256_setzero_si256(); 2]; P];
    for pair in live {
        let pair = usize::from(*pair);
        let [low, high] = x[pair].map(|x| i32::from(x as u8));
        let x = _mm256_set1_epi32(low | (high << 16));
        for (sums, weights) in sums.iter_mut().zip(weights) {
            for (sum, weights) in sums.iter_mut().zip(&weights[pair]) {
                let weights = _mm256_cvtepi8_epi16(_mm_loadu_si128(weights));
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(x, weights));
            }
        }
    }
    for (p, sums) in sums.iter().enumerate() {
        let mut all = [0; AVX2_PANEL];
        let (halves, _) = all.as_chunks_mut::<8>();
        _mm256_storeu_si256(&mut halves[0], sums[0]);
        _mm256_storeu_si256(&mut halves[1], sums[1]);
        finish(product, to, row, first + p * AVX2_PANEL, &[all]);
    }
    P * AVX2_PANEL
}

#[arcane]
pub fn round_vnni(_token: X64V4xToken, by: &Rounding, heard: &Heard, depth: usize, out: &mut [i8]) {
    round(by, heard, depth, out);
}

#[arcane]
pub fn round_avx2(_token: X64V3Token, by: &Rounding, heard: &Heard, depth: usize, out: &mut [i8]) {
    round(by, heard, depth, out);
}
