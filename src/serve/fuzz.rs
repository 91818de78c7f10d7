//! What any bytes do to the service: requests from a connection, and the messages of a conversation.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use super::auth;
use super::error::ApiError;
use super::fields::Fields;
use super::halves;
use super::head::Head;
use super::limits::Limits;
use super::memory::Memory;
use super::params::Params;
use super::request::Reader;
use super::shared::Shared;
use super::socket::Wire;
use super::websocket::simulator::{Conversation, service};
use super::wyoming::event;

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
        message: 1_024,
        ..Limits::default()
    })
});

/// Portions that come in one after the other. A signal comes before each.
#[derive(Debug)]
struct Incoming(Mutex<(VecDeque<Vec<u8>>, bool)>);

impl Incoming {
    fn new(portions: VecDeque<Vec<u8>>) -> Self {
        Self((portions, false).into())
    }
}

impl Wire for Incoming {
    fn set_read_timeout(&self, _: Duration) -> io::Result<()> {
        Ok(())
    }

    fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut incoming = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (portions, interrupted) = &mut *incoming;
        *interrupted ^= true;
        if *interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
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

/// The bytes in portions, whose sizes the first four say.
fn cut(data: &[u8]) -> (&[u8], VecDeque<Vec<u8>>) {
    let (cuts, bytes) = data.split_at(data.len().min(4));
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
    (bytes, portions)
}

/// Requests are read alike in whatever portions they come, and their fields are looked at.
pub fn http(data: &[u8]) {
    let (bytes, portions) = cut(data);
    let whole = requests([bytes.to_vec()].into());
    assert_eq!(requests(portions), whole);
    let engine = SHARED.engine();
    for (head, body) in &whole {
        let _ = auth::authenticate(head, None, false);
        if let Ok(fields) = Fields::parse(&halves::mended(body)) {
            let _ = Params::check(&fields, SHARED.offer(&engine));
        }
    }
}

/// The requests that come before the connection ends.
fn requests(portions: VecDeque<Vec<u8>>) -> Vec<(Head, Vec<u8>)> {
    let limits = &SHARED.limits;
    let memory = Arc::new(Memory::new(1 << 20));
    let mut reader = Reader::new(Incoming::new(portions), memory.hold(None));
    let mut requests = Vec::new();
    while let Ok(head) = reader.head(limits)
        && let Ok(body) = reader.body(&head, limits, limits.body)
    {
        assert!(body.bytes.len() <= limits.body);
        requests.push((head, body.bytes));
    }
    requests
}

/// Events of Wyoming are read alike in whatever portions they come.
pub fn wyoming(data: &[u8]) {
    let (bytes, portions) = cut(data);
    assert_eq!(events(portions), events([bytes.to_vec()].into()));
}

/// The events that come before the connection ends, or before one that is refused.
fn events(portions: VecDeque<Vec<u8>>) -> Vec<Result<event::Request, ApiError>> {
    let memory = Arc::new(Memory::new(1 << 20));
    let mut reader = event::Reader::new(Incoming::new(portions), memory.hold(None));
    let mut next = || match reader.next(Duration::MAX, &SHARED.limits) {
        Ok(event::Read::Request(request)) => Some(Ok(request)),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    };
    let mut events = Vec::new();
    while let Some(event) = next() {
        let refused = event.is_err();
        events.push(event);
        if refused {
            break;
        }
    }
    events
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One of Wyoming's did, where SIGHUP had the keys loaded anew.
    #[test]
    fn a_signal_ends_no_connection() {
        let describe = b"{\"type\":\"describe\"}\n".to_vec();
        assert_eq!(events([describe].into()), [Ok(event::Request::Describe)]);
        let get = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n".to_vec();
        assert_eq!(requests([get].into()).len(), 1);
    }
}
