//! The command line.

use pyo3::prelude::*;

/// Run the command line with these arguments, the program's name not among them; returns the exit status. For `python -m satdoku`:
/// it takes signals for itself.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| satdoku::cli::run(arguments))
}
