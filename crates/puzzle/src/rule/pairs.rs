//! Pairs of cells, and counts.

use crate::geometry::Cell;

/// All pairs of some cells.
pub(super) fn all_pairs(cells: &[Cell]) -> impl Iterator<Item = [Cell; 2]> {
    cells.iter().enumerate().flat_map(|(at, &a)| cells[at + 1..].iter().map(move |&b| [a, b]))
}

/// A count as a value.
pub(super) fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
