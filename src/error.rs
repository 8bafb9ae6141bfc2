//! What can go wrong with a question, over the layers' own errors.

use crate::backend::BackendError;
use crate::budget::{Bytes, StopReason};
use crate::cnf::TooManyVariables;
use crate::encoding::{DecodeError, EncodeError};
use crate::exact_cover::CoverError;
use crate::nine::InvalidByte;

/// Why a question could not be answered. That there is no solution, or not enough time, is an answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The puzzle has no formula: it is larger than the encoding can number, or not on a board for it.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The puzzle is larger than an exact cover problem can be.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// The SAT solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A solver returned something that is no solution.
    #[error("{solver} returned a wrong answer: {source}")]
    WrongAnswer {
        /// The solver's name.
        solver: String,
        /// What is wrong with the answer.
        source: DecodeError,
    },
    /// Two solvers answered differently, so that one of them is wrong: members of a portfolio, or a SAT solver and the 9×9
    /// kernel.
    #[error("{one} and {other} contradict each other")]
    Disagreement {
        /// One of them.
        one: String,
        /// The other.
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
        /// The first rule that it does not know.
        rule: String,
    },
    /// Something is not done for puzzles with rules.
    #[error("{what} is not for puzzles with rules{}", .rule.as_ref().map_or_else(String::new, |rule| format!(": {rule}")))]
    NoRules {
        /// What is not done.
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
    /// Answers are to be certified, and this is not part of a proof.
    #[error("no certified answers with {what}: no proof is written of that")]
    Uncertain {
        /// What is no part of a proof.
        what: String,
    },
    /// The 9×9 kernel was given bytes that are no puzzle.
    #[error(transparent)]
    Kernel(#[from] InvalidByte),
    /// More memory would be needed than is allowed.
    #[error("{what} needs about {}; the limit is {}", Bytes(*.needed).beside(*.limit), Bytes(*.limit))]
    TooLarge {
        /// What would need it.
        what: String,
        /// Bytes that would be needed.
        needed: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// A listing of solutions was cut short; those seen so far are not all.
    #[error("stopped: {0}")]
    Stopped(StopReason),
}

impl Error {
    /// Whether the question was refused for want of memory: a limit that was set, like one of time, and no fault.
    #[must_use]
    pub fn is_memory_limit(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Backend(BackendError::TooLarge { .. }))
    }
}

impl From<TooManyVariables> for Error {
    fn from(error: TooManyVariables) -> Self {
        Self::Encode(error.into())
    }
}
