//! Pairs of cells, and numbers of things.

use crate::geometry::Cell;

/// All pairs of some cells.
pub(in crate::rule) fn all_pairs(cells: &[Cell]) -> impl Iterator<Item = [Cell; 2]> {
    cells.iter().enumerate().flat_map(|(at, &a)| cells[at + 1..].iter().map(move |&b| [a, b]))
}

/// A number of things as a value.
pub(in crate::rule) fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
