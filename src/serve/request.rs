//! Reads requests from a connection: heads and bodies, each within a bound of size and time.

use std::io;
use std::mem;
use std::time::Instant;

use super::error::ApiError;
use super::head::{Framing, Head, framing, malformed, parse};
use super::limits::{Limits, after};
use super::memory::{Held, Owner};
use super::socket::{Socket, Wire};

/// Bytes of the line that gives a chunk's size.
const CHUNK_LINE: usize = 4 << 10;
/// Bytes taken from the socket at once.
const READ: usize = 8 << 10;

/// Reads requests from a socket.
#[derive(Debug)]
pub struct Reader<W = Socket> {
    socket: W,
    /// Read ahead.
    buffer: Vec<u8>,
    held: Held,
    /// Whether nothing has come yet.
    fresh: bool,
}

/// The body of a request, in memory that is counted.
#[derive(Debug)]
pub struct Body {
    pub bytes: Vec<u8>,
    _held: Held,
}

/// Why a connection ends.
#[derive(Clone, Debug)]
pub enum Broken {
    /// The client is gone or was silent for too long: there is nobody to answer.
    Gone,
    /// The error is sent before the connection closes.
    Refused(ApiError),
}

impl From<io::Error> for Broken {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl From<ApiError> for Broken {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl<W: Wire> Reader<W> {
    /// On a socket that nothing has been read from.
    pub fn new(socket: W, held: Held) -> Self {
        Self {
            socket,
            buffer: Vec::new(),
            held,
            fresh: true,
        }
    }

    /// The socket, and what was read ahead.
    pub fn into_parts(self) -> (W, Vec<u8>) {
        (self.socket, self.buffer)
    }

    /// What is held from now on is of a key.
    pub fn belongs_to(&mut self, owner: Owner) {
        self.held.belongs_to(owner);
    }

    /// Waits for the next head.
    pub fn head(&mut self, limits: &Limits) -> Result<Head, Broken> {
        if self.buffer.is_empty() {
            // Before its first request a connection has shown no key.
            let wait = match self.fresh {
                true => limits.head_time,
                false => limits.idle,
            };
            self.fill(after(wait))?;
        }
        self.fresh = false;
        let deadline = after(limits.head_time);
        let mut seen = 0;
        loop {
            if self.buffer[seen..].contains(&b'\n')
                && let Some((head, length)) = parse(&self.buffer)?
            {
                if length > limits.head {
                    return Err(self.too_large(limits.head).into());
                }
                self.buffer.drain(..length);
                return Ok(head);
            }
            seen = self.buffer.len();
            if seen >= limits.head {
                return Err(self.too_large(limits.head).into());
            }
            self.fill_or(deadline)?;
        }
    }

    /// Reads the body that belongs to a head, of so many bytes at most.
    pub fn body(&mut self, head: &Head, limits: &Limits, longest: usize) -> Result<Body, Broken> {
        let bytes = self.body_bytes(head, limits, longest)?;
        let mut left = self.held.another();
        left.set(self.buffer.len())?;
        Ok(Body {
            bytes,
            _held: mem::replace(&mut self.held, left),
        })
    }

