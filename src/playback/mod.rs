//! The loudspeaker of this machine: PCM goes in as it is made, and is heard.
//!
//! ```text
//! Playback::write ──► resampler ──► ring ──► callback of the device
//! ```
//!
//! One playback sounds at a time. To *stop* is to drop what has not been heard, in the ring and in the device; to
//! *drain* is to wait until it has. A device that goes away is opened again when it returns.

mod device;
mod feed;
#[cfg(feature = "playback")]
mod local;

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use heapless::spsc::{Consumer, Producer};

use crate::audio::Resampler;
use crate::voice::SAMPLE_RATE;
pub use device::{Device, Open};
pub use feed::{Feed, Watch};
use feed::{Held, Lent, State};
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
pub enum Error {
    /// Another playback sounds, or too many wait: try later.
    #[error("the loudspeaker is busy")]
    Busy,
    /// This playback was stopped.
    #[error("the playback was stopped")]
    Stopped,
    /// The device cannot be played on, or went away and did not return: choose another.
    #[error("loudspeaker {name:?}: {reason}")]
    Device {
        /// The device.
        name: String,
        /// What is wrong with it.
        reason: String,
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
    playbacks: Mutex<VecDeque<Arc<State>>>,
    producer: Home<Producer<'static, i16>>,
    consumer: Home<Consumer<'static, i16>>,
}

/// Where a half of the ring lies while nobody uses it.
struct Home<T>(SyncSender<T>, Mutex<Receiver<T>>);

/// One stream of PCM on its way to the loudspeaker. Dropping it stops it.
#[derive(Debug)]
pub struct Playback {
    speaker: Speaker,
    state: Arc<State>,
    resampler: Option<Resampler>,
    pcm: Vec<i16>,
    rate: u32,
}

/// Stops a playback from wherever it is.
#[derive(Clone, Debug)]
pub struct Stopper {
    speaker: Speaker,
    state: Arc<State>,
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
        let (producer, consumer) = feed::ring();
        Self(Arc::new(Inner {
            name: name.to_owned(),
            device,
            busy,
            patience,
            playbacks: Mutex::default(),
            producer: Home::of(producer),
            consumer: Home::of(consumer),
        }))
    }

    /// Begins a playback. One that has to wait does so when it is written to.
    pub fn play(&self) -> Result<Playback, Error> {
        let state = Arc::new(State::default());
        let mut playbacks = self.playbacks();
        let others = match self.0.busy {
            Busy::Refuse if !playbacks.is_empty() => return Err(Error::Busy),
            Busy::Queue if playbacks.len() > QUEUE => return Err(Error::Busy),
            Busy::Replace => std::mem::take(&mut *playbacks),
            Busy::Refuse | Busy::Queue => VecDeque::new(),
        };
        playbacks.push_back(Arc::clone(&state));
        drop(playbacks);
        for other in others {
            self.silence(&other);
        }
        Ok(Playback {
            speaker: self.clone(),
            state,
            resampler: None,
            pcm: Vec::new(),
            rate: SAMPLE_RATE,
        })
    }

    fn playbacks(&self) -> MutexGuard<'_, VecDeque<Arc<State>>> {
        let playbacks = self.0.playbacks.lock();
        playbacks.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the device from a playback, and its place. Nothing of it sounds afterwards.
    fn silence(&self, state: &Arc<State>) {
        state.stopped.store(true, Ordering::Release);
        // Closing the device waits for its callback, which waits for nothing.
        drop(lock(&state.open).take());
        self.playbacks().retain(|other| !Arc::ptr_eq(other, state));
    }

    fn failure(&self, reason: impl Into<String>) -> Error {
        let (name, reason) = (self.0.name.clone(), reason.into());
        Error::Device { name, reason }
    }
}

impl fmt::Debug for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Speaker").field(&self.0.name).finish()
    }
}

impl<T> Home<T> {
    fn of(half: T) -> Self {
        let (send, receive) = sync_channel(1);
        let _ = send.try_send(half);
        Self(send, Mutex::new(receive))
    }

    fn lend(&self) -> Option<Lent<T>> {
        let half = lock(&self.1).try_recv().ok()?;
        Some(Lent(Some(half), self.0.clone()))
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
        self.state.more.store(true, Ordering::Release);
        let done = self.send(&resampled);
        self.pcm = resampled;
        done
    }

    /// Says that nothing comes for now, such as while text is awaited: to run dry is no underrun until the next write.
    pub fn rest(&mut self) {
        self.state.more.store(false, Ordering::Release);
        self.state.flowing.store(true, Ordering::Release);
    }

