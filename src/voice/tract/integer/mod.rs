//! int8 layers as one operator each block: inputs are rounded once, multiplied by int8 weights into 32-bit sums, and the sums
//! finished where they stand. The graphs stay plain ONNX; the operator takes the place of the nodes that say the same.

#[cfg(target_arch = "aarch64")]
mod arm;
mod block;
mod finish;
mod fuse;
mod product;
mod rounding;
#[cfg(test)]
mod tests;
mod unit;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use fuse::fuse;
pub use unit::Unit;
