//! Sudoku of any size through SAT.

pub mod backend;
pub mod budget;
pub mod cnf;
pub mod encoding;
pub mod error;
pub mod exact_cover;
pub mod geometry;
pub mod grid;
pub mod reduction;
pub mod search;
pub mod solver;
pub mod verdict;

pub use backend::{Backend, SatBackend};
pub use budget::{Budget, CancelToken, Progress, Running, StopReason};
pub use cnf::{ClauseSink, Cnf, FormulaSize, Lit, Model, Var};
pub use encoding::{Encoding, Formula};
pub use error::Error;
pub use exact_cover::{AlgorithmX, DancingLinks, ExactCover, ItemChoice};
pub use geometry::{Candidate, Cell, Digit, Geometry};
pub use grid::{Grid, Solution};
pub use reduction::Reduce;
pub use solver::{Mode, Options, Session, Solutions, Solver, Stats};
pub use verdict::{Count, Verdict};
