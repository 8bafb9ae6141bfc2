//! What the generator made, as grids.

use std::sync::Arc;

use crate::error::Error;
use crate::geometry::{Digit, Geometry};
use crate::grid::{CheckError, Grid};

/// Values as a grid.
pub(in crate::generate) fn grid(board: &Arc<Geometry>, values: &[u16]) -> Grid {
    let mut grid = Grid::empty(board);
    let digits = values.iter().map(|&value| Ok::<_, std::convert::Infallible>(Digit::new(value)));
    match grid.fill(digits) {
        Ok(()) => grid,
        Err(never) => match never {},
    }
}

/// The generator's own search is believed no more than any other.
pub(in crate::generate) fn wrong(error: CheckError) -> Error {
    Error::WrongAnswer { solver: "the generator's search".to_owned(), source: error.into() }
}
