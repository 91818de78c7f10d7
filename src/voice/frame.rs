//! What encoder, decoder and synthesis agree on: times, lengths, and what a frame holds.

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
pub(super) const PHONEMES: usize = 16;
/// F0 and voicing are given at so many places of a phoneme.
pub(super) const POINTS: usize = 4;
/// What a frame tells the decoder beside its phoneme: its place, the phoneme's length, F0, voicing.
pub(super) const FRAME_INPUTS: usize = 4;

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
