//! The settings of a turn and lexicons, from what Python passes.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use vaak::{EntryError, Error, Language, Lexicon, Settings};

use crate::error::Failure;

const NAMES: &str = "voice, language, model, speed, pitch, pitch_range, volume, sentence_pause_ms, paragraph_pause_ms, \
     lexicon, inline_phonemes, emoji";

/// Reads settings by their names. `None` leaves the default.
pub fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::new();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        if !value.is_none() {
            set(&mut settings, &name, &value)?;
        }
    }
    Ok(settings)
}

fn set(settings: &mut Settings, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "voice" => settings.voice = Some(typed(name, value, "a string")?),
        "language" => {
            settings.language = Some(language(&typed::<String>(name, value, "a string")?)?)
        }
        "model" => settings.model = Some(typed(name, value, "a string")?),
        "speed" => settings.speed = typed(name, value, "a number")?,
        "pitch" => settings.pitch = typed(name, value, "a number")?,
        "pitch_range" => settings.pitch_range = typed(name, value, "a number")?,
        "volume" => settings.volume = typed(name, value, "a number")?,
        "sentence_pause_ms" => settings.sentence_pause = pause("sentence_pause_ms", value)?,
        "paragraph_pause_ms" => settings.paragraph_pause = pause("paragraph_pause_ms", value)?,
        "lexicon" => settings.lexicon = Some(lexicon(value)?),
        "inline_phonemes" => settings.inline_phonemes = typed(name, value, "a bool")?,
        "emoji" => settings.emoji = typed(name, value, "a bool")?,
        _ => {
            let words = format!("unknown setting {name:?}: it is one of {NAMES}");
            return Err(PyTypeError::new_err(words));
        }
    }
    Ok(())
}

/// The language of a code.
pub fn language(code: &str) -> Result<Language, Failure> {
    Ok(code.parse::<Language>()?)
}

/// A value of a type, or an error that names the setting.
fn typed<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: &Bound<'py, PyAny>,
    wanted: &str,
) -> PyResult<T> {
    value.extract().map_err(|_| {
        let found = value.get_type().name();
        let found = found.map_or_else(|_| "something else".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{name} is {wanted}, not {found}"))
    })
}

fn pause(setting: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let millis: f64 = typed(setting, value, "a number")?;
    let pause = Duration::try_from_secs_f64(millis / 1000.0);
    Ok(pause.map_err(|_| {
        Failure::from(Error::OutOfRange {
            setting,
            value: millis as f32,
            range: 0.0..=5_000.0,
        })
    })?)
}

/// A lexicon: the path of a file, or rows of word, language and reading.
pub fn lexicon(given: &Bound<'_, PyAny>) -> PyResult<Lexicon> {
    // A string can be iterated too.
    if given.is_instance_of::<PyString>() || given.hasattr("__fspath__")? {
        let path: PathBuf = given.extract()?;
        let lexicon = given.py().detach(|| Lexicon::open(&path));
        return Ok(lexicon.map_err(Failure::from)?);
    }
    let wanted = "lexicon is the path of a file, or rows of (word, language, reading)";
    let rows = given.try_iter().map_err(|_| PyTypeError::new_err(wanted))?;
    let mut lexicon = Lexicon::default();
    for (index, row) in rows.enumerate() {
        let row: (String, String, String) =
            row?.extract().map_err(|_| PyTypeError::new_err(wanted))?;
        add(&mut lexicon, row).map_err(|source| {
            Failure::from(Error::Lexicon {
                line: index + 1,
                source,
            })
        })?;
    }
    Ok(lexicon)
}

fn add(
    lexicon: &mut Lexicon,
    (word, code, reading): (String, String, String),
) -> Result<(), EntryError> {
    let language = code.parse().map_err(|error| match error {
        Error::UnknownLanguage {
            language,
            nearest,
            available,
        } => EntryError::UnknownLanguage {
            language,
            nearest,
            available,
        },
        other => EntryError::Syntax(other.to_string()),
    })?;
    lexicon.add(&word, language, &reading)
}
