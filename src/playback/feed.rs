//! The callback of a device, and what it shares with the writer of a playback. Nothing here allocates or waits.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rtrb::{Consumer, Producer, RingBuffer};

/// Samples in the ring between synthesis and callback: a third of a second at 48 kHz, enough to bridge the time that
/// the system gives to other programs.
pub const RING: usize = 16_384;
/// Periods of silence after the last sample until the device counts as silent: it holds two, and may be filling a
/// third.
const SILENT_PERIODS: usize = 3;

/// The state that the writer of a playback shares with the callback.
#[derive(Debug)]
pub struct Shared {
    /// The samples on their way to the device. Only the callback of the open device takes the lock, so it never waits.
    /// A device that is opened again continues where the lost one ended.
    ring: Mutex<Consumer<i16>>,
    /// Nothing more of this playback may sound.
    pub stopped: AtomicBool,
    /// The device is gone.
    pub lost: AtomicBool,
    /// The callback takes samples; otherwise they accumulate.
    pub flowing: AtomicBool,
    /// More samples will follow, so an empty ring is an underrun.
    pub more: AtomicBool,
    /// Everything taken so far has been heard.
    pub silent: AtomicBool,
    /// Frames taken, and how many of them the device held at that time.
    pub taken: AtomicU64,
    pub held: AtomicU64,
    pub underruns: AtomicU64,
    /// The rate of the device in frames per second.
    pub rate: AtomicU32,
}

impl Shared {
    /// Makes the state, and the writer's end of the ring.
    pub fn new() -> (Producer<i16>, Arc<Self>) {
        let (producer, consumer) = RingBuffer::new(RING);
        let shared = Self {
            ring: Mutex::new(consumer),
            stopped: AtomicBool::default(),
            lost: AtomicBool::default(),
            flowing: AtomicBool::default(),
            more: AtomicBool::default(),
            silent: AtomicBool::default(),
            taken: AtomicU64::default(),
            held: AtomicU64::default(),
            underruns: AtomicU64::default(),
            rate: AtomicU32::default(),
        };
        (producer, Arc::new(shared))
    }

    /// Returns the duration of what has been heard.
    pub fn heard(&self) -> Duration {
        let held = match self.silent.load(Ordering::Acquire) {
            true => 0,
            false => self.held.load(Ordering::Relaxed),
        };
        let heard = self.taken.load(Ordering::Relaxed).saturating_sub(held);
        duration(heard, self.rate.load(Ordering::Relaxed))
    }
}

/// Returns the duration of this many frames, rounded down to milliseconds.
pub fn duration(frames: u64, rate: u32) -> Duration {
    Duration::from_millis(frames * 1_000 / u64::from(rate.max(1)))
}

/// The events that a device reports.
#[derive(Clone, Debug)]
pub struct Watch(pub(super) Arc<Shared>);

impl Watch {
    /// Reports that the device is gone and must be opened again.
    pub fn lose(&self) {
        self.0.lost.store(true, Ordering::Release);
    }

    /// Reports an underrun in the device itself.
    pub fn underrun(&self) {
        self.0.underruns.fetch_add(1, Ordering::Relaxed);
    }
}

/// Fills the buffers of a device.
pub struct Feed {
    shared: Arc<Shared>,
    /// Frames of silence left until the device counts as silent.
    tail: usize,
}

impl Feed {
    /// Makes the feed from the ring of a playback.
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, tail: 0 }
    }

    /// Returns whether this many frames can be taken without an underrun.
    #[cfg(test)]
    pub(super) fn is_ready(&self, frames: usize) -> bool {
        let state = &self.shared;
        let waits = state.ring.try_lock().map_or(0, |ring| ring.slots());
        let promised = state.flowing.load(Ordering::Acquire) && state.more.load(Ordering::Acquire);
        !promised || waits >= frames
    }

    /// Fills `out`, which holds silence, with interleaved frames of `channels` samples. `delay` is how many frames the
    /// device still plays before this buffer; `sample` converts to its format.
    pub fn fill<T: Copy>(
        &mut self,
        out: &mut [T],
        channels: usize,
        delay: usize,
        sample: impl Fn(i16) -> T,
    ) {
        let state = &self.shared;
        let frames = out.len() / channels.max(1);
        let mut taken = 0;
        if state.flowing.load(Ordering::Acquire) && !state.stopped.load(Ordering::Acquire) {
            // Clear this before the ring is emptied, or the writer could find the ring empty and still read the old
            // silence.
            state.silent.store(false, Ordering::Release);
            // Read this before the ring, so that only samples that were promised by then count as an underrun.
            let more = state.more.load(Ordering::Acquire);
            if let Ok(mut ring) = state.ring.try_lock() {
                for frame in out.chunks_exact_mut(channels.max(1)) {
                    let Ok(pcm) = ring.pop() else {
                        break;
                    };
                    frame.fill(sample(pcm));
                    taken += 1;
                }
            }
            if taken < frames {
                // Accumulate again, so that one gap counts once.
                state.flowing.store(false, Ordering::Release);
                state.underruns.fetch_add(more.into(), Ordering::Relaxed);
            }
        }
        if taken > 0 {
            self.tail = (delay + frames).max(SILENT_PERIODS * frames);
            state.taken.fetch_add(taken as u64, Ordering::Relaxed);
        }
        state.held.store((delay + taken) as u64, Ordering::Relaxed);
        self.tail = self.tail.saturating_sub(frames - taken);
        if self.tail == 0 {
            state.silent.store(true, Ordering::Release);
        }
    }
}
