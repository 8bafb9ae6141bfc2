//! The extension module of the Python package: it wraps the public API of the crate and has no logic of its own.
//!
//! | file | what it wraps |
//! | --- | --- |
//! | `args` | arguments, and errors that name them |
//! | `board`, `grid` with `grid_methods`, `candidates`, `puzzles`, `reader` | boards, grids, candidates, the forms of a puzzle, files of puzzles |
//! | `answers`, `counts` | verdicts, counts and estimates as small frozen classes |
//! | `choice`, `solver`, `session` | which solver, how, and kept from puzzle to puzzle |
//! | `questions`, `steps`, `sampling`, `generate`, `certificate`, `formula`, `cnf` with `cnf_search`, `cover` | one function for each subcommand of the command line; a name that begins with `raw_` gives JSON, which `satdoku.answers` makes into objects |
//! | `written` | texts for paths and open files |
//! | `json` | every question by its name |
//! | `backend` | a SAT solver that is written in Python |
//! | `many` | millions of puzzles in lists, NumPy arrays and Arrow arrays |
//! | `running`, `timeout` | work without the GIL that Ctrl-C and other threads stop |
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
mod args;
mod ask;
mod asked;
mod backend;
mod board;
mod candidates;
mod certificate;
mod choice;
mod cnf;
mod cnf_search;
mod counts;
mod cover;
mod errors;
mod formula;
mod generate;
mod grid;
mod grid_methods;
mod json;
mod many;
mod program;
mod puzzles;
mod questions;
mod reader;
mod running;
mod sampling;
mod session;
mod solver;
mod steps;
mod timeout;
mod written;

use pyo3::prelude::*;

/// The extension module: everything public is in the package satdoku.
#[pymodule]
mod _satdoku {
    #[pymodule_export]
    use crate::answers::{Check, Satisfiable, Unknown, Unsatisfiable};
    #[pymodule_export]
    use crate::args::closed_lists;
    #[pymodule_export]
    use crate::ask::{ask, questions};
    #[pymodule_export]
    use crate::asked::Solver;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::certificate::{Certificate, prove, verify};
    #[pymodule_export]
    use crate::cnf::Cnf;
    #[pymodule_export]
    use crate::cnf_search::Models;
    #[pymodule_export]
    use crate::counts::{Count, Estimate};
    #[pymodule_export]
    use crate::cover::{Covers, exact_cover};
    #[pymodule_export]
    use crate::formula::{Clauses, Formula, decode, encode};
    #[pymodule_export]
    use crate::generate::{Puzzles, generate};
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::many::arrow::{ArrowColumn, many_arrow};
    #[pymodule_export]
    use crate::many::{many_list, many_numpy};
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::questions::{
        check, count, estimate, is_unique, raw_candidates, raw_explain, raw_rules, solutions, solve, solvers,
    };
    #[pymodule_export]
    use crate::reader::{Reader, read};
    #[pymodule_export]
    use crate::sampling::sample;
    #[pymodule_export]
    use crate::session::{Session, Solutions};
    #[pymodule_export]
    use crate::steps::{Rating, rate, raw_backdoor, raw_hint, raw_path, raw_techniques, raw_trial, raw_width};
    #[pymodule_export]
    use crate::timeout::Timeout;
    #[pymodule_export]
    #[allow(non_upper_case_globals)] // Python's name for it.
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::running::Process::imported();
        Ok(())
    }
}
