//! A network, made ready for this processor, and its state in one stream.

use std::env::consts::ARCH;
use std::sync::Arc;

use tract_core::internal::IntoTValue;
use tract_core::prelude::*;

use super::super::bundle::{File, refused};
use super::super::kernel::Kernel;
use super::dequantize;
use super::graph::{self, Input, Shape};
use super::integer::{Form, Given, Plan, State, Unit, fuse};
use super::onnx::GraphProto;
use super::wire::wire;
use crate::error::BundleError;
use crate::{Error, Result};

/// A network, shared by all streams.
#[derive(Clone, Debug)]
pub enum Network {
    Integer(Arc<Plan>),
    /// By tract, for a fixed number of steps per run.
    Float(Arc<Float>),
}

/// A network that tract runs.
#[derive(Debug)]
pub struct Float {
    plan: Arc<TypedRunnableModel>,
    silence: Arc<Tensor>,
    steps: usize,
}

impl Network {
    /// Parses a graph and makes it ready. Fails if its inputs or outputs do not have the given shape.
    pub fn load(file: File, kernel: Kernel, shape: Shape) -> Result<Self> {
        let wrong = |why: String| refused(file.name, BundleError::Graph(why));
        let network = Self::try_load(file, kernel, shape).map_err(|e| wrong(format!("{e:#}")))?;
        // The program's own need not be tried; what tract runs is slow the first time.
        if !file.built_in || matches!(network, Self::Float(_)) {
            network.try_run(shape).map_err(wrong)?;
        }
        Ok(network)
    }

    fn try_load(file: File, kernel: Kernel, shape: Shape) -> TractResult<Self> {
        let mut graph = graph::read(file.bytes, file.base)?;
        // The program's own graphs are checked by its tests.
        if !file.built_in {
            graph::check(&graph, shape).map_err(TractError::msg)?;
        }
        let laid = file.built_in.then(|| Form::built_in(ARCH));
        match kernel {
            Kernel::Float => {
                dequantize::to_float(&mut graph, laid).map_err(TractError::msg)?;
                Ok(Self::Float(Float::of(graph, shape)?.into()))
            }
            Kernel::Integer => match fuse(&mut graph, laid, Unit::detect()) {
                blocks if blocks.is_empty() => Ok(Self::Float(Float::of(graph, shape)?.into())),
                blocks => match Plan::of(&graph, blocks, shape) {
                    Ok(plan) => Ok(Self::Integer(plan.into())),
                    Err(why) => Err(TractError::msg(why)),
                },
            },
        }
    }

    /// Runs on zeros. Fails unless each step has its outputs and all of them are numbers.
    fn try_run(&self, shape: Shape) -> Result<(), String> {
        let mut run = self.run().map_err(|e| e.to_string())?;
        let ids = vec![0; shape.steps];
        let rows = shape.inputs.iter().map(|input| match input {
            Input::Ids => Vec::new(),
            Input::Rows(_, width) => vec![0.0; shape.steps * width],
        });
        let rows: Vec<Vec<f32>> = rows.collect();
        let given = |at: usize| match shape.inputs[at] {
            Input::Ids => Given::Ids(&ids),
            Input::Rows(..) => Given::Rows(&rows[at]),
        };
        // What only the look-ahead's outputs need is left out, so that these say nothing.
        let runs = match self {
            Self::Integer(_) => 1 + shape.lookahead / shape.steps,
            Self::Float(_) => 1,
        };
        for _ in 0..runs {
            let ran = match shape.inputs.len() {
                1 => run.step(shape.steps, [given(0)]),
                _ => run.step(shape.steps, [given(0), given(1)]),
            };
            ran.map_err(|e| e.to_string())?;
        }
        let output = run.output();
        if output.len() != shape.steps * shape.outputs {
            return Err("gives outputs of another shape".into());
        }
        if !output.iter().all(|value| value.is_finite()) {
            return Err("gives what is no number".into());
        }
        Ok(())
    }

    /// Makes the state of one stream.
    pub fn run(&self) -> Result<Run> {
        Ok(match self {
            Self::Integer(plan) => Run::Integer {
                plan: plan.clone(),
                state: State::new(plan),
            },
            Self::Float(network) => Run::Float(Past {
                state: network.plan.spawn().map_err(failed)?,
                network: network.clone(),
                cache: None,
                output: None,
            }),
        })
    }
}

impl Float {
    fn of(graph: GraphProto, shape: Shape) -> TractResult<Self> {
        let inputs = graph::inputs(shape).into_iter();
        let inputs = inputs.map(|(name, fact)| (name, fact.typed()));
        let model = wire(graph, inputs)?.into_optimized()?;
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
            steps: shape.steps,
        })
    }
}

/// A network within one stream: its past and its last output.
#[derive(Debug)]
pub enum Run {
    Integer { plan: Arc<Plan>, state: State },
    Float(Past),
}

/// The past of a network that tract runs.
#[derive(Debug)]
pub struct Past {
    network: Arc<Float>,
    state: TypedSimpleState,
    /// `None` is silence.
    cache: Option<TValue>,
    output: Option<TValue>,
}

impl Run {
    /// Forgets the past.
    pub fn begin(&mut self) {
        match self {
            Self::Integer { plan, state } => state.begin(plan),
            Self::Float(past) => {
                past.cache = None;
                past.output = None;
            }
        }
    }

    /// How many steps the next run takes where so many are wanted: tract takes as many each time.
    pub fn steps(&self, wanted: usize) -> usize {
        match self {
            Self::Integer { plan, .. } => plan.steps(wanted),
            Self::Float(past) => past.network.steps,
        }
    }

    /// Runs so many steps. The inputs are in the order of the graph, without the cache.
    pub fn step<const N: usize>(&mut self, steps: usize, inputs: [Given; N]) -> Result<()> {
        match self {
            Self::Integer { plan, state } => state
                .run(plan, steps, inputs)
                .map_err(|why| Error::Voice(why.into())),
            Self::Float(past) => past.step(steps, &inputs).map_err(failed),
        }
    }

    /// Returns the output of the last run, step by step.
    pub fn output(&self) -> &[f32] {
        match self {
            Self::Integer { plan, state } => state.output(plan),
            Self::Float(past) => past.output.as_ref().map_or(&[], |tensor| values(tensor)),
        }
    }
}

impl Past {
    fn step(&mut self, steps: usize, inputs: &[Given]) -> TractResult<()> {
        let inputs = inputs.iter().map(|given| match given {
            Given::Ids(ids) => Tensor::from_shape(&[steps], ids),
            Given::Rows(rows) => Tensor::from_shape(&[steps, rows.len() / steps], rows),
        });
        let mut inputs: TVec<TValue> = inputs
            .map(|tensor| Ok(tensor?.into_tvalue()))
            .collect::<TractResult<_>>()?;
        let silence = || self.network.silence.clone().into_tvalue();
        inputs.push(self.cache.take().unwrap_or_else(silence));
        self.output = None;
        let mut outputs = self.state.run(inputs)?;
        self.cache = outputs.pop();
        self.output = outputs.pop();
        Ok(())
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
