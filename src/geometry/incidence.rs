//! Which cell is in which unit, as flat arrays: what deduction and search ask for at every candidate that they strike out.

use std::ops::Range;
use std::sync::OnceLock;

use crate::geometry::Geometry;

/// The cells of units and the units of cells, all by index. Made once for a board, in time linear in the cells of all units.
///
/// Peers have no table: it would take some 3N entries for each of the N² cells.
#[derive(Clone, Debug)]
pub(crate) struct Incidence {
    digit_count: usize,
    /// The cells of the unit with index u are `unit_cells[unit_starts[u]..unit_starts[u + 1]]`.
    unit_starts: Vec<u32>,
    unit_cells: Vec<u32>,
    /// The units of the cell with index i, ascending, are `cell_units[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    cell_units: Vec<u32>,
    /// The cell's place in each of these units.
    positions: Vec<u16>,
    most_shared: OnceLock<Vec<u16>>,
}

/// A unit of a cell, and the cell's place in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) unit: usize,
    pub(crate) position: usize,
}

impl Incidence {
    pub(in crate::geometry) fn of(board: &Geometry) -> Self {
        let unit_cells: Vec<u32> = board.unit_cells.iter().map(|&cell| board.index(cell) as u32).collect();
        // A counting sort by cell.
        let mut starts = vec![0_u32; board.cell_count() + 1];
        for &cell in &unit_cells {
            starts[cell as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let (mut cell_units, mut positions) = (vec![0; unit_cells.len()], vec![0; unit_cells.len()]);
        for (unit, ends) in board.unit_starts.windows(2).enumerate() {
            for (position, &cell) in unit_cells[ends[0] as usize..ends[1] as usize].iter().enumerate() {
                let slot = &mut next[cell as usize];
                cell_units[*slot as usize] = unit as u32;
                positions[*slot as usize] = position as u16;
                *slot += 1;
            }
        }
        let (digit_count, unit_starts) = (board.digit_count(), board.unit_starts.clone());
        Self { digit_count, unit_starts, unit_cells, starts, cell_units, positions, most_shared: OnceLock::new() }
    }

    /// N: how many digits there are.
    pub(crate) fn digit_count(&self) -> usize {
        self.digit_count
    }

    pub(crate) fn cell_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn unit_count(&self) -> usize {
        self.unit_starts.len() - 1
    }

    /// The cells of a unit by position.
    #[inline]
    pub(crate) fn cells(&self, unit: usize) -> &[u32] {
        &self.unit_cells[self.unit_starts[unit] as usize..self.unit_starts[unit + 1] as usize]
    }

    /// Whether a unit holds each digit once: it has as many cells.
    #[inline]
    pub(crate) fn is_full(&self, unit: usize) -> bool {
        self.cells(unit).len() == self.digit_count
    }

    /// The units of a cell: its row, its column, its region and its extra units, in this order.
    #[inline]
    pub(crate) fn units(&self, cell: usize) -> &[u32] {
        &self.cell_units[self.range(cell)]
    }

    /// The units of a cell, each with the cell's position in it.
    #[inline]
    pub(crate) fn places(&self, cell: usize) -> impl Iterator<Item = Place> + use<'_> {
        self.range(cell).map(|at| self.place(at))
    }

    /// The numbers of a cell's [`places`](Self::places), for loops that change what holds the table.
    #[inline]
    pub(crate) fn range(&self, cell: usize) -> Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    #[inline]
    pub(crate) fn place(&self, at: usize) -> Place {
        Place { unit: self.cell_units[at] as usize, position: self.positions[at].into() }
    }

    pub(crate) fn is_in(&self, cell: usize, unit: usize) -> bool {
        self.units(cell).contains(&(unit as u32))
    }

    /// Whether two cells share a unit; a cell is no peer of itself.
    pub(crate) fn are_peers(&self, cell: usize, other: usize) -> bool {
        cell != other && self.units(cell).iter().any(|unit| self.units(other).contains(unit))
    }

    /// The most units that a cell is in.
    pub(crate) fn most_units(&self) -> usize {
        self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as usize).max().unwrap_or(0)
    }

    /// For each unit the most cells that it shares with another.
    pub(crate) fn most_shared(&self) -> &[u16] {
        self.most_shared.get_or_init(|| {
            let mut shared = vec![0_u16; self.unit_count()];
            let most = |unit: usize| {
                let others = || {
                    let units = self.cells(unit).iter().flat_map(|&cell| self.units(cell as usize));
                    units.map(|&other| other as usize).filter(|&other| other != unit)
                };
                others().for_each(|other| shared[other] += 1);
                let most = others().map(|other| shared[other]).max().unwrap_or(0);
                others().for_each(|other| shared[other] = 0);
                most
            };
            (0..self.unit_count()).map(most).collect()
        })
    }
}
