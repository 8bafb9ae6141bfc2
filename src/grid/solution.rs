//! A grid that was checked to solve a puzzle.

use std::fmt;
use std::ops::Deref;

use crate::geometry::{Cell, Digit};
use crate::grid::{Grid, Violation};

/// Why a grid does not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The grid and the puzzle have different boards.
    #[error("the puzzle's board is {puzzle}, the answer's {answer}")]
    Board {
        /// The puzzle's board.
        puzzle: String,
        /// The answer's board.
        answer: String,
    },
    /// A cell is empty.
    #[error("{0} is empty")]
    Incomplete(Cell),
    /// A rule is broken.
    #[error("{0}")]
    Violation(Violation),
    /// A clue was not kept.
    #[error("{cell} has the clue {clue} in the puzzle, found {found}")]
    Clue {
        /// The clue's cell.
        cell: Cell,
        /// The clue.
        clue: Digit,
        /// What stands there instead.
        found: Digit,
    },
}

/// A filled grid that keeps every clue of its puzzle and breaks no rule. Only [`Solution::check`] makes one.
///
/// It can be used wherever a [`Grid`] is read, and prints like one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

impl Solution {
    /// Checks that `answer` is complete, breaks no rule and keeps every clue of `puzzle`.
    ///
    /// # Errors
    /// The first of these that fails, with its place.
    pub fn check(puzzle: &Grid, answer: Grid) -> Result<Self, CheckError> {
        if puzzle.geometry() != answer.geometry() {
            let name = |grid: &Grid| grid.geometry().to_string();
            return Err(CheckError::Board { puzzle: name(puzzle), answer: name(&answer) });
        }
        for ((cell, &clue), &found) in puzzle.geometry().cells().zip(puzzle.digits()).zip(answer.digits()) {
            match (clue, found) {
                (_, None) => return Err(CheckError::Incomplete(cell)),
                (Some(clue), Some(found)) if clue != found => return Err(CheckError::Clue { cell, clue, found }),
                _ => {}
            }
        }
        // The answer of a solver has no rules of its own: it is held against the puzzle's.
        let answer = puzzle.with_digits(answer.digits);
        match answer.first_violation() {
            Some(violation) => Err(CheckError::Violation(violation)),
            None => Ok(Self(answer)),
        }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.0
    }

    /// The grid, taken out.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.0
    }
}

impl Deref for Solution {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.0
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
