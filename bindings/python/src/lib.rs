//! The extension module of the Python package: it wraps the public API of the crate and has no logic of its own.
//!
//! | file | what it wraps |
//! | --- | --- |
//! | `board`, `grid`, `reader` | boards, puzzles, files of puzzles |
//! | `answers` | verdicts, counts and estimates as small frozen classes |
//! | `choice`, `solver`, `session` | which solver, how, and kept from puzzle to puzzle |
//! | `questions`, `steps`, `sampling`, `generate`, `certificate`, `formula`, `cover` | one function for each subcommand of the command line |
//! | `backend` | a SAT solver that is written in Python |
//! | `many` | millions of puzzles in lists, NumPy arrays and Arrow arrays |
//! | `running` | work without the GIL that Ctrl-C stops |
//! | `errors` | the exceptions of `satdoku.errors` |
//!
//! The documents of classes and functions are Python's docstrings.

// Docstrings are for Python: their words are not Rust's paths, and their lists no links.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes)]
// Arguments come as Python gives them, and methods fail, take self and return tuples as Python wants it.
#![allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps, clippy::unused_self, clippy::type_complexity)]
// Rows and columns are narrowed after the board has bounded them, parts of numbers after they were cut.
#![allow(clippy::cast_possible_truncation)]

mod answers;
mod asked;
mod backend;
mod board;
mod certificate;
mod choice;
mod cover;
mod errors;
mod formula;
mod generate;
mod grid;
mod many;
mod program;
mod questions;
mod reader;
mod running;
mod sampling;
mod session;
mod solver;
mod steps;

use pyo3::prelude::*;

/// The extension module: everything public is in the package satdoku.
#[pymodule]
mod _satdoku {
    #[pymodule_export]
    use crate::answers::{Check, Count, Estimate, Satisfiable, Unknown, Unsatisfiable};
    #[pymodule_export]
    use crate::asked::Solver;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::certificate::{Certificate, prove, verify};
    #[pymodule_export]
    use crate::cover::{Covers, exact_cover};
    #[pymodule_export]
    use crate::formula::{Cnf, Formula, decode, encode};
    #[pymodule_export]
    use crate::generate::{Puzzles, generate};
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::many::arrow::ArrowColumn;
    #[pymodule_export]
    use crate::many::arrow::{check_arrow, count_arrow, rate_arrow, solve_arrow};
    #[pymodule_export]
    use crate::many::{
        check_list, check_numpy, count_list, count_numpy, rate_list, rate_numpy, solve_list, solve_numpy,
    };
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::questions::{candidates, check, count, estimate, explain, is_unique, rules, solutions, solve, solvers};
    #[pymodule_export]
    use crate::reader::{Reader, read};
    #[pymodule_export]
    use crate::sampling::sample;
    #[pymodule_export]
    use crate::session::{Session, Solutions};
    #[pymodule_export]
    use crate::steps::{Rating, backdoor, hint, path, rate, techniques, trial, width};
    #[pymodule_export]
    #[allow(non_upper_case_globals)] // Python's name for it.
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::running::Process::imported();
        Ok(())
    }
}
