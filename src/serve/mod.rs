//! The engine behind one address: `POST /v1/tts` for a clip, the WebSocket `/v1/tts/stream` for a conversation. Another
//! address may speak the Wyoming protocol.
//!
//! ```text
//! connection ──► request, auth ──┬──► http: routes, clips ──────────────┐
//!                                └──► websocket: session, synthesis ────┤
//! wyoming: connection, events, speech ──────────────────────────────────┤
//!                                                                       ▼
//!                               utterance: params, slots, the engine's turn, sink
//! ```
//!
//! Each connection has a thread that reads its requests, each within a bound, and answers them; a conversation has
//! another that speaks. `Shared` holds what they have in common, and knows none of them.

mod auth;
mod cache;
mod capacity;
mod clip;
mod clock;
mod connection;
mod cors;
mod error;
#[doc(hidden)]
pub mod faults;
mod fields;
mod format;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod halves;
mod head;
mod http;
mod id;
mod ignored;
pub mod keys;
mod limits;
mod log;
mod memory;
mod metrics;
mod params;
mod places;
mod queue;
mod rate_limits;
mod request;
mod shared;
mod sink;
mod slots;
mod socket;
mod speech_form;
mod tls;
mod utterance;
mod websocket;
mod workers;
mod wyoming;

use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::lexicon::Lexicon;
use crate::playback::Speaker;
pub use cache::Cache;
use capacity::Resources;
#[doc(hidden)]
pub use clip::Clip;
#[doc(hidden)]
pub use error::ApiError;
use keys::{Keys, KeysError};
pub use limits::Limits;
use limits::after;
pub use log::Log;
use log::Logger;
use places::REFUSED;
use shared::{Parts, Shared};
use speech_form::VoiceAliases;
pub use tls::{Tls, TlsError};
use websocket::Sessions;

/// How often [`Server::stop`] looks whether all has ended.
const POLL: Duration = Duration::from_millis(20);

/// Time to tell conversations that they end. Those whose clients do not read are cut off.
const FAREWELL: Duration = Duration::from_millis(300);

/// What a service is started with.
#[derive(Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where to speak the Wyoming protocol as well; `None`: nowhere.
    pub wyoming: Option<Wyoming>,
    /// The keys that clients need; `None`: clients need none, which only a loopback address allows.
    pub keys: Option<Keys>,
    /// The certificate; `None`: connections are not encrypted.
    pub tls: Option<Tls>,
    /// Where clients may have their speech played; `None`: nowhere.
    pub speaker: Option<Speaker>,
    /// What clients may take.
    pub limits: Limits,
    /// What is kept to be spoken again.
    pub cache: Cache,
    /// Further names of the first model.
    pub aliases: Vec<String>,
    /// Whether the key may come as `?api_key=` in the URL as well, where it gets into the logs of proxies.
    pub key_in_url: bool,
    /// Origins whose pages may use the service in a browser, such as `https://example.org`; `*` is every origin.
    pub cors_origins: Vec<String>,
    /// Further names of voices for `/v1/audio/speech`, with the voices that they stand for, above those that OpenAI's clients
    /// send.
    pub voice_aliases: Vec<(String, String)>,
    /// How requests are logged.
    pub log: Log,
}

/// Where the Wyoming protocol is spoken. It has neither keys nor TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wyoming {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Whether this may be another address than loopback: whoever reaches it can have text spoken.
    pub open: bool,
}

/// A running service.
#[derive(Debug)]
pub struct Server {
    shared: Arc<Shared>,
    sessions: Arc<Sessions>,
    address: SocketAddr,
    wyoming: Option<SocketAddr>,
    shortage: Option<String>,
}

