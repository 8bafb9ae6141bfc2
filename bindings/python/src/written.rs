//! Texts that go to a path or to an open file, piece by piece.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::args::wrong_type;
use crate::errors::os_error;

/// Writes the pieces of an ASCII text to a path, or to a file that is open for writing in binary or text mode.
pub(crate) fn write(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    mut next: impl FnMut() -> PyResult<Option<Vec<u8>>>,
) -> PyResult<()> {
    if file.hasattr("write")? {
        let is_text = py.import("io")?.getattr("TextIOBase").and_then(|class| file.is_instance(&class))?;
        while let Some(piece) = next()? {
            let bytes = PyBytes::new(py, &piece).into_any();
            let piece = if is_text { PyString::from_encoded_object(&bytes, None, None)?.into_any() } else { bytes };
            file.call_method1("write", (piece,))?;
        }
        return Ok(());
    }
    let path: PathBuf = file.extract().map_err(|_| wrong_type("file", "a path or an open file", file))?;
    let mut out = File::create(&path).map_err(|error| os_error(&path, error))?;
    while let Some(piece) = next()? {
        py.detach(|| out.write_all(&piece)).map_err(|error| os_error(&path, error))?;
    }
    Ok(())
}
