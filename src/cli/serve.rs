//! `vaak serve`: runs the service until a signal ends it.

use std::io::{self, Write, stdout};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use sd_notify::NotifyState;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_shutdown;
use signal_hook::iterator::Signals;
use vaak::serve::{Config, Server, Tls, Wyoming};
use vaak::{Engine, Settings};

use super::config::Configuration;
use super::exit::{Failure, tell};
use super::flags::{Lexicon, Model, Serve};
use super::secrets::{Certificate, Source};

/// Shells report a program that a signal ended by this plus the signal's number.
const ENDED_BY_SIGNAL: i32 = 128;

/// The files that SIGHUP reloads.
struct Files {
    keys: Option<Source>,
    certificate: Option<Certificate>,
    lexicon: Lexicon,
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
    if let Some(wyoming) = configuration.wyoming
        && !wyoming.ip().is_loopback()
        && !configuration.wyoming_no_auth
    {
        return Err(Failure::Usage(format!(
            "--wyoming {wyoming}: Wyoming has no keys, so anyone who reaches this address could speak; use a loopback \
             address, or allow it with --wyoming-no-auth"
        )));
    }
    if let Some(fault) = configuration.cache.fault() {
        return Err(Failure::Usage(fault.to_owned()));
    }
    let model = Model {
        model: configuration.model.clone(),
        kernel: configuration.kernel,
    };
    // An address that cannot be listened on is told before a key is made.
    TcpListener::bind(configuration.listen)
        .map(drop)
        .map_err(|e| {
            let told = format!("{}: {e}", configuration.listen);
            Failure::Service(io::Error::new(e.kind(), told))
        })?;
    let engine = model.load()?;
    let files = Files::of(&configuration)?;
    let engine = engine.with_lexicon(files.lexicon.load()?);
    let config = files.config(configuration)?;
    speak_first(&engine)?;
    let scheme = match config.tls {
        Some(_) => "https",
        None => "http",
    };
    // Before anything runs, so that from now on a signal shuts down in order.
    let signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(Failure::Service)?;
    let stopping = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        register_conditional_shutdown(signal, ENDED_BY_SIGNAL + signal, Arc::clone(&stopping))
            .map_err(Failure::Service)?;
    }
    let server = Server::start(engine, config).map_err(Failure::Service)?;
    let server = Arc::new(server);
    let reload = reloader(Arc::clone(&server), files).map_err(Failure::Service)?;
    if let Some(shortage) = server.shortage() {
        tell(format_args!("{shortage}"));
    }
    if let Some(wyoming) = server.wyoming() {
        tell(format_args!("Wyoming, without keys, on tcp://{wyoming}"));
    }
    tell(format_args!("listening on {scheme}://{}", server.address()));
    if let Some(time) = sd_notify::watchdog_enabled() {
        // Twice per timeout, as systemd advises.
        server
            .watch(time / 2, || notify(&[NotifyState::Watchdog]))
            .map_err(Failure::Service)?;
    }
    wait(signals, &reload);
    // From now on another signal ends the program at once.
    stopping.store(true, Ordering::Relaxed);
    server.stop();
    Ok(())
}

/// Speaks a word that nobody hears, so that the first client of the first voice need not wait until it has been read from a disk.
fn speak_first(engine: &Engine) -> Result<(), Failure> {
    let mut turn = engine.turn(&Settings::default())?;
    turn.push("one\n")?;
    while turn.next_chunk()?.audio().is_some() {}
    Ok(())
}

/// Waits for a signal that ends the service. SIGHUP reloads the files.
fn wait(mut signals: Signals, reload: &SyncSender<()>) {
    notify(&[NotifyState::Ready]);
    for signal in signals.forever() {
        if signal != SIGHUP {
            break;
        }
        // Where it is full the files will be read after this.
        let _ = reload.try_send(());
    }
    notify(&[NotifyState::Stopping]);
}

