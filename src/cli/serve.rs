//! `vaak serve`: HTTP and WebSocket, until a signal ends it.

use std::env;
use std::fs;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sd_notify::NotifyState;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_shutdown;
use signal_hook::iterator::Signals;
use vaak::Error;
use vaak::serve::keys::{self, Keys};
use vaak::serve::{Config, Server, Tls};

use super::config::Configuration;
use super::exit::{Failure, tell};
use super::flags::{Lexicon, Model, Serve};

/// Holds one key.
const KEY_VARIABLE: &str = "VAAK_API_KEY";
/// The file of keys among systemd's credentials, and in the state directory.
const KEY_FILE: &str = "api-keys";

/// A program that a signal ends has this much and the signal's number as its exit code, as shells tell it.
const ENDED_BY_SIGNAL: i32 = 128;

/// Where keys come from.
enum Source {
    File(PathBuf),
    Variable(String),
}

/// The files that TLS needs.
struct Certificate {
    chain: PathBuf,
    key: PathBuf,
}

pub fn run(flags: Serve) -> Result<(), Failure> {
    let prints = flags.print_config;
    let configuration = Configuration::of(flags)?;
    if prints {
        write!(stdout(), "{}", configuration.written())?;
        return Ok(());
    }
    if configuration.no_auth && !configuration.listen.ip().is_loopback() {
        return Err(Failure::Usage(
            "--no-auth is for a loopback address only: anyone who reaches another one could speak"
                .to_owned(),
        ));
    }
    let model = Model {
        model: configuration.model,
        kernel: configuration.kernel,
    };
    let engine = model.load()?;
    let lexicon = Lexicon {
        lexicon: configuration.lexicon,
    };
    let engine = engine.with_lexicon(lexicon.load()?);
    let source = match configuration.no_auth {
        true => None,
        false => Some(Source::find(configuration.api_key_file)?),
    };
    let certificate = match (configuration.tls_cert, configuration.tls_key) {
        (Some(chain), Some(key)) => Some(Certificate { chain, key }),
        (None, None) => None,
        _ => {
            return Err(Failure::Usage(
                "tls_cert and tls_key belong together: name both files or neither".to_owned(),
            ));
        }
    };
    let config = Config {
        listen: configuration.listen,
        keys: source.as_ref().map(Source::load).transpose()?,
        tls: certificate
            .as_ref()
            .map(|c| c.read(Tls::parse))
            .transpose()?,
        #[cfg(feature = "speaker")]
        speaker: configuration
            .speak
            .then(|| vaak::speaker::Speaker::local(&configuration.device, configuration.busy)),
        #[cfg(not(feature = "speaker"))]
        speaker: None,
        limits: configuration.limits,
        aliases: configuration.model_aliases,
        log: configuration.log_format,
    };
    // Before anything runs: a signal from now on ends it in order.
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(Failure::Service)?;
    let stopping = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        register_conditional_shutdown(signal, ENDED_BY_SIGNAL + signal, Arc::clone(&stopping))
            .map_err(Failure::Service)?;
    }
    let server = Server::start(engine, config).map_err(Failure::Service)?;
    let scheme = if certificate.is_some() {
        "https"
    } else {
        "http"
    };
    if let Some(shortage) = server.shortage() {
        tell(format_args!("{shortage}"));
    }
    tell(format_args!("listening on {scheme}://{}", server.address()));
    if let Some(time) = sd_notify::watchdog_enabled() {
        // Twice in the time that systemd allows, as it advises.
        server
            .watch(time / 2, || notify(&[NotifyState::Watchdog]))
            .map_err(Failure::Service)?;
    }
    notify(&[NotifyState::Ready]);
    for signal in signals.forever() {
        if signal != SIGHUP {
            break;
        }
        if let Ok(now) = NotifyState::monotonic_usec_now() {
            notify(&[NotifyState::Reloading, now]);
        }
        if let Some(source) = &source {
            let loaded = source.read().and_then(|list| {
                let replaced = server.replace_keys(&list);
                replaced.map_err(|reason| source.failure(reason))
            });
            tell_loaded("the keys are", loaded);
        }
        if let (Some(tls), Some(certificate)) = (server.tls(), &certificate) {
            let loaded = certificate.read(|chain, key| tls.replace(chain, key));
            tell_loaded("the certificate is", loaded);
        }
        if lexicon.lexicon.is_some() {
            let loaded = lexicon.load().map(|lexicon| server.set_lexicon(lexicon));
            tell_loaded("the lexicon is", loaded);
        }
        notify(&[NotifyState::Ready]);
    }
    // Another signal from now on ends the program at once.
    stopping.store(true, Ordering::Relaxed);
    notify(&[NotifyState::Stopping]);
    server.stop();
    Ok(())
}

/// Tells systemd, if it has started us. Whether it listens is no matter of ours.
fn notify(states: &[NotifyState]) {
    let _ = sd_notify::notify(states);
}

/// Tells what came of loading something anew.
fn tell_loaded(what: &str, loaded: Result<(), Failure>) {
    match loaded {
        Ok(()) => tell(format_args!("{what} loaded anew")),
        Err(e) => tell(format_args!("{what} as before: {e}")),
    }
}

impl Certificate {
    /// Reads both files, for `take`.
    fn read<T>(&self, take: impl FnOnce(&[u8], &[u8]) -> Result<T, String>) -> Result<T, Failure> {
        let [chain, key] = [&self.chain, &self.key]
            .map(|path| fs::read(path).map_err(|source| io_error(path.clone(), source)));
        take(&chain?, &key?).map_err(|reason| invalid(&self.chain, &reason))
    }
}

impl Source {
    fn find(file: Option<PathBuf>) -> Result<Self, Failure> {
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

    fn read(&self) -> Result<String, Failure> {
        match self {
            Self::Variable(key) => Ok(key.clone()),
            Self::File(path) => {
                fs::read_to_string(path).map_err(|source| io_error(path.clone(), source))
            }
        }
    }

    fn load(&self) -> Result<Keys, Failure> {
        Keys::parse(&self.read()?).map_err(|reason| self.failure(reason))
    }

    fn failure(&self, reason: String) -> Failure {
        match self {
            Self::File(path) => invalid(path, &reason),
            Self::Variable(_) => invalid(Path::new(KEY_VARIABLE), &reason),
        }
    }
}

/// Where systemd says, or where the user's programs keep their state.
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

fn invalid(path: &Path, reason: &str) -> Failure {
    Failure::Usage(format!("{}: {reason}", path.display()))
}

fn io_error(path: PathBuf, source: io::Error) -> Failure {
    Error::Io { path, source }.into()
}
