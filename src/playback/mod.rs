//! The loudspeaker of this machine: PCM goes in as it is made, and is heard.
//!
//! ```text
//! Playback::write ──► resampler ──► ring ──► callback of the device
//! ```
//!
//! One playback sounds at a time. To *stop* is to drop what has not been heard, in the ring and in the device; to
//! *drain* is to wait until it has. A device that goes away is opened again when it returns. [`Device`] is what can
//! be played on; `local`, with the feature `playback`, is the only file that names cpal.

mod device;
mod feed;
#[cfg(feature = "playback")]
mod local;

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rtrb::Producer;

use crate::audio::Resampler;
use crate::voice::SAMPLE_RATE;
pub use device::{Device, DeviceError, Open};
use feed::Shared;
pub use feed::{Feed, Watch};
#[cfg(feature = "playback")]
pub use local::{DEFAULT, devices};

/// Gathered before anything sounds: what a busy machine may take until it makes the next chunk.
const PREFILL: Duration = Duration::from_millis(80);
/// How often a full ring, a queue or a drain is looked at.
const LOOK: Duration = Duration::from_millis(5);
/// How often a lost device is looked for, and for how long.
const RETRY: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_secs(30);
/// Playbacks that may wait for their turn.
const QUEUE: usize = 16;

/// What becomes of a playback that begins while another one sounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Busy {
    /// It waits.
    #[default]
    Queue,
    /// It stops the other one.
    Replace,
    /// It is refused.
    Refuse,
}

/// Why nothing is heard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another playback sounds, or too many wait: try later.
    #[error("the loudspeaker is busy")]
    Busy,
    /// This playback was stopped.
    #[error("the playback was stopped")]
    Stopped,
    /// The device cannot be played on, or went away and did not return: choose another.
    #[error("loudspeaker {name:?}: {source}")]
    Device {
        /// The device.
        name: String,
        /// What is wrong with it.
        source: DeviceError,
    },
}

/// A loudspeaker. Cheap to clone.
#[derive(Clone)]
pub struct Speaker(Arc<Inner>);

struct Inner {
    name: String,
    device: Box<dyn Device>,
    busy: Busy,
    patience: Duration,
    /// The first one has the device, the others wait.
    playbacks: Mutex<VecDeque<Arc<Track>>>,
}

/// One playback, as its writer and whoever stops it see it.
#[derive(Debug)]
struct Track {
    /// What its callback sees too.
    shared: Arc<Shared>,
    /// The open device. Whoever takes it out and drops it silences it at once.
    device: Mutex<Option<Open>>,
}

/// One stream of PCM on its way to the loudspeaker. Dropping it stops it.
#[derive(Debug)]
pub struct Playback {
    speaker: Speaker,
    track: Arc<Track>,
    ring: Producer<i16>,
    resampler: Option<Resampler>,
    pcm: Vec<i16>,
    rate: u32,
}

/// Stops a playback from wherever it is.
#[derive(Clone, Debug)]
pub struct Stopper {
    speaker: Speaker,
    track: Arc<Track>,
}

impl Speaker {
    /// The device of this machine of that name, which is opened for each playback and closed after it.
    #[cfg(feature = "playback")]
    pub fn local(name: &str, busy: Busy) -> Self {
        Self::new(name, Box::new(local::Local(name.to_owned())), busy)
    }

    /// Any device.
    pub fn new(name: &str, device: Box<dyn Device>, busy: Busy) -> Self {
        Self::patient(name, device, busy, PATIENCE)
    }

    fn patient(name: &str, device: Box<dyn Device>, busy: Busy, patience: Duration) -> Self {
        Self(Arc::new(Inner {
            name: name.to_owned(),
            device,
            busy,
            patience,
            playbacks: Mutex::default(),
        }))
    }

    /// Begins a playback. One that has to wait does so when it is written to.
    pub fn play(&self) -> Result<Playback, Error> {
        let (ring, shared) = Shared::new();
        let track = Arc::new(Track {
            shared,
            device: Mutex::default(),
        });
        let mut playbacks = self.playbacks();
        let others = match self.0.busy {
            Busy::Refuse if !playbacks.is_empty() => return Err(Error::Busy),
            Busy::Queue if playbacks.len() > QUEUE => return Err(Error::Busy),
            Busy::Replace => std::mem::take(&mut *playbacks),
            Busy::Refuse | Busy::Queue => VecDeque::new(),
        };
        playbacks.push_back(Arc::clone(&track));
        drop(playbacks);
        for other in others {
            self.silence(&other);
        }
        Ok(Playback {
            speaker: self.clone(),
            track,
            ring,
            resampler: None,
            pcm: Vec::new(),
            rate: SAMPLE_RATE,
        })
    }

    fn playbacks(&self) -> MutexGuard<'_, VecDeque<Arc<Track>>> {
        let playbacks = self.0.playbacks.lock();
        playbacks.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the device from a playback, and its place. Nothing of it sounds afterwards.
    fn silence(&self, track: &Arc<Track>) {
        track.shared.stopped.store(true, Ordering::Release);
        // Closing the device waits for its callback, which waits for nothing.
        drop(lock(&track.device).take());
        self.playbacks().retain(|other| !Arc::ptr_eq(other, track));
    }

    /// Opens the device for a playback.
    fn open(&self, shared: &Arc<Shared>) -> Result<Open, Error> {
        let feed = Feed::new(Arc::clone(shared));
        let open = self.0.device.open(feed, Watch(Arc::clone(shared)));
        open.map_err(|source| Error::Device {
            name: self.0.name.clone(),
            source,
        })
    }
}

