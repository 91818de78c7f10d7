//! The bounds of the service: what clients may take of this machine.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Deserializer, Serialize};

/// Every bound of the service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Connections open at once.
    #[serde(deserialize_with = "some")]
    pub connections: usize,
    /// Conversations open at once, no more than connections.
    #[serde(deserialize_with = "some")]
    pub conversations: usize,
    /// Bytes of a request line with its headers.
    #[serde(deserialize_with = "some")]
    pub head: usize,
    /// Bytes of a request's body.
    #[serde(deserialize_with = "some")]
    pub body: usize,
    /// Bytes of bodies, messages and text that wait, of all connections together; each has 16 KiB beside them.
    #[serde(deserialize_with = "some")]
    pub buffers: usize,
    /// Characters of a clip, or of a turn.
    #[serde(deserialize_with = "some")]
    pub text: usize,
    /// Entries of a lexicon that a request brings.
    pub lexicon: usize,
    /// Requests and turns a minute, for each key.
    pub requests: u32,
    /// Synthesis slots: clips and turns of which a chunk is being made, and one more for a key that speaks nothing else. With 0
    /// every clip and turn is refused as too many.
    pub speaking: usize,
    /// Clips and turns that are taken beyond the slots, although what plays is late.
    pub waiting: usize,
    /// How long a new clip or turn waits for a slot before it is refused.
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
    /// How long a conversation's client may be silent while a turn is open, pongs counted as sound.
    #[serde(with = "seconds")]
    pub silence: Duration,
    /// The same between turns: clients that answer pings only while they read keep connections for later.
    #[serde(with = "seconds")]
    pub rest: Duration,
    /// Conversations that may be silent for longer than `silence`.
    pub resting: usize,
    /// How long a turn waits for more after a mark that may end the sentence, or belong to a number or an abbreviation.
    #[serde(with = "seconds")]
    pub sentence: Duration,
    /// How long a turn waits for text before what it has is spoken.
    #[serde(with = "seconds")]
    pub flush: Duration,
    /// How long a turn waits for text before it ends, though others wait for it.
    #[serde(with = "seconds")]
    pub turn_idle: Duration,
    /// How long running clips and turns may take to finish when the service ends.
    #[serde(with = "seconds")]
    pub drain: Duration,
}

/// A time as a number of seconds. Zero is refused: sockets take no such time.
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

/// A count that is not zero.
fn some<'a, D: Deserializer<'a>>(from: D) -> Result<usize, D::Error> {
    NonZeroUsize::deserialize(from).map(NonZeroUsize::get)
}

/// The instant so long from now, a century at most: `Instant` cannot hold every duration.
pub fn after(time: Duration) -> Instant {
    Instant::now() + time.min(Duration::from_secs(100 * 366 * 86_400))
}

impl Default for Limits {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            // What these cost in threads and descriptors stands in `capacity`; the unit must give it.
            connections: 256,
            conversations: 192,
            head: 16 << 10,
            // The longest text as JSON's escapes, six bytes a character, and a lexicon.
            body: 256 << 10,
            buffers: 16 << 20,
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
            // Longer than the pools of HTTP clients keep a connection: five minutes, as a rule.
            rest: Duration::from_secs(600),
            // A client that is gone without a word looks like one that rests.
            resting: 64,
            // Longer than between two tokens of a language model, as a rule; too short to be noticed.
            sentence: Duration::from_millis(80),
            flush: Duration::from_millis(1_500),
            // Longer than a tool takes that a language model calls in the middle of its answer.
            turn_idle: Duration::from_secs(300),
            // What stops a container waits ten seconds; the rest is for what comes after, on a machine that is busy.
            drain: Duration::from_secs(8),
        }
    }
}

impl Limits {
    /// Conversations open at once.
    pub(super) fn conversations(&self) -> usize {
        self.conversations.min(self.connections)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::FAREWELL;

    /// What stops a container kills after ten seconds.
    #[test]
    fn an_end_beside_slow_readers_leaves_a_margin() {
        let end = Limits::default().drain + FAREWELL;
        assert!(end <= Duration::from_millis(8_500), "{end:?}");
    }
}
