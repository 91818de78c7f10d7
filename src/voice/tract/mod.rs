//! The networks, run by tract. Nothing outside this folder uses tract.

mod dequantize;
mod graph;
mod integer;
mod network;
mod onnx;
mod wire;

pub use graph::{Input, Shape};
pub use integer::Unit;
pub use network::{Network, Run, Values};
