//! Playback on a loudspeaker of this machine.
//!
//! ```text
//! Playback::write ──► resampler ──► ring ──► callback of the device
//! ```
//!
//! One playback sounds at a time. *Stop* drops what has not been heard, in the ring and in the device; *drain* waits
//! until it has been heard. A device that disappears is opened again when it returns. A [`Device`] is anything that can
//! play; `local`, with the feature `playback`, is the only file that uses cpal.

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

/// Audio gathered before playing starts. It covers the time that a busy machine may take for the next chunk.
const PREFILL: Duration = Duration::from_millis(80);
/// The interval at which a full ring, a queue or a drain is polled.
const LOOK: Duration = Duration::from_millis(5);
/// The interval at which a lost device is tried again, and the time after which that ends.
const RETRY: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_secs(30);
/// The same where somebody waits for one playback to end: long enough for a sound server that is started again at once.
#[cfg(feature = "playback")]
const PATIENCE_ONCE: Duration = Duration::from_millis(1_500);
/// Playbacks that may wait.
const QUEUE: usize = 16;

/// What happens to a playback that begins while another one sounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Busy {
    /// It waits.
    #[default]
    Queue,
    /// It stops the other one.
    Replace,
    /// It is rejected.
    Refuse,
}

/// Why nothing can be heard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another playback sounds, or too many wait. Try again later.
    #[error("the loudspeaker is busy")]
    Busy,
    /// This playback was stopped.
    #[error("the playback was stopped")]
    Stopped,
    /// The device cannot play, or disappeared and did not return. Choose another.
    #[error("loudspeaker {name:?}: {source}")]
    Device {
        /// The name of the device.
        name: String,
        /// The cause.
        source: DeviceError,
    },
}

/// A loudspeaker. Cloning is cheap.
#[derive(Clone)]
pub struct Speaker(Arc<Inner>);

struct Inner {
    name: String,
    device: Box<dyn Device>,
    busy: Busy,
    patience: Duration,
    /// The first playback has the device, the others wait.
    playbacks: Mutex<VecDeque<Arc<Track>>>,
}

/// A playback as its writer and its stoppers see it.
#[derive(Debug)]
struct Track {
    /// The state shared with the callback.
    shared: Arc<Shared>,
    /// The open device. Taking it out and dropping it silences it at once.
    device: Mutex<Option<Open>>,
}

/// A stream of PCM on its way to the loudspeaker. Dropping it stops it.
#[derive(Debug)]
pub struct Playback {
    speaker: Speaker,
    track: Arc<Track>,
    ring: Producer<i16>,
    resampler: Option<Resampler>,
    pcm: Vec<i16>,
    rate: u32,
}

/// Stops a playback from any thread.
#[derive(Clone, Debug)]
pub struct Stopper {
    speaker: Speaker,
    track: Arc<Track>,
}

impl Speaker {
    /// Makes a loudspeaker from the device of this name. The device is opened for each playback and closed after it.
    #[cfg(feature = "playback")]
    pub fn local(name: &str, busy: Busy) -> Self {
        Self::new(name, Box::new(local::Local(name.to_owned())), busy)
    }

    /// The same for one playback, which somebody waits for: that a device has disappeared is told within two seconds.
    #[cfg(feature = "playback")]
    pub fn once(name: &str) -> Self {
        let device = Box::new(local::Local(name.to_owned()));
        Self::patient(name, device, Busy::default(), PATIENCE_ONCE)
    }

    /// Makes a loudspeaker from any device.
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

    /// Begins a playback. If it has to wait, the first write does so.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if another playback sounds and [`Busy::Refuse`] is set, or if too many wait.
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

    /// Stops a playback: takes its device away, and its place in the queue. Nothing of it sounds afterwards.
    fn silence(&self, track: &Arc<Track>) {
        track.shared.stopped.store(true, Ordering::Release);
        // Closing the device waits for its callback, which itself never waits.
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
    /// Plays mono samples at the rate of the voice after those written before. Waits for the playback's turn, and while
    /// the ring is full.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] if the playback was stopped, [`Error::Device`] if the device cannot play.
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

    /// Declares a pause, for example while text is awaited: until the next write an empty ring is no underrun.
    pub fn rest(&mut self) {
        self.track.shared.more.store(false, Ordering::Release);
        self.track.shared.flowing.store(true, Ordering::Release);
    }

    /// Waits until everything written has been heard. Returns the number of underruns.
    ///
    /// # Errors
    ///
    /// Those of [`Self::write`].
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

    /// Drops at once what has not been heard, including what the device holds.
    pub fn stop(&self) {
        self.speaker.silence(&self.track);
    }

    /// Returns whether nothing more will sound.
    pub fn is_stopped(&self) -> bool {
        self.track.shared.stopped.load(Ordering::Acquire)
    }

    /// Returns a handle that stops this playback from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            speaker: self.speaker.clone(),
            track: Arc::clone(&self.track),
        }
    }

    /// Returns the duration of what has been heard.
    pub fn heard(&self) -> Duration {
        self.track.shared.heard()
    }

    /// Returns how often the device had nothing to play although more was to come.
    pub fn underruns(&self) -> u64 {
        self.track.shared.underruns.load(Ordering::Relaxed)
    }

    /// Waits for the playback's turn, and opens the device.
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
                // There is room, because only this thread fills the ring.
                let _ = self.ring.push(*sample);
            }
            rest = later;
            // The ring holds less than the prefill of a device with a very high rate.
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

    /// Opens a lost device again as soon as it returns.
    fn recover(&mut self) -> Result<(), Error> {
        let track = Arc::clone(&self.track);
        let begun = Instant::now();
        while track.shared.lost.load(Ordering::Acquire) {
            let mut device = lock(&track.device);
            // A stop takes the device away.
            if self.is_stopped() || device.is_none() {
                return Err(Error::Stopped);
            }
            // Put a placeholder there, because no device means stopped.
            *device = Some(Open::new(self.rate, ()));
            match self.speaker.open(&track.shared) {
                Ok(open) => {
                    if open.rate != self.rate {
                        // The samples left in the ring, a third of a second at most, will play at the wrong pitch.
                        self.set_rate(open.rate);
                    }
                    track.shared.lost.store(false, Ordering::Release);
                    *device = Some(open);
                }
                Err(e) if begun.elapsed() >= self.speaker.0.patience => {
                    // Nothing more will sound: whoever writes on does not wait again.
                    drop(device);
                    self.stop();
                    return Err(e);
                }
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
    /// Returns the duration of what has been heard.
    pub fn heard(&self) -> Duration {
        self.track.shared.heard()
    }

    /// Drops at once what has not been heard, including what the device holds.
    pub fn stop(&self) {
        self.speaker.silence(&self.track);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
