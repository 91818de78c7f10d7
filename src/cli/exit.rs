//! Failures and the exit codes that they become.

use std::fmt::Display;
use std::io::{self, Write, stderr};
use std::process::ExitCode;

use vaak::Error;

/// Something went wrong: a file, the voice, the system.
const FAILED: u8 = 1;
/// The request must be corrected; clap's own usage errors exit with the same code.
const USAGE: u8 = 2;
/// The voice bundle was refused.
const BUNDLE: u8 = 3;

/// What each code means, for `--help` and the man page.
pub const CODES: [(u8, &str); 4] = [
    (
        0,
        "success, also if the reader of the output closed it early",
    ),
    (
        FAILED,
        "failure: a file could not be read or written, a device did not work, or the voice failed",
    ),
    (
        USAGE,
        "wrong input: an unknown flag, language, voice or model, a speed out of range, text without anything to speak, or an error in a lexicon, settings, keys or a certificate",
    ),
    (
        BUNDLE,
        "the voice bundle is damaged, incomplete, or made for another version",
    ),
];

/// The codes as `--help` tells them.
pub fn help() -> String {
    let mut help = "Exit codes:".to_owned();
    for (code, meaning) in CODES {
        help += &format!("\n  {code}  {meaning}");
    }
    help
}

/// Why a command stopped early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The library refused or failed.
    #[error(transparent)]
    Vaak(#[from] Error),
    /// The loudspeaker cannot be played on.
    #[cfg(feature = "playback")]
    #[error(transparent)]
    Speaker(#[from] vaak::playback::Error),
    /// Standard output failed.
    #[error("standard output: {0}")]
    Stream(#[from] io::Error),
    /// The service could not start; the message names what.
    #[cfg(all(unix, feature = "serve"))]
    #[error("{0}")]
    Service(io::Error),
    /// The flags do not fit where the program runs, or a file that they name has wrong contents.
    #[error("{0}")]
    Usage(String),
    /// The text holds nothing that can be spoken.
    #[error("there is nothing to speak: the text holds no letters or digits that can be read")]
    Silent,
    /// `doctor` heard no speech.
    #[error("self-test: {0}")]
    Unfit(String),
}

impl Failure {
    /// Tells standard error, and gives the exit code.
    pub fn report(self) -> ExitCode {
        // `vaak … | head` is a reader that has enough, not a fault.
        if matches!(&self, Self::Stream(e) if e.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        tell(&self);
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            Self::Vaak(
                Error::UnknownVoice { .. }
                | Error::UnknownLanguage { .. }
                | Error::UnknownModel { .. }
                | Error::InvalidSpeed { .. }
                | Error::OutOfRange { .. }
                | Error::Lexicon { .. },
            ) => USAGE,
            Self::Vaak(Error::Bundle { .. }) => BUNDLE,
            Self::Usage(_) | Self::Silent => USAGE,
            #[cfg(feature = "playback")]
            Self::Speaker(_) => FAILED,
            #[cfg(all(unix, feature = "serve"))]
            Self::Service(_) => FAILED,
            Self::Vaak(_) | Self::Stream(_) | Self::Unfit(_) => FAILED,
        }
    }
}

/// Warns of characters that were not read; they never stop the rest.
pub fn warn_of_skipped(skipped: usize) {
    if skipped > 0 {
        tell(format_args!(
            "warning: characters skipped because they could not be read: {skipped}"
        ));
    }
}

/// Writes a line to standard error. What cannot be written is lost: it must not end what goes well.
pub fn tell(line: impl Display) {
    let _ = writeln!(stderr().lock(), "vaak: {line}");
}
