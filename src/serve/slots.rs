//! Synthesis slots: how many chunks of speech are made at once, and who makes the next.
//!
//! A slot is held while one chunk is made and not while it is sent, so a client that does not read delays nobody. Of those
//! who wait, the keys have their turns one after another; of one key's, new utterances come first, and then what will be
//! played soonest. Audio that is far ahead of its playing comes after all else, and while several keys speak it leaves one slot free.
//! A key that speaks nothing does not wait for a chunk of another's to end: there is one slot more for it, and the system shares
//! the cores for so long.
//!
//! So many utterances are always taken; more are taken as long as none is late. What has begun is never refused.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::error::ApiError;
use super::keys::KeyId;
use super::limits::{Limits, after};
use super::queue::{AHEAD, OVERLOAD, State};

/// Slots beyond the others, for keys that speak nothing.
const EXTRA: usize = 1;

/// The slots of a service.
#[derive(Debug)]
pub struct Slots {
    /// How many there are.
    count: usize,
    /// How many utterances are always taken.
    always: usize,
    /// How long a new utterance waits before it is refused.
    patience: Duration,
    state: Mutex<State>,
}

/// One slot, until it is dropped.
#[derive(Debug)]
pub struct Slot<'a> {
    slots: &'a Slots,
    asked: Instant,
    /// The chunk is late if it takes longer, from the question for a slot to the end.
    lead: Option<Duration>,
}

/// An utterance that was taken, until it is dropped.
#[derive(Debug)]
pub struct Admission {
    slots: Arc<Slots>,
    key: KeyId,
    active: bool,
}

impl Slots {
    /// As the limits say.
    pub fn new(limits: &Limits) -> Self {
        Self {
            count: limits.speaking,
            always: limits.speaking + limits.waiting,
            patience: limits.wait,
            state: Mutex::default(),
        }
    }

    /// Takes an utterance, with a slot for its first chunk. Refused where the machine cannot carry it within the time that
    /// it may wait.
    pub fn begin(self: &Arc<Self>, key: KeyId) -> Result<(Slot<'_>, Admission), ApiError> {
        if self.count == 0 {
            return Err(ApiError::busy());
        }
        let asked = Instant::now();
        let deadline = after(self.patience);
        let mut state = self.state();
        let (ticket, call) = state.wait(key, true, Duration::ZERO);
        self.give(&mut state);
        while !call.given.load(Ordering::Relaxed) {
            let now = Instant::now();
            if now >= deadline {
                state.leave(ticket);
                return Err(ApiError::busy());
            }
            // Whether it is taken may also depend on time alone.
            let wait = (deadline - now).min(OVERLOAD / 4);
            let woken = call.woken.wait_timeout(state, wait);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            self.give(&mut state);
        }
        let slot = Slot {
            slots: self,
            asked,
            lead: None,
        };
        let admission = Admission {
            slots: Arc::clone(self),
            key,
            active: true,
        };
        Ok((slot, admission))
    }

