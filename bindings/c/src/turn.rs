//! `vaak_turn`.

use std::ffi::{CString, c_char, c_int};
use std::ptr;
use std::slice;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use vaak::Chunk;

use crate::OK;
use crate::error::{Failure, entry, string};

const NEEDS_TEXT: c_int = 1;
const DONE: c_int = 2;
const NO_MARK: c_int = 3;

/// A turn that any thread may use.
#[allow(non_camel_case_types, reason = "its name in C")]
pub struct vaak_turn {
    /// Beside the lock, so that to cancel is never to wait.
    cancelled: AtomicBool,
    state: Mutex<State>,
}

struct State {
    turn: vaak::Turn,
    /// Samples that were made and found no room, from `given` on.
    pending: Vec<i16>,
    given: usize,
    /// The strings of the mark that C has.
    mark: [Option<CString>; 3],
}

/// As the header has it.
#[allow(non_camel_case_types, reason = "its name in C")]
#[repr(C)]
pub struct vaak_mark {
    text: *const c_char,
    language: *const c_char,
    name: *const c_char,
    begin: u64,
    end: u64,
    ends_sentence: c_int,
}

impl vaak_turn {
    pub fn new(turn: vaak::Turn) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            state: Mutex::new(State {
                turn,
                pending: Vec::new(),
                given: 0,
                mark: [None, None, None],
            }),
        }
    }

    /// Whether it was cancelled; if so, the turn is ended.
    fn is_over(&self, state: &mut State) -> bool {
        let over = self.cancelled.load(Ordering::SeqCst);
        if over {
            state.turn.cancel();
            state.pending.clear();
            state.given = 0;
        }
        over
    }

    /// Fills `samples`; the status and how many there are.
    fn fill(&self, state: &mut State, samples: &mut [i16]) -> Result<(c_int, usize), Failure> {
        if self.is_over(state) {
            return Ok((DONE, 0));
        }
        if state.given == state.pending.len() {
            state.given = 0;
            state.pending.clear();
            match state.turn.next_chunk()? {
                Chunk::Audio(pcm) => state.pending.extend_from_slice(pcm),
                Chunk::NeedsText => return Ok((NEEDS_TEXT, 0)),
                Chunk::Done => return Ok((DONE, 0)),
            }
            if self.is_over(state) {
                return Ok((DONE, 0));
            }
        }
        let rest = &state.pending[state.given..];
        let count = rest.len().min(samples.len());
        samples[..count].copy_from_slice(&rest[..count]);
        state.given += count;
        Ok((OK, count))
    }
}

/// Does something with a turn, alone.
///
/// # Safety
///
/// *handle*.
unsafe fn with(
    turn: *mut vaak_turn,
    body: impl FnOnce(&vaak_turn, &mut State) -> Result<c_int, Failure>,
) -> c_int {
    entry(|| {
        // SAFETY: *handle*; shared, as other threads may use it too.
        let turn = unsafe { turn.as_ref() }.ok_or_else(Failure::null)?;
        let mut state = turn.state.lock().map_err(|_| Failure::broken())?;
        body(turn, &mut state)
    })
}

/// # Safety
///
/// *handle*, *text* of so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_push(
    turn: *mut vaak_turn,
    text: *const c_char,
    bytes: usize,
) -> c_int {
    let body = |turn: &vaak_turn, state: &mut State| {
        let bytes = match (text.is_null(), bytes) {
            (true, 0) => &[][..],
            (true, _) => return Err(Failure::null()),
            // SAFETY: *text*, and not null.
            (false, bytes) => unsafe { slice::from_raw_parts(text.cast::<u8>(), bytes) },
        };
        let text = std::str::from_utf8(bytes).map_err(|_| Failure::not_utf8())?;
        // What was cancelled tells so.
        turn.is_over(state);
        state.turn.push(text)?;
        Ok(OK)
    };
    // SAFETY: *handle*.
    unsafe { with(turn, body) }
}

/// # Safety
///
/// *handle*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_flush(turn: *mut vaak_turn) -> c_int {
    // SAFETY: *handle*.
    unsafe {
        with(turn, |_, state| {
            state.turn.flush();
            Ok(OK)
        })
    }
}

/// # Safety
///
/// *handle*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_close(turn: *mut vaak_turn) -> c_int {
    // SAFETY: *handle*.
    unsafe {
        with(turn, |_, state| {
            state.turn.close();
            Ok(OK)
        })
    }
}

/// # Safety
///
/// *handle*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_cancel(turn: *mut vaak_turn) -> c_int {
    entry(|| {
        // SAFETY: *handle*; shared, as other threads may use it too.
        let turn = unsafe { turn.as_ref() }.ok_or_else(Failure::null)?;
        turn.cancelled.store(true, Ordering::SeqCst);
        Ok(OK)
    })
}

/// # Safety
///
/// *handle*; *out* for `capacity` samples and for the count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_next_chunk(
    turn: *mut vaak_turn,
    samples: *mut i16,
    capacity: usize,
    count: *mut usize,
) -> c_int {
    if !count.is_null() {
        // SAFETY: *out*, and not null.
        unsafe { count.write(0) };
    }
    let body = |turn: &vaak_turn, state: &mut State| {
        if samples.is_null() || count.is_null() {
            return Err(Failure::null());
        }
        if capacity == 0 {
            return Err(Failure::no_room());
        }
        // SAFETY: *out*, and not null; zeros, so that nothing is read that C has not set.
        let room = unsafe {
            ptr::write_bytes(samples, 0, capacity);
            slice::from_raw_parts_mut(samples, capacity)
        };
        let (status, filled) = turn.fill(state, room)?;
        // SAFETY: as above.
        unsafe { count.write(filled) };
        Ok(status)
    };
    // SAFETY: *handle*.
    unsafe { with(turn, body) }
}

/// # Safety
///
/// *handle*, *out*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_next_mark(turn: *mut vaak_turn, mark: *mut vaak_mark) -> c_int {
    let body = |_: &vaak_turn, state: &mut State| {
        if mark.is_null() {
            return Err(Failure::null());
        }
        let Some(next) = state.turn.next_mark() else {
            return Ok(NO_MARK);
        };
        state.mark = [
            Some(string(&next.text)),
            Some(string(next.language.code())),
            next.name.as_deref().map(string),
        ];
        let at = |index: usize| {
            let string = state.mark[index].as_ref();
            string.map_or(ptr::null(), |string| string.as_ptr())
        };
        let given = vaak_mark {
            text: at(0),
            language: at(1),
            name: at(2),
            begin: next.samples.start,
            end: next.samples.end,
            ends_sentence: next.ends_sentence.into(),
        };
        // SAFETY: *out*, and not null.
        unsafe { mark.write(given) };
        Ok(OK)
    };
    // SAFETY: *handle*.
    unsafe { with(turn, body) }
}

/// # Safety
///
/// *handle*, for the last time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_turn_free(turn: *mut vaak_turn) {
    // SAFETY: as the caller promises.
    unsafe { crate::free(turn) }
}
