//! How answers are written: whole ones by tiny_http's `Response`, clips chunk by chunk.

use std::io;
use std::time::{Instant, UNIX_EPOCH};

use serde_json::{Value, json};
use tiny_http::{HTTPVersion, Header, Response, StatusCode};

use crate::serve::clock;
use crate::serve::error::ApiError;
use crate::serve::socket::Socket;
use crate::serve::speech_form;

/// The header with the request's id.
pub const REQUEST_ID: &str = "x-request-id";
/// The header with the fields that were ignored.
pub const IGNORED: &str = "x-ignored-fields";
pub const JSON: &str = "application/json";
/// As tiny_http writes it.
const EMPTY: &[u8] = b"Content-Length: 0\r\n";
/// Headers that tell of the connection rather than of the answer.
const OF_CONNECTION: [&str; 2] = ["connection", "upgrade"];

/// Answers one request, and keeps account of the answer.
#[derive(Debug)]
pub struct Responder<'a> {
    socket: &'a Socket,
    /// The request's id.
    id: &'a str,
    /// HTTP/1.1 rather than 1.0.
    one_one: bool,
    /// The request wants the head of the answer only.
    head_only: bool,
    /// Errors have the form of `/v1/audio/speech`.
    speech_form: bool,
    /// Further headers of the answer.
    headers: Vec<(&'static str, String)>,
    /// When the whole answer must be out.
    deadline: Instant,
    /// The status of the answer; 0 before there is one.
    pub status: u16,
    /// Bytes of the answer that have been sent.
    pub bytes: usize,
}

impl<'a> Responder<'a> {
    pub fn new(
        socket: &'a Socket,
        id: &'a str,
        one_one: bool,
        head_only: bool,
        deadline: Instant,
    ) -> Self {
        Self {
            socket,
            id,
            one_one,
            head_only,
            speech_form: false,
            headers: Vec::new(),
            deadline,
            status: 0,
            bytes: 0,
        }
    }

    /// Errors have the form that belongs to a path.
    pub fn for_path(mut self, path: &str) -> Self {
        self.speech_form = speech_form::is_spoken_at(path);
        self
    }

    /// Adds a header to the answer, whatever it will be.
    pub fn add_header(&mut self, name: &'static str, value: String) {
        self.headers.push((name, value));
    }

    /// A header that was added.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(known, _)| *known == name);
        header.map(|(_, value)| value.as_str())
    }

    /// The request's id.
    pub fn id(&self) -> &str {
        self.id
    }

    /// Sends a whole answer.
    pub fn send(
        &mut self,
        status: u16,
        content_type: &str,
        body: impl Into<Vec<u8>>,
        headers: &[(&'static str, String)],
    ) -> io::Result<()> {
        self.status = status;
        let mut response = Response::from_data(body).with_status_code(StatusCode(status));
        let own = [
            ("content-type", content_type.to_owned()),
            (REQUEST_ID, self.id.to_owned()),
            ("date", date()),
        ];
        // tiny_http takes no headers of the connection: they follow the status line.
        let mut of_connection = String::new();
        for (name, value) in own.iter().chain(&self.headers).chain(headers) {
            if OF_CONNECTION.contains(name) {
                of_connection.push_str(&format!("{name}: {value}\r\n"));
            } else if let Ok(header) = Header::from_bytes(*name, value.as_str()) {
                response.add_header(header);
            }
        }
        let mut message = Vec::new();
        response.raw_print(
            &mut message,
            HTTPVersion(1, u8::from(self.one_one)),
            &[],
            self.head_only,
            None,
        )?;
        let line = message.windows(2).position(|two| two == b"\r\n");
        let at = line.map_or(0, |line| line + 2);
        message.splice(at..at, of_connection.into_bytes());
        // An answer without content has no length of it.
        let length = message.windows(EMPTY.len()).position(|part| part == EMPTY);
        if let Some(at) = length.filter(|_| status == 204) {
            message.drain(at..at + EMPTY.len());
        }
        self.write(&message)
    }

    /// Sends JSON.
    pub fn json(&mut self, value: &Value) -> io::Result<()> {
        self.send(200, JSON, value.to_string(), &[])
    }

    /// Sends an error.
    pub fn error(&mut self, error: &ApiError) -> io::Result<()> {
        self.error_with(error, &[])
    }

    /// Sends an error and says that the connection closes.
    pub fn last_error(&mut self, error: &ApiError) -> io::Result<()> {
        let close = [("connection", "close".to_owned())];
        let told = self.header("connection").is_some();
        self.error_with(error, if told { &[] } else { &close })
    }

    fn error_with(&mut self, error: &ApiError, more: &[(&'static str, String)]) -> io::Result<()> {
        let mut body = match self.speech_form {
            true => speech_form::error(error),
            false => error.body(),
        };
        body.insert("request_id".to_owned(), json!(self.id));
        let body = Value::Object(body).to_string();
        let headers = [&error.headers[..], more].concat();
        self.send(error.status, JSON, body, &headers)
    }

    /// Begins an answer whose length is not known: in chunks, or with HTTP/1.0 up to the end of the connection.
    pub fn stream(&mut self, content_type: &str) -> Stream<'_, 'a> {
        self.status = 200;
        let chunked = self.one_one;
        let mut message = format!(
            "HTTP/1.{} 200 OK\r\ncontent-type: {content_type}\r\n{REQUEST_ID}: {}\r\ndate: {}\r\n",
            u8::from(chunked),
            self.id,
            date(),
        );
        for (name, value) in &self.headers {
            message.push_str(&format!("{name}: {value}\r\n"));
        }
        if chunked {
            message.push_str("transfer-encoding: chunked\r\n");
        }
        message.push_str("\r\n");
        Stream {
            responder: self,
            message: message.into_bytes(),
            chunked,
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.socket.write_all(bytes)?;
        self.bytes += bytes.len();
        Ok(())
    }
}

/// The date of an answer.
fn date() -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + clock::now())
}

/// An answer that is sent while it is made. tiny_http's own chunked responses collect more than the first chunk of audio
/// before they send any, so these are written here.
#[derive(Debug)]
pub struct Stream<'r, 'a> {
    responder: &'r mut Responder<'a>,
    /// What goes out with the next flush.
    message: Vec<u8>,
    chunked: bool,
}

impl Stream<'_, '_> {
    /// Adds bytes, as one chunk where the answer is in chunks. They are sent by [`Self::flush`].
    pub fn push(&mut self, bytes: &[u8]) {
        // A chunk without bytes would be the last.
        if bytes.is_empty() {
            return;
        }
        if self.chunked {
            self.message
                .extend_from_slice(format!("{:x}\r\n", bytes.len()).as_bytes());
        }
        self.message.extend_from_slice(bytes);
        if self.chunked {
            self.message.extend_from_slice(b"\r\n");
        }
    }

    /// Sends what was added. Fails once the client is gone; `TimedOut` where the whole answer took too long.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.responder.socket.is_gone() {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        if Instant::now() > self.responder.deadline {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.responder.write(&self.message)?;
        self.message.clear();
        Ok(())
    }

    /// Sends what was added and ends the answer.
    pub fn end(mut self) -> io::Result<()> {
        if self.chunked {
            self.message.extend_from_slice(b"0\r\n\r\n");
        }
        self.flush()
    }
}
