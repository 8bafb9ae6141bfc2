//! Candidates by number, and what proofs say about them: literals and sets.

#[cfg(feature = "serde")]
use satdoku_puzzle::constraint::MOST_DIGITS;

#[cfg(feature = "serde")]
use crate::too_large::{MOST_CELLS, TooLarge};

/// A candidate by the indices of its cell and its digit.
///
/// Sorting sorts by cell, then by digit. With the feature `serde` it is the pair of the indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(usize, usize)", into = "(usize, usize)"))]
pub struct PencilMark(u32);

impl PencilMark {
    /// The candidate of a cell and a digit, both by index; the digit's index is below 64.
    #[must_use]
    #[inline]
    pub const fn new(cell: usize, digit: usize) -> Self {
        Self((cell as u32) << 6 | digit as u32)
    }

    /// The index of the cell.
    #[must_use]
    #[inline]
    pub const fn cell(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// The index of the digit.
    #[must_use]
    #[inline]
    pub const fn digit(self) -> usize {
        (self.0 & 63) as usize
    }
}

#[cfg(feature = "serde")]
impl From<PencilMark> for (usize, usize) {
    fn from(mark: PencilMark) -> Self {
        (mark.cell(), mark.digit())
    }
}

#[cfg(feature = "serde")]
impl TryFrom<(usize, usize)> for PencilMark {
    type Error = TooLarge;

    fn try_from((cell, digit): (usize, usize)) -> Result<Self, TooLarge> {
        let counts = [("cells", MOST_CELLS, cell), ("digits", MOST_DIGITS, digit)];
        let too_large = counts.into_iter().find(|&(_, most, index)| index >= most);
        too_large.map_or(Ok(Self::new(cell, digit)), |(what, most, found)| Err(TooLarge { what, most, found }))
    }
}

impl std::fmt::Debug for PencilMark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cell {} digit {}", self.cell(), self.digit())
    }
}

/// A candidate that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Literal {
    /// The candidate.
    pub mark: PencilMark,
    /// Whether it is true.
    pub is_true: bool,
}

impl Literal {
    /// The candidate is true.
    #[must_use]
    pub const fn on(mark: PencilMark) -> Self {
        Self { mark, is_true: true }
    }

    /// The candidate is false.
    #[must_use]
    pub const fn off(mark: PencilMark) -> Self {
        Self { mark, is_true: false }
    }

    /// The opposite.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { mark: self.mark, is_true: !self.is_true }
    }
}

/// A set of candidates of which at most one is true; exactly one if [`BoardTables::must_have`](crate::layout::BoardTables::must_have) is true for the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Set {
    /// The digits of a cell.
    Cell(u16),
    /// The places of a digit in a unit.
    Unit {
        /// The unit's index.
        unit: u16,
        /// The digit's index.
        digit: u8,
    },
}

impl Set {
    /// The digits of a cell.
    #[must_use]
    pub const fn cell(cell: usize) -> Self {
        Self::Cell(cell as u16)
    }

    /// The places of a digit in a unit.
    #[must_use]
    pub const fn unit(unit: usize, digit: usize) -> Self {
        Self::Unit { unit: unit as u16, digit: digit as u8 }
    }
}
