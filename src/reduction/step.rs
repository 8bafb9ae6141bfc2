//! What was deduced and why, and what cannot be.

use std::fmt;

use itertools::Itertools;

use crate::geometry::{Candidate, Cell, Digit, UnitId, UnitName};
use crate::grid::Conflict;

/// One step of deduction; prints as `r1c1=5, the only digit left`, `r1c1=5, the only place in row 1` or
/// `not r1c4=5 r1c6=5: its places in box 2 all lie in row 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The cell has no other candidate.
    NakedSingle(Candidate),
    /// The unit has no other place for the digit.
    HiddenSingle(Candidate, UnitName),
    /// Candidates are struck out.
    Elimination {
        /// Which.
        candidates: Vec<Candidate>,
        /// Because of what.
        reason: Reason,
    },
}

/// Why candidates are struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// All places of the digit in one unit lie in another, which has no further place for it.
    Locked {
        /// The digit.
        digit: Digit,
        /// The unit whose places are few.
        within: UnitName,
        /// The unit that they all lie in as well.
        also: UnitName,
    },
    /// As many cells of the unit as digits: the cells have no other candidates, so no other cell has these digits.
    Naked {
        /// The unit.
        unit: UnitName,
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: Vec<Digit>,
    },
    /// As many digits as cells of the unit: the digits have no other places, so the cells have no other digits.
    Hidden {
        /// The unit.
        unit: UnitName,
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: Vec<Digit>,
    },
    /// All places of the digit in a unit are peers of each cell: the digit there would leave it no place in the unit.
    CommonPeers {
        /// The digit.
        digit: Digit,
        /// The unit.
        unit: UnitName,
    },
    /// Some units hold the digit as often as others do, so what the ones have beyond the others has it as often as what
    /// these have beyond the ones. The cells are among the latter, and all places among the former are their peers.
    Leftovers {
        /// The digit.
        digit: Digit,
        /// The units whose places are peers, no two of which share a cell.
        within: Vec<UnitName>,
        /// As many units with the cells, no two of which share a cell.
        outside: Vec<UnitName>,
    },
}

impl Step {
    /// The digit that follows, and where; nothing for an elimination.
    #[must_use]
    pub fn placement(&self) -> Option<Candidate> {
        match self {
            Self::NakedSingle(candidate) | Self::HiddenSingle(candidate, _) => Some(*candidate),
            Self::Elimination { .. } => None,
        }
    }

    /// The candidates that are struck out; none for a placement, which rules out more than is told.
    #[must_use]
    pub fn eliminated(&self) -> &[Candidate] {
        match self {
            Self::Elimination { candidates, .. } => candidates,
            Self::NakedSingle(_) | Self::HiddenSingle(..) => &[],
        }
    }
}

/// Words with blanks between.
fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, things: &[T]) -> fmt::Result {
    things.iter().enumerate().try_for_each(|(i, thing)| write!(f, "{}{thing}", if i == 0 { "" } else { " " }))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NakedSingle(candidate) => write!(f, "{candidate}, the only digit left"),
            Self::HiddenSingle(candidate, unit) => write!(f, "{candidate}, the only place in {unit}"),
            Self::Elimination { candidates, reason } => {
                f.write_str("not ")?;
                list(f, candidates)?;
                write!(f, ": {reason}")
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked { within, also, .. } => write!(f, "its places in {within} all lie in {also}"),
            Self::Naked { unit, cells, digits } => {
                list(f, cells)?;
                write!(f, " of {unit} need ")?;
                list(f, digits)
            }
            Self::Hidden { unit, cells, digits } => {
                list(f, digits)?;
                write!(f, " of {unit} need ")?;
                list(f, cells)
            }
            Self::CommonPeers { digit, unit } => write!(f, "{digit} there would leave {digit} no place in {unit}"),
            Self::Leftovers { digit, within, outside } => {
                write!(f, "{digit} there would need a place in ")?;
                write!(f, "{} outside {}", within.iter().join(" and "), outside.iter().join(" and "))
            }
        }
    }
}

/// Why a puzzle has no solution, as far as deduction sees.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two clues clash.
    Clues(Conflict),
    /// A cell has no candidate left.
    NoDigit(Cell),
    /// A unit has no place left for a digit.
    NoPlace(Digit, UnitId, UnitName),
    /// Cells of a unit have fewer digits left between them than there are cells: Hall's condition is broken.
    TooFewDigits {
        /// The unit.
        unit: UnitId,
        /// Its name.
        name: UnitName,
        /// The cells.
        cells: Vec<Cell>,
        /// All digits that are left for them, fewer than cells.
        digits: Vec<Digit>,
    },
    /// Digits have fewer places left in a unit between them than there are digits: the same from the other side.
    TooFewPlaces {
        /// The unit.
        unit: UnitId,
        /// Its name.
        name: UnitName,
        /// The digits.
        digits: Vec<Digit>,
        /// All places that are left for them, fewer than digits.
        cells: Vec<Cell>,
    },
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clues(conflict) => conflict.fmt(f),
            Self::NoDigit(cell) => write!(f, "no digit is left for {cell}"),
            Self::NoPlace(digit, _, unit) => write!(f, "no place is left for {digit} in {unit}"),
            Self::TooFewDigits { name, cells, digits, .. } => {
                list(f, cells)?;
                write!(f, " of {name} have only ")?;
                list(f, digits)?;
                f.write_str(" left")
            }
            Self::TooFewPlaces { name, digits, cells, .. } => {
                write!(f, "only ")?;
                list(f, cells)?;
                write!(f, " of {name} are left for ")?;
                list(f, digits)
            }
        }
    }
}
