//! `vaak_settings`.

use std::ffi::{c_char, c_int};
use std::ptr;
use std::time::Duration;

use crate::OK;
use crate::error::{Failure, entry, text};

/// How a turn is spoken.
#[allow(non_camel_case_types, reason = "its name in C")]
#[derive(Default)]
pub struct vaak_settings {
    settings: vaak::Settings,
    /// A code of no language, which was refused: whoever did not look hears no other language instead.
    unknown: Option<String>,
}

impl vaak_settings {
    /// What a turn is opened with.
    pub fn checked(&self, engine: &vaak::Engine) -> Result<vaak::Settings, Failure> {
        if let Some(code) = &self.unknown {
            code.parse::<vaak::Language>()?;
        }
        let mut settings = self.settings.clone();
        let voice = settings.voice.as_deref();
        if let Some(known) = voice.and_then(|name| engine.voice_named(name)) {
            settings.voice = Some(known.to_owned());
        }
        Ok(settings)
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn vaak_settings_new() -> *mut vaak_settings {
    let mut made = ptr::null_mut();
    entry(|| {
        made = Box::into_raw(Box::default());
        Ok(OK)
    });
    made
}

/// Changes settings.
///
/// # Safety
///
/// *handle*.
unsafe fn set(
    settings: *mut vaak_settings,
    change: impl FnOnce(&mut vaak_settings) -> Result<(), Failure>,
) -> c_int {
    entry(|| {
        // SAFETY: *handle*; the header gives settings to one thread at a time.
        let settings = unsafe { settings.as_mut() }.ok_or_else(Failure::null)?;
        change(settings)?;
        Ok(OK)
    })
}

/// # Safety
///
/// *handle*, *text*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_settings_voice(
    settings: *mut vaak_settings,
    name: *const c_char,
) -> c_int {
    // SAFETY: *handle*, *text*.
    unsafe {
        set(settings, |settings| {
            settings.settings.voice = text(name)?.map(str::to_owned);
            Ok(())
        })
    }
}

/// # Safety
///
/// *handle*, *text*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_settings_language(
    settings: *mut vaak_settings,
    code: *const c_char,
) -> c_int {
    // SAFETY: *handle*, *text*.
    unsafe {
        set(settings, |settings| {
            let code = text(code)?;
            settings.unknown = code.map(str::to_owned);
            settings.settings.language = code.map(str::parse).transpose()?;
            settings.unknown = None;
            Ok(())
        })
    }
}

/// # Safety
///
/// *handle*, *text*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_settings_model(
    settings: *mut vaak_settings,
    name: *const c_char,
) -> c_int {
    // SAFETY: *handle*, *text*.
    unsafe {
        set(settings, |settings| {
            settings.settings.model = text(name)?.map(str::to_owned);
            Ok(())
        })
    }
}

/// Functions that set one number.
macro_rules! numbers {
    ($($name:ident: $field:ident, $type:ty => $convert:expr;)+) => {
        $(
            /// # Safety
            ///
            /// *handle*.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(settings: *mut vaak_settings, value: $type) -> c_int {
                // SAFETY: *handle*.
                unsafe {
                    set(settings, |settings| {
                        settings.settings.$field = $convert(value);
                        Ok(())
                    })
                }
            }
        )+
    };
}

numbers! {
    vaak_settings_speed: speed, f32 => f32::from;
    vaak_settings_pitch: pitch, f32 => f32::from;
    vaak_settings_pitch_range: pitch_range, f32 => f32::from;
    vaak_settings_volume: volume, f32 => f32::from;
    vaak_settings_inline_phonemes: inline_phonemes, c_int => |on| on != 0;
    vaak_settings_emoji: emoji, c_int => |on| on != 0;
}

/// # Safety
///
/// *handle*.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_settings_pauses(
    settings: *mut vaak_settings,
    sentence_ms: u32,
    paragraph_ms: u32,
) -> c_int {
    // SAFETY: *handle*.
    unsafe {
        set(settings, |settings| {
            settings.settings.sentence_pause = Duration::from_millis(sentence_ms.into());
            settings.settings.paragraph_pause = Duration::from_millis(paragraph_ms.into());
            Ok(())
        })
    }
}

/// # Safety
///
/// *handle*, for the last time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vaak_settings_free(settings: *mut vaak_settings) {
    // SAFETY: as the caller promises.
    unsafe { crate::free(settings) }
}
