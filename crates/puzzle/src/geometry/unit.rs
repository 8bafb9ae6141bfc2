//! Units, the units of a cell and the peers of a cell.

use std::fmt;

use crate::geometry::{Cell, Geometry};

/// The number of a unit: rows first, then columns, then boxes or regions, square by square where several overlap, then
/// extra units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct UnitId(pub(super) u32);

impl UnitId {
    /// The number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name of a unit; prints as `row 3`, `box 2`, `diagonal 1`, and on overlapping squares as `row 3 of square 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct UnitName {
    /// The kind of the unit.
    pub kind: UnitKind,
    /// The number among the units of its kind, from 1; boxes are numbered in reading order.
    pub number: u32,
    /// The square of the unit, from 1, if squares overlap.
    pub square: Option<u32>,
}

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum UnitKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
    /// An irregular region.
    Region,
    /// The falling (1) or the rising (2) diagonal.
    Diagonal,
    /// A further extra unit.
    Extra,
    /// Cells that differ by a rule of the puzzle; the number is the rule's.
    Rule,
}

impl UnitName {
    pub(super) fn new(kind: UnitKind, index: usize) -> Self {
        Self { kind, number: index as u32 + 1, square: None }
    }
}

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            UnitKind::Row => "row",
            UnitKind::Column => "column",
            UnitKind::Box => "box",
            UnitKind::Region => "region",
            UnitKind::Diagonal => "diagonal",
            UnitKind::Extra => "extra unit",
            UnitKind::Rule => "rule",
        };
        write!(f, "{kind} {}", self.number)?;
        self.square.map_or(Ok(()), |square| write!(f, " of square {square}"))
    }
}

impl Geometry {
    /// The number of units.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.unit_names.len()
    }

    /// The units of the board.
    pub fn units(&self) -> impl ExactSizeIterator<Item = UnitId> + DoubleEndedIterator + use<> {
        (0..self.unit_count() as u32).map(UnitId)
    }

    /// The unit with a number.
    ///
    /// # Panics
    /// If no unit has the number.
    #[must_use]
    pub fn unit_id(&self, index: usize) -> UnitId {
        assert!(index < self.unit_count(), "unit number out of range");
        UnitId(index as u32)
    }

    /// The units of a kind.
    pub fn units_of_kind(&self, kind: UnitKind) -> impl Iterator<Item = UnitId> + use<'_> {
        self.units().filter(move |&unit| self.unit_name(unit).kind == kind)
    }

    /// The boxes or regions.
    pub fn region_units(&self) -> impl Iterator<Item = UnitId> + use<'_> {
        self.units().filter(|&unit| matches!(self.unit_name(unit).kind, UnitKind::Box | UnitKind::Region))
    }

    /// The extra units: neither rows nor columns nor regions.
    pub fn extra_units(&self) -> impl ExactSizeIterator<Item = UnitId> + DoubleEndedIterator + use<> {
        (self.first_extra as u32..self.unit_count() as u32).map(UnitId)
    }

    /// The cells of a unit; in rows, columns and regions, in reading order.
    ///
    /// # Panics
    /// If the unit belongs to another, larger geometry.
    #[must_use]
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &[Cell] {
        &self.unit_cells[self.unit_starts[unit.index()] as usize..self.unit_starts[unit.index() + 1] as usize]
    }

    /// Whether a unit has N cells, and so holds each digit once. A shorter unit repeats no digit.
    ///
    /// # Panics
    /// If the unit belongs to another, larger geometry.
    #[must_use]
    #[inline]
    pub fn is_full_unit(&self, unit: UnitId) -> bool {
        self.unit(unit).len() == self.digit_count
    }

    /// Whether every unit holds each digit once.
    #[must_use]
    pub fn has_full_units_only(&self) -> bool {
        self.units().all(|unit| self.is_full_unit(unit))
    }

    /// Whether every row, column, box and region holds each digit once; extra units may be shorter.
    #[doc(hidden)]
    pub fn has_full_lines_and_regions(&self) -> bool {
        self.units().take(self.first_extra).all(|unit| self.is_full_unit(unit))
    }

    /// A lower bound on the clues of a puzzle with one solution. All digits but one must occur; if no unit has every digit, the
    /// bound is the length of the longest unit.
    #[must_use]
    pub fn fewest_clues(&self) -> usize {
        let longest = self.units().map(|unit| self.unit(unit).len()).max().unwrap_or(0);
        longest.min(self.digit_count - 1)
    }

    /// The name of a unit.
    ///
    /// # Panics
    /// If the unit belongs to another, larger geometry.
    #[must_use]
    #[inline]
    pub fn unit_name(&self, unit: UnitId) -> UnitName {
        self.unit_names[unit.index()]
    }

    /// The extra units of kind [`UnitKind::Extra`]: neither diagonals nor units of rules.
    pub fn listed_units(&self) -> impl Iterator<Item = UnitId> + use<'_> {
        self.extra_units().filter(|&unit| self.unit_name(unit).kind == UnitKind::Extra)
    }

    /// Whether both diagonals are units, of every square where several overlap.
    #[must_use]
    pub fn has_diagonals(&self) -> bool {
        self.diagonals
    }

    /// The units of a cell: row, column, region, then extra units. If squares overlap, square by square.
    pub fn units_of(&self, cell: Cell) -> impl Iterator<Item = UnitId> + use<'_> {
        let by_position = self.units_by_position(cell);
        by_position.into_iter().flatten().chain(self.other_units_of(cell).iter().copied()).map(UnitId)
    }

    /// The numbers of the row, column and region of a cell, if computable from the cell's position.
    fn units_by_position(&self, cell: Cell) -> [Option<u32>; 3] {
        if !self.has_lines() || !cell.is_in_grid() {
            return [None; 3];
        }
        let region = self.region(cell).map(|region| self.rows + self.columns + region);
        [Some(cell.row()), Some(self.rows + cell.column()), region].map(|unit| unit.map(|unit| unit as u32))
    }

    /// The numbers of the units of a cell that its position does not determine.
    fn other_units_of(&self, cell: Cell) -> &[u32] {
        if !self.has_lines() || !cell.is_in_grid() {
            return self.incidence().units(self.index(cell));
        }
        if self.extra_units().len() == 0 {
            return &[];
        }
        &self.incidence().units(self.index(cell))[2 + usize::from(self.region(cell).is_some())..]
    }

    /// The first unit of both cells, if they share a unit.
    #[must_use]
    pub fn shared_unit(&self, a: Cell, b: Cell) -> Option<UnitId> {
        self.units_of(a).find(|&unit| self.is_in(b, unit))
    }

    fn is_in(&self, cell: Cell, unit: UnitId) -> bool {
        let number = unit.index();
        if !self.has_lines() || number >= self.first_extra || !cell.is_in_grid() {
            return self.other_units_of(cell).contains(&unit.0);
        }
        match number.checked_sub(self.rows) {
            None => cell.row() == number,
            Some(number) if number < self.columns => cell.column() == number,
            Some(number) => self.region(cell) == Some(number - self.columns),
        }
    }

    /// The peers of a cell, without repetition: the cells that share a unit with it.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        self.units_of(cell).flat_map(move |unit| {
            let fresh = move |&other: &Cell| other != cell && self.shared_unit(cell, other) == Some(unit);
            self.unit(unit).iter().copied().filter(fresh)
        })
    }
}
