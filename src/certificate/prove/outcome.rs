//! The result of proving a claim, and failures.

use std::fmt;
use std::io;

use crate::backend::BackendError;
use crate::budget::StopReason;
use crate::certificate::defect::{Defect, VerifyError};
use crate::certificate::manifest::Manifest;
use crate::encoding::EncodeError;
use crate::error::Error;
use crate::geometry::{Candidate, Cell};
use crate::grid::Solution;

/// Why a claim has no certificate although nothing refutes the claim.
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
        /// The cause.
        source: io::Error,
    },
    /// A checker rejected the proof, so nothing shows the claim.
    #[error("{backend} returned a wrong answer: {defect}")]
    Rejected {
        /// The proving solver.
        backend: String,
        /// The defect of the bundle.
        defect: Box<Defect>,
    },
    /// The bundle cannot be read to be verified.
    #[error("not verified: {0}")]
    Unverified(VerifyError),
}

impl From<VerifyError> for ProveError {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Checker(error) => error.into(),
            error @ VerifyError::Read { .. } => Self::Unverified(error),
        }
    }
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

/// The result of proving a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The claim is true, and the bundle shows it, according to [`verify`](crate::certificate::verify).
    Certified(Manifest),
    /// The claim is false, and why.
    False(FalseClaim),
    /// The budget ran out before an answer.
    Unknown(StopReason),
}

/// Why a claim is false.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FalseClaim {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has a solution.
    Solution(Solution),
    /// The puzzle has at least two solutions.
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
