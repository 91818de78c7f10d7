//! What the Python package `vaak` is made of: an engine, a turn, and errors as exceptions. `python/vaak` wraps them into the
//! interface that users see.
//!
//! Every call that computes lets go of Python's interpreter lock.

mod engine;
mod error;
mod settings;
mod turn;

use pyo3::prelude::*;

#[pymodule]
mod _vaak {
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::turn::Turn;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
