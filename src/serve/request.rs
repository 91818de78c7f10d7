//! Reads requests from a connection: heads and bodies, each within a bound of size and time.

use std::io;
use std::mem;
use std::sync::Arc;
use std::time::Instant;

use super::error::ApiError;
use super::limits::{Limits, after};
use super::memory::{Held, Memory};
use super::socket::Socket;

/// More headers than any client sends.
const HEADERS: usize = 64;
/// Bytes of the line that gives a chunk's size.
const CHUNK_LINE: usize = 4 << 10;
/// White space in headers. To take more for it, as Unicode does, would frame bodies otherwise than a proxy before us.
const BLANKS: [char; 2] = [' ', '\t'];
/// Bytes taken from the socket at once.
const READ: usize = 8 << 10;

/// Reads requests from a socket.
#[derive(Debug)]
pub struct Reader {
    socket: Socket,
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

/// A request without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// As sent.
    pub method: String,
    /// Without the query.
    pub path: String,
    /// What follows the question mark.
    query: String,
    /// HTTP/1.1 rather than 1.0.
    pub one_one: bool,
    headers: Vec<(String, String)>,
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

/// How a body is delimited.
#[derive(Debug, PartialEq, Eq)]
enum Framing {
    None,
    Sized(usize),
    Chunked,
}

impl Reader {
    /// On a socket that nothing has been read from.
    pub fn new(socket: Socket, memory: &Arc<Memory>) -> Self {
        Self {
            socket,
            buffer: Vec::new(),
            held: memory.hold(),
            fresh: true,
        }
    }

    /// The socket, and what was read ahead.
    pub fn into_parts(self) -> (Socket, Vec<u8>) {
        (self.socket, self.buffer)
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
                    return Err(too_large(limits.head).into());
                }
                self.buffer.drain(..length);
                return Ok(head);
            }
            seen = self.buffer.len();
            if seen >= limits.head {
                return Err(too_large(limits.head).into());
            }
            self.fill_or(deadline)?;
        }
    }

    /// Reads the body that belongs to a head.
    pub fn body(&mut self, head: &Head, limits: &Limits) -> Result<Body, Broken> {
        let memory = self.held.memory();
        let bytes = self.body_bytes(head, limits)?;
        let mut left = memory.hold();
        left.set(self.buffer.len())?;
        Ok(Body {
            bytes,
            _held: mem::replace(&mut self.held, left),
        })
    }

    fn body_bytes(&mut self, head: &Head, limits: &Limits) -> Result<Vec<u8>, Broken> {
        let deadline = after(limits.body_time);
        let framing = framing(head)?;
        let too_long = ApiError::text_too_long(limits.body, "bytes of body");
        if matches!(framing, Framing::Sized(length) if length > limits.body) {
            return Err(too_long.into());
        }
        let expects = head.header("expect");
        if expects.is_some_and(|e| e.eq_ignore_ascii_case("100-continue"))
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
                if size > limits.body - body.len() {
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
                Ok(httparse::Status::Complete((line, size))) => {
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

impl Head {
    /// The first header of a name, which is in lower case.
    pub fn header<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Whether a header that is a list has an element.
    pub fn lists(&self, name: &str, element: &str) -> bool {
        self.elements(name).any(|e| e.eq_ignore_ascii_case(element))
    }

    /// The elements of a header that is a list.
    pub fn elements<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.all(name)
            .flat_map(|value| value.split(','))
            .map(|element| element.trim_matches(BLANKS))
    }

    /// The first parameter of this name in the query.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        unescaped(value)
    }

    /// Whether the connection stays open after the answer.
    pub fn keeps_alive(&self) -> bool {
        self.one_one && !self.lists("connection", "close")
    }

    /// For tests: panics where there is no head.
    #[cfg(test)]
    pub fn parse(text: &str) -> Self {
        parse(text.as_bytes()).unwrap().unwrap().0
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.headers.iter().filter(move |(n, _)| n == name);
        named.map(|(_, value)| value.as_str())
    }
}

/// A head and its length; `None` while it is incomplete.
fn parse(bytes: &[u8]) -> Result<Option<(Head, usize)>, ApiError> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            let message = format!("a request has at most {HEADERS} headers");
            return Err(ApiError::new(431, "headers_too_large", message).with("limit", HEADERS));
        }
        Err(httparse::Error::Version) => {
            let message = "only HTTP/1.0 and HTTP/1.1 are spoken here";
            return Err(ApiError::new(505, "unsupported_version", message));
        }
        Err(e) => return Err(malformed(&e.to_string())),
    };
    let target = request.path.unwrap_or_default();
    let path = path_of(target);
    if !path.starts_with('/') || !path.is_ascii() {
        return Err(malformed("the path is not one"));
    }
    let headers = request.headers.iter().map(|header| {
        let value = String::from_utf8_lossy(header.value);
        let value = value.trim_matches(BLANKS).to_owned();
        (header.name.to_ascii_lowercase(), value)
    });
    let hosts = request.headers.iter();
    let hosts = hosts.filter(|header| header.name.eq_ignore_ascii_case("host"));
    if hosts.count() > 1 {
        return Err(malformed("it has more than one host"));
    }
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let head = Head {
        method: request.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        one_one: request.version == Some(1),
        headers: headers.collect(),
    };
    Ok(Some((head, length)))
}

