//! Frames to PCM, and PCM to what a listener wants.

mod limiter;
mod synthesis;
mod wav;

pub use limiter::to_pcm;
pub use synthesis::{Synthesis, TAIL};
pub use wav::{pcm_bytes, wav_header};
