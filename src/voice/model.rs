//! A voice: the networks of a bundle, ready to run.

use super::bundle::{Bundle, Manifest};
use super::choice::Choice;
use super::frame::{Bands, CHUNK, MAX_CHUNK, PHONEMES};
use super::kernel::Kernel;
use super::tract::{Input, Network, Shape};
use crate::Result;

/// How the networks of a voice run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The arithmetic; `None` is the faster one on this processor.
    pub kernel: Option<Kernel>,
    /// Frames per run of the decoder, from 1 to [`MAX_CHUNK`]. More frames take less time overall and delay the first
    /// sound.
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

/// The networks of one part of a bundle, ready to run and read-only: those that voices share, or those of an added voice.
#[derive(Debug)]
pub struct Voice {
    pub(super) manifest: Manifest,
    kernel: Choice,
    pub(super) encoder: Network,
    pub(super) decoder: Network,
    pub(super) chunk: usize,
}

impl Voice {
    /// Loads and optimises the networks that speak a voice, and those that share them.
    ///
    /// # Errors
    ///
    /// [`Error::Bundle`](crate::Error::Bundle) if a file does not have its hash or is not a graph that this program can
    /// run.
    pub fn load(bundle: &Bundle, part: usize, options: Options) -> Result<Self> {
        let manifest = bundle.manifest();
        let kernel = Choice::of(options.kernel);
        let chunk = options.chunk.clamp(1, MAX_CHUNK);
        let (encoder, decoder) = (&manifest.encoder, &manifest.decoder);
        let shape = Shape {
            inputs: &[Input::Rows("x", decoder.inputs)],
            steps: chunk,
            lookahead: decoder.lookahead,
            cache: decoder.cache,
            outputs: manifest.bands.outputs(),
        };
        // The larger network goes first: its weights exist twice while it is loaded.
        let decoder = Network::load(bundle.decoder(part)?, kernel.kernel, shape)?;
        let shape = Shape {
            inputs: &[Input::Ids, Input::Rows("features", encoder.features)],
            steps: PHONEMES,
            lookahead: encoder.lookahead,
            cache: encoder.cache,
            outputs: manifest.encoder_outputs(),
        };
        let encoder = Network::load(bundle.encoder(part)?, kernel.kernel, shape)?;
        Ok(Self {
            manifest: manifest.clone(),
            kernel,
            encoder,
            decoder,
            chunk,
        })
    }

    /// Returns the bundle's name.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Returns the bundle's version.
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// Returns a hash of the bundle.
    pub(crate) fn hash(&self) -> &[u8; 32] {
        &self.manifest.hash
    }

    /// Returns the names of the voices; a voice is chosen by its index.
    pub fn voices(&self) -> &[String] {
        &self.manifest.voices
    }

    /// Returns the frequencies at which frames specify their filters.
    pub fn bands(&self) -> &Bands {
        &self.manifest.bands
    }

    /// Returns the arithmetic of the networks, and why it was chosen.
    pub fn kernel(&self) -> Choice {
        self.kernel
    }

    /// Returns the number of frames per run of the decoder.
    pub fn chunk(&self) -> usize {
        self.chunk
    }
}
