//! Units beside rows, columns and boxes: diagonals, windows, disjoint groups, listed units, and those that rules bring.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::geometry::unit::{UnitId, UnitKind, UnitName};
use crate::geometry::{Cell, Geometry, GeometryError, Regions};

impl Geometry {
    /// Adds the two diagonals as units, before the other extra units. On overlapping squares, adds the two diagonals of every
    /// square.
    ///
    /// # Errors
    /// If the canvas is not square and no squares overlap, or a diagonal has more cells than there are digits.
    pub fn with_diagonals(self) -> Result<Self, GeometryError> {
        if self.diagonals {
            return Ok(self);
        }
        let whole = [(Cell::new(0, 0), self.rows)];
        let of_squares: Vec<_> = self.squares.iter().map(|square| (square.corner, square.side())).collect();
        let squares = if of_squares.is_empty() { &whole[..] } else { &of_squares };
        if of_squares.is_empty() && self.rows != self.columns {
            return Err(GeometryError::NoDiagonals { rows: self.rows, columns: self.columns });
        }
        let mut units = Vec::new();
        for (number, &(corner, side)) in squares.iter().enumerate() {
            let (row, column, side) = (corner.row() as u16, corner.column() as u16, side as u16);
            let falling = (0..side).map(|i| Cell::new(row + i, column + i)).collect();
            let rising = (0..side).map(|i| Cell::new(row + i, column + side - 1 - i)).collect();
            for (i, cells) in [falling, rising].into_iter().enumerate() {
                let square = (!of_squares.is_empty()).then_some(number as u32 + 1);
                let (name, cells): (_, Vec<Cell>) =
                    (UnitName { square, ..UnitName::new(UnitKind::Diagonal, i) }, cells);
                self.check_length(name, cells.len())?;
                units.push((name, cells));
            }
        }
        let listed: Vec<_> = self.extra_units().map(|unit| (self.unit_name(unit), self.unit(unit).to_vec())).collect();
        let mut board = self;
        board.truncate_units(board.first_extra);
        board.push_units(units.into_iter().chain(listed));
        board.diagonals = true;
        Ok(board)
    }

    /// Adds a unit of different cells, at most as many as there are digits.
    ///
    /// # Errors
    /// If the unit is empty or too long, repeats a cell, or has a cell outside the board.
    pub fn with_unit(self, cells: &[Cell]) -> Result<Self, GeometryError> {
        self.with_units([cells])
    }

    /// Adds several units, each of different cells. The running time is linear in the cells of the board and of the new units.
    ///
    /// # Errors
    /// If a unit is empty or too long, repeats a cell, or has a cell outside the board.
    pub fn with_units<U: AsRef<[Cell]>>(self, units: impl IntoIterator<Item = U>) -> Result<Self, GeometryError> {
        let mut board = self;
        // Listed units are numbered from 1, so the number of the last is their count.
        let is_listed = |unit: &UnitId| board.unit_name(*unit).kind == UnitKind::Extra;
        let last = board.extra_units().rev().find(is_listed);
        let known = last.map_or(0, |unit| board.unit_name(unit).number as usize);
        for (number, unit) in (known..).zip(units) {
            let name = UnitName::new(UnitKind::Extra, number);
            board.check_unit(name, unit.as_ref())?;
            board.push_units([(name, unit.as_ref().to_vec())]);
        }
        Ok(board)
    }

    /// The board of a puzzle with rules. Each set of cells that a rule makes differ becomes a unit, unless an existing unit
    /// contains the set.
    ///
    /// `look` is called before each comparison of a set with a unit. An error from it ends the work.
    pub(crate) fn with_rule_sets<E>(
        self,
        sets: Vec<(usize, Vec<Cell>)>,
        look: &mut dyn FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut board = self;
        board.has_rules = true;
        let mut new = Vec::new();
        for (rule, cells) in sets {
            let mut is_new = true;
            for unit in board.units_of(cells[0]) {
                look(rule)?;
                if cells.iter().all(|cell| board.unit(unit).contains(cell)) {
                    is_new = false;
                    break;
                }
            }
            if is_new {
                new.push((UnitName::new(UnitKind::Rule, rule), cells));
            }
        }
        board.push_units(new);
        Ok(board)
    }

