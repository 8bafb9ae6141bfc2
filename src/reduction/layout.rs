//! Where each cell stands in its units, as tables: deduction asks for it at every candidate that it strikes out.

use crate::geometry::{Geometry, UnitId};

/// A unit of a cell, and the cell's place in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::reduction) struct Place {
    pub unit: u32,
    pub position: u16,
}

pub(in crate::reduction) struct Layout {
    /// The places of the cell with index i are `places[starts[i]..starts[i + 1]]`, by unit.
    places: Vec<Place>,
    starts: Vec<u32>,
    /// The cells of all units, by index.
    cells: Vec<u32>,
    side: usize,
}

impl Layout {
    /// The tables of a board, made in time linear in the cells of all units.
    pub(in crate::reduction) fn of(geometry: &Geometry) -> Self {
        let cells: Vec<u32> =
            geometry.units().flat_map(|unit| geometry.unit(unit)).map(|&cell| geometry.index(cell) as u32).collect();
        let mut starts = vec![0_u32; geometry.cell_count() + 1];
        for &cell in &cells {
            starts[cell as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut places = vec![Place { unit: 0, position: 0 }; cells.len()];
        for (i, &cell) in cells.iter().enumerate() {
            let slot = &mut next[cell as usize];
            let (unit, position) = (i / geometry.side(), i % geometry.side());
            places[*slot as usize] = Place { unit: unit as u32, position: position as u16 };
            *slot += 1;
        }
        Self { places, starts, cells, side: geometry.side() }
    }

    /// The units of a cell, each with the cell's position in it.
    pub(in crate::reduction) fn places(&self, cell: usize) -> &[Place] {
        &self.places[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The cells of a unit by position.
    pub(in crate::reduction) fn cells(&self, unit: usize) -> &[u32] {
        &self.cells[unit * self.side..][..self.side]
    }

    pub(in crate::reduction) fn is_in(&self, cell: usize, unit: u32) -> bool {
        self.places(cell).iter().any(|place| place.unit == unit)
    }

    /// Whether two cells share a unit; a cell is no peer of itself.
    pub(in crate::reduction) fn are_peers(&self, cell: usize, other: usize) -> bool {
        cell != other && self.places(cell).iter().any(|place| self.is_in(other, place.unit))
    }

    /// The most units that a cell is in.
    pub(in crate::reduction) fn most_units(&self) -> usize {
        self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as usize).max().unwrap_or(0)
    }

    /// For each unit the most cells that it shares with another.
    pub(in crate::reduction) fn most_shared(&self, units: impl Iterator<Item = UnitId>) -> Vec<u16> {
        let mut shared = vec![0_u16; units.size_hint().0];
        let most = |unit: UnitId| {
            let others = || {
                let places = self.cells(unit.index()).iter().flat_map(|&cell| self.places(cell as usize));
                places.map(|place| place.unit as usize).filter(|&other| other != unit.index())
            };
            others().for_each(|other| shared[other] += 1);
            let most = others().map(|other| shared[other]).max().unwrap_or(0);
            others().for_each(|other| shared[other] = 0);
            most
        };
        units.map(most).collect()
    }
}
