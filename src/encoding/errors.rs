//! Why a puzzle has no formula, and why a model is no solution.

use crate::budget::StopReason;
use crate::cnf::TooManyVariables;
use crate::geometry::{Cell, Digit};
use crate::grid::CheckError;

/// Why a model is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A cell has no digit in the model.
    #[error("the model gives {0} no digit")]
    NoDigit(Cell),
    /// A cell has two digits in the model.
    #[error("the model gives {cell} both {first} and {second}")]
    TwoDigits {
        /// The cell.
        cell: Cell,
        /// The first digit.
        first: Digit,
        /// The second digit.
        second: Digit,
    },
    /// The grid that the model describes does not solve the puzzle.
    #[error("the model describes no solution: {0}")]
    Check(#[from] CheckError),
}

/// Why a puzzle has no formula under an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are more candidates and auxiliary variables than can be numbered.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
    /// The budget ended the count of the auxiliary variables.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
    /// The encoding says no rules.
    #[error("the encoding modeller does not say rules: {rule}")]
    Rule {
        /// The first rule.
        rule: String,
    },
    /// The encoding numbers candidates region by region, and not every cell is in a region of N cells.
    #[error(
        "the encoding modeller numbers cells box by box, but not every cell of {board} is in a box or region with a cell for each digit"
    )]
    Regions {
        /// The board.
        board: String,
    },
}
