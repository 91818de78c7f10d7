//! What goes wrong, as a number and in words; and the border that no panic crosses.

use std::cell::RefCell;
use std::ffi::{CStr, CString, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use vaak::Error;

const INVALID: c_int = -1;
const TURN_OVER: c_int = -2;
const VOICE: c_int = -3;
const INTERNAL: c_int = -4;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// An error, as C gets it.
pub struct Failure {
    status: c_int,
    message: String,
}

impl Failure {
    fn new(status: c_int, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }

    pub fn null() -> Self {
        Self::new(INVALID, "an argument is NULL")
    }

    pub fn no_room() -> Self {
        Self::new(INVALID, "capacity is 0: there must be room for a sample")
    }

    pub fn not_utf8() -> Self {
        Self::new(INVALID, "a string is not UTF-8")
    }

    /// An earlier call panicked in the middle of a change.
    pub fn broken() -> Self {
        Self::new(INTERNAL, "the turn failed before: free it")
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::TurnOver => TURN_OVER,
            Error::Bundle { .. } | Error::NoBundle | Error::Io { .. } | Error::Voice(_) => VOICE,
            _ => INVALID,
        };
        Self::new(status, error.to_string())
    }
}

/// Runs the body of a function of the interface: keeps the words of an error, and makes one of a panic.
pub fn entry(body: impl FnOnce() -> Result<c_int, Failure>) -> c_int {
    // What a panic leaves half done is not used again: a turn's lock is poisoned, and settings are plain values.
    let outcome = catch_unwind(AssertUnwindSafe(body));
    let failure = match outcome {
        Ok(Ok(status)) => return status,
        Ok(Err(failure)) => failure,
        Err(_) => Failure::new(INTERNAL, "a defect of Vaak: it panicked"),
    };
    LAST.with(|last| *last.borrow_mut() = string(&failure.message));
    failure.status
}

/// The words of this thread's last error.
pub fn last() -> *const c_char {
    LAST.with(|last| last.borrow().as_ptr())
}

/// Text for C, which ends at a zero: others are left out.
pub fn string(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}

/// The path that C gives, in whatever encoding the file system has; `None` for NULL.
///
/// # Safety
///
/// *text*, ended by a zero.
pub unsafe fn path<'a>(path: *const c_char) -> Option<&'a Path> {
    if path.is_null() {
        return None;
    }
    // SAFETY: *text*, and not null.
    let path = unsafe { CStr::from_ptr(path) };
    Some(Path::new(OsStr::from_bytes(path.to_bytes())))
}

/// Text from C; `None` for NULL.
///
/// # Safety
///
/// *text*, ended by a zero.
pub unsafe fn text<'a>(text: *const c_char) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: *text*, and not null.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| Failure::not_utf8())
}
