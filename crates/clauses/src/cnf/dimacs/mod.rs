//! The DIMACS formats: formulas in, formulas out, and what solvers print.
//!
//! The format of formulas is that of the Second DIMACS Implementation Challenge (1993); the output format, `s`
//! and `v` lines, is that of the SAT competitions.

mod model;
mod output;
mod reader;
mod result;
mod writer;

pub use model::write_model;
pub use output::{OutputError, OutputParser, OutputProblem, SolverOutput};
pub use reader::{DimacsError, DimacsProblem, Split, read, read_split};
pub use result::ResultParser;
pub use writer::DimacsWriter;
