//! Frames to PCM, and PCM to the encodings that listeners ask for.

mod codec;
mod filters;
mod fourier;
mod functions;
mod g711;
mod noise;
mod quantiser;
mod resample;
mod synthesis;
mod wav;

pub use codec::{Codec, Compressor};
pub use g711::{alaw, mulaw};
#[doc(hidden)]
pub use quantiser::Quantiser;
pub use resample::Resampler;
#[doc(hidden)]
pub use synthesis::{Synthesis, TAIL};
pub use wav::{pcm_bytes, wav_header};