    fn body_bytes(
        &mut self,
        head: &Head,
        limits: &Limits,
        longest: usize,
    ) -> Result<Vec<u8>, Broken> {
        let deadline = after(limits.body_time);
        let framing = framing(head)?;
        let too_long = ApiError::text_too_long(longest, "bytes of body");
        if matches!(framing, Framing::Sized(length) if length > longest) {
            return Err(too_long.into());
        }
        let expects = head.header("expect");
        if expects.is_some_and(|e| e.eq_ignore_ascii_case("100-continue"))
            // HTTP/1.0 knows no such answer.
            && head.one_one
            && framing != Framing::None
            && self.buffer.is_empty()
        {
            self.socket.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        let mut body = Vec::new();
        match framing {
            Framing::None => {}
            Framing::Sized(length) => self.take(length, &mut body, deadline)?,
            Framing::Chunked => loop {
                let size = self.chunk_size(deadline)?;
                if size > longest - body.len() {
                    return Err(too_long.into());
                }
                if size == 0 {
                    self.trailers(limits, deadline)?;
                    break;
                }
                self.take(size, &mut body, deadline)?;
                let mut end = Vec::new();
                self.take(2, &mut end, deadline)?;
                if end != b"\r\n" {
                    return Err(malformed("a chunk has another length than it says").into());
                }
            },
        }
        Ok(body)
    }

    /// Appends so many bytes to `body`, in memory that is counted as they come.
    fn take(&mut self, length: usize, body: &mut Vec<u8>, deadline: Instant) -> Result<(), Broken> {
        let end = body.len() + length;
        loop {
            let count = self.buffer.len().min(end - body.len());
            self.held.set(body.len() + self.buffer.len())?;
            body.extend(self.buffer.drain(..count));
            if body.len() == end {
                return Ok(());
            }
            self.fill_or(deadline)?;
        }
    }

    fn chunk_size(&mut self, deadline: Instant) -> Result<usize, Broken> {
        loop {
            match httparse::parse_chunk_size(&self.buffer) {
                Ok(httparse::Status::Complete((line, size)))
                    if line <= CHUNK_LINE && is_chunk_line(&self.buffer[..line]) =>
                {
                    self.buffer.drain(..line);
                    return Ok(usize::try_from(size).unwrap_or(usize::MAX));
                }
                Ok(httparse::Status::Partial) if self.buffer.len() < CHUNK_LINE => {
                    self.fill_or(deadline)?;
                }
                _ => return Err(malformed("a chunk without a size").into()),
            }
        }
    }

    /// The head that is being read is too large: its first line, or its headers.
    fn too_large(&self, limit: usize) -> ApiError {
        match self.buffer[..limit.min(self.buffer.len())].contains(&b'\n') {
            true => too_large(limit),
            false => {
                let message = format!("the request line is too long: the limit is {limit} bytes");
                ApiError::new(414, "uri_too_long", message).with("limit", limit)
            }
        }
    }

    /// Throws away what may follow the last chunk, up to the empty line.
    fn trailers(&mut self, limits: &Limits, deadline: Instant) -> Result<(), Broken> {
        let mut bytes = 0;
        loop {
            let Some(end) = self.buffer.iter().position(|b| *b == b'\n') else {
                if self.buffer.len() + bytes >= limits.head {
                    return Err(too_large(limits.head).into());
                }
                self.fill_or(deadline)?;
                continue;
            };
            bytes += end + 1;
            if bytes > limits.head {
                return Err(too_large(limits.head).into());
            }
            let line: Vec<u8> = self.buffer.drain(..=end).collect();
            if matches!(line.as_slice(), b"\r\n" | b"\n") {
                return Ok(());
            }
        }
    }

    /// Waits for bytes; too late is a error.
    fn fill_or(&mut self, deadline: Instant) -> Result<(), Broken> {
        match self.fill(deadline) {
            Ok(0) => Err(Broken::Gone),
            Ok(_) => Ok(()),
            Err(e)
                if matches!(
                    e.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) =>
            {
                Err(ApiError::timeout("the request").into())
            }
            Err(_) => Err(Broken::Gone),
        }
    }

    /// Waits for bytes; how many came, 0 at the end of the connection.
    fn fill(&mut self, deadline: Instant) -> io::Result<usize> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.socket.set_read_timeout(left)?;
            let mut bytes = [0; READ];
            match self.socket.read(&mut bytes) {
                Ok(count) => {
                    self.buffer.extend_from_slice(&bytes[..count]);
                    return Ok(count);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }
}

/// Whether the line of a chunk's size begins with a digit and has one end. httparse takes a size of no digits for zero, and any
/// byte in an extension: a proxy that ends lines at a line feed alone would see another body.
fn is_chunk_line(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_hexdigit)
        && line.iter().filter(|byte| **byte == b'\n').count() == 1
}

fn too_large(limit: usize) -> ApiError {
    let message = format!("the headers are too large: the limit is {limit} bytes");
    ApiError::new(431, "headers_too_large", message).with("limit", limit)
}