/// A part of a URL whose bytes may be written as `%2B`.
pub fn unescaped(value: &str) -> Option<String> {
    let mut parts = value.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// The path of a target, which may be a whole URI.
fn path_of(target: &str) -> &str {
    let rest = ["http://", "https://"].iter().find_map(|scheme| {
        let (start, rest) = target.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    });
    match rest {
        None => target,
        Some(rest) => rest.find('/').map_or("/", |slash| &rest[slash..]),
    }
}

/// Refuses every framing on which two readers could disagree.
fn framing(head: &Head) -> Result<Framing, ApiError> {
    let mut lengths = head.all("content-length");
    let mut encodings = head.all("transfer-encoding");
    match (lengths.next(), encodings.next()) {
        (None, None) if matches!(head.method.as_str(), "POST" | "PUT" | "PATCH") => {
            let message = "the request says neither content-length nor transfer-encoding";
            Err(ApiError::new(411, "length_required", message))
        }
        (None, None) => Ok(Framing::None),
        (Some(length), None) if lengths.all(|other| other == length) => {
            match length.bytes().all(|b| b.is_ascii_digit()) && !length.is_empty() {
                true => Ok(Framing::Sized(length.parse().unwrap_or(usize::MAX))),
                false => Err(malformed("content-length is not a number")),
            }
        }
        (None, Some(encoding))
            if encodings.next().is_none()
                && encoding.eq_ignore_ascii_case("chunked")
                && head.one_one =>
        {
            Ok(Framing::Chunked)
        }
        _ => Err(malformed("the length of the body is ambiguous")),
    }
}

fn too_large(limit: usize) -> ApiError {
    let message = format!("the headers are too large: the limit is {limit} bytes");
    ApiError::new(431, "headers_too_large", message).with("limit", limit)
}

fn malformed(why: &str) -> ApiError {
    ApiError::new(
        400,
        "invalid_request",
        format!("this is no HTTP request: {why}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Head, ApiError> {
        parse(text.as_bytes()).map(|parsed| parsed.unwrap().0)
    }

    #[test]
    fn a_body_is_delimited_in_one_way_or_refused() {
        let framed = |headers: &str| {
            framing(&head(&format!("POST / HTTP/1.1\r\n{headers}\r\n")).unwrap())
                .map_err(|error| error.code)
        };
        assert_eq!(framed("content-length: 5\r\n"), Ok(Framing::Sized(5)));
        assert_eq!(
            framed("Transfer-Encoding: Chunked\r\n"),
            Ok(Framing::Chunked)
        );
        assert_eq!(framed(""), Err("length_required"));
        for smuggled in [
            "content-length: 5\r\ncontent-length: 6\r\n",
            "content-length: 5\r\ntransfer-encoding: chunked\r\n",
            "transfer-encoding: chunked, gzip\r\n",
            "transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n",
            "content-length: +5\r\n",
            "content-length: \r\n",
            "content-length: 5, 5\r\n",
            // White space of Unicode is none of HTTP's.
            "transfer-encoding: chunked\u{85}\r\n",
            "content-length: 14\u{3000}\r\n",
            "content-length: \u{a0}14\r\n",
        ] {
            assert_eq!(framed(smuggled), Err("invalid_request"), "{smuggled}");
        }
        let huge = framed("content-length: 99999999999999999999999\r\n");
        assert_eq!(huge, Ok(Framing::Sized(usize::MAX)));
    }

    #[test]
    fn keeping_alive_is_the_rule_of_one_one_only() {
        for (text, keeps) in [
            ("GET / HTTP/1.1\r\n\r\n", true),
            ("GET / HTTP/1.1\r\nconnection: Foo, Close\r\n\r\n", false),
            ("GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n", false),
        ] {
            assert_eq!(head(text).unwrap().keeps_alive(), keeps, "{text}");
        }
    }

    #[test]
    fn a_query_is_no_part_of_the_path() {
        assert_eq!(head("GET /a?b=c HTTP/1.1\r\n\r\n").unwrap().path, "/a");
        for (target, path) in [
            ("http://a/b?c", "/b"),
            ("HTTPS://a:1/", "/"),
            ("http://a", "/"),
        ] {
            let text = format!("GET {target} HTTP/1.1\r\n\r\n");
            assert_eq!(head(&text).unwrap().path, path);
        }
        for wrong in [
            "GET ftp://a/ HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n",
            "GET /\u{e9} HTTP/1.1\r\n\r\n",
            "\x16\x03\x01\x02\r\n\r\n",
        ] {
            assert_eq!(head(wrong).unwrap_err().status, 400, "{wrong}");
        }
        assert_eq!(head("GET / HTTP/2.0\r\n\r\n").unwrap_err().status, 505);
    }
}
