//! The networks on tract. Nothing outside this folder names it.

mod dequantize;
mod graph;
mod integer;
mod network;

pub use graph::{Input, Shape};
pub use integer::Unit;
pub use network::{Network, Run, Values};
