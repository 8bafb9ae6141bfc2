//! The command line.

use pyo3::prelude::*;

/// Run the command line with arguments, without the program's name; returns the exit status. For `python -m satdoku`: installs its
/// own signal handlers.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| satdoku_cli::run(arguments))
}
