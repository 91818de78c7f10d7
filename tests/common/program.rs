//! Starts the program under test.

use std::process::Command;

pub fn vaak(arguments: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_vaak");
    // An emulated test cannot start an emulated program directly; cargo's runner starts both.
    let runner = std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER")
        .ok()
        .filter(|_| cfg!(target_arch = "aarch64"));
    let mut words = runner
        .iter()
        .flat_map(|r| r.split_whitespace())
        .chain([program]);
    let mut command = Command::new(words.next().unwrap_or(program));
    command.args(words).args(arguments);
    command
}
