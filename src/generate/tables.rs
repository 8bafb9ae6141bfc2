//! A board in flat arrays, as the generator's search walks over it.

use crate::geometry::{Cell, Geometry};

/// The cells of units and the units of cells, by index.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Tables {
    pub(in crate::generate) side: usize,
    pub(in crate::generate) cells: usize,
    unit_cells: Vec<u32>,
    /// The units of the cell with index i are `cell_units[starts[i]..starts[i + 1]]`.
    cell_units: Vec<u32>,
    starts: Vec<u32>,
}

impl Tables {
    pub(in crate::generate) fn of(board: &Geometry) -> Self {
        let index = |cell: &Cell| board.index(*cell) as u32;
        let unit_cells = board.units().flat_map(|unit| board.unit(unit)).map(index).collect();
        let (mut cell_units, mut starts) = (Vec::with_capacity(3 * board.cell_count()), vec![0]);
        for cell in board.cells() {
            cell_units.extend(board.units_of(cell).map(|unit| unit.index() as u32));
            starts.push(cell_units.len() as u32);
        }
        Self { side: board.side(), cells: board.cell_count(), unit_cells, cell_units, starts }
    }

    pub(in crate::generate) fn units(&self) -> usize {
        self.unit_cells.len() / self.side
    }

    pub(in crate::generate) fn unit(&self, unit: usize) -> &[u32] {
        &self.unit_cells[unit * self.side..][..self.side]
    }

    pub(in crate::generate) fn units_of(&self, cell: usize) -> &[u32] {
        &self.cell_units[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}
