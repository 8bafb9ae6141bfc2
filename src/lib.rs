//! Sudoku of any size through SAT.

pub mod budget;
pub mod exact_cover;
pub mod verdict;

pub use budget::{Budget, CancelToken, Progress, Running, StopReason};
pub use exact_cover::{AlgorithmX, DancingLinks, ExactCover, ItemChoice};
pub use verdict::{Count, Verdict};
