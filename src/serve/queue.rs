//! Who waits for a slot, what each key has, and who comes next.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar};
use std::time::{Duration, Instant};

use super::keys::KeyId;

/// Audio that will not be played sooner is not urgent.
pub(super) const AHEAD: Duration = Duration::from_secs(1);
/// How long several keys speak after one had a slot and another had it before.
const SHARED: Duration = Duration::from_secs(1);
/// How long after a chunk that was late no utterance is taken beyond those that are always taken.
pub(super) const OVERLOAD: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) taken: usize,
    pub(super) waiting: Vec<Waiter>,
    /// Tickets given to those who wait.
    pub(super) tickets: u64,
    /// Slots given.
    pub(super) given: u64,
    pub(super) keys: HashMap<KeyId, Key>,
    /// Utterances that have begun, have not ended, and do not wait for text.
    pub(super) active: usize,
    /// When a chunk was late for the last time.
    pub(super) late: Option<Instant>,
    /// Who had a slot last, and when another had one before it.
    pub(super) last: Option<KeyId>,
    pub(super) shared: Option<Instant>,
}

/// What one key has.
#[derive(Debug, Default)]
pub(super) struct Key {
    pub(super) active: usize,
    pub(super) waiting: usize,
    /// Which of all slots it was given last.
    pub(super) served: u64,
}

#[derive(Debug)]
pub(super) struct Waiter {
    pub(super) ticket: u64,
    pub(super) key: KeyId,
    /// It is for the first chunk of an utterance.
    pub(super) first: bool,
    /// How long what was made before will still be played.
    pub(super) lead: Duration,
    pub(super) call: Arc<Call>,
}

#[derive(Debug, Default)]
pub(super) struct Call {
    /// The slot is given.
    pub(super) given: AtomicBool,
    pub(super) woken: Condvar,
}

impl State {
    pub(super) fn wait(&mut self, key: KeyId, first: bool, lead: Duration) -> (u64, Arc<Call>) {
        self.tickets += 1;
        let call = Arc::new(Call::default());
        self.keys.entry(key).or_default().waiting += 1;
        self.waiting.push(Waiter {
            ticket: self.tickets,
            key,
            first,
            lead,
            call: Arc::clone(&call),
        });
        (self.tickets, call)
    }

    pub(super) fn leave(&mut self, ticket: u64) {
        if let Some(index) = self.waiting.iter().position(|w| w.ticket == ticket) {
            let waiter = self.waiting.swap_remove(index);
            if let Some(key) = self.keys.get_mut(&waiter.key) {
                key.waiting -= 1;
            }
            self.forget(waiter.key);
        }
    }

    /// Forgets a key that has nothing.
    pub(super) fn forget(&mut self, key: KeyId) {
        if self
            .keys
            .get(&key)
            .is_some_and(|k| k.active == 0 && k.waiting == 0)
        {
            self.keys.remove(&key);
        }
    }

    /// Who of some kind has the next slot.
    pub(super) fn next(&self, always: usize, kind: impl Fn(&Waiter) -> bool) -> Option<usize> {
        let overload = self.late.is_some_and(|late| late.elapsed() < OVERLOAD);
        let key = |waiter: &Waiter| self.keys.get(&waiter.key);
        let admitted = |waiter: &Waiter| {
            // A key that has nothing is not refused for what others have.
            let nothing = key(waiter).is_none_or(|key| key.active == 0);
            kind(waiter) && (!waiter.first || !overload || self.active < always || nothing)
        };
        let ranks = self.waiting.iter().enumerate().filter(|(_, w)| admitted(w));
        ranks
            .min_by_key(|(_, w)| {
                let ahead = w.lead >= AHEAD;
                let served = key(w).map_or(0, |key| key.served);
                (ahead, served, Reverse(w.first), w.lead, w.ticket)
            })
            .map(|(index, _)| index)
    }

    /// Whether several keys speak.
    pub(super) fn is_shared(&self) -> bool {
        self.shared.is_some_and(|shared| shared.elapsed() < SHARED)
    }

    /// Whether a key waits for audio and has nothing else that is spoken.
    pub(super) fn is_alone(&self, waiter: &Waiter) -> bool {
        let itself = usize::from(!waiter.first);
        let active = self.keys.get(&waiter.key).map_or(0, |key| key.active);
        waiter.lead.is_zero() && active <= itself
    }

    pub(super) fn activate(&mut self, key: KeyId, active: bool) {
        let own = &mut self.keys.entry(key).or_default().active;
        if active {
            *own += 1;
            self.active += 1;
        } else {
            *own -= 1;
            self.active -= 1;
            self.forget(key);
        }
    }
}
