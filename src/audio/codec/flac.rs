//! FLAC, by the fixed predictors: lossless, in half the bytes, with little computing (RFC 9639).

use super::bits::{Bits, crc};
use super::compressor::Compressor;

/// Samples of a block: 43 ms at 24 kHz.
const BLOCK: usize = 1 << BLOCK_BITS;
const BLOCK_BITS: u32 = 10;
/// The highest order of the fixed predictors.
const ORDERS: usize = 4;
/// A block's residual is cut into at most 2⁴ parts, each with its own Rice parameter.
const PARTITIONS: u32 = 4;
/// The greatest Rice parameter; the next means something else.
const RICE: u32 = 14;
const WIDTH: u32 = 16;
/// The codes of sample rates in the heads of frames.
const RATES: [(u32, u32); 6] = [
    (8_000, 4),
    (16_000, 5),
    (22_050, 6),
    (24_000, 7),
    (44_100, 9),
    (48_000, 10),
];

/// A stream of FLAC.
#[derive(Debug)]
pub struct Flac {
    sample_rate: u32,
    /// Samples that are no block yet.
    pending: Vec<i16>,
    frames: u32,
    samples: u64,
    begun: bool,
}

impl Flac {
    /// A stream that has not begun.
    pub fn new(sample_rate: u32) -> Self {
        Self {
            sample_rate,
            pending: Vec::with_capacity(BLOCK),
            frames: 0,
            samples: 0,
            begun: false,
        }
    }

    /// The marker and STREAMINFO. A length of zero is not known; so are the sizes of frames and the checksum.
    fn head(&self, samples: u64) -> Vec<u8> {
        let mut bits = Bits::default();
        b"fLaC".iter().for_each(|b| bits.push(u32::from(*b), 8));
        // The last block of metadata, of 34 bytes.
        bits.push(0x80, 8);
        bits.push(34, 24);
        bits.push(BLOCK as u32, 16);
        bits.push(BLOCK as u32, 16);
        bits.push(0, 24);
        bits.push(0, 24);
        bits.push(self.sample_rate, 20);
        // One channel.
        bits.push(0, 3);
        bits.push(WIDTH - 1, 5);
        bits.push((samples >> 32) as u32, 4);
        bits.push(samples as u32, 32);
        (0..4).for_each(|_| bits.push(0, 32));
        bits.into_bytes()
    }

    fn frame(&mut self, block: &[i16], out: &mut Vec<u8>) {
        let mut bits = Bits::default();
        // Blocks of one size, counted by frames.
        bits.push(0xfff8, 16);
        let whole = block.len() == BLOCK;
        bits.push(if whole { BLOCK_BITS } else { 7 }, 4);
        let rate = RATES.iter().find(|(rate, _)| *rate == self.sample_rate);
        // Zero: as STREAMINFO says.
        bits.push(rate.map_or(0, |(_, code)| *code), 4);
        // One channel of 16 bits.
        bits.push(0b0000_1000, 8);
        let number = char::from_u32(self.frames);
        let mut utf8 = [0; 4];
        match number {
            Some(c) if self.frames < 0xd800 => {
                let encoded = c.encode_utf8(&mut utf8).bytes();
                encoded.for_each(|b| bits.push(u32::from(b), 8));
            }
            // No character, but written like one.
            _ => {
                bits.push(0b1111_0000 | self.frames >> 18 & 7, 8);
                for shift in [12, 6, 0] {
                    bits.push(0b1000_0000 | self.frames >> shift & 0x3f, 8);
                }
            }
        }
        if !whole {
            bits.push(block.len() as u32 - 1, 16);
        }
        let sum = crc(bits.bytes(), 0x07, 8);
        bits.push(sum, 8);
        subframe(block, &mut bits);
        bits.align();
        let sum = crc(bits.bytes(), 0x8005, 16);
        bits.push(sum, 16);
        out.extend(bits.into_bytes());
        self.frames += 1;
        self.samples += block.len() as u64;
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if !self.begun {
            self.begun = true;
            out.extend(self.head(0));
        }
    }
}

impl Compressor for Flac {
    fn push(&mut self, pcm: &[i16], out: &mut Vec<u8>) {
        self.begin(out);
        self.pending.extend_from_slice(pcm);
        let pending = std::mem::take(&mut self.pending);
        let mut blocks = pending.chunks_exact(BLOCK);
        blocks.by_ref().for_each(|block| self.frame(block, out));
        self.pending.extend_from_slice(blocks.remainder());
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.begin(out);
        let rest = std::mem::take(&mut self.pending);
        if !rest.is_empty() {
            self.frame(&rest, out);
        }
    }

    fn beginning(&self) -> Vec<u8> {
        self.head(self.samples)
    }
}

/// A channel of a block.
fn subframe(block: &[i16], bits: &mut Bits) {
    if block.iter().all(|sample| *sample == block[0]) {
        bits.push(0, 8);
        bits.push(u32::from(block[0] as u16), WIDTH);
        return;
    }
    let mut residual: Vec<i32> = block.iter().map(|sample| i32::from(*sample)).collect();
    let mut best = (u64::MAX, 0, residual.clone());
    for order in 0..=ORDERS.min(block.len() - 1) {
        if order > 0 {
            for at in (order..residual.len()).rev() {
                residual[at] -= residual[at - 1];
            }
        }
        let size: u64 = residual[order..]
            .iter()
            .map(|e| u64::from(e.unsigned_abs()))
            .sum();
        if size < best.0 {
            best = (size, order, residual.clone());
        }
    }
    let (_, order, residual) = best;
    bits.push(0b0001_0000 | (order as u32) << 1, 8);
    for sample in &block[..order] {
        bits.push(u32::from(*sample as u16), WIDTH);
    }
    let folded: Vec<u32> = residual.iter().map(|e| (e << 1 ^ e >> 31) as u32).collect();
    rice(&folded, order, bits);
}

/// Writes a residual, its first `order` values left out, in as many parts as take the fewest bits.
fn rice(folded: &[u32], order: usize, bits: &mut Bits) {
    let parts = |partitions: u32| {
        let size = folded.len() >> partitions;
        let parts = (0..1 << partitions).map(move |at| (at * size).max(order)..(at + 1) * size);
        parts.map(|part| parameter(&folded[part]))
    };
    let fits = |partitions: &u32| {
        let size = folded.len() >> partitions;
        size << partitions == folded.len() && size > order
    };
    let cost = |partitions: &u32| parts(*partitions).map(|(cost, _)| cost).sum::<u64>();
    let partitions = (0..=PARTITIONS).filter(fits).min_by_key(cost);
    let partitions = partitions.unwrap_or(0);
    bits.push(0, 2);
    bits.push(partitions, 4);
    let size = folded.len() >> partitions;
    for (at, (_, k)) in parts(partitions).enumerate() {
        bits.push(k, 4);
        for value in &folded[(at * size).max(order)..(at + 1) * size] {
            bits.unary(value >> k);
            bits.push(*value, k);
        }
    }
}

/// The Rice parameter with which values take the fewest bits, and how many.
fn parameter(values: &[u32]) -> (u64, u32) {
    let cost = |k: u32| {
        let values = values.iter().map(|value| u64::from(value >> k));
        4 + values.map(|high| high + 1 + u64::from(k)).sum::<u64>()
    };
    let costs = (0..=RICE).map(|k| (cost(k), k));
    costs.min().unwrap_or((4, 0))
}