    /// Waits until all that was written has been heard; how often there was a gap.
    pub fn drain(mut self) -> Result<u64, Error> {
        if lock(&self.state.open).is_none() && !self.is_stopped() {
            // Nothing was written.
            return Ok(0);
        }
        let mut rest = Vec::new();
        if let Some(mut resampler) = self.resampler.take() {
            resampler.finish(&mut rest);
        }
        self.send(&rest)?;
        self.state.more.store(false, Ordering::Release);
        loop {
            let empty = match lock(&self.state.open).as_ref() {
                Some(held) => held.ring.0.as_ref().is_none_or(Producer::is_empty),
                None => return Err(Error::Stopped),
            };
            if empty && self.state.silent.load(Ordering::Acquire) {
                return Ok(self.underruns());
            }
            if !empty {
                self.state.flowing.store(true, Ordering::Release);
            }
            self.recover()?;
            thread::sleep(LOOK);
        }
    }

    /// Drops at once all that was not heard yet, what the device holds too.
    pub fn stop(&self) {
        self.speaker.silence(&self.state);
    }

    /// Whether nothing more of it will sound.
    pub fn is_stopped(&self) -> bool {
        self.state.stopped.load(Ordering::Acquire)
    }

    /// Stops it from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            speaker: self.speaker.clone(),
            state: Arc::clone(&self.state),
        }
    }

    /// How much has been heard.
    pub fn heard(&self) -> Duration {
        self.state.heard()
    }

    /// How often the device had nothing to play although more was to come.
    pub fn underruns(&self) -> u64 {
        self.state.underruns.load(Ordering::Relaxed)
    }

    /// Waits for its turn, and opens the device.
    fn open(&mut self) -> Result<(), Error> {
        let state = Arc::clone(&self.state);
        loop {
            if self.is_stopped() {
                return Err(Error::Stopped);
            }
            let mut open = lock(&state.open);
            if open.is_some() {
                return Ok(());
            }
            let first = self.speaker.playbacks().front().cloned();
            if first.is_some_and(|first| Arc::ptr_eq(&first, &self.state))
                && let Some(ring) = self.speaker.0.producer.lend()
                && let Some(device) = self.device()?
            {
                self.set_rate(device.rate);
                *open = Some(Held { device, ring });
                return Ok(());
            }
            drop(open);
            thread::sleep(LOOK);
        }
    }

    /// The device, opened; `None` while the ring's other half is not home.
    fn device(&self) -> Result<Option<Open>, Error> {
        let Some(mut consumer) = self.speaker.0.consumer.lend() else {
            return Ok(None);
        };
        // What a stopped playback left; what a lost device left is kept.
        if !self.state.lost.load(Ordering::Acquire)
            && let Some(ring) = &mut consumer.0
        {
            while ring.dequeue().is_some() {}
        }
        let feed = Feed::new(consumer, Arc::clone(&self.state));
        let device = self
            .speaker
            .0
            .device
            .open(feed, Watch(Arc::clone(&self.state)));
        device
            .map(Some)
            .map_err(|reason| self.speaker.failure(reason))
    }

    fn set_rate(&mut self, rate: u32) {
        self.rate = rate;
        self.state.rate.store(rate, Ordering::Relaxed);
        self.resampler = (rate != SAMPLE_RATE).then(|| Resampler::new(SAMPLE_RATE, rate));
    }

    fn send(&mut self, pcm: &[i16]) -> Result<(), Error> {
        let mut pcm = pcm.iter().copied().peekable();
        loop {
            if self.is_stopped() {
                return Err(Error::Stopped);
            }
            self.recover()?;
            if let Some(held) = lock(&self.state.open).as_mut()
                && let Some(ring) = &mut held.ring.0
            {
                while ring.ready()
                    && let Some(sample) = pcm.next()
                {
                    let _ = ring.enqueue(sample);
                }
                // Of a device that is very fast the ring holds less.
                if !ring.ready() || feed::duration(ring.len() as u64, self.rate) >= PREFILL {
                    self.state.flowing.store(true, Ordering::Release);
                }
            }
            if pcm.peek().is_none() {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
    }

    /// Opens a lost device again, as soon as it is back.
    fn recover(&mut self) -> Result<(), Error> {
        let state = Arc::clone(&self.state);
        let begun = Instant::now();
        while state.lost.load(Ordering::Acquire) {
            if self.is_stopped() {
                return Err(Error::Stopped);
            }
            let mut open = lock(&state.open);
            let Some(Held { device, ring }) = open.take() else {
                return Err(Error::Stopped);
            };
            drop(device);
            let again = self.device();
            match again {
                Ok(Some(device)) => {
                    if device.rate != self.rate {
                        // What is in the ring will sound at another pitch; it is a third of a second at most.
                        self.set_rate(device.rate);
                    }
                    self.state.lost.store(false, Ordering::Release);
                    *open = Some(Held { device, ring });
                }
                Ok(None) => {
                    *open = Some(Held {
                        device: Open::new(self.rate, ()),
                        ring,
                    })
                }
                Err(e) if begun.elapsed() >= self.speaker.0.patience => return Err(e),
                Err(_) => {
                    *open = Some(Held {
                        device: Open::new(self.rate, ()),
                        ring,
                    });
                    drop(open);
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
        self.state.heard()
    }

    /// Drops at once all that was not heard yet, what the device holds too.
    pub fn stop(&self) {
        self.speaker.silence(&self.state);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
