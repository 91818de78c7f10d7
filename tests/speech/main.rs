//! From text to samples: bundles, turns, what is heard, and what that costs.

mod allocations;
mod bundle;
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
