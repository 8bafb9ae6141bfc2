//! The flags of a shading: a layer with a value for each cell of the grid.

use std::fmt;

use crate::constraint::MOST_ARM_CELLS;
use crate::geometry::{Cell, Geometry, LayerName, UnitKind};
use crate::rule::constrain::{Breach, beside};
use crate::rule::error::RuleError;

/// The steps to the neighbours of a cell.
pub(super) const AROUND: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Refuses more cells about a clue than a constraint can count.
pub(super) fn arms_within(cells: usize) -> Result<(), RuleError> {
    if cells <= MOST_ARM_CELLS {
        return Ok(());
    }
    let found = format!("{cells}, more than the {MOST_ARM_CELLS} that can be counted");
    Err(RuleError::Unlike { expected: "fewer cells within reach of a clue", found })
}

/// A layer with a flag for each cell of the grid, and the word for a shading in sentences.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub(super) layer: LayerName,
    pub(super) word: &'static str,
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} {}", self.word, self.layer)
    }
}

impl Flags {
    /// The cell of a layer above a cell of the grid.
    pub(super) fn above(cell: Cell, layer: LayerName) -> Cell {
        Cell::in_layer(layer, cell.row() as u16, cell.column() as u16)
    }

    pub(super) fn flag(self, cell: Cell) -> Cell {
        Self::above(cell, self.layer)
    }

    /// The flags of the neighbours of a cell.
    pub(super) fn around(self, board: &Geometry, cell: Cell) -> Vec<Cell> {
        AROUND.iter().filter_map(|&(down, right)| beside(board, self.flag(cell), down, right)).collect()
    }

    /// The flags of each square of two by two, row by row.
    pub(super) fn squares(self, board: &Geometry) -> Vec<[Cell; 4]> {
        let square = |cell: Cell| {
            let corner = self.flag(cell);
            let other = |down, right| beside(board, corner, down, right);
            Some([corner, other(0, 1)?, other(1, 0)?, other(1, 1)?])
        };
        board.grid_cells().filter_map(square).collect()
    }

    /// The flags of each row, column and box.
    pub(super) fn units(self, board: &Geometry) -> Vec<Vec<Cell>> {
        let is_line_or_box = |kind| matches!(kind, UnitKind::Row | UnitKind::Column | UnitKind::Box | UnitKind::Region);
        let units = board.units().filter(|&unit| is_line_or_box(board.unit_name(unit).kind));
        units.map(|unit| board.unit(unit).iter().map(|&cell| self.flag(cell)).collect()).collect()
    }

    /// The pairs of flags that touch along edges or at corners.
    pub(super) fn touching(self, board: &Geometry) -> Vec<[Cell; 2]> {
        let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
        let of_cell = |cell: Cell| {
            let flag = self.flag(cell);
            steps.into_iter().filter_map(move |(down, right)| Some([flag, beside(board, flag, down, right)?]))
        };
        board.grid_cells().flat_map(of_cell).collect()
    }

    pub(super) fn breach_of(self, cells: &[Cell], how: &str) -> Breach {
        Breach { cells: cells.to_vec(), sentence: format!("{self} {how}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_cells_about_a_clue_are_named() {
        assert!(arms_within(MOST_ARM_CELLS).is_ok());
        let expected = "expected fewer cells within reach of a clue, found 142, more than the 126 that can be counted";
        assert_eq!(arms_within(142).unwrap_err().to_string(), expected);
    }
}
