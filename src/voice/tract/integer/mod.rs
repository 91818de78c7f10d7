//! int8 networks, whose layers are fused into one operator per block. It rounds its input once, multiplies it by int8 weights into
//! 32-bit sums, and finishes the sums in place. The graphs stay plain ONNX; the operator replaces the equivalent nodes.

#[cfg(target_arch = "aarch64")]
mod arm;
mod block;
mod finish;
pub mod form;
mod fuse;
pub mod live;
mod plan;
mod product;
mod rounding;
#[cfg(test)]
mod tests;
mod unit;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use form::Form;
pub use fuse::fuse;
pub use plan::Plan;
pub use plan::run::{Given, State};
pub use product::Weights;
pub use unit::Unit;
