//! Wyoming events on the wire: a line of JSON, then perhaps more JSON and a payload, whose lengths the line tells.

use std::borrow::Cow;
use std::io;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::serve::error::ApiError;
use crate::serve::halves;
use crate::serve::limits::{Limits, after};
use crate::serve::memory::Held;
use crate::serve::socket::{Socket, Wire};

/// How long the read of an event waits at least: it asks whether something has come.
const LOOK: Duration = Duration::from_millis(1);
/// Bytes read at once.
const READ: usize = 4 << 10;

/// What a client wants.
#[derive(Debug, PartialEq)]
pub enum Request {
    Describe,
    Ping(Option<String>),
    Synthesize(Speech),
    Start(Speech),
    Chunk(String),
    Stop,
    /// An event of another service, such as audio for a recogniser.
    Other,
}

/// The data of an event that asks for speech.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Speech {
    pub text: Option<String>,
    pub voice: Option<Voice>,
    pub text_format: Option<String>,
}

/// The voice that an event asks for.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Voice {
    pub name: Option<String>,
    pub language: Option<String>,
}

/// The first line of an event.
#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
    #[serde(default)]
    data_length: Option<usize>,
    #[serde(default)]
    payload_length: Option<usize>,
}

/// What reading gave.
#[derive(Debug)]
pub enum Read {
    Request(Request),
    /// Nothing came for so long.
    Silence,
    /// The client has ended the connection, or it failed.
    End,
}

/// Reads events within the bounds of the service.
pub struct Reader<W = Socket> {
    socket: W,
    buffer: Vec<u8>,
    held: Held,
}

impl Speech {
    /// What a later part of the same event's data says comes before what the line says.
    fn or(self, line: Self) -> Self {
        Self {
            text: self.text.or(line.text),
            voice: self.voice.or(line.voice),
            text_format: self.text_format.or(line.text_format),
        }
    }
}

impl<W: Wire> Reader<W> {
    pub fn new(socket: W, held: Held) -> Self {
        Self {
            socket,
            buffer: Vec::new(),
            held,
        }
    }

    /// Reads an event. It must begin within `wait`, and from then on has the time of a body.
    pub fn next(&mut self, wait: Duration, limits: &Limits) -> Result<Read, ApiError> {
        if self.buffer.is_empty() {
            // Silence is what did not come, not what was not read: however late it is, the client is listened to.
            match self.fill(after(wait), LOOK) {
                Ok(0) => return Ok(Read::End),
                Ok(_) => {}
                Err(e) if is_timeout(&e) => return Ok(Read::Silence),
                Err(_) => return Ok(Read::End),
            }
        }
        match self.event(after(limits.body_time), limits.message) {
            Ok(request) => Ok(Read::Request(request)),
            Err(Failed::Refused(error)) => Err(error),
            Err(Failed::Broken(e)) if is_timeout(&e) => Err(ApiError::timeout("the event")),
            Err(Failed::Broken(_)) => Ok(Read::End),
        }
    }

    fn event(&mut self, deadline: Instant, limit: usize) -> Result<Request, Failed> {
        let mut scanned = 0;
        let line = loop {
            if let Some(at) = self.buffer[scanned..].iter().position(|b| *b == b'\n') {
                break scanned + at + 1;
            }
            scanned = self.buffer.len();
            if scanned >= limit {
                return Err(too_long(limit).into());
            }
            self.more(deadline)?;
        };
        // Before it is parsed: whether it came at once or not makes no difference.
        if line > limit {
            return Err(too_long(limit).into());
        }
        let header = parse::<Header<'_>>(&self.buffer[..line])?;
        let data = header.data_length.unwrap_or(0);
        let payload = header.payload_length.unwrap_or(0);
        if line.saturating_add(data).saturating_add(payload) > limit {
            return Err(too_long(limit).into());
        }
        let end = line + data;
        while self.buffer.len() < end {
            self.more(deadline)?;
        }
        let request = request(&self.buffer[..line], &self.buffer[line..end])?;
        self.forget(end);
        self.skip(payload, deadline)?;
        Ok(request)
    }

    /// Throws a payload away: nothing that Vaak takes has one.
    fn skip(&mut self, mut bytes: usize, deadline: Instant) -> Result<(), Failed> {
        while bytes > 0 {
            if self.buffer.is_empty() {
                self.more(deadline)?;
            }
            let some = bytes.min(self.buffer.len());
            self.forget(some);
            bytes -= some;
        }
        Ok(())
    }

    fn forget(&mut self, bytes: usize) {
        self.buffer.drain(..bytes);
        self.buffer.shrink_to(READ);
        // Less than before is never refused.
        let _ = self.held.set(self.buffer.len());
    }

    fn more(&mut self, deadline: Instant) -> Result<(), Failed> {
        match self.fill(deadline, Duration::ZERO)? {
            0 => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            _ => Ok(()),
        }
    }

