//! What the device's callback does, and what both sides of it share. Nothing in here allocates or locks.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use heapless::spsc::{Consumer, Producer, Queue};

use super::device::Open;

/// Samples between synthesis and callback: a third of a second at 48 kHz, which bridges any other program's turn.
pub const RING: usize = 16_384;
/// Periods of silence after the last sample, before the device counts as silent: it holds two, and may be filling a third.
const SILENT_PERIODS: usize = 3;

/// One playback, as its writer, its callback and whoever stops it see it.
#[derive(Debug, Default)]
pub struct State {
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
    /// The open device. Whoever takes it out and drops it silences it at once.
    pub open: Mutex<Option<Held>>,
}

impl State {
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

/// The writer's half of the ring and the device that empties it. The device goes first, which brings its half home.
pub struct Held {
    pub device: Open,
    pub ring: Lent<Producer<'static, i16>>,
}

impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

/// A half of the ring, which goes home when dropped: there is one ring, and a callback gives nothing back otherwise.
pub struct Lent<T>(pub Option<T>, pub SyncSender<T>);

impl<T> Drop for Lent<T> {
    fn drop(&mut self) {
        if let Some(half) = self.0.take() {
            let _ = self.1.try_send(half);
        }
    }
}

/// Both halves of a ring that lasts as long as the program: a callback may own its half.
pub fn ring() -> (Producer<'static, i16>, Consumer<'static, i16>) {
    Box::leak(Box::new(Queue::<i16, RING>::new())).split()
}

/// What a device tells of itself.
#[derive(Clone, Debug)]
pub struct Watch(pub(super) Arc<State>);

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
    ring: Lent<Consumer<'static, i16>>,
    state: Arc<State>,
    /// Frames of silence until the device is silent.
    tail: usize,
}

impl Feed {
    /// From a ring into the buffers of a device.
    pub(super) fn new(ring: Lent<Consumer<'static, i16>>, state: Arc<State>) -> Self {
        Self {
            ring,
            state,
            tail: 0,
        }
    }

    /// Whether as many frames can be taken without running dry.
    #[cfg(test)]
    pub(super) fn is_ready(&self, frames: usize) -> bool {
        let waits = self.ring.0.as_ref().map_or(0, Consumer::len);
        let state = &self.state;
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
        let state = &self.state;
        let frames = out.len() / channels.max(1);
        let mut taken = 0;
        if state.flowing.load(Ordering::Acquire) && !state.stopped.load(Ordering::Acquire) {
            // Before the ring is emptied: whoever finds it empty must not find the silence of before.
            state.silent.store(false, Ordering::Release);
            // An underrun is only what happens while more was promised before the ring was looked at.
            let more = state.more.load(Ordering::Acquire);
            let ring = self.ring.0.as_mut();
            let pcm = ring
                .into_iter()
                .flat_map(|ring| std::iter::from_fn(|| ring.dequeue()));
            for (frame, pcm) in out.chunks_exact_mut(channels.max(1)).zip(pcm) {
                frame.fill(sample(pcm));
                taken += 1;
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
