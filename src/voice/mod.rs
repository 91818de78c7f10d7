//! Phonemes to frames: the voice bundle and its networks.
//!
//! A [`Bundle`] is checked data, a [`Voice`] its networks made ready for this processor and shared by threads,
//! a [`Stream`] what one listener needs of them. The encoder reads the phonemes of a clause and says of each how
//! long it lasts, its melody and its sound; the decoder turns that into filters, frame by frame. Both are causal
//! and read a few steps ahead, so frames come as soon as the first phonemes are read.

mod bundle;
mod fold;
mod kernel;
mod network;
mod stream;

pub use bundle::Bundle;
pub use kernel::{Choice, Kernel};
pub use stream::{Frame, MAX_PHONEMES, Stream};

use crate::Result;
use bundle::Manifest;
use network::{Input, Network, Shape};

/// Samples a second of everything spoken.
pub const SAMPLE_RATE: u32 = 24_000;
/// Samples from one frame to the next: 12.5 ms.
pub const HOP: usize = 300;
/// Samples of the excitation that one frame hears.
pub const WINDOW: usize = 2 * HOP;
/// Length of the Fourier transform: the window with room for the filters' ringing.
pub const FFT: usize = 4 * HOP;

/// Frames a run of the decoder, where nothing else is asked for: 200 ms. Half as many take a tenth more time in all, as each
/// run reads all weights, and bring the first sound a third sooner, which is soon enough.
pub const CHUNK: usize = 16;
/// The most frames a run: longer ones would only make a listener wait.
pub const MAX_CHUNK: usize = 32;
/// Phonemes a run of the encoder: more would delay the first sound, fewer cost more for each.
const PHONEMES: usize = 16;
/// F0 and voicing are given at so many places of a phoneme.
const POINTS: usize = 4;
/// What a frame tells the decoder beside its phoneme: its place, the phoneme's length, F0, voicing.
const FRAME_INPUTS: usize = 4;

/// The frequencies, in Hz and rising from 0 to Nyquist, at which a frame gives its filters.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Bands {
    /// Of the harmonic filter.
    #[serde(rename = "harmonic_bands")]
    pub harmonic: Vec<f32>,
    /// Of the noise filter.
    #[serde(rename = "noise_bands")]
    pub noise: Vec<f32>,
}

impl Bands {
    /// How many values describe a frame: amplitude and phase of the harmonic filter, amplitude of the noise filter.
    pub fn outputs(&self) -> usize {
        2 * self.harmonic.len() + self.noise.len()
    }
}

/// How a voice is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `None`: the faster one on this processor.
    pub kernel: Option<Kernel>,
    /// Frames a run of the decoder, from 1 to [`MAX_CHUNK`]. More cost less in all, and let the listener wait longer.
    pub chunk: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kernel: None,
            chunk: CHUNK,
        }
    }
}

/// The networks of a bundle, ready to run; read-only.
#[derive(Debug)]
pub struct Voice {
    manifest: Manifest,
    kernel: Choice,
    encoder: Network,
    decoder: Network,
    chunk: usize,
}

impl Voice {
    /// Makes the networks ready.
    pub fn load(bundle: &Bundle, options: Options) -> Result<Self> {
        let manifest = bundle.manifest();
        let kernel = Choice::of(options.kernel);
        let chunk = options.chunk.clamp(1, MAX_CHUNK);
        let (encoder, decoder) = (&manifest.encoder, &manifest.decoder);
        let shape = Shape {
            inputs: &[Input::Rows("x", decoder.inputs)],
            steps: chunk,
            cache: decoder.cache,
            outputs: manifest.bands.outputs(),
        };
        // The larger one first: while a network is made ready, its weights are there twice.
        let decoder = Network::load(&decoder.file, bundle.decoder()?, kernel.kernel, shape)?;
        let shape = Shape {
            inputs: &[Input::Ids, Input::Rows("features", encoder.features)],
            steps: PHONEMES,
            cache: encoder.cache,
            outputs: manifest.encoder_outputs(),
        };
        let encoder = Network::load(&encoder.file, bundle.encoder()?, kernel.kernel, shape)?;
        Ok(Self {
            manifest: manifest.clone(),
            kernel,
            encoder,
            decoder,
            chunk,
        })
    }

    /// The bundle's name.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// The bundle's version.
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// The names of the voices; an index into them chooses one.
    pub fn voices(&self) -> &[String] {
        &self.manifest.voices
    }

    /// Where a frame's values lie.
    pub fn bands(&self) -> &Bands {
        &self.manifest.bands
    }

    /// Which form of the networks runs, and why.
    pub fn kernel(&self) -> Choice {
        self.kernel
    }

    /// Frames a run of the decoder.
    pub fn chunk(&self) -> usize {
        self.chunk
    }
}
