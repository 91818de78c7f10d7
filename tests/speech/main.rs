//! Text to samples: bundles, turns, the sound of the voice, and its costs.

mod allocations;
mod bundle;
mod cache;
#[cfg(feature = "bundled-voice")]
mod golden;
#[cfg(feature = "bundled-voice")]
mod models;
#[path = "../../src/voice/fuzz/onnx.rs"]
mod onnx;
mod telephony;
mod turns;
#[path = "../common/voice.rs"]
mod voice;
