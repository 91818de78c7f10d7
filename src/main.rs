//! The `vaak` program: parse, run, exit code.

#![forbid(unsafe_code)]
#![deny(clippy::too_many_lines)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
