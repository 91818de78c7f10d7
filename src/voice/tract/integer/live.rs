//! Layers that read what a ReLU leaves, and which of these numbers are not zero: in most rows few are, and the products of the others are
//! left out. Such numbers are bytes without a sign, for any processor.

use std::collections::{HashMap, HashSet};

use super::super::onnx::{DataType, GraphProto, NodeProto, TensorProto};

/// Layers with fewer inputs than this have too few zeros: in the shipped models, narrow hidden layers have 58 to 83 % of them, those of
/// the decoders 81 to 99.
const FEWEST: i64 = 192;

/// Returns the names of the weights whose inputs a ReLU leaves and no factor below zero changes, if there are many inputs.
pub fn weights(graph: &GraphProto) -> HashSet<String> {
    let makers: HashMap<&str, &NodeProto> = graph
        .node
        .iter()
        .flat_map(|node| node.output.iter().map(move |name| (name.as_str(), node)))
        .collect();
    let constants: HashMap<&str, &TensorProto> = graph
        .initializer
        .iter()
        .map(|tensor| (tensor.name.as_str(), tensor))
        .collect();
    let maker = |node: &NodeProto| makers.get(node.input.first()?.as_str()).copied();
    let reads_a_relu = |product: &NodeProto| {
        let rounding = maker(product).filter(|node| node.op_type == "QuantizeLinear")?;
        let mut source = maker(rounding)?;
        if source.op_type == "Mul" {
            let factors = constants.get(source.input.get(1)?.as_str())?;
            is_positive(factors).then_some(())?;
            source = maker(source)?;
        }
        (source.op_type == "Relu").then_some(())
    };
    let is_wide = |name: &&String| {
        let dims = constants.get(name.as_str()).map(|weights| &weights.dims);
        dims.and_then(|dims| dims.first()) >= Some(&FEWEST)
    };
    let products = graph.node.iter();
    let products = products.filter(|node| node.op_type == "MatMulInteger");
    let (live, others): (Vec<_>, Vec<_>) =
        products.partition(|product| reads_a_relu(product).is_some());
    let names = |of: Vec<&NodeProto>| -> HashSet<String> {
        let names = of.into_iter().filter_map(|node| node.input.get(1));
        names.filter(is_wide).cloned().collect()
    };
    // Weights may be shared.
    &names(live) - &names(others)
}

fn is_positive(factors: &TensorProto) -> bool {
    let (floats, rest) = factors.raw_data.as_chunks::<4>();
    let known = factors.data_type == DataType::Float as i32 && rest.is_empty();
    known && floats.iter().all(|bytes| f32::from_le_bytes(*bytes) > 0.0)
}

/// An input, and what its weights are multiplied by.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    pub input: u16,
    pub by: i8,
}

/// The inputs of a row that are not zero.
#[derive(Debug, Default)]
pub struct Live {
    factors: Vec<Factor>,
    /// Where groups end.
    ends: Vec<usize>,
    /// What the factors of the last group add up to.
    sum: u16,
    #[cfg(any(test, target_arch = "x86_64"))]
    pairs: Vec<u16>,
}

/// The most that the factors of a group add up to, so that the sum of their products fits 16 bits.
const MOST: u16 = i16::MAX as u16 / LARGEST as u16;
/// The largest factor, and the largest weight.
const LARGEST: u8 = i8::MAX as u8;

impl Live {
    /// Finds those of a row. A large number is several factors.
    pub fn find(&mut self, x: &[i8]) {
        self.factors.clear();
        self.ends.clear();
        self.sum = 0;
        let (eights, _) = x.as_chunks::<8>();
        for (at, eight) in eights.iter().enumerate() {
            let mut bits = u64::from_le_bytes(eight.map(|x| x as u8));
            while bits != 0 {
                let shift = bits.trailing_zeros() & !7;
                let input = (8 * at) as u16 + shift as u16 / 8;
                let mut by = (bits >> shift) as u8;
                while by > LARGEST {
                    self.add(input, LARGEST);
                    by -= LARGEST;
                }
                self.add(input, by);
                bits &= !(0xff << shift);
            }
        }
        self.ends.push(self.factors.len());
    }

    #[inline(always)]
    fn add(&mut self, input: u16, by: u8) {
        self.sum += u16::from(by);
        if self.sum > MOST {
            self.ends.push(self.factors.len());
            self.sum = u16::from(by);
        }
        let by = by as i8;
        self.factors.push(Factor { input, by });
    }

    /// Returns which pairs of inputs are not both zero.
    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline(always)]
    pub fn pairs(&mut self, x: &[i8]) -> &[u16] {
        let (pairs, _) = x.as_chunks::<2>();
        self.pairs.resize(pairs.len(), 0);
        let mut count = 0;
        for (at, pair) in pairs.iter().enumerate() {
            // Without a branch, which would often be guessed wrong.
            self.pairs[count] = at as u16;
            count += usize::from(*pair != [0; 2]);
        }
        &self.pairs[..count]
    }

    /// The groups that add up in 16 bits.
    #[inline(always)]
    pub fn groups(&self) -> impl Iterator<Item = &[Factor]> {
        let mut begin = 0;
        self.ends.iter().map(move |end| {
            let group = &self.factors[begin..*end];
            begin = *end;
            group
        })
    }
}

/// What products need room for, kept from one to the next.
#[derive(Debug, Default)]
pub struct Room {
    live: Vec<Live>,
    /// Inputs as 16 bits.
    #[cfg(target_arch = "x86_64")]
    pub wide: Vec<i16>,
}

impl Room {
    /// Returns room for what is not zero in so many rows.
    pub fn live(&mut self, rows: usize) -> &mut [Live] {
        let most = rows.max(self.live.len());
        self.live.resize_with(most, Live::default);
        &mut self.live[..rows]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_add_up_to_the_numbers_and_groups_fit_16_bits() {
        let mut live = Live::default();
        for x in [
            vec![0; 16],
            (0..=255).map(|x: i32| x as i8).collect(),
            vec![-1; 512],
            (0..512)
                .map(|i| if i % 37 == 5 { 100 } else { 0 })
                .collect(),
        ] {
            live.find(&x);
            let mut found = vec![0u8; x.len()];
            for group in live.groups() {
                let sum: i32 = group.iter().map(|factor| i32::from(factor.by)).sum();
                assert!(sum * 127 <= i32::from(i16::MAX), "{sum}");
                for Factor { input, by } in group {
                    assert!(*by > 0);
                    found[usize::from(*input)] += *by as u8;
                }
            }
            assert!(found.iter().zip(&x).all(|(found, x)| *found == *x as u8));
            let pairs = x.chunks(2).zip(0..).filter(|(pair, _)| **pair != [0; 2]);
            assert!(live.pairs(&x).iter().copied().eq(pairs.map(|(_, at)| at)));
        }
    }
}
