//! A network: a graph optimised for a fixed number of steps per run, and its state in one stream.

use std::env::consts::ARCH;
use std::sync::Arc;

use tract_core::internal::IntoTValue;
use tract_core::prelude::*;

use super::super::bundle::{File, refused};
use super::super::kernel::Kernel;
use super::dequantize;
use super::graph::{self, Input, Shape};
use super::integer::{Blocks, Form, Unit, fuse};
use super::wire::wire;
use crate::error::BundleError;
use crate::{Error, Result};

/// A network, shared by all streams.
#[derive(Debug)]
pub struct Network {
    plan: Arc<TypedRunnableModel>,
    silence: Arc<Tensor>,
}

impl Network {
    /// Parses and optimises a graph. Fails if its inputs or outputs do not have the given shape.
    pub fn load(file: File, kernel: Kernel, shape: Shape) -> Result<Self> {
        let wrong = |why: String| refused(file.name, BundleError::Graph(why));
        let network = Self::try_load(file, kernel, shape).map_err(|e| wrong(format!("{e:#}")))?;
        let mut run = network.run().map_err(|e| wrong(e.to_string()))?;
        // The first run is slow, so it happens here.
        let inputs = shape
            .inputs
            .iter()
            .map(|i| Ok(zeros(*i, shape.steps)?.into_tvalue()));
        inputs
            .collect::<TractResult<TVec<TValue>>>()
            .and_then(|inputs| run.try_step(inputs))
            .map_err(|e| wrong(format!("{e:#}")))?;
        if !run.output().iter().all(|value| value.is_finite()) {
            return Err(wrong("gives what is no number".into()));
        }
        Ok(network)
    }

    fn try_load(file: File, kernel: Kernel, shape: Shape) -> TractResult<Self> {
        let mut graph = graph::read(file.bytes, file.base, shape)?;
        let laid = file.built_in.then(|| Form::built_in(ARCH));
        let blocks = match kernel {
            Kernel::Float => {
                dequantize::to_float(&mut graph, laid).map_err(TractError::msg)?;
                Blocks::new()
            }
            Kernel::Integer => fuse(&mut graph, laid, Unit::detect()),
        };
        let inputs = graph::inputs(shape).into_iter();
        let inputs = inputs.map(|(name, fact)| (name, fact.typed()));
        let model = wire(graph, inputs, blocks)?.into_optimized()?;
        for (at, wanted) in [[shape.steps, shape.outputs], shape.cache]
            .iter()
            .enumerate()
        {
            let found = model.output_fact(at)?;
            if found.datum_type != f32::datum_type() || found.shape.as_concrete() != Some(wanted) {
                return Err(TractError::msg(format!(
                    "gives {found:?} instead of {wanted:?}"
                )));
            }
        }
        Ok(Self {
            plan: model.into_runnable()?,
            silence: Tensor::zero::<f32>(&shape.cache)?.into_arc_tensor(),
        })
    }

    /// Makes the state of one stream.
    pub fn run(&self) -> Result<Run> {
        Ok(Run {
            state: self.plan.spawn().map_err(failed)?,
            silence: self.silence.clone(),
            cache: None,
            output: None,
        })
    }
}

/// The values of one input, written between runs.
#[derive(Debug)]
pub struct Values(Arc<Tensor>);

impl Values {
    /// Makes an input of zeros.
    pub fn zeros(input: Input, steps: usize) -> Result<Self> {
        let zeros = zeros(input, steps).map_err(failed)?;
        Ok(Self(zeros.into_arc_tensor()))
    }

    /// Returns the values of a float input, to write to.
    pub fn floats(&mut self) -> Result<&mut [f32]> {
        self.write()
    }

    /// Returns the values of an index input, to write to.
    pub fn ids(&mut self) -> Result<&mut [i64]> {
        self.write()
    }

    /// Copies the tensor only if a run still holds it.
    fn write<D: Datum>(&mut self) -> Result<&mut [D]> {
        let tensor = Arc::make_mut(&mut self.0);
        let view = tensor.to_plain_array_view_mut().map_err(failed)?;
        view.into_slice()
            .ok_or_else(|| Error::Voice("an input is not laid out in order".into()))
    }
}

fn zeros(input: Input, steps: usize) -> TractResult<Tensor> {
    match input {
        Input::Ids => Tensor::zero::<i64>(&[steps]),
        Input::Rows(_, width) => Tensor::zero::<f32>(&[steps, width]),
    }
}

/// A network within one stream: its cache and its last output.
#[derive(Debug)]
pub struct Run {
    state: TypedSimpleState,
    silence: Arc<Tensor>,
    /// The past of the stream; `None` is silence.
    cache: Option<TValue>,
    output: Option<TValue>,
}

impl Run {
    /// Forgets the past.
    pub fn begin(&mut self) {
        self.cache = None;
        self.output = None;
    }

    /// Runs once. The inputs are in the order of the graph, without the cache.
    pub fn step<const N: usize>(&mut self, inputs: [&Values; N]) -> Result<()> {
        let inputs = inputs
            .into_iter()
            .map(|values| values.0.clone().into_tvalue())
            .collect();
        self.try_step(inputs).map_err(failed)
    }

    fn try_step(&mut self, mut inputs: TVec<TValue>) -> TractResult<()> {
        let silence = || self.silence.clone().into_tvalue();
        inputs.push(self.cache.take().unwrap_or_else(silence));
        self.output = None;
        let mut outputs = self.state.run(inputs)?;
        self.cache = outputs.pop();
        self.output = outputs.pop();
        Ok(())
    }

    /// Returns the output of the last run, step by step.
    pub fn output(&self) -> &[f32] {
        self.output.as_ref().map_or(&[], |tensor| values(tensor))
    }
}

fn values(tensor: &Tensor) -> &[f32] {
    tensor
        .as_plain_ram()
        .and_then(|view| view.as_slice().ok())
        .unwrap_or_default()
}

fn failed(e: TractError) -> Error {
    Error::Voice(format!("{e:#}"))
}