impl fmt::Debug for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Speaker").field(&self.0.name).finish()
    }
}

impl Playback {
    /// Plays samples at the rate of the voice after those before; waits while the ring is full.
    pub fn write(&mut self, pcm: &[i16]) -> Result<(), Error> {
        self.open()?;
        let mut resampled = std::mem::take(&mut self.pcm);
        resampled.clear();
        match &mut self.resampler {
            Some(resampler) => resampler.push(pcm, &mut resampled),
            None => resampled.extend_from_slice(pcm),
        }
        self.track.shared.more.store(true, Ordering::Release);
        let done = self.send(&resampled);
        self.pcm = resampled;
        done
    }

    /// Says that nothing comes for now, such as while text is awaited: to run dry is no underrun until the next write.
    pub fn rest(&mut self) {
        self.track.shared.more.store(false, Ordering::Release);
        self.track.shared.flowing.store(true, Ordering::Release);
    }

    /// Waits until all that was written has been heard; how often there was a gap.
    pub fn drain(mut self) -> Result<u64, Error> {
        if lock(&self.track.device).is_none() && !self.is_stopped() {
            // Nothing was written.
            return Ok(0);
        }
        let mut rest = Vec::new();
        if let Some(mut resampler) = self.resampler.take() {
            resampler.finish(&mut rest);
        }
        self.send(&rest)?;
        let shared = Arc::clone(&self.track.shared);
        shared.more.store(false, Ordering::Release);
        loop {
            if lock(&self.track.device).is_none() {
                return Err(Error::Stopped);
            }
            let empty = self.ring.slots() == feed::RING;
            if empty && shared.silent.load(Ordering::Acquire) {
                return Ok(self.underruns());
            }
            if !empty {
                shared.flowing.store(true, Ordering::Release);
            }
            self.recover()?;
            thread::sleep(LOOK);
        }
    }

    /// Drops at once all that was not heard yet, what the device holds too.
    pub fn stop(&self) {
        self.speaker.silence(&self.track);
    }

    /// Whether nothing more of it will sound.
    pub fn is_stopped(&self) -> bool {
        self.track.shared.stopped.load(Ordering::Acquire)
    }

    /// Stops it from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            speaker: self.speaker.clone(),
            track: Arc::clone(&self.track),
        }
    }

    /// How much has been heard.
    pub fn heard(&self) -> Duration {
        self.track.shared.heard()
    }

    /// How often the device had nothing to play although more was to come.
    pub fn underruns(&self) -> u64 {
        self.track.shared.underruns.load(Ordering::Relaxed)
    }

    /// Waits for its turn, and opens the device.
    fn open(&mut self) -> Result<(), Error> {
        let track = Arc::clone(&self.track);
        loop {
            if self.is_stopped() {
                return Err(Error::Stopped);
            }
            let mut device = lock(&track.device);
            if device.is_some() {
                return Ok(());
            }
            let first = self.speaker.playbacks().front().cloned();
            if first.is_some_and(|first| Arc::ptr_eq(&first, &track)) {
                let open = self.speaker.open(&track.shared)?;
                self.set_rate(open.rate);
                *device = Some(open);
                return Ok(());
            }
            drop(device);
            thread::sleep(LOOK);
        }
    }

    fn set_rate(&mut self, rate: u32) {
        self.rate = rate;
        self.track.shared.rate.store(rate, Ordering::Relaxed);
        self.resampler = (rate != SAMPLE_RATE).then(|| Resampler::new(SAMPLE_RATE, rate));
    }

    fn send(&mut self, pcm: &[i16]) -> Result<(), Error> {
        let mut rest = pcm;
        loop {
            if self.is_stopped() {
                return Err(Error::Stopped);
            }
            self.recover()?;
            let (now, later) = rest.split_at(self.ring.slots().min(rest.len()));
            for sample in now {
                // There is room: only this thread fills the ring.
                let _ = self.ring.push(*sample);
            }
            rest = later;
            // Of a device that is very fast the ring holds less.
            let gathered = feed::RING - self.ring.slots();
            if gathered == feed::RING || feed::duration(gathered as u64, self.rate) >= PREFILL {
                self.track.shared.flowing.store(true, Ordering::Release);
            }
            if rest.is_empty() {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
    }

    /// Opens a lost device again, as soon as it is back.
    fn recover(&mut self) -> Result<(), Error> {
        let track = Arc::clone(&self.track);
        let begun = Instant::now();
        while track.shared.lost.load(Ordering::Acquire) {
            let mut device = lock(&track.device);
            // Whoever stops it takes the device.
            if self.is_stopped() || device.is_none() {
                return Err(Error::Stopped);
            }
            // A stand-in: to have no device is to be stopped.
            *device = Some(Open::new(self.rate, ()));
            match self.speaker.open(&track.shared) {
                Ok(open) => {
                    if open.rate != self.rate {
                        // What is in the ring will sound at another pitch; it is a third of a second at most.
                        self.set_rate(open.rate);
                    }
                    track.shared.lost.store(false, Ordering::Release);
                    *device = Some(open);
                }
                Err(e) if begun.elapsed() >= self.speaker.0.patience => return Err(e),
                Err(_) => {
                    drop(device);
                    thread::sleep(RETRY);
                }
            }
        }
        Ok(())
    }
}

impl Drop for Playback {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Stopper {
    /// How much has been heard.
    pub fn heard(&self) -> Duration {
        self.track.shared.heard()
    }

    /// Drops at once all that was not heard yet, what the device holds too.
    pub fn stop(&self) {
        self.speaker.silence(&self.track);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
