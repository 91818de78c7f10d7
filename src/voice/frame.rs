//! Constants that encoder, decoder and synthesis share: rates, lengths, and the layout of a frame.

/// The sample rate in Hz.
pub const SAMPLE_RATE: u32 = 24_000;
/// The hop: samples from one frame to the next, 12.5 ms.
pub const HOP: usize = 300;
/// The length in samples of the window of excitation that a frame filters.
pub const WINDOW: usize = 2 * HOP;
/// The length of the Fourier transform: the window, and room for the filters to ring.
pub const FFT: usize = 4 * HOP;

/// Default number of frames per run of the decoder: 200 ms. With half as many, synthesis takes a tenth more time,
/// because each run reads all weights, and the first sound comes a third sooner, which nobody needs.
pub const CHUNK: usize = 16;
/// The most frames per run. More would only delay the first sound.
pub const MAX_CHUNK: usize = 32;
/// The most phonemes of a clause. Training had none that long.
pub const MAX_PHONEMES: usize = 512;
/// Frames that sound of the first run of a clause, beside its look-ahead. Fewer would come sooner, but 50 ms are what the slowest
/// board takes for the next run.
pub(super) const FIRST: usize = 4;
/// Phonemes per run of the encoder. Fewer cost more time for each.
pub(super) const PHONEMES: usize = 16;
/// Phonemes of its first run beside its look-ahead, which most clauses need for their first frames.
pub(super) const FIRST_PHONEMES: usize = 4;
/// The number of points of a phoneme at which F0 and voicing are given.
pub(super) const POINTS: usize = 4;
/// Inputs of the decoder for each frame beside the phoneme's features: position in the phoneme, the phoneme's length,
/// F0, voicing.
pub(super) const FRAME_INPUTS: usize = 4;
/// ln of the ratio of two pitches that are a semitone apart.
pub(super) const SEMITONE: f32 = std::f32::consts::LN_2 / 12.0;

/// The frequencies in Hz at which a frame specifies its filters. They rise from 0 to the Nyquist frequency.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Bands {
    /// The bands of the harmonic filter.
    #[serde(rename = "harmonic_bands")]
    pub harmonic: Vec<f32>,
    /// The bands of the noise filter.
    #[serde(rename = "noise_bands")]
    pub noise: Vec<f32>,
}

impl Bands {
    /// Returns the number of values of a frame: amplitude and phase of each harmonic band, then amplitude of each noise
    /// band.
    pub fn outputs(&self) -> usize {
        2 * self.harmonic.len() + self.noise.len()
    }
}
