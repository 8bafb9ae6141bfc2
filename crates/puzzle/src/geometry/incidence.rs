//! Cells of units and units of cells as flat arrays, read by deduction and search for every eliminated candidate.

use std::ops::Range;
use std::sync::OnceLock;

use crate::geometry::Geometry;

/// The cells of units and the units of cells, by index. Built once per board, in time linear in the cells of the units.
///
/// Peers have no table, which would take some 3N entries for each of the N² cells.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Incidence {
    digit_count: usize,
    /// The cells of the unit with index u are `unit_cells[unit_starts[u]..unit_starts[u + 1]]`.
    unit_starts: Vec<u32>,
    unit_cells: Vec<u32>,
    /// The units of the cell with index i, ascending, are `cell_units[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    cell_units: Vec<u32>,
    /// The cell's position in each unit of `cell_units`.
    positions: Vec<u16>,
    most_shared: OnceLock<Vec<u16>>,
}

/// A unit of a cell, and the cell's position in the unit.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Place {
    pub unit: usize,
    pub position: usize,
}

impl Incidence {
    pub(super) fn of(board: &Geometry) -> Self {
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

    /// N: the number of digits.
    pub fn digit_count(&self) -> usize {
        self.digit_count
    }

    pub fn cell_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn unit_count(&self) -> usize {
        self.unit_starts.len() - 1
    }

    /// The cells of a unit by position.
    #[inline]
    pub fn cells(&self, unit: usize) -> &[u32] {
        &self.unit_cells[self.unit_starts[unit] as usize..self.unit_starts[unit + 1] as usize]
    }

    /// Whether a unit has N cells, and so holds each digit once.
    #[inline]
    pub fn is_full(&self, unit: usize) -> bool {
        self.cells(unit).len() == self.digit_count
    }

    /// The units of a cell: row, column, region, then extra units.
    #[inline]
    pub fn units(&self, cell: usize) -> &[u32] {
        &self.cell_units[self.range(cell)]
    }

    /// The units of a cell with the cell's position in each.
    #[inline]
    pub fn places(&self, cell: usize) -> impl Iterator<Item = Place> + use<'_> {
        self.range(cell).map(|at| self.place(at))
    }

    /// The index range of a cell's [`places`](Self::places), for loops that borrow the owner of the table mutably.
    #[inline]
    pub fn range(&self, cell: usize) -> Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    #[inline]
    pub fn place(&self, at: usize) -> Place {
        Place { unit: self.cell_units[at] as usize, position: self.positions[at].into() }
    }

    pub fn is_in(&self, cell: usize, unit: usize) -> bool {
        self.units(cell).contains(&(unit as u32))
    }

    /// Whether two cells share a unit; a cell is no peer of itself.
    pub fn are_peers(&self, cell: usize, other: usize) -> bool {
        cell != other && self.units(cell).iter().any(|unit| self.units(other).contains(unit))
    }

    /// The largest number of units of a cell.
    pub fn most_units(&self) -> usize {
        self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as usize).max().unwrap_or(0)
    }

    /// For each unit, the largest number of cells that it shares with a second unit. If too many units meet for an exact
    /// computation, the length of the unit, an upper bound.
    pub fn most_shared(&self) -> &[u16] {
        /// The largest number of pairs of units meeting in a cell for which the sharing is computed.
        const MOST_MEETINGS: usize = 1 << 22;
        self.most_shared.get_or_init(|| {
            let meetings: usize = self.starts.windows(2).map(|ends| ((ends[1] - ends[0]) as usize).pow(2)).sum();
            if meetings > MOST_MEETINGS {
                return (0..self.unit_count()).map(|unit| self.cells(unit).len() as u16).collect();
            }
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
