//! The largest puzzles whose cells, units and constraints can be numbered.

use satdoku_puzzle::constraint::MOST_DIGITS;
use satdoku_puzzle::geometry::Geometry;

/// Most cells: the table of peers has a bit for each pair of cells, at most 256 MiB.
pub(crate) const MOST_CELLS: usize = 46_336;

/// Most units, and most constraints: they are numbered by 16 bits.
const MOST_NUMBERED: usize = u16::MAX as usize;

/// The puzzle has more digits, cells, units or constraints than a [`BoardTables`](crate::layout::BoardTables) can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("steps are found for puzzles of up to {most} {what}, found {found}")]
pub struct TooLarge {
    /// The excess: `digits`, `cells`, `units` or `constraints`.
    pub what: &'static str,
    /// The greatest allowed number.
    pub most: usize,
    /// The actual number.
    pub found: usize,
}

impl TooLarge {
    /// Whether the puzzles on a board with a number of constraints can have a [`BoardTables`](crate::layout::BoardTables).
    #[doc(hidden)]
    pub fn check(board: &Geometry, constraints: usize) -> Result<(), Self> {
        let counts = [
            ("digits", MOST_DIGITS, board.digit_count()),
            ("cells", MOST_CELLS, board.cell_count()),
            ("units", MOST_NUMBERED, board.unit_count()),
            ("constraints", MOST_NUMBERED, constraints),
        ];
        let too_large = counts.into_iter().find(|&(_, most, found)| found > most);
        too_large.map_or(Ok(()), |(what, most, found)| Err(Self { what, most, found }))
    }
}
