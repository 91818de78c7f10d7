//! How many requests and turns each key may make in a minute.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::error::ApiError;
use super::keys::KeyId;

/// So many buckets are kept at most, where addresses have them.
const BUCKETS: usize = 4_096;

/// A token bucket for each key, or for each address.
#[derive(Debug)]
pub struct RateLimits<K = KeyId> {
    /// Requests a minute.
    limit: u32,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// Requests left at a time. It fills up to a minute's worth.
#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl<K: Eq + Hash> RateLimits<K> {
    /// With so many requests a minute for each key.
    pub fn new(limit: u32) -> Self {
        Self {
            limit,
            buckets: Mutex::default(),
        }
    }

    /// Spends one request of a key.
    pub fn spend(&self, key: K) -> Result<(), ApiError> {
        let now = Instant::now();
        let limit = f64::from(self.limit);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= BUCKETS && !buckets.contains_key(&key) {
            buckets.clear();
        }
        let bucket = buckets.entry(key).or_insert(Bucket {
            left: limit,
            at: now,
        });
        let a_second = limit / 60.0;
        let filled = bucket.left + now.duration_since(bucket.at).as_secs_f64() * a_second;
        bucket.left = filled.min(limit);
        bucket.at = now;
        if bucket.left < 1.0 {
            let wait = (1.0 - bucket.left) / a_second;
            let wait = wait.min(60.0).ceil() as u64;
            return Err(ApiError::too_many_requests(self.limit, wait));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Keys;
    use super::*;

    #[test]
    fn a_key_spends_its_own_requests_only() {
        let [one, two] = ["one", "two"].map(|key| Keys::parse(key).unwrap().accept(key).unwrap());
        let limits = RateLimits::new(3);
        for _ in 0..3 {
            limits.spend(one).unwrap();
        }
        let error = limits.spend(one).unwrap_err();
        assert_eq!((error.status, error.code), (429, "too_many_requests"));
        let (_, wait) = &error.headers[0];
        assert!((1..=20).contains(&wait.parse::<u32>().unwrap()));
        assert!(limits.spend(two).is_ok());
        assert!(RateLimits::new(0).spend(two).is_err());
    }

    #[test]
    fn any_number_of_addresses_takes_bounded_memory() {
        let limits = RateLimits::new(1);
        for address in 0..3 * BUCKETS {
            limits.spend(address).unwrap();
        }
        assert!(limits.buckets.lock().unwrap().len() <= BUCKETS);
    }
}
