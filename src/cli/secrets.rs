//! Sources of the API keys and certificates of `vaak serve`.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use vaak::Error;
use vaak::serve::keys::{self, Keys, KeysError};
use vaak::serve::{Server, TlsError};

use super::exit::{Failure, tell};

/// The environment variable with one key.
const KEY_VARIABLE: &str = "VAAK_API_KEY";
/// The name of the key file, among systemd's credentials and in the state directory.
const KEY_FILE: &str = "api-keys";

/// Characters of the shortest key: fewer could be tried one after another.
const SHORTEST: usize = 8;

/// A source of keys.
pub enum Source {
    File(PathBuf),
    Variable(String),
}

/// The files of a TLS certificate.
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
}

impl Certificate {
    pub fn new(chain: &Path, key: &Path) -> Self {
        Self {
            chain: chain.to_owned(),
            key: key.to_owned(),
        }
    }

    /// Reads both files and passes them to `take`.
    pub fn read<T>(
        &self,
        take: impl FnOnce(&[u8], &[u8]) -> Result<T, TlsError>,
    ) -> Result<T, Failure> {
        let [chain, key] = [&self.chain, &self.key]
            .map(|path| fs::read(path).map_err(|source| io_error(path.clone(), source)));
        warn_if_open(&self.key);
        take(&chain?, &key?).map_err(|e| invalid(&self.chain, &e))
    }
}

impl Source {
    /// Returns the named file, or else the first place that has keys. Makes a key if there is none.
    pub fn find(file: Option<PathBuf>) -> Result<Self, Failure> {
        if let Some(file) = file {
            return Ok(Self::File(file));
        }
        if let Ok(key) = env::var(KEY_VARIABLE) {
            return Ok(Self::Variable(key));
        }
        if let Some(folder) = env::var_os("CREDENTIALS_DIRECTORY") {
            let file = PathBuf::from(folder).join(KEY_FILE);
            if file.exists() {
                return Ok(Self::File(file));
            }
        }
        let file = state_directory()?.join(KEY_FILE);
        if !file.exists() {
            keys::create(&file).map_err(|source| io_error(file.clone(), source))?;
            tell(format_args!("made an API key, in {}", file.display()));
        }
        Ok(Self::File(file))
    }

    /// The list of keys. One that could be guessed is rejected.
    fn read(&self) -> Result<String, Failure> {
        let list = match self {
            Self::Variable(key) => key.clone(),
            Self::File(path) => {
                warn_if_open(path);
                fs::read_to_string(path).map_err(|source| io_error(path.clone(), source))?
            }
        };
        let short = (1..).zip(list.lines().map(str::trim)).find(|(_, line)| {
            !line.is_empty() && !line.starts_with('#') && line.chars().count() < SHORTEST
        });
        match short {
            None => Ok(list),
            Some((at, _)) => Err(Failure::Usage(format!(
                "{}: line {at}: a key has at least {SHORTEST} characters",
                self.place().display()
            ))),
        }
    }

    fn place(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Variable(_) => Path::new(KEY_VARIABLE),
        }
    }

    pub fn load(&self) -> Result<Keys, Failure> {
        Keys::parse(&self.read()?).map_err(|reason| self.failure(reason))
    }

    /// Replaces the server's keys by those that the source has now.
    pub fn reload(&self, server: &Server) -> Result<(), Failure> {
        let replaced = server.replace_keys(&self.read()?);
        replaced.map_err(|reason| self.failure(reason))
    }

    fn failure(&self, reason: KeysError) -> Failure {
        invalid(self.place(), &reason)
    }
}

/// Warns of a secret that every user of the machine can read. The group is not looked at: systemd's credentials have one.
fn warn_if_open(path: &Path) {
    const OTHERS_READ: u32 = 0o004;
    let mode = fs::metadata(path).map_or(0, |file| file.permissions().mode());
    if mode & OTHERS_READ != 0 {
        let path = path.display();
        tell(format_args!(
            "warning: others can read {path}: chmod 600 {path}"
        ));
    }
}

/// Returns the state directory: systemd's, or that of the user's programs.
fn state_directory() -> Result<PathBuf, Failure> {
    let path = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    path("STATE_DIRECTORY")
        .or_else(|| path("XDG_STATE_HOME").map(|state| state.join("vaak")))
        .or_else(|| path("HOME").map(|home| home.join(".local/state/vaak")))
        .ok_or(Failure::Usage(
            "there is no place to keep an API key: name a file with --api-key-file".to_owned(),
        ))
}

fn invalid(path: &Path, reason: &impl Display) -> Failure {
    Failure::Usage(format!("{}: {reason}", path.display()))
}

fn io_error(path: PathBuf, source: io::Error) -> Failure {
    Error::Io { path, source }.into()
}