    /// The board of the puzzle without its rules, and without the units and the layers that come from rules.
    pub(crate) fn without_rules(&self) -> Self {
        let mut board = self.clone().without_layers();
        let units = board.unit_names.iter().take_while(|name| name.kind != UnitKind::Rule).count();
        board.truncate_units(units);
        board.has_rules = false;
        board
    }

    /// Adds the windows of a windoku as extra units: (n − 1)² blocks of n × n cells, separated by one line from each other and
    /// from the edge; four windows on the classic board.
    ///
    /// # Errors
    /// If the board is not a single square, or its boxes are not square or have a single cell.
    pub fn with_windows(self) -> Result<Self, GeometryError> {
        let windows = self.windows().ok_or(GeometryError::NoWindows)?;
        self.with_units(windows)
    }

    /// Adds the disjoint groups as units: the first cells of the boxes or regions, the second cells, and so on.
    ///
    /// # Errors
    /// If the board has no boxes or regions.
    pub fn with_disjoint_groups(self) -> Result<Self, GeometryError> {
        let groups = self.disjoint_groups();
        if groups.is_empty() {
            return Err(GeometryError::NoGroups);
        }
        self.with_units(groups)
    }

    /// The cells in each place of the boxes or regions, whether they are units or not; groups of several cells alone.
    #[must_use]
    pub fn disjoint_groups(&self) -> Vec<Vec<Cell>> {
        let regions: Vec<&[Cell]> = self.region_units().map(|unit| self.unit(unit)).collect();
        let places = regions.iter().map(|region| region.len()).max().unwrap_or(0);
        let group =
            |place: usize| -> Vec<Cell> { regions.iter().filter_map(|cells| cells.get(place).copied()).collect() };
        (0..places).map(group).filter(|group| group.len() > 1).collect()
    }

    /// The cells of each window, if the board can have windows.
    pub(super) fn windows(&self) -> Option<Vec<Vec<Cell>>> {
        let Regions::Boxes { rows: order, columns } = self.regions else { return None };
        if order != columns || order < 2 || self.rows != self.columns || self.rows != usize::from(order).pow(2) {
            return None;
        }
        let starts = || (0..order - 1).map(move |window| 1 + window * (order + 1));
        let cells = |row, column| {
            let line = move |down: u16| (0..order).map(move |across| Cell::new(row + down, column + across));
            (0..order).flat_map(line).collect()
        };
        Some(starts().flat_map(|row| starts().map(move |column| cells(row, column))).collect())
    }

    fn check_unit(&self, name: UnitName, cells: &[Cell]) -> Result<(), GeometryError> {
        if cells.is_empty() {
            return Err(GeometryError::EmptyUnit);
        }
        self.check_length(name, cells.len())?;
        let mut seen = HashSet::with_capacity(cells.len());
        for &cell in cells {
            if !self.contains(cell) {
                return Err(GeometryError::Outside { cell, rows: self.rows, columns: self.columns });
            }
            if !seen.insert(cell) {
                return Err(GeometryError::UnitRepeats(cell));
            }
        }
        Ok(())
    }

    pub(super) fn truncate_units(&mut self, units: usize) {
        self.unit_cells.truncate(self.unit_starts[units] as usize);
        self.unit_starts.truncate(units + 1);
        self.unit_names.truncate(units);
        self.incidence = OnceLock::new();
    }

    /// Appends units that the caller has checked.
    pub(super) fn push_units(&mut self, units: impl IntoIterator<Item = (UnitName, Vec<Cell>)>) {
        for (name, cells) in units {
            self.unit_cells.extend(cells);
            self.unit_starts.push(self.unit_cells.len() as u32);
            self.unit_names.push(name);
        }
        self.incidence = OnceLock::new();
    }
}
