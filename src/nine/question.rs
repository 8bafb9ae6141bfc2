//! What is asked of a record, and the answer.

use crate::nine::layout::{InvalidByte, Record};

/// What is asked of every record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Its first solution.
    ///
    /// *First* is a property of the puzzle: neither the path nor the records beside it change which one it is.
    First,
    /// How many solutions it has; counting ends at this many. A limit of 0 counts as 1.
    Count(u64),
    /// Whether it has exactly one solution, and which; so it counts to 2.
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

/// What was found of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Number of solutions, at most the question's limit; 0 is the answer *unsatisfiable*.
    pub solutions: u64,
    /// The solution that [`Question::First`] and [`Question::Unique`] ask for, where there is one.
    pub solution: Option<Record>,
}

/// The answer to a record, or why it is none.
pub type Outcome = Result<Answer, InvalidByte>;