    /// How many slots are taken, and how many wait for one.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.state();
        (state.taken, state.waiting.len())
    }

    /// A slot for a further chunk.
    fn resume(&self, key: KeyId, lead: Option<Duration>) -> Slot<'_> {
        let asked = Instant::now();
        let mut state = self.state();
        let (_, call) = state.wait(key, false, lead.unwrap_or_default());
        self.give(&mut state);
        while !call.given.load(Ordering::Relaxed) {
            let woken = call.woken.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        Slot {
            slots: self,
            asked,
            lead,
        }
    }

    /// Gives free slots to those who come next.
    fn give(&self, state: &mut State) {
        loop {
            let last_slot = self.count > 1 && state.taken + 1 == self.count;
            let next = if state.taken < self.count {
                let kept = last_slot && state.is_shared();
                state.next(self.always, |waiter| !kept || waiter.lead < AHEAD)
            } else if state.taken < self.count + EXTRA {
                state.next(self.always, |waiter| state.is_alone(waiter))
            } else {
                None
            };
            let Some(index) = next else {
                return;
            };
            let waiter = state.waiting.swap_remove(index);
            state.taken += 1;
            let key = state.keys.entry(waiter.key).or_default();
            key.waiting -= 1;
            state.given += 1;
            key.served = state.given;
            if state
                .last
                .replace(waiter.key)
                .is_some_and(|last| last != waiter.key)
            {
                state.shared = Some(Instant::now());
            }
            if waiter.first {
                key.active += 1;
                state.active += 1;
            }
            waiter.call.given.store(true, Ordering::Relaxed);
            waiter.call.woken.notify_one();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission {
    /// A slot for a further chunk. `lead` is how long what was made before will still be played; `None`: it is not known, or
    /// does not matter.
    pub fn slot(&mut self, lead: Option<Duration>) -> Slot<'_> {
        self.set_active(true);
        self.slots.resume(self.key, lead)
    }

    /// Nothing is made for now: the utterance waits for text.
    pub fn rest(&mut self) {
        self.set_active(false);
    }

    fn set_active(&mut self, active: bool) {
        if self.active != active {
            self.active = active;
            let mut state = self.slots.state();
            state.activate(self.key, active);
            self.slots.give(&mut state);
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.set_active(false);
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut state = self.slots.state();
        state.taken -= 1;
        if self.lead.is_some_and(|lead| self.asked.elapsed() > lead) {
            state.late = Some(Instant::now());
        }
        self.slots.give(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::super::keys::Keys;
    use super::*;

    fn slots(waiting: usize, wait: Duration) -> Arc<Slots> {
        Arc::new(Slots::new(&Limits {
            speaking: 1,
            waiting,
            wait,
            ..Limits::default()
        }))
    }

    fn key(name: &str) -> KeyId {
        Keys::parse(name).unwrap().accept(name).unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    /// Makes as many wait as there are, while the one slot is taken; the order in which they have it.
    fn order(
        slots: &Arc<Slots>,
        waiters: &[(&'static str, Option<Duration>, &'static str)],
    ) -> Vec<&'static str> {
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            // The keys speak already.
            let spoken = ["a", "eager", "other"].map(|name| slots.begin(key(name)).unwrap().1);
            let (slot, admission) = slots.begin(key("holder")).unwrap();
            for (number, (name, lead, what)) in waiters.iter().enumerate() {
                let order = &order;
                scope.spawn(move || {
                    let slot = match lead {
                        None => slots.begin(key(name)).map(|(slot, _)| slot).unwrap(),
                        lead => slots.resume(key(name), *lead),
                    };
                    order.lock().unwrap().push(*what);
                    drop(slot);
                });
                while slots.counts().1 <= number {
                    thread::yield_now();
                }
            }
            drop((slot, admission, spoken));
        });
        order.into_inner().unwrap()
    }

    #[test]
    fn a_slot_is_waited_for_and_then_refused() {
        let slots = slots(0, Duration::from_millis(20));
        let held = slots.begin(key("a")).unwrap();
        assert_eq!(slots.begin(key("a")).unwrap_err().code, "busy");
        drop(held);
        assert!(slots.begin(key("a")).is_ok());
        let state = slots.state();
        assert!(state.waiting.is_empty() && state.keys.is_empty() && state.active == 0);
    }

    #[test]
    fn of_one_key_what_is_new_comes_first_and_then_what_is_played_first() {
        let slots = slots(8, LONG);
        let millis = |ms| Some(Duration::from_millis(ms));
        let order = order(
            &slots,
            &[
                ("a", millis(9_000), "far ahead"),
                ("a", millis(500), "later"),
                ("a", millis(100), "soon"),
                ("a", None, "new"),
            ],
        );
        assert_eq!(order, ["new", "soon", "later", "far ahead"]);
    }

    #[test]
    fn keys_have_their_turns_one_after_another() {
        let slots = slots(8, LONG);
        let soon = Some(Duration::from_millis(100));
        let mut waiters = vec![("eager", soon, "eager"); 6];
        waiters.push(("other", soon, "other"));
        waiters.push(("other", soon, "other"));
        let order = order(&slots, &waiters);
        let last = order.iter().rposition(|name| *name == "other").unwrap();
        assert!(last <= 4, "{order:?}");
    }

    #[test]
    fn new_work_is_refused_only_if_something_is_late_and_not_to_a_key_that_has_nothing() {
        let slots = slots(1, Duration::from_millis(20));
        let mut held = Vec::new();
        // More than are always taken, as nothing is late.
        for _ in 0..5 {
            let (slot, admission) = slots.begin(key("a")).unwrap();
            drop(slot);
            held.push(admission);
        }
        drop(held[0].slot(Some(Duration::ZERO)));
        assert_eq!(slots.begin(key("a")).unwrap_err().code, "busy");
        assert!(slots.begin(key("b")).is_ok());
        // What has begun goes on; what waits for text does not count.
        drop(held[0].slot(None));
        held.iter_mut().for_each(Admission::rest);
        assert!(slots.begin(key("a")).is_ok());
    }

    #[test]
    fn a_key_that_speaks_nothing_waits_for_no_chunk_of_another() {
        let slots = slots(8, Duration::from_millis(20));
        let (eager, mut turn) = slots.begin(key("eager")).unwrap();
        // Its further ones wait, also one that is late.
        assert!(slots.begin(key("eager")).is_err());
        let (alone, mut other) = slots.begin(key("other")).unwrap();
        // There is one such slot.
        assert!(slots.begin(key("third")).is_err());
        drop((eager, alone));
        let eager = turn.slot(None);
        // Text came for a turn that waited for it.
        other.rest();
        drop((other.slot(None), eager));
    }

    /// The eager key came before it in the order of keys, and had no claim to that slot.
    #[test]
    fn a_late_chunk_of_a_key_that_speaks_nothing_else_waits_for_nobody() {
        let slots = slots(8, LONG);
        let eager = slots.begin(key("eager")).unwrap();
        let (first, mut alone) = slots.begin(key("alone")).unwrap();
        drop(first);
        let (had, has) = mpsc::channel();
        thread::scope(|scope| {
            let more = scope.spawn(|| slots.begin(key("eager")).is_ok());
            while slots.counts().1 == 0 {
                thread::yield_now();
            }
            scope.spawn(move || {
                drop(alone.slot(None));
                let _ = had.send(());
            });
            let given = has.recv_timeout(Duration::from_secs(10));
            drop(eager);
            assert!(more.join().unwrap() && given.is_ok());
        });
    }

    #[test]
    fn audio_far_ahead_leaves_a_slot_free_while_several_keys_speak() {
        let slots = Arc::new(Slots::new(&Limits {
            speaking: 2,
            ..Limits::default()
        }));
        let far = Some(AHEAD);
        let mut turns = [(); 3].map(|()| slots.begin(key("eager")).unwrap().1);
        let [one, two, three] = &mut turns;
        // Alone it has both.
        drop([one.slot(far), two.slot(far)]);
        drop(slots.begin(key("other")).unwrap());
        assert!(slots.state().shared.is_some());
        // However slow the machine is.
        slots.state().shared = Some(Instant::now() + LONG);
        let held = one.slot(far);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| drop(two.slot(far)));
            while slots.counts().1 == 0 {
                thread::yield_now();
            }
            assert_eq!(slots.counts(), (1, 1));
            // What is played soon has it.
            drop(three.slot(Some(Duration::ZERO)));
            assert_eq!(slots.counts(), (1, 1));
            drop(held);
            waiting.join().unwrap();
        });
    }

    #[test]
    fn a_freed_slot_goes_to_who_waits() {
        let slots = slots(1, LONG);
        let held = slots.begin(key("a")).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| slots.begin(key("a")).is_ok());
            while slots.counts().1 == 0 {
                thread::yield_now();
            }
            drop(held);
            assert!(waiting.join().unwrap());
        });
    }
}
