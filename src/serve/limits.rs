//! What a client may take of this machine: named bounds, and the count of what is being spoken.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Deserializer, Serialize};

use super::error::Refusal;
use super::keys::KeyId;

/// Every bound of the service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Connections open at once.
    #[serde(deserialize_with = "some")]
    pub connections: usize,
    /// Bytes of a request line with its headers.
    #[serde(deserialize_with = "some")]
    pub head: usize,
    /// Bytes of a request's body.
    #[serde(deserialize_with = "some")]
    pub body: usize,
    /// Characters of a clip, or of a turn.
    #[serde(deserialize_with = "some")]
    pub text: usize,
    /// Entries of a lexicon that a request brings.
    pub lexicon: usize,
    /// Requests and turns a minute, for each key.
    pub requests: u32,
    /// Clips and turns of which a chunk is being made; with none all are refused as too many.
    pub speaking: usize,
    /// Clips and turns that wait to make theirs.
    pub waiting: usize,
    /// How long a new one waits before it is refused.
    #[serde(with = "seconds")]
    pub wait: Duration,
    /// Time for a head, from its first byte; and for a new connection to send one.
    #[serde(with = "seconds")]
    pub head_time: Duration,
    /// Time for a body.
    #[serde(with = "seconds")]
    pub body_time: Duration,
    /// Time between two requests of a connection.
    #[serde(with = "seconds")]
    pub idle: Duration,
    /// How long a reader may take for what is sent at once.
    #[serde(with = "seconds")]
    pub write_time: Duration,
    /// How long a clip or a turn may take, from its beginning to its last byte.
    #[serde(with = "seconds")]
    pub total: Duration,
    /// Open turns of a conversation.
    #[serde(deserialize_with = "some")]
    pub turns: usize,
    /// Turns of a conversation from its beginning to its end, refused ones too: each leaves its id behind.
    #[serde(deserialize_with = "some")]
    pub contexts: usize,
    /// Characters of all open turns of a conversation.
    #[serde(deserialize_with = "some")]
    pub queued_text: usize,
    /// Bytes of a message of a conversation.
    #[serde(deserialize_with = "some")]
    pub message: usize,
    /// Time between pings of a conversation.
    #[serde(with = "seconds")]
    pub ping: Duration,
    /// How long a conversation's client may be silent, pongs counted as sound.
    #[serde(with = "seconds")]
    pub silence: Duration,
    /// How long a turn waits for text before what it has is spoken.
    #[serde(with = "seconds")]
    pub flush: Duration,
    /// How long a turn waits for text before it ends; one that keeps another waiting ends when it is flushed.
    #[serde(with = "seconds")]
    pub turn_idle: Duration,
    /// How long running clips and turns may take to finish when the service ends.
    #[serde(with = "seconds")]
    pub drain: Duration,
}

/// A time as a number of seconds. With none at all nothing would work, and a socket takes no such time.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const LEAST: Duration = Duration::from_millis(1);

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Duration, D::Error> {
        let time = Duration::try_from_secs_f64(f64::deserialize(from)?);
        time.ok()
            .filter(|time| *time >= LEAST)
            .ok_or_else(|| D::Error::custom("a time is a number of seconds, 0.001 or more"))
    }
}

/// A count with which something can be done.
fn some<'a, D: Deserializer<'a>>(from: D) -> Result<usize, D::Error> {
    NonZeroUsize::deserialize(from).map(NonZeroUsize::get)
}

/// When so much time will have passed. Longer than a century is a century: the clock holds no more than it must.
pub fn after(time: Duration) -> Instant {
    Instant::now() + time.min(Duration::from_secs(100 * 366 * 86_400))
}

impl Default for Limits {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            connections: 256,
            head: 16 << 10,
            body: 1 << 20,
            text: 20_000,
            lexicon: 1_000,
            requests: 1_200,
            speaking: cores,
            // A core speaks several times as fast as it is listened to.
            waiting: 4 * cores,
            wait: Duration::from_secs(5),
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            idle: Duration::from_secs(60),
            write_time: Duration::from_secs(30),
            // The longest text at the slowest speed plays for less.
            total: Duration::from_secs(3_600),
            turns: 16,
            contexts: 1 << 16,
            queued_text: 100_000,
            message: 1 << 20,
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            flush: Duration::from_millis(1_500),
            turn_idle: Duration::from_secs(60),
            drain: Duration::from_secs(10),
        }
    }
}

/// Places for what is being made at once, and a queue before them: first come, first served. A place is held for one
/// chunk of speech and not while it is sent, so that a client which does not read holds up nobody.
#[derive(Debug, Default)]
pub struct Places {
    taken: Mutex<Taken>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Taken {
    speaking: usize,
    /// The numbers of those who wait, in their order.
    waiting: VecDeque<u64>,
    next: u64,
}

/// One place, until it is dropped.
#[derive(Debug)]
pub struct Place<'a>(&'a Places);