/// Reloads the files when asked to, in a thread of its own: where a disk stalls, or nobody reads what is told, the service must
/// still end on a signal.
fn reloader(server: Arc<Server>, files: Files) -> io::Result<SyncSender<()>> {
    let (ask, asked) = mpsc::sync_channel(1);
    thread::Builder::new()
        .name("reload".to_owned())
        .spawn(move || {
            for () in asked {
                if let Ok(now) = NotifyState::monotonic_usec_now() {
                    notify(&[NotifyState::Reloading, now]);
                }
                files.reload(&server);
                notify(&[NotifyState::Ready]);
            }
        })?;
    Ok(ask)
}

impl Files {
    fn of(configuration: &Configuration) -> Result<Self, Failure> {
        let lexicon = Lexicon {
            lexicon: configuration.lexicon.clone(),
        };
        let keys = match configuration.no_auth {
            true => None,
            false => Some(Source::find(configuration.api_key_file.clone())?),
        };
        let certificate = match (&configuration.tls_cert, &configuration.tls_key) {
            (Some(chain), Some(key)) => Some(Certificate::new(chain, key)),
            (None, None) => None,
            _ => {
                return Err(Failure::Usage(
                    "tls_cert and tls_key belong together: name both files or neither".to_owned(),
                ));
            }
        };
        Ok(Self {
            keys,
            certificate,
            lexicon,
        })
    }

    fn config(&self, configuration: Configuration) -> Result<Config, Failure> {
        let certificate = self.certificate.as_ref();
        Ok(Config {
            listen: configuration.listen,
            wyoming: configuration.wyoming.map(|listen| Wyoming {
                listen,
                open: configuration.wyoming_no_auth,
            }),
            keys: self.keys.as_ref().map(Source::load).transpose()?,
            tls: certificate.map(|c| c.read(Tls::parse)).transpose()?,
            #[cfg(feature = "playback")]
            speaker: configuration
                .speak
                .then(|| vaak::playback::Speaker::local(&configuration.device, configuration.busy)),
            #[cfg(not(feature = "playback"))]
            speaker: None,
            limits: configuration.limits,
            cache: configuration.cache,
            aliases: configuration.model_aliases,
            key_in_url: configuration.key_in_url,
            cors_origins: configuration.cors_origins,
            voice_aliases: voice_aliases(&configuration.voice_aliases)?,
            log: configuration.log_format,
        })
    }

    /// Reloads the files. A file with an error changes nothing.
    fn reload(&self, server: &Server) {
        if let Some(source) = &self.keys {
            tell_loaded("the keys are", source.reload(server));
        }
        if let (Some(tls), Some(certificate)) = (server.tls(), &self.certificate) {
            let loaded = certificate.read(|chain, key| tls.replace(chain, key));
            tell_loaded("the certificate is", loaded);
        }
        if self.lexicon.lexicon.is_some() {
            let loaded = self.lexicon.load();
            let loaded = loaded.map(|lexicon| server.set_lexicon(lexicon));
            tell_loaded("the lexicon is", loaded);
        }
    }
}

/// Parts aliases that are written as `name=voice`.
fn voice_aliases(written: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let parts = written.iter().map(|alias| {
        let (name, voice) = alias.split_once('=').ok_or_else(|| {
            Failure::Usage(format!(
                "voice_aliases: {alias:?} is not like \"name=voice\""
            ))
        })?;
        Ok((name.trim().to_owned(), voice.trim().to_owned()))
    });
    parts.collect()
}

/// Tells systemd, if it has started us. Whether it listens is no matter of ours.
fn notify(states: &[NotifyState]) {
    let _ = sd_notify::notify(states);
}

/// Reports the result of reloading.
fn tell_loaded(what: &str, loaded: Result<(), Failure>) {
    match loaded {
        Ok(()) => tell(format_args!("{what} loaded anew")),
        Err(e) => tell(format_args!("{what} as before: {e}")),
    }
}
