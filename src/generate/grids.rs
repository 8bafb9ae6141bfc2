//! Conversion of the generator's values to grids.

use std::sync::Arc;

use crate::encoding::DecodeError;
use crate::error::{Error, WrongAnswer};
use crate::geometry::Geometry;
use crate::grid::{CheckError, Grid};

/// Digits by cell, from 1; 0 where a cell is open.
pub(super) type Values = Vec<u16>;

/// Values as a grid.
pub(super) fn grid(board: &Arc<Geometry>, values: &[u16]) -> Grid {
    Grid::of_ordinals(board, values.iter().copied())
}

/// The error for a wrong result of the generator's own search, which is checked like any other solver.
pub(super) fn wrong(error: CheckError) -> Error {
    WrongAnswer::from(DecodeError::from(error)).of("the generator's search")
}
