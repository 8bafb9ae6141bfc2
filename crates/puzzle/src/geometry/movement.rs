//! The turns and mirrors of a square.

use std::collections::HashSet;

use crate::geometry::{Cell, Geometry};

/// A turn or a mirror of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// Everything stays.
    Identity,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// Half a turn.
    HalfTurn,
    /// A quarter turn counterclockwise.
    ThreeQuarterTurn,
    /// Left and right mirrored.
    Horizontal,
    /// Top and bottom mirrored.
    Vertical,
    /// Mirrored at the falling diagonal: rows become columns.
    Diagonal,
    /// Mirrored at the rising diagonal.
    Antidiagonal,
}

impl Movement {
    /// The eight movements, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::QuarterTurn,
        Self::HalfTurn,
        Self::ThreeQuarterTurn,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::Antidiagonal,
    ];

    /// The image of a cell under the movement.
    #[must_use]
    pub fn image(self, cell: Cell, board: &Geometry) -> Cell {
        let (last_row, last_column) = (board.rows() as u16 - 1, board.columns() as u16 - 1);
        let (row, column) = (cell.row() as u16, cell.column() as u16);
        let (row, column) = match self {
            Self::Identity => (row, column),
            Self::QuarterTurn => (column, last_row - row),
            Self::HalfTurn => (last_row - row, last_column - column),
            Self::ThreeQuarterTurn => (last_column - column, row),
            Self::Horizontal => (row, last_column - column),
            Self::Vertical => (last_row - row, column),
            Self::Diagonal => (column, row),
            Self::Antidiagonal => (last_column - column, last_row - row),
        };
        Cell::new(row, column)
    }

    /// Whether it carries every cell of a board into a cell and every unit into a unit: boxes that are not square have no
    /// quarter turn.
    #[must_use]
    pub fn fits(self, board: &Geometry) -> bool {
        let sorted = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells
        };
        if self == Self::Identity {
            return true;
        }
        if !board.cells().all(|cell| board.contains(self.image(cell, board))) {
            return false;
        }
        let units: HashSet<Vec<Cell>> = board.units().map(|unit| sorted(board.unit(unit).to_vec())).collect();
        let image = |cell: &Cell| self.image(*cell, board);
        board.units().all(|unit| units.contains(&sorted(board.unit(unit).iter().map(image).collect())))
    }
}
