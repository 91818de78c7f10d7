//! Failures and their exit codes.

use std::env;
use std::fmt::Display;
use std::io::{self, Write, stderr};
use std::path::Path;
use std::process::ExitCode;

use vaak::Error;

/// A failure of a file, the voice or the system.
const FAILED: u8 = 1;
/// An invalid request. Clap's own usage errors have the same code.
const USAGE: u8 = 2;
/// A voice bundle that was rejected.
const BUNDLE: u8 = 3;

/// The folders that `ProtectHome=yes` hides.
const HIDDEN: [&str; 3] = ["/home", "/root", "/run/user"];

/// The meaning of each code, for `--help` and the man page.
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
        "wrong input: an unknown flag, language, voice or model, a speed out of range, text without anything to speak, or an error in SSML, a lexicon, settings, keys or a certificate",
    ),
    (
        BUNDLE,
        "the voice bundle is damaged, incomplete, or made for another version",
    ),
];

/// Returns the exit codes as `--help` shows them.
pub fn help() -> String {
    let mut help = "Exit codes:".to_owned();
    for (code, meaning) in CODES {
        help += &format!("\n  {code}  {meaning}");
    }
    help
}

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An error of the library.
    #[error(transparent)]
    Vaak(#[from] Error),
    /// The loudspeaker cannot play.
    #[cfg(feature = "playback")]
    #[error(transparent)]
    Speaker(#[from] vaak::playback::Error),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Stream(#[from] io::Error),
    /// The service cannot start.
    #[cfg(all(unix, feature = "serve"))]
    #[error("{0}")]
    Service(io::Error),
    /// The flags do not suit this machine, or a file that they name has invalid content.
    #[error("{0}")]
    Usage(String),
    /// Some lines of `say --jsonl` or rows of `render` were not spoken. Each was told on its own.
    #[cfg(all(unix, feature = "serve"))]
    #[error("{failed} of {number} lines were not spoken")]
    Lines {
        /// How many were not.
        failed: u64,
        /// How many there were.
        number: u64,
    },
    /// The text has nothing that can be spoken.
    #[error("there is nothing to speak: the text holds no letters or digits that can be read")]
    Silent,
    /// The self-test of `doctor` failed.
    #[error("self-test: {0}")]
    Unfit(String),
}

impl Failure {
    /// Writes the failure to standard error and returns the exit code.
    pub fn report(self) -> ExitCode {
        // In `vaak … | head` the reader has enough; that is no failure.
        if matches!(&self, Self::Stream(e) if e.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        match &self {
            Self::Vaak(Error::Io { path, source }) => tell(unreadable(path, source)),
            failure => tell(failure),
        }
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
                | Error::Lexicon { .. }
                | Error::Ssml { .. }
                | Error::Limit { .. },
            ) => USAGE,
            Self::Vaak(Error::Bundle { .. }) => BUNDLE,
            Self::Usage(_) | Self::Silent => USAGE,
            #[cfg(feature = "playback")]
            Self::Speaker(_) => FAILED,
            #[cfg(all(unix, feature = "serve"))]
            Self::Service(_) => FAILED,
            #[cfg(all(unix, feature = "serve"))]
            Self::Lines { .. } => FAILED,
            Self::Vaak(_) | Self::Stream(_) | Self::Unfit(_) => FAILED,
        }
    }
}

/// Warns of characters that could not be read. The rest of the text is read anyway.
pub fn warn_of_skipped(skipped: usize) {
    if skipped > 0 {
        tell(format_args!(
            "warning: characters skipped because they could not be read: {skipped}"
        ));
    }
}

/// Says why a file cannot be read. In a unit of systemd the folders of users may be hidden, which looks as if they were empty.
pub fn unreadable(path: &Path, error: &io::Error) -> String {
    let told = format!("{}: {error}", path.display());
    let is_unit = env::var_os("INVOCATION_ID").is_some();
    let of_users = HIDDEN.iter().any(|folder| path.starts_with(folder));
    match is_unit && of_users {
        true => format!(
            "{told}: vaak.service sees no folder of a user (ProtectHome=yes): put it elsewhere, as in /var/lib, or set \
             ProtectHome=read-only with systemctl edit vaak"
        ),
        false => told,
    }
}

/// Writes a line to standard error. An error there is ignored, so that it does not end the command.
pub fn tell(line: impl Display) {
    let _ = writeln!(stderr().lock(), "vaak: {line}");
}
