//! What any bytes do to the service: requests from a connection, and the messages of a conversation.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use super::auth;
use super::fields::Fields;
use super::head::Head;
use super::limits::Limits;
use super::memory::Memory;
use super::params::Params;
use super::request::Reader;
use super::shared::Shared;
use super::socket::Wire;
use super::websocket::simulator::{Conversation, service};

static SHARED: LazyLock<Arc<Shared>> = LazyLock::new(|| {
    service(Limits {
        // So small that they are reached.
        head: 512,
        body: 1_024,
        text: 200,
        queued_text: 400,
        turns: 4,
        contexts: 16,
        lexicon: 4,
        ..Limits::default()
    })
});

/// Portions that come in one after the other.
#[derive(Debug)]
struct Incoming(Mutex<VecDeque<Vec<u8>>>);

impl Wire for Incoming {
    fn set_read_timeout(&self, _: Duration) -> io::Result<()> {
        Ok(())
    }

    fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut portions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut portion) = portions.pop_front() else {
            return Ok(0);
        };
        let count = portion.len().min(bytes.len());
        bytes[..count].copy_from_slice(&portion[..count]);
        if count < portion.len() {
            portions.push_front(portion.split_off(count));
        }
        Ok(count)
    }

    fn write_all(&self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn hurry(&self) {}

    fn shutdown(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Requests are read alike in whatever portions they come, and their fields are looked at.
pub fn http(data: &[u8]) {
    let (cuts, bytes) = data.split_at(data.len().min(4));
    let whole = requests([bytes.to_vec()].into());
    let cuts = cuts.iter().map(|cut| usize::from(*cut) + 1).cycle();
    let mut portions = VecDeque::new();
    let mut rest = bytes;
    for cut in cuts {
        let (portion, more) = rest.split_at(cut.min(rest.len()));
        if portion.is_empty() {
            break;
        }
        portions.push_back(portion.to_vec());
        rest = more;
    }
    assert_eq!(requests(portions), whole);
    let engine = SHARED.engine();
    for (head, body) in &whole {
        let _ = auth::authenticate(head, None, false);
        if let Ok(fields) = Fields::parse(body) {
            let _ = Params::check(&fields, SHARED.offer(&engine));
        }
    }
}

/// The requests that come before the connection ends.
fn requests(portions: VecDeque<Vec<u8>>) -> Vec<(Head, Vec<u8>)> {
    let limits = &SHARED.limits;
    let memory = Arc::new(Memory::new(1 << 20));
    let mut reader = Reader::new(Incoming(portions.into()), &memory);
    let mut requests = Vec::new();
    while let Ok(head) = reader.head(limits)
        && let Ok(body) = reader.body(&head, limits)
    {
        assert!(body.bytes.len() <= limits.body);
        requests.push((head, body.bytes));
    }
    requests
}

/// Lines are messages of a client, of either form of the protocol, in any order; after those that begin with a blank what there
/// is is spoken, and the next line is said between two chunks.
pub fn conversation(data: &[u8]) {
    let conversation = Conversation::new(&SHARED, None);
    let mut lines = data.split(|byte| *byte == b'\n').take(64);
    while let Some(line) = lines.next() {
        conversation.receive(line);
        if line.starts_with(b" ") {
            conversation.speak(&mut || {
                if let Some(line) = lines.next() {
                    conversation.receive(line);
                }
            });
        }
    }
    while conversation.speak(&mut || {}) {}
    conversation.heard();
    conversation.end();
    assert!(conversation.is_idle());
}
