//! Puzzle generators: seeded, streaming, for boards of any shape.
//!
//! A [`Recipe`] says what is wanted; its [`puzzles`](Recipe::puzzles) come one after another. Puzzle k depends on the
//! recipe and k alone, so that a run can be cut in parts, continued and spread over threads and machines, and gives the
//! same puzzles.
//!
//! | file | what it is |
//! | --- | --- |
//! | `recipe` | what is wanted, and whether it can be had |
//! | `puzzles` | the stream; one puzzle after another |
//! | `classic` | many 9×9 puzzles at once, tested in the lanes of the kernel |
//! | `attempt` | one full grid and what becomes of it |
//! | `full_grid`, `uniform` | random full grids; the same, each as likely as any other |
//! | `removal`, `removal_by_search`, `refutation` | which clues are tried together; who tests them; the proof that no more can go |
//! | `several_solutions`, `unsolvable` | puzzles with several solutions and with none |
//! | `holes` | random and balanced holes |
//! | `pattern` | clues in given places |
//! | `difficulty` | puzzles of a rating, and such as need a technique |
//! | `jigsaw` | boards with irregular regions, drawn at random |
//! | `jacob_karppa` | Algorithm 2 with any solver |
//! | `ruled`, `rule_wish`, `drawn_rules` | puzzles with rules, fixed ones and such as are drawn from a full grid |
//! | `search`, `asking` | what the generator asks a propagating search, and a solver |
//! | `random`, `symmetry`, `relabelling` | random numbers, patterns of clues, the symmetry group of a board |
//!
//! The field's usual way (S. Tatham's `solo`, S. Ostermiller's `QQWing`, D. Hoel's crate `sudoku`) takes clues out of a full
//! grid one at a time. Here many go in one test at first, and a test asks not for the solution but whether the cell
//! could hold anything else: its known digit is struck out, and mostly that contradicts itself within a few singles.

mod asking;
mod attempt;
mod classic;
mod difficulty;
mod drawn_rules;
mod full_grid;
mod grids;
mod holes;
mod jacob_karppa;
mod jigsaw;
mod pattern;
mod puzzles;
mod random;
mod recipe;
mod refutation;
mod relabelling;
mod removal;
mod removal_by_search;
mod rule_wish;
mod ruled;
mod search;
mod several_solutions;
mod symmetry;
mod uniform;
mod unsolvable;
mod workspace;

pub use difficulty::{Difficulty, RatingRange, UnknownRatings};
pub use drawn_rules::Family;
pub use pattern::{Pattern, PatternError};
pub use puzzles::{Generated, Puzzles, Unreached};
pub use random::Random;
pub use recipe::{Algorithm, Kind, Recipe, RecipeError, Solutions, UnknownSolutions};
pub use relabelling::Relabelling;
pub use rule_wish::{RuleWish, UnknownRuleWish};
pub use symmetry::Symmetry;

use crate::budget::StopReason;
use crate::error::Error;
use crate::logic::GuideError;

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
    Solver(#[from] Error),
    /// A puzzle could not be rated.
    #[error(transparent)]
    Guide(#[from] GuideError),
}
