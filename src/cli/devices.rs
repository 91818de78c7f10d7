//! `vaak devices`: lists the output devices.

use std::io::{Write, stdout};

use vaak::playback::{DEFAULT, devices};

use super::exit::Failure;

pub fn run() -> Result<(), Failure> {
    let failed = |source| vaak::playback::Error::Device {
        name: DEFAULT.to_owned(),
        source,
    };
    for (name, what) in devices().map_err(failed)? {
        writeln!(stdout(), "{name}\t{what}")?;
    }
    Ok(())
}
