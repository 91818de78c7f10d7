//! How many requests and turns each key may make in a minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::error::ApiError;
use super::keys::KeyId;

/// A token bucket for each key.
#[derive(Debug)]
pub struct RateLimits {
    /// Requests a minute.
    limit: u32,
    buckets: Mutex<HashMap<KeyId, Bucket>>,
}

/// Requests left at a time. It fills up to a minute's worth.
#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl RateLimits {
    /// With so many requests a minute for each key.
    pub fn new(limit: u32) -> Self {
        Self {
            limit,
            buckets: Mutex::default(),
        }
    }

    /// Spends one request of a key.
    pub fn spend(&self, key: KeyId) -> Result<(), ApiError> {
        let now = Instant::now();
        let limit = f64::from(self.limit);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
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
}
