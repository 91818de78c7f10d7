//! TLS, by rustls. A session belongs to two threads, and neither holds it while it waits for the network.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Instant;

use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection};

use super::clock::Wall;

/// Bytes taken from the network at once, and sealed at once: a record.
const RECORD: usize = 16 << 10;
/// The protocol that clients may ask for in the handshake (ALPN).
const PROTOCOL: &[u8] = b"http/1.1";

/// Why a certificate or its key is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// The certificates are not PEM.
    #[error("the certificates: {0}")]
    Certificates(#[source] pem::Error),
    /// The private key is not PEM.
    #[error("the private key: {0}")]
    PrivateKey(#[source] pem::Error),
    /// They do not belong together, or are of a kind that is not supported.
    #[error("{0}")]
    Refused(#[from] rustls::Error),
}

/// A certificate and its key; reloadable while the service runs.
#[derive(Debug)]
pub struct Tls(RwLock<Arc<ServerConfig>>);

/// TLS on one connection.
#[derive(Debug)]
pub struct Session(Mutex<State>);

#[derive(Debug)]
struct State {
    connection: ServerConnection,
    /// Come in, but not yet opened.
    sealed: Vec<u8>,
}

impl Tls {
    /// From a chain of certificates, the service's own first, and a private key, both as PEM.
    pub fn parse(certificates: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        Ok(Self(RwLock::new(config(certificates, key)?)))
    }

    /// Takes others in place of those so far, which stay if there is anything wrong with the new ones.
    pub fn replace(&self, certificates: &[u8], key: &[u8]) -> Result<(), TlsError> {
        let config = config(certificates, key)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Begins a session.
    pub fn session(&self) -> io::Result<Session> {
        let config = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let connection = ServerConnection::new(Arc::clone(&config)).map_err(io::Error::other)?;
        Ok(Session(Mutex::new(State {
            connection,
            sealed: Vec::new(),
        })))
    }
}

fn config(certificates: &[u8], key: &[u8]) -> Result<Arc<ServerConfig>, TlsError> {
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(certificates)
        .collect::<Result<_, _>>()
        .map_err(TlsError::Certificates)?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(TlsError::PrivateKey)?;
    let provider = Arc::new(ring::default_provider());
    let mut config = ServerConfig::builder_with_details(provider, Arc::new(Wall))
        .with_safe_default_protocol_versions()
        .and_then(|builder| {
            builder
                .with_no_client_auth()
                .with_single_cert(certificates, key)
        })?;
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    Ok(Arc::new(config))
}

impl Session {
    /// Does the handshake, before a deadline.
    pub fn handshake(&self, stream: &TcpStream, deadline: Instant) -> io::Result<()> {
        let mut bytes = [0; RECORD];
        loop {
            self.answer(stream)?;
            if !self.state().connection.is_handshaking() {
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            stream.set_read_timeout(Some(left))?;
            let mut wire = stream;
            let count = wire.read(&mut bytes)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let opened = self.state().open(&bytes[..count]);
            if opened.is_err() {
                // What is wrong is told by an alert.
                let _ = self.answer(stream);
                return opened;
            }
        }
    }

    /// As [`super::socket::Socket::read`]. `Interrupted` where what came may be no whole record yet: whoever waits has a
    /// clock to look at.
    pub fn read(&self, mut stream: &TcpStream, bytes: &mut [u8]) -> io::Result<usize> {
        match self.state().take(bytes) {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            // The end of the connection, without TLS's own farewell.
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(0),
            taken => return taken,
        }
        let mut sealed = [0; RECORD];
        let count = stream.read(&mut sealed)?;
        if count == 0 {
            return Ok(0);
        }
        self.state().open(&sealed[..count])?;
        Err(io::ErrorKind::Interrupted.into())
    }

    /// Whether [`Self::read`] gives something without waiting.
    pub fn has_content(&self) -> bool {
        let mut state = self.state();
        state.has_content() || state.open(&[]).is_err() || state.has_content()
    }

    /// Bytes as they go over the network.
    pub fn seal(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        let mut sealed = Vec::with_capacity(bytes.len() + 64);
        for record in bytes.chunks(RECORD) {
            state.connection.writer().write_all(record)?;
            state.flush(&mut sealed)?;
        }
        Ok(sealed)
    }

    /// The alert that says that no more comes (close_notify).
    pub fn farewell(&self) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        state.connection.send_close_notify();
        let mut sealed = Vec::new();
        state.flush(&mut sealed)?;
        Ok(sealed)
    }

    /// Whether the client has closed its end of a socket that does not block.
    pub fn is_gone(&self, mut stream: &TcpStream) -> bool {
        let mut state = self.state();
        let waits = |state: &mut State| {
            let state = state.connection.process_new_packets();
            state.map(|state| (state.plaintext_bytes_to_read() > 0, state.peer_has_closed()))
        };
        match waits(&mut state) {
            Ok((_, true)) | Err(_) => return true,
            Ok((true, _)) => return false,
            Ok((false, false)) if !state.sealed.is_empty() => return false,
            Ok((false, false)) => {}
        }
        let mut sealed = [0; RECORD];
        match stream.read(&mut sealed) {
            Ok(0) => true,
            Ok(count) => {
                state.open(&sealed[..count]).is_err()
                    || waits(&mut state).is_ok_and(|(_, closed)| closed)
            }
            Err(e) => e.kind() != io::ErrorKind::WouldBlock,
        }
    }

    fn answer(&self, mut stream: &TcpStream) -> io::Result<()> {
        let mut sealed = Vec::new();
        self.state().flush(&mut sealed)?;
        stream.write_all(&sealed)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether a record is open. A fault is content too: who reads learns of it.
    fn has_content(&mut self) -> bool {
        let state = self.connection.process_new_packets();
        state.map_or(true, |state| state.plaintext_bytes_to_read() > 0)
    }

    /// Takes what came in, and opens records until one has content: rustls refuses more before that is taken.
    fn open(&mut self, sealed: &[u8]) -> io::Result<()> {
        self.sealed.extend_from_slice(sealed);
        let mut rest = &self.sealed[..];
        while !rest.is_empty() {
            if self.connection.read_tls(&mut rest)? == 0 {
                // After the client's farewell nothing counts.
                rest = &[];
            }
            let state = self.connection.process_new_packets();
            let state = state.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
            if state.plaintext_bytes_to_read() > 0 {
                break;
            }
        }
        let used = self.sealed.len() - rest.len();
        self.sealed.drain(..used);
        Ok(())
    }

    /// Content that is open; without any, `WouldBlock`.
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.connection.reader().read(bytes) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && !self.sealed.is_empty() => {
                    self.open(&[])?;
                }
                taken => return taken,
            }
        }
    }

    /// What TLS has to say.
    fn flush(&mut self, sealed: &mut Vec<u8>) -> io::Result<()> {
        while self.connection.wants_write() {
            self.connection.write_tls(sealed)?;
        }
        Ok(())
    }
}
