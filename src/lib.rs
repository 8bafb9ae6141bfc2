//! Sudoku of any size through SAT.

pub mod budget;
pub mod verdict;

pub use budget::{Budget, CancelToken, Progress, Running, StopReason};
pub use verdict::{Count, Verdict};
