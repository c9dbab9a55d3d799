//! Faults of the library as exceptions of Python.

use std::io;
use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use solomids::error::{ErrorWithHelp, Illegal, InputError, SourceError};
use solomids::series;

use crate::search::Outcome;

/// The class `solomids.InputError`.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "solomids._errors", "InputError")
}

/// The exception `solomids.Interrupted`, with the outcome of a search that Ctrl-C has ended.
pub(crate) fn interrupted(py: Python<'_>, outcome: Outcome) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let raised =
        CLASS.import(py, "solomids._errors", "Interrupted").and_then(|class| class.call1((outcome,)));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// The exception with a message and other fields.
fn exception(py: Python<'_>, message: String, fields: &Bound<'_, PyDict>) -> PyErr {
    match class(py).and_then(|class| class.call((message,), Some(fields))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The exception of a fault, with its place in a text and advice.
pub(crate) fn input_error(py: Python<'_>, error: impl Into<InputError>) -> PyErr {
    let fields = PyDict::new(py);
    let fill = || match error.into() {
        InputError::Text(bad) => {
            let (line, column, length) = bad.place();
            let SourceError { name, text, message, label, help, .. } = *bad;
            fields.set_item("advice", help.join("; "))?;
            for (key, value) in [("name", name), ("text", text), ("expected", label)] {
                fields.set_item(key, value)?;
            }
            for (key, value) in [("line", line), ("column", column), ("length", length)] {
                fields.set_item(key, value)?;
            }
            Ok(message)
        }
        InputError::WithHelp(ErrorWithHelp { message, help }) => {
            fields.set_item("advice", help)?;
            Ok(message)
        }
        InputError::Illegal(illegal) => {
            let message = illegal.to_string();
            let Illegal { ply, mv, reason } = illegal;
            fields.set_item("ply", ply)?;
            fields.set_item("move", mv)?;
            fields.set_item("reason", reason)?;
            Ok(message)
        }
    };
    match fill() {
        Ok(message) => exception(py, message, &fields),
        Err(error) => error,
    }
}

/// The exception of a mistake without a place.
pub(crate) fn mistake(py: Python<'_>, message: impl Into<String>, advice: impl Into<String>) -> PyErr {
    input_error(py, ErrorWithHelp::new(message, advice))
}

/// The exception of an argument that is something else than it should be.
pub(crate) fn wrong(object: &Bound<'_, PyAny>, what: &str, advice: &str) -> PyErr {
    let shown = object.repr().map_or_else(|_| "this".into(), |repr| format!("`{repr}`"));
    mistake(object.py(), format!("{shown} is no {what}"), advice)
}

/// The exception of the system, an `OSError` that names the file.
pub(crate) fn system_error(error: &io::Error, path: &Path) -> PyErr {
    PyOSError::new_err((error.raw_os_error(), error.to_string(), path.to_owned()))
}

/// The exception of a fault of a series of rows; one of the system is an `OSError`.
pub(crate) fn series_error(py: Python<'_>, error: series::Error) -> PyErr {
    match error {
        series::Error::Io { source, path, .. } => system_error(&source, &path),
        error => {
            // Advice names options of the command line.
            let help = error.help().unwrap_or_default();
            let help = help.replace("--resume", "`resume=True`").replace("--force", "`force=True`");
            mistake(py, error.to_string(), help)
        }
    }
}

/// The exception of a result that contradicts the rules.
pub(crate) fn internal(error: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(format!(
        "internal error: {error}; please report it, with the position"
    ))
}
