//! The engine behind one address: `POST /v1/tts` for a clip, the WebSocket `/v1/tts/stream` for a conversation.
//!
//! ```text
//!                     ┌──► websocket, conversation (tungstenite)
//! socket ──► door ────┤
//!                     └──► http (tiny_http, behind a socket of its own)
//! ```
//!
//! The door accepts, and holds every bound: it reads a request whole, checks its key, and gives it to the one or
//! the other. tiny_http can neither bound what it reads nor let go of a socket that two threads use; behind the door
//! it meets only whole, small requests, and a WebSocket never meets it.

mod auth;
mod connection;
mod error;
mod format;
mod http;
pub mod keys;
mod limits;
mod log;
mod metrics;
mod params;
mod request;
mod sink;
mod socket;
mod tls;
mod websocket;

use std::fmt::Display;
use std::fs;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::thread;
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;

use crate::engine::Engine;
use crate::phonemes::Lexicon;
use crate::speaker::Speaker;
use keys::Keys;
pub use limits::Limits;
use limits::{Budgets, Places, after};
pub use log::Log;
use metrics::Metrics;
pub use tls::Tls;
use websocket::Conversation;

/// How often the end of what still runs is looked for when the service ends.
const LOOK: Duration = Duration::from_millis(20);

/// What a service is started with.
#[derive(Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Who may speak; `None`: anyone, which only a loopback address allows.
    pub keys: Option<Keys>,
    /// With what connections are secured; `None`: not at all.
    pub tls: Option<Tls>,
    /// Where a client may have its speech played; `None`: nowhere.
    pub speaker: Option<Speaker>,
    /// What a client may take.
    pub limits: Limits,
    /// Further names of the first model.
    pub aliases: Vec<String>,
    /// What is told of each request.
    pub log: Log,
}

/// A running service.
#[derive(Debug)]
pub struct Server {
    service: Arc<Service>,
    address: SocketAddr,
    folder: Folder,
}

/// What every connection shares.
#[derive(Debug)]
struct Service {
    engine: RwLock<Engine>,
    keys: Option<Keys>,
    tls: Option<Tls>,
    speaker: Option<Speaker>,
    limits: Limits,
    places: Places,
    budgets: Budgets,
    aliases: Vec<String>,
    metrics: Metrics,
    log: Log,
    /// Where tiny_http listens.
    inner: PathBuf,
    connections: AtomicUsize,
    conversations: Mutex<Vec<Weak<Conversation>>>,
    /// Requests being answered.
    running: AtomicUsize,
    draining: AtomicBool,
}

/// A folder that only this user can enter, removed when dropped.
#[derive(Debug)]
struct Folder(PathBuf);

/// One of a count, until it is dropped.
#[derive(Debug)]
struct Counted<'a>(&'a AtomicUsize);

impl Server {
    /// Begins to listen, in threads of its own.
    pub fn start(engine: Engine, config: Config) -> io::Result<Self> {
        if config.keys.is_none() && !config.listen.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "without keys only a loopback address may be listened on",
            ));
        }
        let listener = TcpListener::bind(config.listen).map_err(|e| named(config.listen, &e))?;
        let address = listener.local_addr()?;
        let folder = Folder::new()?;
        let service = Arc::new(Service {
            engine: RwLock::new(engine),
            keys: config.keys,
            tls: config.tls,
            speaker: config.speaker,
            limits: config.limits,
            places: Places::default(),
            budgets: Budgets::default(),
            aliases: config.aliases,
            metrics: Metrics::default(),
            log: config.log,
            inner: folder.0.join("http"),
            connections: AtomicUsize::new(0),
            conversations: Mutex::default(),
            running: AtomicUsize::new(0),
            draining: AtomicBool::new(false),
        });
        http::start(&service)?;
        let shared = Arc::clone(&service);
        thread::Builder::new()
            .name("door".to_owned())
            .spawn(move || connection::run(&shared, &listener))?;
        Ok(Self {
            service,
            address,
            folder,
        })
    }

    /// Where it listens: the port is known also if any was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The keys, to be replaced.
    pub fn keys(&self) -> Option<&Keys> {
        self.service.keys.as_ref()
    }

    /// The certificate, to be replaced.
    pub fn tls(&self) -> Option<&Tls> {
        self.service.tls.as_ref()
    }

    /// Takes another lexicon for what is begun from now on.
    pub fn set_lexicon(&self, lexicon: Lexicon) {
        let engine = self.service.engine().with_lexicon(lexicon);
        let known = self.service.engine.write();
        *known.unwrap_or_else(PoisonError::into_inner) = engine;
    }

    /// Calls `beat` once a period, in a thread of its own, where the service answers.
    pub fn watch(&self, period: Duration, beat: impl Fn() + Send + 'static) -> io::Result<()> {
        let service = Arc::clone(&self.service);
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || {
                loop {
                    if http::is_alive(&service, period) {
                        beat();
                    }
                    thread::sleep(period);
                }
            })?;
        Ok(())
    }

    /// Refuses what is new, and waits for what runs, but no longer than the limits say.
    pub fn stop(self) {
        let service = &self.service;
        service.draining.store(true, Ordering::Relaxed);
        for conversation in service.conversations() {
            conversation.leave_if_idle();
        }
        let deadline = after(service.limits.drain);
        while service.is_busy() && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
        for conversation in service.conversations() {
            conversation.leave();
        }
        drop(self.folder);
    }
}

impl Service {
    fn engine(&self) -> Engine {
        let engine = self.engine.read();
        engine.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether a clip or a turn is unfinished.
    fn is_busy(&self) -> bool {
        let conversations = self.conversations();
        self.running.load(Ordering::Relaxed) > 0 || conversations.iter().any(|c| !c.is_idle())
    }

    /// Keeps account of a conversation as long as it lasts.
    fn enter(&self, conversation: &Arc<Conversation>) {
        let all = self.conversations.lock();
        let mut all = all.unwrap_or_else(PoisonError::into_inner);
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(conversation));
    }

    fn conversations(&self) -> Vec<Arc<Conversation>> {
        let all = self.conversations.lock();
        let all = all.unwrap_or_else(PoisonError::into_inner);
        all.iter().filter_map(Weak::upgrade).collect()
    }
}

impl Folder {
    fn new() -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("vaak-{}", random_id()?));
        // A folder that exists already is an error: it may be another's.
        let made = fs::DirBuilder::new().mode(0o700).create(&path);
        made.map_err(|e| named(path.display(), &e))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The same error, and what it is about.
fn named(what: impl Display, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

/// An id that nobody can guess.
fn random_id() -> io::Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(HEXLOWER.encode(&bytes))
}
