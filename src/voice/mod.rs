//! Phonemes to frames: the voice bundle and its networks.

/// Samples a second of everything spoken.
pub const SAMPLE_RATE: u32 = 24_000;
/// Samples from one frame to the next: 12.5 ms.
pub const HOP: usize = 300;
/// Samples of the excitation that one frame hears.
pub const WINDOW: usize = 2 * HOP;
/// Length of the Fourier transform: the window with room for the filters' ringing.
pub const FFT: usize = 4 * HOP;

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
