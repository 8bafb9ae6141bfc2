//! Sudoku of any size through SAT.

pub mod budget;
pub mod cnf;
pub mod encoding;
pub mod geometry;
pub mod grid;
pub mod verdict;

pub use budget::{Budget, CancelToken, Progress, Running, StopReason};
pub use cnf::{ClauseSink, Cnf, FormulaSize, Lit, Model, Var};
pub use encoding::{Encoding, Formula};
pub use geometry::{Candidate, Cell, Digit, Geometry};
pub use grid::{Grid, Solution};
pub use verdict::{Count, Verdict};
