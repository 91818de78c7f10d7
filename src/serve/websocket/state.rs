//! What a conversation has been asked for.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use super::protocol::Protocol;
use super::turn::{Extras, Turn};
use crate::serve::error::ApiError;
use crate::serve::memory::Held;
use crate::serve::params::Params;
use crate::text::Fragments;

/// Bytes that a name takes at most: an entry of a hash table, whose old entries are still there while it grows.
const NAME: usize = 32;

/// What has been asked for, and is to be spoken.
#[derive(Debug)]
pub struct State {
    pub protocol: Option<Protocol>,
    /// As the last accepted `start` or `config` says.
    pub params: Option<Arc<Params>>,
    /// The last `start` or `config` was refused: nothing is spoken in other settings than the client asked for.
    pub refused: bool,
    pub extras: Extras,
    /// In the order in which they are spoken.
    pub turns: VecDeque<Turn>,
    /// Joins the messages of the next turn, as those before have shown what the client does.
    pub fragments: Fragments,
    /// How many have been opened.
    pub opened: u64,
    /// Hashes of the names that have been used.
    pub used: HashSet<u64>,
    /// No further name is taken: one that was not kept could come again, and what follows a lost beginning would be spoken.
    pub full: bool,
    pub hasher: RandomState,
    pub over: bool,
    /// The memory of all this.
    pub held: Held,
}

impl State {
    /// A conversation in which nothing was said.
    pub fn new(held: Held) -> Self {
        Self {
            protocol: None,
            params: None,
            refused: false,
            extras: Extras::default(),
            turns: VecDeque::new(),
            fragments: Fragments::default(),
            opened: 0,
            used: HashSet::new(),
            full: false,
            hasher: RandomState::new(),
            over: false,
            held,
        }
    }

    /// Holds the memory of all names and turns, each with the params that it was opened with, and of so many bytes more.
    pub fn hold(&mut self, more: usize) -> Result<(), ApiError> {
        let turns = self.turns.iter().map(|turn| turn.bytes + turn.params.bytes);
        let turns: usize = turns.sum();
        let params = self.params.as_ref().map_or(0, |params| params.bytes);
        self.held
            .set(params + turns + NAME * self.used.len() + more)
    }

    /// Whether a message for this turn can neither open nor continue one.
    pub fn is_unknown(&self, context: &str) -> bool {
        !self.used.contains(&self.hasher.hash_one(context))
    }

    /// The turn that takes text: the first that does, or the one of this name.
    pub fn open_turn(&self, context: Option<&str>) -> Option<usize> {
        self.turns.iter().position(|turn| {
            turn.is_open() && context.is_none_or(|context| turn.progress.context == context)
        })
    }

    /// Takes a name for a turn at its first use, whatever becomes of the turn.
    pub fn use_name(&mut self, context: &str, limit: usize) -> Result<(), ApiError> {
        let hash = self.hasher.hash_one(context);
        if self.used.contains(&hash) {
            if self.open_turn(Some(context)).is_some() {
                return Ok(());
            }
            let message = "a context_id is used once: this turn takes no more text";
            return Err(ApiError::new(400, "context_used", message));
        }
        self.full |= self.used.len() >= limit || self.hold(NAME).is_err();
        if self.full {
            let message = "this connection has had its number of turns: open another";
            return Err(ApiError::new(429, "too_many_turns", message).with("limit", limit));
        }
        self.used.insert(hash);
        Ok(())
    }
}
