//! How int8 weights lie in memory, for the instructions of a processor. The build lays those of the built-in models as the best
//! processor of its kind reads them, so that a program neither moves them nor holds them twice.

/// The minimum of a weight, so that the sum of two products fits 16 bits.
const LEAST_WEIGHT: i8 = -127;
/// The inputs of each output are padded with zeros to a multiple of this.
pub const ALIGN: usize = 16;

/// The layout of weights: panels of outputs, and in each panel runs of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Outputs that are computed together.
    pub panel: usize,
    /// Inputs of one output that are contiguous; `None` is all of them.
    pub run: Option<usize>,
    /// Flips the bits of each input by exclusive or: 0x80 makes an input unsigned, which adds 128 to it.
    pub flip: u8,
}

impl Form {
    /// Four inputs per lane of a register of 512 bits, of which two make a panel. VPDPBUSD takes inputs unsigned.
    pub const VNNI: Self = Self {
        panel: 32,
        run: Some(4),
        flip: 0x80,
    };
    /// Two inputs per lane of a register of 256 bits, of which two make a panel.
    #[cfg_attr(not(any(test, target_arch = "x86_64")), allow(dead_code))]
    pub const AVX2: Self = Self {
        panel: 16,
        run: Some(2),
        flip: 0,
    };
    /// The inputs of each output are contiguous, for both kinds of instructions of aarch64.
    pub const ARM: Self = Self {
        panel: 16,
        run: None,
        flip: 0,
    };
    pub const PORTABLE: Self = Self {
        panel: 4,
        run: None,
        flip: 0,
    };

    /// For layers of which few inputs are not zero: the weights of one input are contiguous.
    pub const LIVE: Self = Self {
        panel: 16,
        run: Some(1),
        flip: 0,
    };

    /// The form of layers that read what a ReLU leaves. Those of x86-64 have few inputs side by side already.
    pub fn after_relu(self) -> Self {
        match self.run {
            Some(_) => self,
            None => Self::LIVE,
        }
    }

    /// Returns the form of the built-in models on an architecture, by Rust's name for it.
    pub fn built_in(architecture: &str) -> Self {
        match architecture {
            "x86_64" => Self::VNNI,
            "aarch64" => Self::ARM,
            _ => Self::PORTABLE,
        }
    }

    /// Whether weights of this shape, inputs × outputs, take as many bytes in this form as in ONNX's.
    pub fn fits(self, [inputs, outputs]: [usize; 2]) -> bool {
        inputs.is_multiple_of(ALIGN) && outputs.is_multiple_of(self.panel)
    }

    /// Whether weights are large enough to be multiplied.
    pub fn takes(weights: &[u8]) -> bool {
        weights.iter().all(|weight| *weight as i8 >= LEAST_WEIGHT)
    }

    /// Lays weights of ONNX's layout, inputs × outputs row by row, in this form.
    pub fn pack(self, weights: &[u8], [inputs, outputs]: [usize; 2]) -> Vec<u8> {
        let depth = inputs.next_multiple_of(ALIGN);
        let mut packed = vec![0; outputs.next_multiple_of(self.panel) * depth];
        match self.run {
            Some(1) => self.write::<1>(weights, outputs, depth, &mut packed),
            Some(2) => self.write::<2>(weights, outputs, depth, &mut packed),
            Some(4) => self.write::<4>(weights, outputs, depth, &mut packed),
            _ => self.write::<ALIGN>(weights, outputs, depth, &mut packed),
        }
        packed
    }

