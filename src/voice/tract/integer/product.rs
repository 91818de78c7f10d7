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
        let padded = outputs.next_multiple_of(form.panel);
        let mut packed = vec![0; padded * depth];
        let to = Layout {
            panel: form.panel,
            run: form.run.unwrap_or(depth),
            depth,
        };
        match form.run {
            Some(2) => to.write::<2>(weights, outputs, &mut packed),
            Some(4) => to.write::<4>(weights, outputs, &mut packed),
            _ => to.write::<ALIGN>(weights, outputs, &mut packed),
        }
        let mut corrections = vec![0; padded];
        if form.flip != 0 {
            for row in weights.chunks_exact(outputs) {
                for (correction, weight) in corrections.iter_mut().zip(row) {
                    *correction -= 128 * i32::from(*weight as i8);
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

/// The layout of one layer.
struct Layout {
    panel: usize,
    run: usize,
    depth: usize,
}

impl Layout {
    /// Writes weights of ONNX's layout, so many inputs at once: a divisor of the run. It takes a third of the time of a voice's load,
    /// so it goes through what it reads and writes in order, where it can.
    fn write<const INPUTS: usize>(&self, weights: &[u8], outputs: usize, packed: &mut [i8]) {
        // The weights of the inputs that only pad.
        let none = vec![0; outputs];
        for (tile, weights) in weights.chunks(INPUTS * outputs).enumerate() {
            let mut inputs = weights.chunks_exact(outputs);
            let rows: [&[u8]; INPUTS] = std::array::from_fn(|_| inputs.next().unwrap_or(&none));
            let first = tile * INPUTS;
            let begin = first / self.run * self.run * self.panel + first % self.run;
            let panels = packed.chunks_exact_mut(self.panel * self.depth);
            for (at, there) in panels.enumerate() {
                let end = outputs.min((at + 1) * self.panel);
                let rows = rows.map(|row| &row[at * self.panel..end]);
                for (output, run) in (0..rows[0].len()).zip(there[begin..].chunks_mut(self.run)) {
                    for (weight, row) in run.iter_mut().zip(rows) {
                        *weight = row[output] as i8;
                    }
                }
            }
        }
    }
}
