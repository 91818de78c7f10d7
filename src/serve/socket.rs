//! The socket of a connection, plain or through TLS. One thread may read while another writes.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::net::RecvFlags;

use super::faults::{Fault, strike};
use super::limits::after;
use super::tls::{Session, Tls};

/// Bytes thrown away at once.
const THROW: usize = 8 << 10;
/// How long the rest of a refused request is thrown away, so that the error reaches a client that still sends.
const LINGER: Duration = Duration::from_millis(500);

/// Bytes in two directions: a [`Socket`], or what stands for one where there is none.
pub trait Wire: fmt::Debug + Send + Sync {
    /// See [`Socket::set_read_timeout`].
    fn set_read_timeout(&self, time: Duration) -> io::Result<()>;
    /// See [`Socket::read`].
    fn read(&self, bytes: &mut [u8]) -> io::Result<usize>;
    /// See [`Socket::wait`].
    fn wait(&self) -> io::Result<()> {
        Ok(())
    }
    /// See [`Socket::is_opened`].
    fn is_opened(&self) -> bool {
        false
    }
    /// See [`Socket::has_more`].
    fn has_more(&self) -> bool {
        false
    }
    /// See [`Socket::write_all`].
    fn write_all(&self, bytes: &[u8]) -> io::Result<()>;
    /// See [`Socket::hurry`].
    fn hurry(&self);
    /// See [`Socket::shutdown`].
    fn shutdown(&self) -> io::Result<()>;
}

impl Wire for Socket {
    fn set_read_timeout(&self, time: Duration) -> io::Result<()> {
        self.set_read_timeout(time)
    }

    fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read(bytes)
    }

    fn wait(&self) -> io::Result<()> {
        self.wait()
    }

    fn is_opened(&self) -> bool {
        self.is_opened()
    }

    fn has_more(&self) -> bool {
        self.has_more()
    }

    fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn hurry(&self) {
        self.hurry();
    }

    fn shutdown(&self) -> io::Result<()> {
        self.shutdown()
    }
}

/// A socket; its clones are the same connection.
#[derive(Clone, Debug)]
pub struct Socket {
    stream: Arc<TcpStream>,
    session: Option<Arc<Session>>,
    /// Milliseconds that the client may take for what is written at once.
    patience: Arc<AtomicU64>,
}

impl Socket {
    /// Takes over an accepted connection.
    pub fn new(stream: Arc<TcpStream>, patience: Duration) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience))?;
        Ok(Self {
            stream,
            session: None,
            patience: Arc::new(millis(patience).into()),
        })
    }

    /// The same through TLS, after the handshake, which may take so long.
    pub fn secure(mut self, tls: &Tls, time: Duration) -> io::Result<Self> {
        let session = tls.session()?;
        session.handshake(&self.stream, after(time))?;
        self.session = Some(Arc::new(session));
        Ok(self)
    }

    /// How long [`Self::read`] waits.
    pub fn set_read_timeout(&self, time: Duration) -> io::Result<()> {
        self.stream.set_read_timeout(Some(time))
    }

    /// Waits for bytes; how many came, 0 at the end of the connection.
    pub fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        match &self.session {
            None => strike(Fault::Read).and_then(|()| (&*self.stream).read(bytes)),
            Some(session) => session.read(&self.stream, bytes),
        }
    }

    /// Waits as [`Self::read`] does, and leaves what came where it is.
    pub fn wait(&self) -> io::Result<()> {
        self.stream.peek(&mut [0]).map(drop)
    }

    /// Whether bytes were received and opened that [`Self::read`] gives at once.
    pub fn is_opened(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| session.has_content())
    }

    /// Whether bytes have come that were not received. Does not wait.
    pub fn has_more(&self) -> bool {
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        let peeked = rustix::net::recv(&*self.stream, &mut [0_u8; 1][..], flags);
        peeked.is_ok_and(|(count, _)| count > 0)
    }

    /// Writes all. Two threads that write must take turns.
    pub fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        match &self.session {
            None => self.send(bytes),
            Some(session) => self.send(&session.seal(bytes)?),
        }
    }

    /// Whether the client is gone. Does not wait. One that only says that it sends no more still reads; if it is gone, what
    /// is sent next is answered by a reset, which is seen here or by the write after that.
    pub fn is_gone(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let gone = match &self.session {
            Some(session) => session.is_gone(&self.stream),
            None => {
                let peeked = self.stream.peek(&mut [0]);
                peeked.is_err_and(|e| e.kind() != io::ErrorKind::WouldBlock)
            }
        };
        self.stream.set_nonblocking(false).is_err() || gone
    }

    /// From now on gives the client no time: what does not fit into the system's buffers is an error.
    pub fn hurry(&self) {
        let least = Duration::from_millis(1);
        self.patience.store(millis(least), Ordering::Relaxed);
        let _ = self.stream.set_write_timeout(Some(least));
    }

    /// Ends it for both sides, and what waits on it.
    pub fn shutdown(&self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Both)
    }

    /// Ends the sending side and throws away what the client still sends: closing at once would reset the connection, and
    /// the client might lose the answer.
    pub fn linger(&self) {
        self.linger_for(LINGER);
    }

    /// The same for a given time.
    pub fn linger_for(&self, time: Duration) {
        if let Some(session) = &self.session {
            let _ = session.farewell().and_then(|bytes| self.send(&bytes));
        }
        let _ = self.stream.shutdown(Shutdown::Write);
        let _ = self.stream.set_read_timeout(Some(time));
        let deadline = Instant::now() + time;
        let mut thrown = [0; THROW];
        while Instant::now() < deadline && matches!((&*self.stream).read(&mut thrown), Ok(1..)) {}
    }

    /// The whole has its time: a client that takes a byte now and then would otherwise never be done.
    fn send(&self, mut bytes: &[u8]) -> io::Result<()> {
        let patience = || Duration::from_millis(self.patience.load(Ordering::Relaxed));
        let deadline = after(patience());
        let mut slow = false;
        loop {
            match strike(Fault::Write).and_then(|()| (&*self.stream).write(bytes)) {
                Ok(count) => bytes = &bytes[count..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
            if bytes.is_empty() {
                break;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_write_timeout(Some(left))?;
            slow = true;
        }
        match slow {
            true => self.stream.set_write_timeout(Some(patience())),
            false => Ok(()),
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).map_or(u64::MAX, |millis| millis.max(1))
}