    /// Lays weights that fit this form in another one, whose panels are as wide or parts of these.
    pub fn turn(self, to: Self, packed: &[u8], [inputs, outputs]: [usize; 2]) -> Vec<u8> {
        // All runs are of pairs.
        let [(run, panel), (to_run, to_panel)] =
            [self, to].map(|form| (form.run.unwrap_or(inputs) / 2, form.panel));
        let mut turned = vec![0; packed.len()];
        let ((from, _), (pairs, _)) = (packed.as_chunks::<2>(), turned.as_chunks_mut::<2>());
        let begin = |input: usize, output: usize, run: usize, panel: usize| {
            let whole = output / panel * panel * inputs / 2;
            whole + input / run * run * panel + output % panel * run + input % run
        };
        for output in (0..outputs).step_by(to_panel) {
            for input in 0..inputs / 2 {
                let from = from[begin(input, output, run, panel)..].iter().step_by(run);
                let to = pairs[begin(input, output, to_run, to_panel)..].iter_mut();
                for (to, from) in to.step_by(to_run).zip(from).take(to_panel) {
                    *to = *from;
                }
            }
        }
        turned
    }

    /// Lays weights that fit this form in ONNX's layout again.
    pub fn unpack(self, packed: &[u8], [inputs, outputs]: [usize; 2]) -> Vec<u8> {
        let run = self.run.unwrap_or(inputs);
        let mut weights = vec![0; inputs * outputs];
        for (at, panel) in packed.chunks_exact(self.panel * inputs).enumerate() {
            for (tile, runs) in panel.chunks_exact(self.panel * run).enumerate() {
                for (output, there) in runs.chunks_exact(run).enumerate() {
                    let first = tile * run * outputs + at * self.panel + output;
                    let here = weights[first..].iter_mut().step_by(outputs);
                    here.zip(there).for_each(|(here, there)| *here = *there);
                }
            }
        }
        weights
    }

    /// Writes so many inputs at once: a divisor of the run. It goes through what it reads and writes in order, where it can.
    fn write<const INPUTS: usize>(
        self,
        weights: &[u8],
        outputs: usize,
        depth: usize,
        packed: &mut [u8],
    ) {
        let run = self.run.unwrap_or(depth);
        // The weights of the inputs that only pad.
        let none = vec![0; outputs];
        for (tile, weights) in weights.chunks(INPUTS * outputs).enumerate() {
            let mut inputs = weights.chunks_exact(outputs);
            let rows: [&[u8]; INPUTS] = std::array::from_fn(|_| inputs.next().unwrap_or(&none));
            let first = tile * INPUTS;
            let begin = first / run * run * self.panel + first % run;
            let panels = packed.chunks_exact_mut(self.panel * depth);
            for (at, there) in panels.enumerate() {
                let end = outputs.min((at + 1) * self.panel);
                let rows = rows.map(|row| &row[at * self.panel..end]);
                for (output, run) in (0..rows[0].len()).zip(there[begin..].chunks_mut(run)) {
                    for (weight, row) in run.iter_mut().zip(rows) {
                        *weight = row[output];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_are_packed_turned_and_unpacked_are_as_before() {
        for dims in [[16, 32], [48, 64], [512, 256]] {
            let weights: Vec<u8> = (0..dims[0] * dims[1])
                .map(|i| (i * 7 % 251) as u8)
                .collect();
            for form in [
                Form::VNNI,
                Form::AVX2,
                Form::ARM,
                Form::LIVE,
                Form::PORTABLE,
            ] {
                assert!(form.fits(dims));
                let packed = form.pack(&weights, dims);
                assert_eq!(packed.len(), weights.len());
                assert!(form.unpack(&packed, dims) == weights, "{form:?}, {dims:?}");
                if form == Form::LIVE {
                    continue;
                }
                for to in [Form::VNNI, Form::AVX2, Form::ARM, Form::PORTABLE] {
                    if form.panel.is_multiple_of(to.panel) {
                        let turned = form.turn(to, &packed, dims);
                        assert!(
                            turned == to.pack(&weights, dims),
                            "{form:?}, {to:?}, {dims:?}"
                        );
                    }
                }
            }
        }
        assert!(!Form::ARM.fits([196, 256]) && !Form::ARM.fits([192, 9]));
    }
}
