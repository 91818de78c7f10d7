//! `vaak serve`: HTTP and WebSocket, until a signal ends it.

use std::env;
use std::fs;
use std::io::{self, Write, stdout};
use std::path::PathBuf;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use vaak::Error;
use vaak::engine::Settings;
use vaak::serve::keys::{self, Keys};
use vaak::serve::{Config, Server};

use super::config::Configuration;
use super::exit::Failure;
use super::flags::{Lexicon, Model, Serve};

/// Holds one key.
const KEY_VARIABLE: &str = "VAAK_API_KEY";
/// The file of keys among systemd's credentials, and in the state directory.
const KEY_FILE: &str = "api-keys";

/// Where keys come from.
enum Source {
    File(PathBuf),
    Variable(String),
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
            "--no-auth is for a loopback address only: anyone who reaches another one could speak",
        ));
    }
    let model = Model {
        model: configuration.model,
    };
    let (engine, model) = model.load()?;
    let lexicon = Lexicon {
        lexicon: configuration.lexicon,
    };
    let engine = engine.with_lexicon(lexicon.load()?);
    engine.check(&Settings {
        model,
        ..Settings::default()
    })?;
    let source = match configuration.no_auth {
        true => None,
        false => Some(Source::find(configuration.api_key_file)?),
    };
    let config = Config {
        listen: configuration.listen,
        keys: source.as_ref().map(Source::load).transpose()?,
        limits: configuration.limits,
        aliases: configuration.model_aliases,
        log: configuration.log_format,
    };
    // Before anything runs: a signal from now on ends it in order.
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let server = Server::start(engine, config)?;
    eprintln!("vaak: listening on http://{}", server.address());
    for signal in signals.forever() {
        if signal != SIGHUP {
            break;
        }
        if let (Some(keys), Some(source)) = (server.keys(), &source) {
            match source.read().and_then(|list| replace(keys, source, &list)) {
                Ok(()) => eprintln!("vaak: the keys are loaded anew"),
                Err(e) => eprintln!("vaak: the keys stay as they were: {e}"),
            }
        }
    }
    server.stop();
    Ok(())
}

fn replace(keys: &Keys, source: &Source, list: &str) -> Result<(), Failure> {
    keys.replace(list).map_err(|reason| source.failure(reason))
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
            eprintln!("vaak: made an API key, in {}", file.display());
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
        let path = match self {
            Self::File(path) => path.clone(),
            Self::Variable(_) => PathBuf::from(KEY_VARIABLE),
        };
        io_error(path, io::Error::new(io::ErrorKind::InvalidData, reason))
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
            "there is no place to keep an API key: name a file with --api-key-file",
        ))
}

fn io_error(path: PathBuf, source: io::Error) -> Failure {
    Error::Io { path, source }.into()
}
