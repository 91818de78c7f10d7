//! The networks: int8 by this crate, float32 by tract. Nothing outside this folder uses tract.

#[cfg(test)]
mod built_in;
mod dequantize;
mod graph;
mod integer;
mod network;
mod onnx;
mod wire;

pub use graph::{Input, Shape};
pub use integer::{Given, Unit};
pub use network::{Network, Run};
