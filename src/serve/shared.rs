//! What all connections share.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::keys::{KeyId, Keys};
use super::limits::Limits;
use super::log::Logger;
use super::memory::{Held, Memory, Owner};
use super::metrics::{self, Gauge, Metrics};
use super::params::Offer;
use super::places::Places;
use super::rate_limits::RateLimits;
use super::slots::Slots;
use super::speech_form::VoiceAliases;
use super::tls::Tls;
use super::workers::Workers;
use crate::engine::{Cache, Engine};
use crate::lexicon::Lexicon;
use crate::playback::Speaker;

/// Wrong keys a minute that one address is told of at once: more than software that was set up wrongly sends.
const WRONG_KEYS: u32 = 600;

/// What all connections share.
#[derive(Debug)]
pub struct Shared {
    engine: RwLock<Engine>,
    pub keys: Option<Keys>,
    pub tls: Option<Tls>,
    pub loudspeaker: Option<Speaker>,
    pub limits: Limits,
    pub memory: Arc<Memory>,
    pub places: Arc<Places>,
    pub workers: Arc<Workers>,
    pub slots: Arc<Slots>,
    pub rate_limits: RateLimits,
    /// Wrong keys, by address.
    pub wrong_keys: RateLimits<IpAddr>,
    /// Further names of the first model.
    pub aliases: Vec<String>,
    /// The key may come in the URL.
    pub key_in_url: bool,
    /// Origins whose pages may use the service.
    pub cors_origins: Vec<String>,
    /// Names of voices in the form of `/v1/audio/speech`.
    pub voice_aliases: VoiceAliases,
    pub metrics: Metrics,
    pub log: Logger,
    /// Requests that are being answered.
    pub requests: Gauge,
    /// Conversations whose clients are silent for long.
    pub resting: Gauge,
    draining: AtomicBool,
    cut: AtomicBool,
}

/// What a service is made of, see [`super::Config`].
#[derive(Debug)]
pub struct Parts {
    pub engine: Engine,
    pub keys: Option<Keys>,
    pub tls: Option<Tls>,
    pub loudspeaker: Option<Speaker>,
    pub limits: Limits,
    pub aliases: Vec<String>,
    pub key_in_url: bool,
    pub cors_origins: Vec<String>,
    pub voice_aliases: VoiceAliases,
    pub log: Logger,
}

impl Shared {
    pub fn new(parts: Parts) -> Self {
        Self {
            engine: RwLock::new(parts.engine),
            keys: parts.keys,
            tls: parts.tls,
            loudspeaker: parts.loudspeaker,
            memory: Arc::new(Memory::new(parts.limits.buffers)),
            places: Arc::new(Places::new(parts.limits.connections)),
            workers: Arc::default(),
            slots: Arc::new(Slots::new(&parts.limits)),
            rate_limits: RateLimits::new(parts.limits.requests),
            wrong_keys: RateLimits::new(WRONG_KEYS),
            limits: parts.limits,
            aliases: parts.aliases,
            key_in_url: parts.key_in_url,
            cors_origins: parts.cors_origins,
            voice_aliases: parts.voice_aliases,
            metrics: Metrics::default(),
            log: parts.log,
            requests: Gauge::default(),
            resting: Gauge::default(),
            draining: AtomicBool::new(false),
            cut: AtomicBool::new(false),
        }
    }

    /// The engine, with the lexicon that holds now.
    pub fn engine(&self) -> Engine {
        let engine = self.engine.read();
        engine.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the lexicon for what begins from now on.
    pub fn set_lexicon(&self, lexicon: Lexicon) {
        let replaced = self.engine().with_lexicon(lexicon);
        let engine = self.engine.write();
        *engine.unwrap_or_else(PoisonError::into_inner) = replaced;
    }

    /// What requests may ask for.
    pub fn offer<'a>(&'a self, engine: &'a Engine) -> Offer<'a> {
        Offer {
            engine,
            aliases: &self.aliases,
            loudspeaker: self.loudspeaker.is_some(),
            lexicon: self.limits.lexicon,
        }
    }

    /// Whether a key still holds. Without keys all do.
    pub fn admits(&self, key: KeyId) -> bool {
        self.keys.as_ref().is_none_or(|keys| keys.holds(key))
    }

    /// What one key may have of so much.
    pub fn share(&self, of: usize) -> usize {
        self.keys.as_ref().map_or(of, |keys| keys.share(of))
    }

    /// Whose memory it is that a key holds.
    pub fn owner(&self, key: KeyId) -> Owner {
        Owner {
            key,
            most: self.share(self.limits.buffers),
        }
    }

    /// Memory for a key, nothing as yet.
    pub fn hold(&self, key: KeyId) -> Held {
        self.memory.hold(Some(self.owner(key)))
    }

    /// Whether the service ends: it finishes what runs and takes nothing new.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Takes nothing new from now on.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether clips that still run are cut off.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Cuts off clips that still run.
    pub fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Whether pages of this origin may use the service.
    pub fn welcomes(&self, origin: &str) -> bool {
        let origins = self.cors_origins.iter();
        origins
            .clone()
            .any(|known| known == "*" || known.eq_ignore_ascii_case(origin))
    }

    /// The metrics as text.
    pub fn metrics_text(&self) -> String {
        let engine = self.engine();
        let (slots_in_use, slots_waiting) = self.slots.counts();
        self.metrics.text(&metrics::Engine {
            model: engine.models().first().map_or("", |model| &model.name),
            kernel: engine.kernel().kernel.to_string(),
            slots_in_use,
            slots_waiting,
            cache: engine.cache().map(Cache::counts).unwrap_or_default(),
        })
    }
}
