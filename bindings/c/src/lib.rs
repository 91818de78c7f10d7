//! The C interface of Vaak: `include/vaak.h` says what each function does.
//!
//! Every function catches panics, because one must not cross into C. A handle is a `Box` whose pointer C keeps; what C must
//! hold for that stands in the header, and each `unsafe` block names the promise that it relies on:
//!
//! - *handle*: the pointer is null, or came from the function that makes such objects and was not freed.
//! - *out*: the pointer is null, or a place of that type that this call alone uses.
//! - *text*: the pointer is null, or text that does not change during this call: ended by a zero, or of the length told.

mod error;
mod settings;
mod turn;

use std::ffi::{CString, c_char, c_int};
use std::ptr;
use std::sync::LazyLock;

use error::{Failure, entry, string};
use settings::vaak_settings;
use turn::vaak_turn;

pub const OK: c_int = 0;

/// An engine with the names of its voices.
#[allow(non_camel_case_types, reason = "its name in C")]
pub struct vaak_engine {
    engine: vaak::Engine,
    voices: Vec<CString>,
}

impl vaak_engine {
    fn new(engine: vaak::Engine) -> Self {
        let voices = engine.models().first().map(|model| &model.voices);
        let voices = voices.into_iter().flatten().map(|name| string(name));
        let voices = voices.collect();
        Self { engine, voices }
    }
}

/// Writes an object's pointer to where C wants it.
///
/// # Safety
///
/// *out*.
unsafe fn give<T>(to: *mut *mut T, make: impl FnOnce() -> Result<T, Failure>) -> c_int {
    if to.is_null() {
        return entry(|| Err(Failure::null()));
    }
    // SAFETY: *out*, and not null.
    unsafe { to.write(ptr::null_mut()) };
    entry(|| {
        let object = Box::into_raw(Box::new(make()?));
        // SAFETY: as above.
        unsafe { to.write(object) };
        Ok(OK)
    })
}

/// Frees an object.
///
/// # Safety
///
/// *handle*, and nothing else uses it now or later.
unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        entry(|| {
            // SAFETY: it came from `Box::into_raw` in `give` or `vaak_settings_new`, and is given back once.
            drop(unsafe { Box::from_raw(object) });
            Ok(OK)
        });
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn vaak_version() -> *const c_char {
    static VERSION: LazyLock<CString> = LazyLock::new(|| string(env!("CARGO_PKG_VERSION")));
    VERSION.as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn vaak_last_error() -> *const c_char {
    error::last()
}

/// # Safety
///
/// *out*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_engine_bundled(engine: *mut *mut vaak_engine) -> c_int {
    // SAFETY: *out*.
    unsafe { give(engine, || Ok(vaak_engine::new(vaak::Engine::bundled()?))) }
}

/// # Safety
///
/// *text*, *out*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_engine_open(
    folder: *const c_char,
    engine: *mut *mut vaak_engine,
) -> c_int {
    let make = || {
        // SAFETY: *text*.
        let folder = unsafe { error::path(folder) }.ok_or_else(Failure::null)?;
        Ok(vaak_engine::new(vaak::Engine::open(folder)?))
    };
    // SAFETY: *out*.
    unsafe { give(engine, make) }
}

/// # Safety
///
/// *handle*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_engine_sample_rate(engine: *const vaak_engine) -> u32 {
    // SAFETY: *handle*.
    let engine = unsafe { engine.as_ref() };
    engine.map_or(0, |engine| engine.engine.sample_rate())
}

/// # Safety
///
/// *handle*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_engine_voice(
    engine: *const vaak_engine,
    index: usize,
) -> *const c_char {
    // SAFETY: *handle*.
    let engine = unsafe { engine.as_ref() };
    let voice = engine.and_then(|engine| engine.voices.get(index));
    voice.map_or(ptr::null(), |name| name.as_ptr())
}

/// # Safety
///
/// *handle* twice, *out*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_engine_turn(
    engine: *const vaak_engine,
    settings: *const vaak_settings,
    turn: *mut *mut vaak_turn,
) -> c_int {
    let make = || {
        // SAFETY: *handle*.
        let engine = unsafe { engine.as_ref() }.ok_or_else(Failure::null)?;
        // SAFETY: *handle*.
        let settings = unsafe { settings.as_ref() };
        let settings = match settings {
            Some(settings) => settings.checked(&engine.engine)?,
            None => vaak::Settings::new(),
        };
        let turn = engine.engine.turn(&settings)?;
        Ok(vaak_turn::new(turn))
    };
    // SAFETY: *out*.
    unsafe { give(turn, make) }
}

/// # Safety
///
/// *handle*, for the last time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_engine_free(engine: *mut vaak_engine) {
    // SAFETY: as the caller promises.
    unsafe { free(engine) }
}
