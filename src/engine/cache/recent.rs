//! What was used lately, within a bound.

use std::collections::{BTreeMap, HashMap};

use super::key::Key;

/// Values with their sizes. What was used longest ago is dropped first.
#[derive(Debug)]
pub struct Recent<V> {
    /// Bytes.
    limit: u64,
    /// Bytes of the values, and those that are held for others.
    used: u64,
    values: HashMap<Key, Sized<V>>,
    /// The keys in the order of their last use.
    order: BTreeMap<u64, Key>,
    uses: u64,
}

#[derive(Debug)]
struct Sized<V> {
    value: V,
    bytes: u64,
    used: u64,
}

impl<V> Recent<V> {
    /// Holds so many bytes at most.
    pub fn new(limit: u64) -> Self {
        Self {
            limit,
            used: 0,
            values: HashMap::new(),
            order: BTreeMap::new(),
            uses: 0,
        }
    }

    /// Returns a value, which is used now.
    pub fn get(&mut self, key: &Key) -> Option<&V> {
        let found = self.values.get_mut(key)?;
        self.order.remove(&found.used);
        self.uses += 1;
        found.used = self.uses;
        self.order.insert(self.uses, *key);
        Some(&found.value)
    }

    /// Holds so many bytes for a value to come, and drops what is free for them. Returns the keys of what was dropped, and
    /// whether there is room.
    pub fn hold(&mut self, bytes: u64, is_free: impl Fn(&V) -> bool) -> (Vec<Key>, bool) {
        let mut dropped = Vec::new();
        let Some(most) = self.limit.checked_sub(bytes) else {
            return (dropped, false);
        };
        let mut surplus = self.used.saturating_sub(most);
        for key in self.order.values() {
            if surplus == 0 {
                break;
            }
            if let Some(old) = self.values.get(key).filter(|old| is_free(&old.value)) {
                surplus = surplus.saturating_sub(old.bytes);
                dropped.push(*key);
            }
        }
        for key in &dropped {
            self.remove(key);
        }
        if surplus == 0 {
            self.used += bytes;
        }
        (dropped, surplus == 0)
    }

    /// Gives back bytes that were held.
    pub fn release(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    /// Adds a value for which so many bytes are held. One that has the same key stays.
    pub fn insert(&mut self, key: Key, value: V, bytes: u64) {
        if self.get(&key).is_some() {
            return self.release(bytes);
        }
        self.uses += 1;
        self.order.insert(self.uses, key);
        let used = self.uses;
        self.values.insert(key, Sized { value, bytes, used });
    }

    /// Removes a value.
    pub fn remove(&mut self, key: &Key) {
        if let Some(old) = self.values.remove(key) {
            self.order.remove(&old.used);
            self.used -= old.bytes;
        }
    }

    /// Returns how many bytes are taken.
    pub fn used(&self) -> u64 {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8) -> Key {
        [number; 32]
    }

    fn add(recent: &mut Recent<u8>, number: u8, bytes: u64) -> Vec<u8> {
        // Odd values are in use.
        let (dropped, room) = recent.hold(bytes, |value| value % 2 == 0);
        if room {
            recent.insert(key(number), number, bytes);
        }
        assert!(recent.used() <= 10);
        dropped.iter().map(|key| key[0]).collect()
    }

    #[test]
    fn what_was_used_longest_ago_goes_first_and_nothing_that_is_in_use() {
        let mut recent = Recent::new(10);
        assert!(add(&mut recent, 1, 3).is_empty());
        assert!(add(&mut recent, 2, 3).is_empty());
        assert!(add(&mut recent, 4, 3).is_empty());
        assert_eq!(recent.get(&key(2)), Some(&2));
        assert_eq!(add(&mut recent, 6, 4), [4]);
        // What is too large drops nothing.
        assert!(add(&mut recent, 8, 11).is_empty());
        assert_eq!((recent.values.len(), recent.used()), (3, 10));
        // There is no room beside what is in use.
        assert_eq!(add(&mut recent, 10, 8), [2, 6]);
        assert_eq!((recent.values.len(), recent.used()), (1, 3));
        // The same again takes no more.
        add(&mut recent, 1, 5);
        assert_eq!(recent.used(), 3);
        recent.remove(&key(1));
        assert_eq!(
            (recent.values.len(), recent.used(), recent.order.len()),
            (0, 0, 0)
        );
    }
}