impl Server {
    /// Begins to listen, in threads of its own.
    pub fn start(engine: Engine, config: Config) -> io::Result<Self> {
        if config.keys.is_none() && !config.listen.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "without keys only a loopback address may be listened on",
            ));
        }
        if let Some(Wyoming {
            listen,
            open: false,
        }) = config.wyoming
            && !listen.ip().is_loopback()
        {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "Wyoming has no keys: without leave it may listen on a loopback address only",
            ));
        }
        let listener = bind(config.listen)?;
        let wyoming = config
            .wyoming
            .map(|wyoming| bind(wyoming.listen))
            .transpose()?;
        let address = listener.local_addr()?;
        let mut limits = config.limits;
        let shortage = Resources::given().fit(&mut limits, config.cache.memory());
        let engine = match config.cache.open()? {
            Some(cache) => engine.with_cache(cache),
            None => engine,
        };
        let shared = Arc::new(Shared::new(Parts {
            engine,
            keys: config.keys,
            tls: config.tls,
            loudspeaker: config.speaker,
            limits,
            aliases: config.aliases,
            key_in_url: config.key_in_url,
            cors_origins: config.cors_origins,
            voice_aliases: VoiceAliases::new(config.voice_aliases),
            log: Logger::start(config.log)?,
        }));
        let sessions = Arc::new(Sessions::default());
        let (refused, to_refuse) = mpsc::sync_channel(REFUSED);
        thread::Builder::new()
            .name("refuse".to_owned())
            .spawn(move || connection::refuse(&to_refuse))?;
        let (to_shared, to_sessions) = (Arc::clone(&shared), Arc::clone(&sessions));
        thread::Builder::new()
            .name("accept".to_owned())
            .spawn(move || connection::accept(&to_shared, &to_sessions, &listener, &refused))?;
        let wyoming_address = wyoming.as_ref().map(TcpListener::local_addr).transpose()?;
        if let Some(listener) = wyoming {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name("wyoming".to_owned())
                .spawn(move || wyoming::accept(&shared, &listener))?;
        }
        Ok(Self {
            shared,
            sessions,
            address,
            wyoming: wyoming_address,
            shortage,
        })
    }

    /// Says which limits were lowered because the machine gives less than they need; `None`: none.
    pub fn shortage(&self) -> Option<&str> {
        self.shortage.as_deref()
    }

    /// Where it listens: the real port also where port 0 was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it speaks the Wyoming protocol, with the real port; `None`: nowhere.
    pub fn wyoming(&self) -> Option<SocketAddr> {
        self.wyoming
    }

    /// Takes another list of keys in place of the one so far, which stays if there is anything wrong with the new one.
    /// Conversations and clips whose key is no longer listed are ended. Without keys nothing happens.
    pub fn replace_keys(&self, list: &str) -> Result<(), KeysError> {
        if let Some(keys) = &self.shared.keys {
            keys.replace(list)?;
            let deadline = after(FAREWELL);
            for session in self.sessions.all() {
                if !keys.holds(session.key()) {
                    session.revoke(deadline);
                }
            }
        }
        Ok(())
    }

    /// The certificate, to be replaced.
    pub fn tls(&self) -> Option<&Tls> {
        self.shared.tls.as_ref()
    }

    /// Replaces the lexicon for what begins from now on.
    pub fn set_lexicon(&self, lexicon: Lexicon) {
        self.shared.set_lexicon(lexicon);
    }

    /// Calls `beat` once a period, in a thread of its own, as long as the service answers.
    pub fn watch(&self, period: Duration, beat: impl Fn() + Send + 'static) -> io::Result<()> {
        let address = self.address;
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || {
                loop {
                    if is_alive(address, period) {
                        beat();
                    }
                    thread::sleep(period);
                }
            })?;
        Ok(())
    }

    /// Takes nothing new and waits for what runs, but no longer than the limits say.
    pub fn stop(&self) {
        self.shared.drain();
        for session in self.sessions.all() {
            session.leave_if_idle();
        }
        let deadline = after(self.shared.limits.drain);
        while self.is_busy() && Instant::now() < deadline {
            thread::sleep(POLL);
        }
        let deadline = after(FAREWELL);
        self.shared.cut();
        for session in self.sessions.all() {
            session.leave(deadline);
        }
        // What is cut off tells so in the log.
        while self.shared.requests.get() > 0 && Instant::now() < deadline {
            thread::sleep(POLL);
        }
        self.shared.log.flush(deadline);
    }

    /// Whether a clip or a turn is unfinished.
    fn is_busy(&self) -> bool {
        let sessions = self.sessions.all();
        self.shared.requests.get() > 0 || sessions.iter().any(|session| !session.is_idle())
    }
}

/// Listens on an address, and names it where that fails.
fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address).map_err(|e| io::Error::new(e.kind(), format!("{address}: {e}")))
}

/// Whether the service attends to a connection within a time. One on which no request comes leaves no trace in log and
/// metrics.
fn is_alive(mut address: SocketAddr, time: Duration) -> bool {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    let ask = || {
        let mut stream = TcpStream::connect_timeout(&address, time)?;
        stream.set_read_timeout(Some(time))?;
        stream.shutdown(Shutdown::Write)?;
        // Its end, or what is said where there is no room.
        stream.read(&mut [0])
    };
    match ask() {
        Ok(_) => true,
        Err(e) => e.kind() == io::ErrorKind::ConnectionReset,
    }
}
