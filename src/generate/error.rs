//! Why there is no puzzle, or no further one.

use crate::budget::StopReason;
use crate::constraint::MOST_DIGITS;
use crate::error::Error;
use crate::generate::generated::Unreached;
use crate::generate::jigsaw::SIDES;
use crate::generate::pattern::PatternError;
use crate::generate::search::MAX_SIDE;
use crate::generate::symmetry::Symmetry;
use crate::guidance::GuideError;
use crate::logic::layout::TooLarge;
use crate::rule::RuleNotAllowed;

/// Why there are no more puzzles.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The recipe cannot be followed.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The budget ran out.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
    /// No puzzle was found that has everything that is wanted.
    #[error(transparent)]
    Unreached(#[from] Box<Unreached>),
    /// The board has no full grid at all.
    #[error("the board {0} has no full grid")]
    NoFullGrid(String),
    /// The oracle failed.
    #[error(transparent)]
    Solver(Error),
    /// A puzzle could not be rated.
    #[error(transparent)]
    Guide(#[from] GuideError),
}

impl From<Error> for GenerateError {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped(reason) => Self::Stopped(reason),
            error => Self::Solver(error),
        }
    }
}

/// Why a recipe cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The board does not have the symmetry.
    #[error("the board {board} has no symmetry {symmetry}: some unit would not become a unit")]
    NoSuchSymmetry {
        /// The symmetry.
        symmetry: Symmetry,
        /// The board.
        board: String,
    },
    /// The board is one of a puzzle with rules.
    #[error("expected a board without rules: a recipe has them by themselves")]
    Rules,
    /// A rule that brings cells beside the grid, by its line.
    #[error("the generator makes no puzzles with cells beside the grid: {0}")]
    HelperCells(String),
    /// A rule cannot be on the board.
    #[error(transparent)]
    RuleNotAllowed(#[from] RuleNotAllowed),
    /// The board is larger than those of puzzles that are rated.
    #[error(transparent)]
    Unrated(#[from] TooLarge),
    /// The board has more digits than rules are worked out for.
    #[error("rules are worked out for boards of at most {MOST_DIGITS} digits, found {0}")]
    Digits(usize),
    /// More clues than cells.
    #[error("expected at most {cells} clues, found {clues}")]
    Clues {
        /// The clues asked for.
        clues: usize,
        /// The cells of the board.
        cells: usize,
    },
    /// Fewer clues than any puzzle with a single solution has: two digits that no clue shows can be exchanged.
    #[error("expected at least {least} clues for a single solution, found {clues}")]
    FewClues {
        /// The clues asked for.
        clues: usize,
        /// One less than the side of the board.
        least: usize,
    },
    /// Two wishes that cannot be combined.
    #[error("{0} cannot be combined with {1}")]
    Contradiction(&'static str, String),
    /// Rules that are to be symmetric in a recipe without a symmetry.
    #[error("{0}: expected a symmetry of the recipe, such as rotate180")]
    SymmetryNeeded(String),
    /// A kind needs to know how many clues.
    #[error("puzzles of kind holes need a number or a share of clues")]
    CluesNeeded,
    /// No puzzle has its clues in these places.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// No regions are drawn on such a board.
    #[error("jigsaws are drawn on boards of boxes from side {least} to {most}, found {0}", least = SIDES.start(), most = SIDES.end())]
    Jigsaw(String),
    /// The full grids of the board cannot be drawn uniformly.
    #[error("full grids are drawn uniformly on the board 3x3 and on boards of up to 6 digits, found {0}")]
    Uniform(String),
    /// Holes cannot be shared out evenly: a digit of a full grid is missing from some row, column, box or region.
    #[error("holes are balanced on boards whose rows, columns and regions all have a cell for each digit, found {0}")]
    Balanced(String),
    /// The board is larger than can be searched.
    #[error("expected a board of side {MAX_SIDE} or less, found side {0}")]
    Side(usize),
}