    /// Reads what comes next, and waits for it until the deadline, but at least so long; how many bytes came, 0 at the end of the connection.
    fn fill(&mut self, deadline: Instant, least: Duration) -> io::Result<usize> {
        self.held
            .set(self.buffer.len() + READ)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = left.max(least);
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.socket.set_read_timeout(left)?;
            let mut bytes = [0; READ];
            match self.socket.read(&mut bytes) {
                // A signal, such as the one that has the keys loaded anew.
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
                Ok(count) => {
                    self.buffer.extend_from_slice(&bytes[..count]);
                    return Ok(count);
                }
            }
        }
    }
}

/// Why an event was not read.
enum Failed {
    Refused(ApiError),
    Broken(io::Error),
}

impl From<ApiError> for Failed {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::OutOfMemory => Self::Refused(ApiError::busy()),
            _ => Self::Broken(error),
        }
    }
}

/// Parses an event from its line and what follows it.
fn request(line: &[u8], data: &[u8]) -> Result<Request, ApiError> {
    let (line, data) = (&*halves::mended(line), &*halves::mended(data));
    let header = parse::<Header<'_>>(line)?;
    let speech = || -> Result<Speech, ApiError> {
        let inline = header.data.map(|data| parse(data.get().as_bytes()));
        let inline = inline.transpose()?.unwrap_or_default();
        match data.is_empty() {
            true => Ok(inline),
            false => Ok(parse::<Speech>(data)?.or(inline)),
        }
    };
    Ok(match &*header.kind {
        "describe" => Request::Describe,
        "ping" => Request::Ping(speech()?.text.map(|text| halves::whole(&text).into_owned())),
        "synthesize" => Request::Synthesize(speech()?),
        "synthesize-start" => Request::Start(speech()?),
        "synthesize-chunk" => Request::Chunk(speech()?.text.unwrap_or_default()),
        "synthesize-stop" => Request::Stop,
        _ => Request::Other,
    })
}

fn parse<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, ApiError> {
    // A struct could be read from an array too.
    if json.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::invalid_json("it is not an object"));
    }
    serde_json::from_slice(json).map_err(|e| ApiError::invalid_json(&e.to_string()))
}

fn too_long(limit: usize) -> ApiError {
    ApiError::new(413, "event_too_long", "the event is too long").with("limit", limit)
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// Sends an event.
pub fn send(socket: &Socket, kind: &str, data: Value, payload: &[u8]) -> io::Result<()> {
    let mut event = json!({"type": kind, "data": data});
    if !payload.is_empty() {
        event["payload_length"] = payload.len().into();
    }
    let mut bytes = event.to_string().into_bytes();
    bytes.push(b'\n');
    bytes.extend_from_slice(payload);
    socket.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::serve::memory::Memory;

    /// A client that has said all that it says.
    #[derive(Debug)]
    struct Said(Mutex<&'static [u8]>);

    impl Wire for Said {
        fn set_read_timeout(&self, _: Duration) -> io::Result<()> {
            Ok(())
        }

        fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
            io::Read::read(&mut *self.0.lock().unwrap(), bytes)
        }

        fn write_all(&self, _: &[u8]) -> io::Result<()> {
            Ok(())
        }

        fn hurry(&self) {}

        fn shutdown(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_lies_unread_is_no_silence_however_late_it_is() {
        let said = Said(Mutex::new(b"{\"type\": \"synthesize-stop\"}\n"));
        let mut reader = Reader::new(said, Arc::new(Memory::new(1 << 20)).hold(None));
        let read = reader.next(Duration::ZERO, &Limits::default());
        assert!(matches!(read, Ok(Read::Request(Request::Stop))));
    }

    #[test]
    fn data_stands_in_the_line_or_after_it() {
        let expected = Request::Synthesize(Speech {
            text: Some("नमस्ते".to_owned()),
            voice: Some(Voice {
                name: Some("Arjun".to_owned()),
                language: None,
            }),
            text_format: None,
        });
        let line = r#"{"type":"synthesize","data":{"text":"नमस्ते","voice":{"name":"Arjun"}}}"#;
        assert_eq!(request(line.as_bytes(), b"").unwrap(), expected);
        let (line, data) = (
            r#"{"type":"synthesize","data":{"text":"x"},"version":"1.10.2"}"#,
            r#"{"text":"नमस्ते","voice":{"name":"Arjun","speaker":null}}"#,
        );
        assert_eq!(request(line.as_bytes(), data.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn what_is_no_event_is_refused_and_what_is_unknown_is_not() {
        for line in [
            "POST / HTTP/1.1",
            "[]",
            "{}",
            "",
            r#"{"type":5}"#,
            r#"{"type":"synthesize","data":{"text":5}}"#,
        ] {
            assert!(request(line.as_bytes(), b"").is_err(), "{line}");
        }
        let other = br#"{"type":"audio-chunk","data":{"rate":16000,"text":5}}"#;
        assert_eq!(request(other, b"").unwrap(), Request::Other);
    }
}
