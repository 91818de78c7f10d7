//! Memory for what clients send: one bound for all connections together, and below it one for each key.
//!
//! Each connection may hold a little without being asked; what goes beyond that is counted, and refused where all of them, or those
//! of its key, hold too much. So many large requests at once cannot have the system end the program, and no key takes all from another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::ApiError;
use super::faults::{Fault, strike};
use super::keys::KeyId;

/// Bytes that each connection may hold uncounted: a head, or a message of a few sentences.
pub const FREE: usize = 16 << 10;

/// The memory of a service.
#[derive(Debug)]
pub struct Memory {
    limit: usize,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    all: usize,
    keys: HashMap<KeyId, usize>,
}

/// Whose memory it is.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub key: KeyId,
    /// Bytes that the key may hold.
    pub most: usize,
}

/// What one connection holds of it, until it is dropped.
#[derive(Debug)]
pub struct Held {
    memory: Arc<Memory>,
    owner: Option<Owner>,
    bytes: usize,
}

impl Memory {
    /// So many bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            used: Mutex::default(),
        }
    }

    /// Nothing as yet, for a key; `None`: for somebody who has shown none.
    pub fn hold(self: &Arc<Self>, owner: Option<Owner>) -> Held {
        Held {
            memory: Arc::clone(self),
            owner,
            bytes: 0,
        }
    }
}

impl Used {
    /// So many bytes in place of others of the same owner, if there is room.
    fn change(
        &mut self,
        owner: Option<Owner>,
        limit: usize,
        from: usize,
        to: usize,
    ) -> Result<(), ApiError> {
        let all = self.all - from;
        let own = owner.map(|owner| (owner, self.keys.get(&owner.key).map_or(0, |own| own - from)));
        if to > from {
            let fits = |used: usize, bound: usize| to <= bound.saturating_sub(used);
            let fits = fits(all, limit) && own.is_none_or(|(owner, own)| fits(own, owner.most));
            if strike(Fault::Memory).is_err() || !fits {
                return Err(ApiError::busy());
            }
        }
        self.all = all + to;
        if let Some((Owner { key, .. }, own)) = own {
            match own + to {
                0 => self.keys.remove(&key),
                own => self.keys.insert(key, own),
            };
        }
        Ok(())
    }
}

impl Held {
    /// Nothing as yet, for the same owner.
    pub fn another(&self) -> Self {
        self.memory.hold(self.owner)
    }

    /// From now on it is another's, who may hold what there is in any case.
    pub fn belongs_to(&mut self, owner: Owner) {
        let bytes = self.bytes;
        self.release();
        self.owner = Some(owner);
        // Where there is no room it is not counted, up to the next change.
        let _ = self.set(bytes.saturating_add(FREE));
    }

    /// Holds so many bytes in place of those so far, or fewer than asked for if there is no room: then it is an error.
    pub fn set(&mut self, bytes: usize) -> Result<(), ApiError> {
        let bytes = bytes.saturating_sub(FREE);
        if bytes != self.bytes {
            let used = self.memory.used.lock();
            let mut used = used.unwrap_or_else(PoisonError::into_inner);
            used.change(self.owner, self.memory.limit, self.bytes, bytes)?;
            self.bytes = bytes;
        }
        Ok(())
    }

    fn release(&mut self) {
        // To hold less is never refused.
        let _ = self.set(0);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Keys;
    use super::*;

    #[test]
    fn connections_share_a_bound_and_each_has_a_little() {
        let memory = Arc::new(Memory::new(100));
        let hold = || memory.hold(None);
        let (mut one, mut two) = (hold(), hold());
        assert!(one.set(FREE + 80).is_ok() && two.set(FREE + 20).is_ok());
        assert_eq!(two.set(FREE + 21).unwrap_err().code, "busy");
        // What it had it has still.
        assert!(hold().set(FREE + 1).is_err() && hold().set(FREE).is_ok());
        one.set(0).unwrap();
        assert!(two.set(FREE + 100).is_ok());
        drop((one, two));
        assert_eq!(memory.used.lock().unwrap().all, 0);
    }

    #[test]
    fn a_key_has_its_share() {
        let memory = Arc::new(Memory::new(100));
        let [one, two] = ["one", "two"].map(|key| Owner {
            key: Keys::parse(key).unwrap().accept(key).unwrap(),
            most: 70,
        });
        let mut held = [one, one, two].map(|owner| memory.hold(Some(owner)));
        held[0].set(FREE + 50).unwrap();
        assert!(held[1].set(FREE + 21).is_err() && held[1].set(FREE + 20).is_ok());
        assert!(held[2].set(FREE + 31).is_err() && held[2].set(FREE + 30).is_ok());
        // A connection shows another key.
        held[0].set(FREE + 40).unwrap();
        held[0].belongs_to(two);
        assert!(held[1].set(FREE + 30).is_ok() && held[2].another().set(FREE + 1).is_err());
        drop(held);
        assert!(memory.used.lock().unwrap().keys.is_empty());
    }
}
