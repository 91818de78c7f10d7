//! Synthesis slots: how many chunks of speech are made at once, and who makes the next.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::error::ApiError;
use super::limits::{Limits, after};

/// Slots with a queue before them: first come, first served. A slot is held while one chunk is made and not while it is
/// sent, so a client that does not read delays nobody.
#[derive(Debug)]
pub struct Slots {
    /// How many there are.
    count: usize,
    /// How many may wait for a slot before new utterances are refused.
    waiting: usize,
    /// How long a new utterance waits before it is refused.
    patience: Duration,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    taken: usize,
    /// The tickets of those who wait, in their order.
    waiting: VecDeque<u64>,
    next: u64,
}

/// One slot, until it is dropped.
#[derive(Debug)]
pub struct Slot<'a>(&'a Slots);

impl Slots {
    /// As the limits say.
    pub fn new(limits: &Limits) -> Self {
        Self {
            count: limits.speaking,
            waiting: limits.waiting,
            patience: limits.wait,
            queue: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// A slot for the first chunk of an utterance; refused where too many wait, or for too long.
    pub fn begin(&self) -> Result<Slot<'_>, ApiError> {
        let mut queue = self.lock();
        let full = queue.taken >= self.count || !queue.waiting.is_empty();
        if full && queue.waiting.len() >= self.waiting {
            return Err(ApiError::busy());
        }
        let deadline = after(self.patience);
        let ticket = queue.join();
        while !self.admits(&queue, ticket) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                queue.waiting.retain(|waiting| *waiting != ticket);
                self.changed.notify_all();
                return Err(ApiError::busy());
            }
            let woken = self.changed.wait_timeout(queue, left);
            queue = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(self.take(queue))
    }

    /// A slot for a further chunk: an utterance that has begun is not refused.
    pub fn resume(&self) -> Slot<'_> {
        let mut queue = self.lock();
        let ticket = queue.join();
        while !self.admits(&queue, ticket) {
            let woken = self.changed.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
        }
        self.take(queue)
    }

    /// How many slots are taken, and how many wait for one.
    pub fn counts(&self) -> (usize, usize) {
        let queue = self.lock();
        (queue.taken, queue.waiting.len())
    }

    fn admits(&self, queue: &Queue, ticket: u64) -> bool {
        queue.taken < self.count && queue.waiting.front() == Some(&ticket)
    }

    /// Gives the first in the queue its slot.
    fn take(&self, mut queue: MutexGuard<'_, Queue>) -> Slot<'_> {
        queue.waiting.pop_front();
        queue.taken += 1;
        // There may be a slot for the next one too.
        self.changed.notify_all();
        Slot(self)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn join(&mut self) -> u64 {
        self.next += 1;
        self.waiting.push_back(self.next);
        self.next
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.lock().taken -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn slots(waiting: usize, wait: Duration) -> Slots {
        Slots::new(&Limits {
            speaking: 1,
            waiting,
            wait,
            ..Limits::default()
        })
    }

    #[test]
    fn a_slot_is_waited_for_and_then_refused() {
        for waiting in [0, 1] {
            let slots = slots(waiting, Duration::from_millis(20));
            let slot = slots.begin().unwrap();
            assert_eq!(slots.begin().unwrap_err().code, "busy");
            drop(slot);
            assert!(slots.begin().is_ok());
        }
    }

    #[test]
    fn a_slot_goes_to_each_in_turn() {
        let slots = slots(2, Duration::from_secs(60));
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            let mut slot = slots.begin().unwrap();
            for name in 0..2 {
                scope.spawn({
                    let (slots, order) = (&slots, &order);
                    move || {
                        for _ in 0..3 {
                            let _slot = slots.resume();
                            order.lock().unwrap().push(name);
                            // Long enough for the other to queue.
                            thread::sleep(Duration::from_millis(20));
                        }
                    }
                });
                while slots.counts().1 <= name {
                    thread::yield_now();
                }
            }
            drop(slot);
            // Whoever has just had a slot comes after those who wait.
            slot = slots.resume();
            drop(slot);
        });
        assert_eq!(*order.lock().unwrap(), [0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn a_freed_slot_goes_to_who_waits() {
        let slots = slots(1, Duration::from_secs(60));
        let slot = slots.begin().unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| slots.begin().is_ok());
            while slots.counts().1 == 0 {
                thread::yield_now();
            }
            drop(slot);
            assert!(waiting.join().unwrap());
        });
    }
}
