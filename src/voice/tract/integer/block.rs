//! The operator: consecutive int8 layers, with int8 activations between them.

use std::sync::Arc;

use tract_core::internal::*;

use super::finish::Finish;
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
#[derive(Clone, Debug)]
pub struct Block {
    pub unit: Unit,
    /// The steps that the first layer reads, as offsets from the earliest one.
    pub taps: Vec<usize>,
    /// Steps of the input that have no step of the output: the receptive field less one.
    pub past: usize,
    pub layers: Arc<[Layer]>,
    pub adds: bool,
}

impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.layers, &other.layers)
    }
}

impl Eq for Block {}

impl Block {
    fn inputs(&self) -> usize {
        1 + usize::from(self.adds)
    }

    fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.product.outputs)
    }

    /// Returns the shape of the output: steps, width. Fails if the inputs do not fit the layers.
    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<[usize; 2]> {
        let concrete = |at: usize| -> TractResult<[usize; 2]> {
            let fact: &TypedFact = inputs[at];
            let shape = fact.shape.as_concrete().unwrap_or_default();
            ensure!(
                fact.datum_type == f32::datum_type(),
                "an input is not float"
            );
            shape
                .try_into()
                .context("an input has no rows of a fixed length")
        };
        ensure!(inputs.len() == self.inputs(), "another count of inputs");
        let [steps, width] = concrete(0)?;
        ensure!(steps > self.past, "an input is too short");
        let mut wanted = self.taps.len() * width;
        for layer in self.layers.iter() {
            ensure!(layer.product.inputs == wanted, "layers do not fit");
            wanted = layer.product.outputs;
        }
        let shape = [steps - self.past, self.outputs()];
        ensure!(
            !self.adds || concrete(1)? == shape,
            "what is added does not fit"
        );
        Ok(shape)
    }

    fn run(&self, scratch: &mut Scratch, input: &[f32], add: &[f32], out: &mut [f32]) {
        let rows = out.len() / self.outputs();
        self.enter(scratch, input, rows);
        for (at, layer) in self.layers.iter().enumerate() {
            scratch.wide.resize(self.unit.wide(scratch.from.len()), 0);
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
            let (from, wide) = (&scratch.from, &mut scratch.wide);
            self.unit.multiply(&layer.product, from, wide, &mut to);
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
#[derive(Clone, Debug, Default)]
struct Scratch {
    from: Vec<i8>,
    to: Vec<i8>,
    wide: Vec<i16>,
}

impl Op for Block {
    fn name(&self) -> StaticName {
        "IntegerBlock".into()
    }

    op_as_typed_op!();
}

impl TypedOp for Block {
    as_op!();

    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec!(f32::fact(self.shape(inputs)?)))
    }
}

impl EvalOp for Block {
    not_out_of_plan!();

    fn state(&self, _: &EvalContext) -> TractResult<Option<Box<dyn OpState>>> {
        Ok(Some(Box::<Scratch>::default()))
    }
}

impl OpState for Scratch {
    fn eval(
        &mut self,
        _: &EvalContext,
        op: &dyn Op,
        inputs: TVec<TValue>,
    ) -> TractResult<TVec<TValue>> {
        let block = op.downcast_ref::<Block>().context("another operator")?;
        let steps = inputs[0].shape()[0];
        let mut output = Tensor::zero::<f32>(&[steps - block.past, block.outputs()])?;
        let input = inputs[0].try_as_plain_ram()?.as_slice::<f32>()?;
        let add = match inputs.get(1) {
            Some(add) => add.try_as_plain_ram()?.as_slice::<f32>()?,
            None => &[],
        };
        block.run(
            self,
            input,
            add,
            output.try_as_plain_ram_mut()?.as_slice_mut()?,
        );
        Ok(tvec!(output.into_tvalue()))
    }

    /// Nothing is kept from one run to the next.
    fn reset_lanes(&mut self, _: &[LaneId]) -> TractResult<()> {
        Ok(())
    }
}
