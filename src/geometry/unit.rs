//! Units, the units of a cell and the peers of a cell.

use std::fmt;

use crate::geometry::{Cell, Geometry, Regions};

/// The number of a unit: rows first, then columns, then boxes or regions, then extra units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub(in crate::geometry) u32);

impl UnitId {
    /// The number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a unit is called; prints as `row 3`, `box 2`, `diagonal 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitName {
    /// A row, from 1.
    Row(usize),
    /// A column, from 1.
    Column(usize),
    /// A box, from 1, numbered like words on a page.
    Box(usize),
    /// An irregular region, from 1.
    Region(usize),
    /// The falling (1) or the rising (2) diagonal.
    Diagonal(usize),
    /// Any other extra unit, from 1.
    Extra(usize),
}

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(number) => write!(f, "row {number}"),
            Self::Column(number) => write!(f, "column {number}"),
            Self::Box(number) => write!(f, "box {number}"),
            Self::Region(number) => write!(f, "region {number}"),
            Self::Diagonal(number) => write!(f, "diagonal {number}"),
            Self::Extra(number) => write!(f, "extra unit {number}"),
        }
    }
}

impl Geometry {
    /// How many units there are: 3N and the extra ones.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.unit_cells.len() / self.side
    }

    /// All units.
    pub fn units(&self) -> impl ExactSizeIterator<Item = UnitId> + DoubleEndedIterator + use<> {
        (0..self.unit_count() as u32).map(UnitId)
    }

    /// The unit with a number.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn unit_id(&self, index: usize) -> UnitId {
        assert!(index < self.unit_count(), "unit number out of range");
        UnitId(index as u32)
    }

    /// The extra units: those that are neither row, column nor region.
    pub fn extra_units(&self) -> impl ExactSizeIterator<Item = UnitId> + DoubleEndedIterator + use<> {
        (3 * self.side as u32..self.unit_count() as u32).map(UnitId)
    }

    /// The N cells of a unit; in rows, columns and regions they follow the order of reading.
    ///
    /// # Panics
    /// If the unit belongs to another, larger geometry.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &[Cell] {
        &self.unit_cells[unit.index() * self.side..][..self.side]
    }

    /// What a unit is called.
    #[must_use]
    pub fn unit_name(&self, unit: UnitId) -> UnitName {
        let (kind, number) = (unit.index() / self.side, unit.index() % self.side + 1);
        match (kind, self.regions) {
            (0, _) => UnitName::Row(number),
            (1, _) => UnitName::Column(number),
            (2, Regions::Boxes { .. }) => UnitName::Box(number),
            (2, Regions::Irregular) => UnitName::Region(number),
            _ => match unit.index() - 3 * self.side + 1 {
                number @ 1..=2 if self.diagonals => UnitName::Diagonal(number),
                number => UnitName::Extra(if self.diagonals { number - 2 } else { number }),
            },
        }
    }

    /// The extra units that are not the diagonals.
    pub fn listed_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.extra_units().skip(if self.diagonals { 2 } else { 0 })
    }

    /// Whether both diagonals are units.
    #[must_use]
    pub fn has_diagonals(&self) -> bool {
        self.diagonals
    }

    /// The units of a cell: its row, its column, its region and its extra units, in this order.
    pub fn units_of(&self, cell: Cell) -> impl Iterator<Item = UnitId> + use<'_> {
        let side = self.side;
        [cell.row(), side + cell.column(), 2 * side + self.region(cell)]
            .into_iter()
            .map(|unit| UnitId(unit as u32))
            .chain(self.extra_units_of(cell).iter().map(|&unit| UnitId(unit)))
    }

    /// The units of a cell behind its row, its column and its region, by number.
    fn extra_units_of(&self, cell: Cell) -> &[u32] {
        if self.extra_units().len() == 0 { &[] } else { &self.incidence().units(self.index(cell))[3..] }
    }

    /// The first unit that holds both cells, if they share one.
    #[must_use]
    pub fn shared_unit(&self, a: Cell, b: Cell) -> Option<UnitId> {
        self.units_of(a).find(|&unit| self.is_in(b, unit))
    }

    fn is_in(&self, cell: Cell, unit: UnitId) -> bool {
        let number = unit.index() % self.side;
        match unit.index() / self.side {
            0 => cell.row() == number,
            1 => cell.column() == number,
            2 => self.region(cell) == number,
            _ => self.extra_units_of(cell).contains(&unit.0),
        }
    }

    /// The peers of a cell, each once: the other cells that share a unit with it.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        self.units_of(cell).flat_map(move |unit| {
            let fresh = move |&other: &Cell| other != cell && self.shared_unit(cell, other) == Some(unit);
            self.unit(unit).iter().copied().filter(fresh)
        })
    }
}