impl Places {
    /// A place for the first chunk of something: refused where too many wait, or for too long.
    pub fn take(&self, limits: &Limits) -> Result<Place<'_>, Refusal> {
        let mut taken = self.lock();
        let full = taken.speaking >= limits.speaking || !taken.waiting.is_empty();
        if full && taken.waiting.len() >= limits.waiting {
            return Err(Refusal::busy());
        }
        let deadline = after(limits.wait);
        let number = taken.queue();
        while !taken.admits(number, limits) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                taken.waiting.retain(|waiting| *waiting != number);
                self.changed.notify_all();
                return Err(Refusal::busy());
            }
            let woken = self.changed.wait_timeout(taken, left);
            taken = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(self.seat(taken))
    }

    /// A place for a further chunk: what has begun to sound is not refused.
    pub fn take_again(&self, limits: &Limits) -> Place<'_> {
        let mut taken = self.lock();
        let number = taken.queue();
        while !taken.admits(number, limits) {
            let woken = self.changed.wait(taken);
            taken = woken.unwrap_or_else(PoisonError::into_inner);
        }
        self.seat(taken)
    }

    /// How many are being made, and how many wait.
    pub fn counts(&self) -> (usize, usize) {
        let taken = self.lock();
        (taken.speaking, taken.waiting.len())
    }

    /// Gives the first in the queue its place.
    fn seat(&self, mut taken: MutexGuard<'_, Taken>) -> Place<'_> {
        taken.waiting.pop_front();
        taken.speaking += 1;
        // There may be a place for the next one too.
        self.changed.notify_all();
        Place(self)
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn queue(&mut self) -> u64 {
        self.next += 1;
        self.waiting.push_back(self.next);
        self.next
    }

    fn admits(&self, number: u64, limits: &Limits) -> bool {
        self.speaking < limits.speaking && self.waiting.front() == Some(&number)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.lock().speaking -= 1;
        self.0.changed.notify_all();
    }
}

/// How many requests each key has left.
#[derive(Debug, Default)]
pub struct Budgets(Mutex<HashMap<KeyId, Budget>>);

/// Requests left, as of a time; it fills with time to a minute's worth.
#[derive(Debug)]
struct Budget {
    left: f64,
    at: Instant,
}

impl Budgets {
    /// Spends one request of a key.
    pub fn spend(&self, key: KeyId, limit: u32) -> Result<(), Refusal> {
        let now = Instant::now();
        let mut budgets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let budget = budgets.entry(key).or_insert(Budget {
            left: f64::from(limit),
            at: now,
        });
        let a_second = f64::from(limit) / 60.0;
        let filled = budget.left + now.duration_since(budget.at).as_secs_f64() * a_second;
        budget.left = filled.min(f64::from(limit));
        budget.at = now;
        if budget.left < 1.0 {
            let wait = (1.0 - budget.left) / a_second;
            return Err(Refusal::too_many_requests(
                limit,
                wait.min(60.0).ceil() as u64,
            ));
        }
        budget.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_spends_its_own_requests_only() {
        let budgets = Budgets::default();
        let [one, two] = ["one", "two"].map(|key| {
            let keys = super::super::keys::Keys::parse(key).unwrap();
            keys.accept(key).unwrap()
        });
        for _ in 0..3 {
            budgets.spend(one, 3).unwrap();
        }
        let refusal = budgets.spend(one, 3).unwrap_err();
        assert_eq!((refusal.status, refusal.code), (429, "too_many_requests"));
        let (_, wait) = &refusal.headers[0];
        assert!((1..=20).contains(&wait.parse::<u32>().unwrap()));
        assert!(budgets.spend(two, 3).is_ok());
        assert!(budgets.spend(two, 0).is_err());
    }

    fn limits(waiting: usize) -> Limits {
        Limits {
            speaking: 1,
            waiting,
            wait: Duration::from_millis(20),
            ..Limits::default()
        }
    }

    #[test]
    fn a_place_is_waited_for_and_then_refused() {
        let places = Places::default();
        let place = places.take(&limits(1)).unwrap();
        assert_eq!(places.take(&limits(0)).unwrap_err().code, "busy");
        assert_eq!(places.take(&limits(1)).unwrap_err().code, "busy");
        drop(place);
        assert!(places.take(&limits(0)).is_ok());
    }

    #[test]
    fn a_place_goes_to_each_in_turn() {
        let places = Places::default();
        let limits = limits(2);
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            let mut place = places.take(&limits).unwrap();
            for name in 0..2 {
                scope.spawn({
                    let (places, limits, order) = (&places, &limits, &order);
                    move || {
                        for _ in 0..3 {
                            let _place = places.take_again(limits);
                            order.lock().unwrap().push(name);
                            // Long enough for the other to queue.
                            thread::sleep(Duration::from_millis(20));
                        }
                    }
                });
                while places.counts().1 <= name {
                    thread::yield_now();
                }
            }
            drop(place);
            // Whoever has just had a place comes after those who wait.
            place = places.take_again(&limits);
            drop(place);
        });
        assert_eq!(*order.lock().unwrap(), [0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn a_freed_place_goes_to_who_waits() {
        let places = Places::default();
        let patient = Limits {
            wait: Duration::from_secs(60),
            ..limits(1)
        };
        let place = places.take(&patient).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| places.take(&patient).is_ok());
            while places.counts().1 == 0 {
                thread::yield_now();
            }
            drop(place);
            assert!(waiting.join().unwrap());
        });
    }
}
