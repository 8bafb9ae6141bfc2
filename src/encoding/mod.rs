//! From grids to clauses and back: which constraints are written, which variables they speak of, and what a model
//! means. Knows no solver and no process.
//!
//! | name | variables | constraints | clauses at 9×9 |
//! | --- | --- | --- | ---: |
//! | `minimal` | all candidates, row by row | at least one for cells and units, at most one for cells | 3,240 |
//! | `extended` | all candidates, row by row | at least and at most one for cells and units | 11,988 |
//! | `modeller` | all candidates, box by box | at least one for cells, at most one for cells and units | 10,287 |
//! | `reduced` | open candidates, row by row | at least and at most one for cells and units, nothing twice | fewer |
//!
//! Each file tells its encoding's origin and counts. All encodings have the same solutions. [`SudokuCover`] is the
//! same for exact cover: options in place of clauses.

mod constraints;
mod cover;
mod extended;
mod formula;
mod minimal;
mod modeller;
mod reduced;
mod var_map;

use std::fmt;
use std::str::FromStr;

pub use cover::SudokuCover;
pub use formula::{DecodeError, Formula};
pub use var_map::{Term, VarMap};

/// Which constraints are written, and over which variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// The reference to dump, count and study: 4N² + N³(N−1)/2 clauses.
    Minimal,
    /// The default for solving: both directions for every cell and unit.
    #[default]
    Extended,
    /// A digit in every cell and none twice, numbered box by box.
    Modeller,
    /// Over the candidates that the clues leave open only.
    Reduced,
}

impl Encoding {
    /// All encodings.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &[Self::Minimal, Self::Extended, Self::Modeller, Self::Reduced]
    }

    /// The encoding's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Extended => "extended",
            Self::Modeller => "modeller",
            Self::Reduced => "reduced",
        }
    }

    /// Whether every clue is a literal of its own, so that the clauses of the empty board serve all puzzles on it.
    #[must_use]
    pub fn has_clue_literals(self) -> bool {
        !matches!(self, Self::Reduced)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is no encoding's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of minimal, extended, modeller, reduced, found {0:?}")]
pub struct UnknownEncoding(pub String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        let is_it = |encoding: &&Self| encoding.name() == name;
        Self::all().iter().find(is_it).copied().ok_or_else(|| UnknownEncoding(name.to_owned()))
    }
}
