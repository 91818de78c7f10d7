//! The int8 weights of a layer, packed for the instructions of a processor.

use prost::bytes::Bytes;

use super::form::{ALIGN, Form};

/// The int8 weights of a layer as a file has them: of ONNX's layout, or of a form that they fit.
#[derive(Clone, Debug)]
pub struct Weights<'a> {
    pub bytes: &'a Bytes,
    /// Inputs × outputs.
    pub dims: [usize; 2],
    pub form: Option<Form>,
}

impl Weights<'_> {
    /// Returns them in ONNX's layout.
    pub fn rows(&self) -> Bytes {
        match self.form {
            Some(own) => own.unpack(self.bytes, self.dims).into(),
            None => self.bytes.clone(),
        }
    }

    /// Returns them in a form, as they lie where they have it.
    fn packed(&self, form: Form) -> Bytes {
        match self.form {
            Some(own) if own == form => self.bytes.clone(),
            Some(own)
                if form != Form::LIVE
                    && own != Form::LIVE
                    && own.panel.is_multiple_of(form.panel) =>
            {
                own.turn(form, self.bytes, self.dims).into()
            }
            _ => form.pack(&self.rows(), self.dims).into(),
        }
    }
}

/// The weights of a layer, and the parameters that finish its sums.
#[derive(Debug)]
pub struct Product {
    pub inputs: usize,
    /// The number of inputs with padding.
    pub depth: usize,
    pub outputs: usize,
    /// Panels of outputs, and in each panel runs of inputs: see [`Form`]. They are signed.
    pub weights: Bytes,
    /// What is added to each sum, as the numbers that are multiplied do not begin at zero.
    pub corrections: Vec<i32>,
    pub scales: Vec<f32>,
    pub biases: Vec<f32>,
    pub relu: bool,
    /// Whether its inputs are what a ReLU leaves: bytes without a sign, most of them zero.
    pub live: bool,
}

impl Product {
    /// Makes a layer of weights, which are packed unless they are already.
    pub fn new(
        form: Form,
        stands_for_zero: i32,
        weights: &Weights,
        scales: &[f32],
        biases: &[f32],
    ) -> Self {
        let [inputs, outputs] = weights.dims;
        let depth = inputs.next_multiple_of(ALIGN);
        let padded = outputs.next_multiple_of(form.panel);
        let packed = weights.packed(form);
        let mut corrections = vec![0; padded];
        if stands_for_zero != 0 {
            let run = form.run.unwrap_or(depth);
            for (sums, panel) in corrections
                .chunks_exact_mut(form.panel)
                .zip(packed.chunks_exact(form.panel * depth))
            {
                correct(sums, panel, run, stands_for_zero);
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
            relu: false,
            live: false,
        }
    }
}

/// Takes the sum of the weights of each output of a panel off, times the number that stands for zero.
fn correct(sums: &mut [i32], panel: &[u8], run: usize, stands_for_zero: i32) {
    for runs in panel.chunks_exact(sums.len() * run) {
        for (sum, weights) in sums.iter_mut().zip(runs.chunks_exact(run)) {
            let all: i32 = weights.iter().map(|w| i32::from(*w as i8)).sum();
            *sum -= stands_for_zero * all;
        }
    }
}
