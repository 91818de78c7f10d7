//! Compiles data into the crate; there is none yet.

fn main() {}
