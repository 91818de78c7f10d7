//! Finishes a row of 32-bit sums before it leaves the registers: scale, bias, ReLU, and rounding for the next layer.

use super::product::Product;
use super::rounding::Rounding;

/// The destination of the results.
pub enum Finish<'a> {
    /// Floats, row after row; `add` has the same layout, or is empty.
    Floats { out: &'a mut [f32], add: &'a [f32] },
    /// The rounded inputs of the next layer.
    Integers {
        out: &'a mut [i8],
        rounding: &'a Rounding,
        depth: usize,
    },
}

/// Finishes the results of rows from `row` on, from output `first` on. The operations have the order of the plain graph, and each one
/// rounds by itself, so that the result has the same bits on every processor.
#[inline(always)]
pub fn finish<const P: usize>(
    product: &Product,
    to: &mut Finish,
    row: usize,
    first: usize,
    sums: &[[i32; P]],
) {
    let (Some(corrections), Some(scales), Some(biases)) = (
        product.corrections[first..].first_chunk::<P>(),
        product.scales[first..].first_chunk::<P>(),
        product.biases[first..].first_chunk::<P>(),
    ) else {
        return;
    };
    let (corrections, scales, biases) = (*corrections, *scales, *biases);
    let plain = |sums: &[i32; P]| -> [f32; P] {
        std::array::from_fn(|i| (sums[i] + corrections[i]) as f32 * scales[i] + biases[i])
    };
    let floats = |sums: &[i32; P]| match product.relu {
        true => plain(sums).map(|y| y.max(0.0)),
        false => plain(sums),
    };
    let outputs = product.outputs;
    // A whole panel has a length that the compiler knows.
    let here = P.min(outputs - first);
    match to {
        Finish::Floats { out, add } => {
            let rows = out[row * outputs..].chunks_exact_mut(outputs);
            for (r, (out, sums)) in rows.zip(sums).enumerate() {
                let y = floats(sums);
                let from = (row + r) * outputs + first;
                let out = &mut out[first..first + here];
                let add = add.get(from..from + here);
                if let Ok(out) = <&mut [f32; P]>::try_from(&mut *out) {
                    match add.and_then(|add| <&[f32; P]>::try_from(add).ok()) {
                        Some(add) => *out = std::array::from_fn(|i| add[i] + y[i]),
                        None => *out = y,
                    }
                } else {
                    match add {
                        Some(add) => plus(out, add, &y[..here]),
                        None => out.copy_from_slice(&y[..here]),
                    }
                }
            }
        }
        Finish::Integers {
            out,
            rounding,
            depth,
        } => {
            let rows = out[row * *depth..].chunks_exact_mut(*depth).zip(sums);
            match rounding.factors::<P>(first) {
                // Nearly all layers are like this, so that nothing else is asked for each row.
                Some(factors) if here == P && product.relu && rounding.is_unsigned() => {
                    let factors = *factors;
                    for (out, sums) in rows {
                        if let Some(out) = out[first..].first_chunk_mut() {
                            let y = plain(sums).map(|y| y.max(0.0));
                            *out = rounding.panel::<P, false>(&y, &factors);
                        }
                    }
                }
                Some(factors) if here == P && !product.relu => {
                    let factors = *factors;
                    for (out, sums) in rows {
                        if let Some(out) = out[first..].first_chunk_mut() {
                            *out = rounding.panel::<P, true>(&plain(sums), &factors);
                        }
                    }
                }
                _ => {
                    for (out, sums) in rows {
                        let y = floats(sums);
                        rounding.round(&y[..here], first, &mut out[first..first + here]);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn plus(out: &mut [f32], add: &[f32], y: &[f32]) {
    for ((out, add), y) in out.iter_mut().zip(add).zip(y) {
        *out = add + y;
    }
}
