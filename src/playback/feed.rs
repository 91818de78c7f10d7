//! What the device's callback does, and what both sides of it share. Nothing in here allocates or waits.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rtrb::{Consumer, Producer, RingBuffer};

/// Samples between synthesis and callback: a third of a second at 48 kHz, which bridges any other program's turn.
pub const RING: usize = 16_384;
/// Periods of silence after the last sample, before the device counts as silent: it holds two, and may be filling a third.
const SILENT_PERIODS: usize = 3;

/// What the writer of a playback and its callback share.
#[derive(Debug)]
pub struct Shared {
    /// Samples on their way. Of the callbacks only that of the open device takes the lock, so it never waits; the next
    /// device goes on where a lost one ended.
    ring: Mutex<Consumer<i16>>,
    /// Nothing of it sounds any more.
    pub stopped: AtomicBool,
    /// The device went away.
    pub lost: AtomicBool,
    /// The callback takes samples; otherwise they gather.
    pub flowing: AtomicBool,
    /// More samples are on their way: to run dry is an underrun.
    pub more: AtomicBool,
    /// All that was taken has sounded.
    pub silent: AtomicBool,
    /// Frames taken, and how many of them the device still held then.
    pub taken: AtomicU64,
    pub held: AtomicU64,
    pub underruns: AtomicU64,
    /// Frames a second.
    pub rate: AtomicU32,
}

impl Shared {
    /// With the writer's end of the ring.
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

    /// How much has been heard.
    pub fn heard(&self) -> Duration {
        let held = match self.silent.load(Ordering::Acquire) {
            true => 0,
            false => self.held.load(Ordering::Relaxed),
        };
        let heard = self.taken.load(Ordering::Relaxed).saturating_sub(held);
        duration(heard, self.rate.load(Ordering::Relaxed))
    }
}

/// How long so many frames sound.
pub fn duration(frames: u64, rate: u32) -> Duration {
    Duration::from_millis(frames * 1_000 / u64::from(rate.max(1)))
}

/// What a device tells of itself.
#[derive(Clone, Debug)]
pub struct Watch(pub(super) Arc<Shared>);

impl Watch {
    /// It went away, and must be opened anew.
    pub fn lose(&self) {
        self.0.lost.store(true, Ordering::Release);
    }

    /// It ran dry below the feed.
    pub fn underrun(&self) {
        self.0.underruns.fetch_add(1, Ordering::Relaxed);
    }
}

/// Fills the device's buffers.
pub struct Feed {
    shared: Arc<Shared>,
    /// Frames of silence until the device is silent.
    tail: usize,
}

impl Feed {
    /// From the ring of a playback into the buffers of a device.
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, tail: 0 }
    }

    /// Whether as many frames can be taken without running dry.
    #[cfg(test)]
    pub(super) fn is_ready(&self, frames: usize) -> bool {
        let state = &self.shared;
        let waits = state.ring.try_lock().map_or(0, |ring| ring.slots());
        let promised = state.flowing.load(Ordering::Acquire) && state.more.load(Ordering::Acquire);
        !promised || waits >= frames
    }

    /// Fills a buffer that holds silence; `delay` is how many frames the device still holds before it.
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
            // Before the ring is emptied: whoever finds it empty must not find the silence of before.
            state.silent.store(false, Ordering::Release);
            // An underrun is only what happens while more was promised before the ring was looked at.
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
                // Gather anew, so that one gap is one gap.
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
