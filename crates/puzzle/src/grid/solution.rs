//! A grid checked to solve its puzzle.

use std::fmt;
use std::ops::Deref;

use crate::geometry::{Cell, Digit};
use crate::grid::cells::Grid;
use crate::grid::conflict::Violation;

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
        /// The digit of the answer in the clue's cell.
        found: Digit,
    },
}

/// A filled grid that keeps every clue of its puzzle and breaks no rule. Only [`Solution::check`] makes one.
///
/// A solution dereferences to its [`Grid`] and prints like a grid.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::{Grid, Solution};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let solution = Solution::check(&puzzle, "1432324121344.13".replace('.', "3").parse()?);
/// assert_eq!(solution.unwrap_err().to_string(), "3 twice in row 4: r4c2 r4c4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution(Grid);

impl Solution {
    /// Checks that `answer` is complete, breaks no rule and keeps every clue of `puzzle`.
    ///
    /// # Errors
    /// The first failed condition, with its place.
    pub fn check(puzzle: &Grid, answer: Grid) -> Result<Self, CheckError> {
        if puzzle.geometry() != answer.geometry() {
            let [puzzle, answer] = puzzle.geometry().told_apart(answer.geometry());
            return Err(CheckError::Board { puzzle, answer });
        }
        for ((cell, &clue), &found) in puzzle.geometry().cells().zip(puzzle.digits()).zip(answer.digits()) {
            match (clue, found) {
                (_, None) => return Err(CheckError::Incomplete(cell)),
                (Some(clue), Some(found)) if clue != found => return Err(CheckError::Clue { cell, clue, found }),
                _ => {}
            }
        }
        // A solver's answer has no rules, so it is checked against the puzzle's rules.
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
