//! The int8 weights of a layer in the form that a processor's instructions want, and what is done to the sums.

/// Inputs of an output are padded with zeros to a multiple of so many.
const ALIGN: usize = 16;
/// No weight is smaller: the sum of two products fits 16 bits.
pub const LEAST_WEIGHT: i8 = -127;

/// The order of weights.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Outputs that are computed together.
    pub panel: usize,
    /// Inputs of one output that lie side by side; `None`: all.
    pub run: Option<usize>,
    /// What an input's bits are flipped by: 0x80 where inputs have no sign and so are greater by 128.
    pub flip: u8,
}

/// Weights, and what is done to the sums.
#[derive(Debug)]
pub struct Product {
    pub inputs: usize,
    /// Inputs with their padding.
    pub depth: usize,
    pub outputs: usize,
    /// In panels of outputs, within them in runs of inputs: see [`Form`].
    pub weights: Vec<i8>,
    /// What each sum begins with, where inputs are greater by 128.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub corrections: Vec<i32>,
    pub scales: Vec<f32>,
    pub biases: Vec<f32>,
    pub relu: bool,
}

impl Product {
    /// Of int8 weights in the order of ONNX: input after input, each with all outputs.
    pub fn new(form: Form, weights: &[u8], scales: &[f32], biases: &[f32], relu: bool) -> Self {
        let outputs = scales.len();
        let inputs = weights.len() / outputs;
        let depth = inputs.next_multiple_of(ALIGN);
        let panel = form.panel;
        let run = form.run.unwrap_or(depth);
        let padded = outputs.next_multiple_of(panel);
        let mut packed = vec![0; padded * depth];
        let mut corrections = vec![0; padded];
        let offset = if form.flip == 0 { 0 } else { 128 };
        for (input, weights) in weights.chunks_exact(outputs).enumerate() {
            let within = input / run * run * panel + input % run;
            for (at, weights) in weights.chunks(panel).enumerate() {
                let first = at * panel * depth + within;
                let there = packed[first..].iter_mut().step_by(run);
                let corrections = &mut corrections[at * panel..];
                for ((there, correction), weight) in there.zip(corrections).zip(weights) {
                    *there = *weight as i8;
                    *correction -= offset * i32::from(*weight as i8);
                }
            }
        }
        let pad = |values: &[f32]| {
            let mut values = values.to_vec();
            values.resize(padded, 0.0);
            values
        };
        Self {
            inputs,
            depth,
            outputs,
            weights: packed,
            corrections,
            scales: pad(scales),
            biases: pad(biases),
            relu,
        }
    }
}
