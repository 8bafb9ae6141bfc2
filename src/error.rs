//! The errors of a question, made from the errors of rooms and crates.

use crate::backend::BackendError;
use crate::budget::{Bytes, StopReason};
use crate::cnf::TooManyVariables;
use crate::encoding::{DecodeError, EncodeError};
use crate::exact_cover::CoverError;
use crate::grid::Solution;
use crate::nine::InvalidByte;

/// Why a question could not be answered. *No solution* and *not enough time* are answers, not errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The puzzle has no formula: the encoding cannot number so large a board, or does not support the board.
    #[error(transparent)]
    Encode(EncodeError),
    /// The puzzle is larger than an exact cover problem can be.
    #[error(transparent)]
    Cover(CoverError),
    /// The SAT solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A solver returned a wrong solution, an excluded solution, or *unsatisfiable* for a puzzle with a solution.
    #[error("{solver} returned a wrong answer: {source}")]
    WrongAnswer {
        /// The solver's name.
        solver: String,
        /// What is wrong with the answer.
        source: WrongAnswer,
    },
    /// Two members of a portfolio counted differently: at least one count is wrong.
    #[error("{one} and {other} contradict each other")]
    Disagreement {
        /// The first member.
        one: String,
        /// The second member.
        other: String,
    },
    /// The session was opened for another board.
    #[error("the session is for the board {session}, the puzzle has {puzzle}")]
    Board {
        /// The session's board.
        session: String,
        /// The puzzle's board.
        puzzle: String,
    },
    /// The solver would ignore an option.
    #[error("{option}: {solver} {}", if .solver == "auto" { "may choose a solver that ignores it" } else { "ignores it" })]
    Ignored {
        /// The solver.
        solver: String,
        /// The field of [`Options`](crate::Options).
        option: &'static str,
    },
    /// The solver knows other boards only.
    #[error("{solver} solves only {knows}, found {found}")]
    UnknownBoard {
        /// The solver's name.
        solver: String,
        /// The boards it knows, in words.
        knows: &'static str,
        /// The board that was asked for.
        found: String,
    },
    /// The solver does not know a rule of the puzzle.
    #[error("{solver} knows no sums and no relations of cells: {rule}")]
    UnknownRule {
        /// The solver's name.
        solver: String,
        /// The first rule unknown to the solver.
        rule: String,
    },
    /// An operation is not supported for puzzles with rules.
    #[error("{what} is not for puzzles with rules{}", .rule.as_ref().map_or_else(String::new, |rule| format!(": {rule}")))]
    NoRules {
        /// The operation.
        what: &'static str,
        /// The first rule, if it is known.
        rule: Option<String>,
    },
    /// The solver answers other questions only.
    #[error("{solver} cannot {what}: it only counts")]
    OnlyCounts {
        /// The solver's name.
        solver: &'static str,
        /// What it was asked to do.
        what: &'static str,
    },
    /// Certified answers were asked for together with work that writes no proof.
    #[error("no certified answers with {what}: no proof is written of that")]
    Uncertain {
        /// The work without a proof.
        what: String,
    },
    /// The 9×9 kernel was given bytes that are no puzzle.
    #[error(transparent)]
    Kernel(#[from] InvalidByte),
    /// The work needs more memory than allowed.
    #[error("{what} needs about {}; the limit is {}", Bytes(*.needed).beside(*.limit), Bytes(*.limit))]
    TooLarge {
        /// The work, in words.
        what: String,
        /// Bytes that would be needed.
        needed: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The budget ended the work: solutions that were listed so far are not all, a formula is not whole. An answer that has a word for
    /// it, such as [`Verdict::Unknown`](crate::Verdict::Unknown), says that instead.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
}

/// What is wrong with a solver's answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrongAnswer {
    /// The model describes no solution.
    #[error(transparent)]
    Model(#[from] DecodeError),
    /// The solution was given before.
    #[error("the solution was given before")]
    Repeated,
    /// The model breaks a clause added to the formula, such as a blocking clause.
    #[error("the model breaks a clause that was added to the formula")]
    Excluded,
    /// The model denies a literal that was assumed.
    #[error("the model denies an assumption")]
    Assumption,
    /// The solver answered *unsatisfiable* or *no further solution*, refuted by the enclosed solution.
    #[error("it denied a solution that exists")]
    Denied(Box<Solution>),
}

impl WrongAnswer {
    /// The error that names the solver.
    #[must_use]
    pub fn of(self, solver: impl Into<String>) -> Error {
        Error::WrongAnswer { solver: solver.into(), source: self }
    }
}

impl Error {
    /// Whether a memory limit refused the question: like a time limit, not a fault.
    #[must_use]
    pub fn is_memory_limit(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Backend(BackendError::TooLarge { .. }))
    }
}

/// Turns the error that the budget ended the work into the answer that says so; other errors stay.
pub(crate) fn or_stopped<T>(answer: Result<T, Error>, stopped: impl FnOnce(StopReason) -> T) -> Result<T, Error> {
    match answer {
        Err(Error::Stopped(reason)) => Ok(stopped(reason)),
        answer => answer,
    }
}

/// An encoding that was stopped is a question that was stopped.
impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Encode(error),
        }
    }
}

/// A statement of a cover problem that was stopped is a question that was stopped.
impl From<CoverError> for Error {
    fn from(error: CoverError) -> Self {
        match error {
            CoverError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Cover(error),
        }
    }
}

impl From<TooManyVariables> for Error {
    fn from(error: TooManyVariables) -> Self {
        Self::Encode(error.into())
    }
}
