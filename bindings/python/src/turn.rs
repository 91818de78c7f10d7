//! A turn that any thread may use.

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vaak::{Chunk, Error};

use crate::error::Failure;

/// The fields of `vaak.Mark`, in its order.
pub type Mark = (
    String,
    String,
    u64,
    u64,
    bool,
    Option<String>,
    String,
    String,
);

/// A mark as Python gets it.
pub fn mark(mark: vaak::Mark) -> Mark {
    let language = mark.language.code().to_owned();
    let (begin, end) = (mark.samples.start, mark.samples.end);
    (
        mark.text,
        language,
        begin,
        end,
        mark.ends_sentence,
        mark.name,
        mark.before,
        mark.after,
    )
}

#[pyclass(frozen, module = "vaak._vaak")]
pub struct Turn {
    /// Beside the locks, so that to cancel is never to wait.
    cancelled: AtomicBool,
    /// What was asked for while another thread may compute.
    inbox: Mutex<Inbox>,
    turn: Mutex<vaak::Turn>,
}

#[derive(Default)]
struct Inbox {
    requests: Vec<Request>,
    closed: bool,
}

enum Request {
    Push(String),
    Flush,
    EndSentence,
    Close,
}

impl Turn {
    pub fn new(turn: vaak::Turn) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            inbox: Mutex::default(),
            turn: Mutex::new(turn),
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Held for a moment only, so there is no need to let go of the interpreter.
    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        // Nothing that can panic happens under this lock.
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a request for the thread that computes next.
    fn request(&self, request: Request) -> Result<(), Failure> {
        let mut inbox = self.inbox();
        if inbox.closed || self.is_cancelled() {
            return Err(Error::TurnOver.into());
        }
        inbox.closed = matches!(request, Request::Close);
        inbox.requests.push(request);
        Ok(())
    }

    /// Does something with the turn, after all that was asked for. Waits for another thread that computes.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        body: impl FnOnce(&mut vaak::Turn) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let broken = |_| PyRuntimeError::new_err("the turn failed before: open another");
            let mut turn = self.turn.lock().map_err(broken)?;
            if self.is_cancelled() {
                turn.cancel();
            }
            let requests = std::mem::take(&mut self.inbox().requests);
            for request in requests {
                match request {
                    // What comes after a cancellation goes nowhere.
                    Request::Push(text) => drop(turn.push(&text)),
                    Request::Flush => turn.flush(),
                    Request::EndSentence => turn.end_sentence(),
                    Request::Close => turn.close(),
                }
            }
            body(&mut turn)
        })
    }
}

#[pymethods]
impl Turn {
    fn push(&self, text: String) -> Result<(), Failure> {
        self.request(Request::Push(text))
    }

    fn push_ssml(&self, py: Python<'_>, document: &str) -> PyResult<()> {
        self.with(py, |turn| {
            Ok(turn.push_ssml(document).map_err(Failure::from)?)
        })
    }

    // A turn that is over stays so.
    fn flush(&self) {
        drop(self.request(Request::Flush));
    }

    fn end_sentence(&self) {
        drop(self.request(Request::EndSentence));
    }

    fn close(&self) {
        drop(self.request(Request::Close));
    }

    fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }

    #[getter]
    fn cancelled(&self) -> bool {
        self.is_cancelled()
    }

    /// Like a file that does not block: bytes, `None` if there are none as yet, and no bytes at the end.
    fn next_chunk<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let pcm = self.with(py, |turn| {
            match turn.next_chunk().map_err(Failure::from)? {
                Chunk::Audio(pcm) => Ok(Some(
                    pcm.iter().flat_map(|sample| sample.to_ne_bytes()).collect(),
                )),
                Chunk::NeedsText => Ok(None),
                Chunk::Done => Ok(Some(Vec::new())),
            }
        })?;
        // Another thread may have cancelled it meanwhile; this one holds the interpreter again.
        if self.is_cancelled() {
            return Ok(Some(PyBytes::new(py, &[])));
        }
        Ok(pcm.map(|pcm: Vec<u8>| PyBytes::new(py, &pcm)))
    }

    fn marks(&self, py: Python<'_>) -> PyResult<Vec<Mark>> {
        self.with(py, |turn| {
            Ok(iter::from_fn(|| turn.next_mark()).map(mark).collect())
        })
    }

    fn skipped(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |turn| Ok(turn.skipped()))
    }
}
