//! Errors as the exceptions of `vaak._errors`.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use vaak::Error;

/// An error of the library on its way to Python.
pub struct Failure(Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(error): Failure) -> Self {
        Python::attach(|py| exception(py, &error).unwrap_or_else(|fault| fault))
    }
}

/// Makes the exception: its class, its words, and what tells where the fault is.
fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let words = error.to_string();
    let errors = py.import("vaak._errors")?;
    let make = |class: &str, arguments: Bound<'_, pyo3::types::PyTuple>| {
        let made = errors.getattr(class)?.call1(arguments)?;
        Ok(PyErr::from_value(made))
    };
    let setting = |field: &str| make("SettingError", (words.as_str(), field).into_pyobject(py)?);
    match error {
        Error::UnknownVoice { .. } => setting("voice"),
        Error::UnknownLanguage { .. } => setting("language"),
        Error::UnknownModel { .. } => setting("model"),
        Error::InvalidSpeed { .. } => setting("speed"),
        Error::OutOfRange { setting: field, .. } => setting(field),
        Error::Lexicon { line, source } => {
            let arguments = (words.as_str(), *line, source.field());
            make("LexiconError", arguments.into_pyobject(py)?)
        }
        Error::Ssml { line, column, .. } => make(
            "SsmlError",
            (words.as_str(), *line, *column).into_pyobject(py)?,
        ),
        Error::TurnOver => make("TurnOverError", (words,).into_pyobject(py)?),
        Error::Io { path, source } => match source.raw_os_error() {
            // Python makes FileNotFoundError and the like of it.
            Some(code) => {
                let words: String = py
                    .import("os")?
                    .call_method1("strerror", (code,))?
                    .extract()?;
                Ok(PyOSError::new_err((
                    code,
                    words,
                    path.clone().into_os_string(),
                )))
            }
            None => Ok(PyOSError::new_err(words)),
        },
        Error::Limit { .. } => make("LimitError", (words,).into_pyobject(py)?),
        _ => make("VoiceError", (words,).into_pyobject(py)?),
    }
}
