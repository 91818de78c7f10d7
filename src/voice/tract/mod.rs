//! The networks on tract. Nothing outside this folder names it.

mod dequantize;
mod graph;
mod integer;
mod network;

pub use integer::Unit;
pub use network::{Input, Network, Run, Shape, Values};
