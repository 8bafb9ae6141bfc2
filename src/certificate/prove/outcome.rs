//! What comes of a claim, and what may go wrong.

use std::fmt;
use std::io;

use crate::backend::BackendError;
use crate::budget::StopReason;
use crate::certificate::Manifest;
use crate::encoding::EncodeError;
use crate::error::Error;
use crate::geometry::{Candidate, Cell};
use crate::grid::Solution;

/// Why there is no certificate though nothing speaks against the claim.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// A solver failed, or two contradict each other.
    #[error(transparent)]
    Solver(#[from] Error),
    /// A file of the bundle cannot be written.
    #[error("{file}: cannot write: {source}")]
    Write {
        /// The file.
        file: &'static str,
        /// What went wrong.
        source: io::Error,
    },
}

impl From<BackendError> for ProveError {
    fn from(error: BackendError) -> Self {
        Self::Solver(error.into())
    }
}

impl From<EncodeError> for ProveError {
    fn from(error: EncodeError) -> Self {
        Self::Solver(error.into())
    }
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// It is true, and the bundle shows it.
    Certified(Manifest),
    /// It is false, and why.
    False(FalseClaim),
    /// The budget ran out before that was known.
    Unknown(StopReason),
}

/// Why a claim is false.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FalseClaim {
    /// There is no solution.
    NoSolution,
    /// There is one.
    Solution(Solution),
    /// There are at least two.
    TwoSolutions(Solution, Solution),
}

impl FalseClaim {
    /// The first cell in which two solutions differ.
    fn difference(one: &Solution, other: &Solution) -> Option<(Cell, Candidate, Candidate)> {
        one.clues().zip(other.clues()).find(|(a, b)| a != b).map(|(a, b)| (a.cell, a, b))
    }
}

impl fmt::Display for FalseClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution => f.write_str("it has no solution"),
            Self::Solution(_) => f.write_str("it has a solution"),
            Self::TwoSolutions(one, other) => match Self::difference(one, other) {
                Some((cell, a, b)) => {
                    write!(f, "it has several solutions: {cell} is {} in one and {} in another", a.digit, b.digit)
                }
                None => f.write_str("it has several solutions"),
            },
        }
    }
}
