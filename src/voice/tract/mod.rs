//! The networks, run by tract. Nothing outside this folder uses tract.

mod dequantize;
mod integer;
mod network;

pub use integer::Unit;
pub use network::{Input, Network, Run, Shape, Values};
