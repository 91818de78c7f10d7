//! The int8 weights of a layer, packed for the instructions of a processor.

/// The inputs of each output are padded with zeros to a multiple of this.
const ALIGN: usize = 16;
/// The minimum of a weight, so that the sum of two products fits 16 bits.
pub const LEAST_WEIGHT: i8 = -127;

/// The layout of weights.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Outputs that are computed together.
    pub panel: usize,
    /// Inputs of one output that are contiguous; `None` is all of them.
    pub run: Option<usize>,
    /// Flips the bits of each input by exclusive or: 0x80 makes an input unsigned, which adds 128 to it.
    pub flip: u8,
}

/// The weights of a layer, and the parameters that finish its sums.
#[derive(Debug)]
pub struct Product {
    pub inputs: usize,
    /// The number of inputs with padding.
    pub depth: usize,
    pub outputs: usize,
    /// Panels of outputs, and in each panel runs of inputs: see [`Form`].
    pub weights: Vec<i8>,
    /// The initial value of each sum, which cancels the 128 added to unsigned inputs.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub corrections: Vec<i32>,
    pub scales: Vec<f32>,
    pub biases: Vec<f32>,
    pub relu: bool,
}

impl Product {
    /// Packs int8 weights of ONNX's layout: inputs × outputs, row by row.
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
