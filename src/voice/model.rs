//! A voice: the networks of a bundle, ready to run.

use super::bundle::{Bundle, Manifest};
use super::choice::Choice;
use super::frame::{Bands, CHUNK, MAX_CHUNK, PHONEMES};
use super::kernel::Kernel;
use super::tract::{Input, Network, Shape};
use crate::Result;

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
    pub(super) manifest: Manifest,
    kernel: Choice,
    pub(super) encoder: Network,
    pub(super) decoder: Network,
    pub(super) chunk: usize,
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
