//! What the generator made, as grids.

use std::sync::Arc;

use crate::error::Error;
use crate::geometry::Geometry;
use crate::grid::{CheckError, Grid};

/// Digits by cell, from 1; 0 where a cell is open.
pub(in crate::generate) type Values = Vec<u16>;

/// Values as a grid.
pub(in crate::generate) fn grid(board: &Arc<Geometry>, values: &[u16]) -> Grid {
    Grid::of_ordinals(board, values.iter().copied())
}

/// The generator's own search is believed no more than any other.
pub(in crate::generate) fn wrong(error: CheckError) -> Error {
    Error::WrongAnswer { solver: "the generator's search".to_owned(), source: error.into() }
}
