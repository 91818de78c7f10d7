//! Runs the code of `vaak bench`: `cargo bench --bench speech`. `cargo bench --bench speech -- --json` passes flags on.

use std::env::args;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let flags = args().skip(1).filter(|flag| flag != "--bench");
    let status = Command::new(env!("CARGO_BIN_EXE_vaak"))
        .arg("bench")
        .args(flags)
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
