//! Questions about records, and their answers.

use crate::layout::{GridBytes, InvalidByte};

/// A question about every record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The record's first solution.
    ///
    /// *First* is a property of the puzzle: neither the path nor neighbouring records change it.
    First,
    /// How many solutions it has; counting ends at this many. A limit of 0 counts as 1.
    Count(u64),
    /// Whether the record has exactly one solution, with the solution; the search counts to 2.
    Unique,
}

impl Question {
    pub(crate) fn limit(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Count(limit) => limit,
            Self::Unique => 2,
        }
    }

    pub(crate) fn wants_solution(self) -> bool {
        !matches!(self, Self::Count(_))
    }
}

/// The findings on one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Number of solutions, at most the question's limit; 0 is the answer *unsatisfiable*.
    pub solutions: u64,
    /// The solution for [`Question::First`] and [`Question::Unique`], if found.
    pub solution: Option<GridBytes>,
}

/// The answer to a record, or its first invalid byte.
pub type Outcome = Result<Answer, InvalidByte>;
