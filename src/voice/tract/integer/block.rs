//! Consecutive int8 layers, with int8 activations between them.

use super::finish::Finish;
use super::live::Room;
use super::product::Product;
use super::rounding::{Heard, Rounding};
use super::unit::Unit;

/// An int8 layer: rounds its input, multiplies it by the weights, finishes the sums.
#[derive(Debug)]
pub struct Layer {
    pub rounding: Rounding,
    pub product: Product,
}

/// Consecutive layers. The first layer reads several steps of the input side by side. The output may be added to a
/// second input.
#[derive(Debug)]
pub struct Block {
    pub unit: Unit,
    /// The steps that the first layer reads, as offsets from the earliest one.
    pub taps: Vec<usize>,
    /// Steps of the input that have no step of the output: the receptive field less one.
    pub past: usize,
    pub layers: Vec<Layer>,
}

impl Block {
    fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.product.outputs)
    }

    /// How many rows it makes of an input of this shape; `None` where that does not fit the layers.
    fn rows(&self, [rows, width]: [usize; 2]) -> Option<usize> {
        let mut wanted = self.taps.len() * width;
        for layer in self.layers.iter() {
            (layer.product.inputs == wanted).then_some(())?;
            wanted = layer.product.outputs;
        }
        rows.checked_sub(self.past).filter(|rows| *rows > 0)
    }

    /// Makes the rows of an input, but for the first ones that are left out, and returns their shape. `None` where something does not
    /// fit.
    pub fn run(
        &self,
        scratch: &mut Scratch,
        (input, shape): (&[f32], [usize; 2]),
        add: Option<(&[f32], [usize; 2])>,
        left_out: usize,
        out: &mut Vec<f32>,
    ) -> Option<[usize; 2]> {
        let (rows, outputs) = (self.rows(shape)?, self.outputs());
        out.resize(rows * outputs, 0.0);
        let left_out = left_out.min(rows);
        let add = match add {
            Some((add, shape)) if shape == [rows, outputs] => add.get(left_out * outputs..)?,
            Some(_) => return None,
            None => &[],
        };
        let input = input.get(left_out * shape[1]..)?;
        if left_out < rows {
            self.multiply(scratch, input, add, &mut out[left_out * outputs..]);
        }
        Some([rows, outputs])
    }

    fn multiply(&self, scratch: &mut Scratch, input: &[f32], add: &[f32], out: &mut [f32]) {
        let rows = out.len() / self.outputs();
        self.enter(scratch, input, rows);
        for (at, layer) in self.layers.iter().enumerate() {
            let next = self.layers.get(at + 1);
            let mut to = match next {
                Some(next) => {
                    let depth = next.product.depth;
                    scratch.to.resize(rows * depth, 0);
                    Finish::Integers {
                        out: &mut scratch.to,
                        rounding: &next.rounding,
                        depth,
                    }
                }
                None => Finish::Floats { out, add },
            };
            let (from, room) = (&scratch.from, &mut scratch.room);
            self.unit.multiply(&layer.product, from, room, &mut to);
            std::mem::swap(&mut scratch.from, &mut scratch.to);
        }
    }

    /// Rounds the input of the first layer.
    fn enter(&self, scratch: &mut Scratch, input: &[f32], rows: usize) {
        let Some(first) = self.layers.first() else {
            return;
        };
        let width = first.product.inputs / self.taps.len();
        let depth = first.product.depth;
        scratch.from.resize(rows * depth, 0);
        let heard = Heard {
            input,
            width,
            taps: &self.taps,
        };
        self.unit
            .round(&first.rounding, &heard, depth, &mut scratch.from);
    }
}

/// The activations between layers, in one stream.
#[derive(Debug, Default)]
pub struct Scratch {
    from: Vec<i8>,
    to: Vec<i8>,
    room: Room,
}
