//! Construction of boards.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::geometry::board::{NO_REGION, Places};
use crate::geometry::unit::{UnitId, UnitKind, UnitName};
use crate::geometry::{Cell, Geometry, GeometryError, Regions};

impl Geometry {
    /// The classic board of order n: boxes of n × n cells, side n².
    ///
    /// # Errors
    /// If n is 0 or the side too large.
    pub fn of_order(n: usize) -> Result<Self, GeometryError> {
        Self::boxes(n, n)
    }

    /// The square board whose boxes have `rows` × `columns` cells; the side is `rows` × `columns`.
    ///
    /// # Errors
    /// If a box is empty or the side too large.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self, GeometryError> {
        let side = Self::check_boxes(rows, columns)?;
        Ok(Self::with_lines(side, side, side).filled_with_boxes(rows, columns))
    }

    /// The side of the board with boxes of `rows` × `columns` cells, computed without building the board.
    ///
    /// # Errors
    /// If a box is empty or the side too large.
    pub(crate) fn check_boxes(rows: usize, columns: usize) -> Result<usize, GeometryError> {
        if rows == 0 || columns == 0 {
            return Err(GeometryError::EmptyBox { rows, columns });
        }
        let side = rows.checked_mul(columns).filter(|&side| side <= Self::MAX_SIDE);
        side.ok_or(GeometryError::TooLarge { rows, columns })
    }

    /// The default board of a side, for texts without a shape: the most nearly square R×C with R ≤ C.
    ///
    /// # Errors
    /// If the side is 0 or too large.
    pub fn nearly_square(side: usize) -> Result<Self, GeometryError> {
        Self::check_side(side)?;
        let rows = (1..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows)).unwrap_or(1);
        Self::boxes(rows, side / rows)
    }

    fn check_side(side: usize) -> Result<(), GeometryError> {
        if (1..=Self::MAX_SIDE).contains(&side) { Ok(()) } else { Err(GeometryError::Side { side }) }
    }

    /// The Latin square of side N: rows and columns alone.
    ///
    /// # Errors
    /// If the side is 0 or too large.
    pub fn latin(side: usize) -> Result<Self, GeometryError> {
        Self::check_side(side)?;
        Ok(Self::with_lines(side, side, side))
    }

    /// The square board with the given region numbers, one per cell, row by row; 0 for a cell outside every region.
    ///
    /// The regions are renumbered by their first cells in reading order, so boards with equal regions are equal.
    ///
    /// # Errors
    /// If the count of numbers is not N², a number is larger than N², or a region has more than N cells.
    pub fn regions(side: usize, numbers: &[u32]) -> Result<Self, GeometryError> {
        Self::latin(side)?.with_regions(numbers)
    }

    /// Like [`regions`](Self::regions), but every cell must be in a region of N cells.
    ///
    /// # Errors
    /// If the count of numbers is not N², or a region does not have N cells.
    pub fn jigsaw(side: usize, numbers: &[u32]) -> Result<Self, GeometryError> {
        let board = Self::regions(side, numbers)?;
        let broken = board.region_units().enumerate().find(|&(_, region)| !board.is_full_unit(region));
        if let Some((region, unit)) = broken {
            return Err(GeometryError::RegionSize { region: region + 1, found: board.unit(unit).len(), side });
        }
        // N regions of N cells cover the board.
        let found = board.region_units().count();
        if found == side { Ok(board) } else { Err(GeometryError::RegionSize { region: found + 1, found: 0, side }) }
    }

    /// The board of `rows` × `columns` cells and `digits` digits, without boxes.
    ///
    /// # Errors
    /// If the canvas is empty, a side is too large, or a row or column has more cells than there are digits.
    pub fn canvas(rows: usize, columns: usize, digits: usize) -> Result<Self, GeometryError> {
        if rows == 0 || columns == 0 || rows.max(columns) > Self::MAX_SIDE {
            return Err(GeometryError::Canvas { rows, columns });
        }
        if digits > Self::MAX_SIDE {
            return Err(GeometryError::Digits { first: 1, last: digits });
        }
        let board = Self::with_lines(rows, columns, digits);
        board.check_lengths()?;
        Ok(board)
    }

    /// The board of `rows` × `columns` cells and `digits` digits without any unit: digits may repeat in rows and columns.
    ///
    /// # Errors
    /// If the canvas is empty, a side is too large, or there are too many digits or none.
    pub fn free(rows: usize, columns: usize, digits: usize) -> Result<Self, GeometryError> {
        if !(1..=Self::MAX_SIDE).contains(&digits) {
            return Err(GeometryError::Digits { first: 1, last: digits });
        }
        let mut board = Self::canvas(rows, columns, rows.max(columns))?;
        let cells: Vec<Cell> = board.cells().collect();
        let index_at = (0..cells.len() as u32).collect();
        board.truncate_units(0);
        (board.first_extra, board.digit_count, board.regions) = (0, digits, Regions::Free);
        board.places = Some(Places { cells, index_at });
        Ok(board)
    }

    /// Replaces the regions by boxes of `rows` × `columns` cells. The extra units are lost.
    ///
    /// # Errors
    /// If the boxes do not fill the canvas, a box has more cells than there are digits, squares overlap, or the board is free.
    pub fn with_boxes(self, rows: usize, columns: usize) -> Result<Self, GeometryError> {
        if rows == 0 || columns == 0 {
            return Err(GeometryError::EmptyBox { rows, columns });
        }
        let (canvas_rows, canvas_columns) = (self.rows, self.columns);
        if !self.has_lines() || !canvas_rows.is_multiple_of(rows) || !canvas_columns.is_multiple_of(columns) {
            return Err(GeometryError::BoxesDoNotFill { rows, columns, canvas_rows, canvas_columns });
        }
        self.check_length(UnitName::new(UnitKind::Box, 0), rows * columns)?;
        Ok(self.without_regions().filled_with_boxes(rows, columns))
    }

    /// Replaces the regions by those of the given numbers, one per cell, row by row; 0 for a cell outside every region. The extra
    /// units are lost.
    ///
    /// # Errors
    /// If the count of numbers is not the count of cells, a number is larger than that count, a region has more cells than there
    /// are digits, squares overlap, or the board is free.
    pub fn with_regions(self, numbers: &[u32]) -> Result<Self, GeometryError> {
        let (rows, columns) = (self.rows, self.columns);
        if numbers.len() != self.cell_count() || !self.has_lines() {
            return Err(GeometryError::RegionCells { rows, columns, found: numbers.len() });
        }
        let most = numbers.len().min(usize::from(NO_REGION) - 1);
        let mut renumbered = vec![NO_REGION; most + 1];
        let mut next = 0;
        let mut region_of = Vec::with_capacity(numbers.len());
        for (cell, &number) in self.cells().zip(numbers) {
            let known = renumbered.get_mut(number as usize);
            let known = known.ok_or(GeometryError::RegionNumber { cell, found: number, most })?;
            if number > 0 && *known == NO_REGION {
                *known = next;
                next += 1;
            }
            region_of.push(*known);
        }
        let board = self.without_regions().filled_with(Regions::Irregular, UnitKind::Region, region_of, next.into());
        board.check_lengths()?;
        Ok(board)
    }

    /// Replaces the digits by those of the range, which starts at 0 or at 1.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Geometry;
    ///
    /// let board = Geometry::of_order(3)?.with_digits(0..=8)?;
    /// assert_eq!(board.to_string(), "3x3+digits:0..8");
    /// # Ok::<(), satdoku::geometry::GeometryError>(())
    /// ```
    ///
    /// # Errors
    /// If the range starts elsewhere, is empty or too long, or has fewer digits than a unit has cells.
    pub fn with_digits(self, digits: RangeInclusive<usize>) -> Result<Self, GeometryError> {
        let (first, last) = (*digits.start(), *digits.end());
        if first > 1 || last < first || last - first >= Self::MAX_SIDE {
            return Err(GeometryError::Digits { first, last });
        }
        let mut board = self;
        board.first_digit = first as u16;
        board.digit_count = last - first + 1;
        board.check_lengths()?;
        board.incidence = OnceLock::new();
        Ok(board)
    }

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

    fn check_length(&self, unit: UnitName, found: usize) -> Result<(), GeometryError> {
        let digits = self.digit_count;
        if found > digits { Err(GeometryError::UnitTooLong { unit, found, digits }) } else { Ok(()) }
    }

    fn check_lengths(&self) -> Result<(), GeometryError> {
        self.units().try_for_each(|unit| self.check_length(self.unit_name(unit), self.unit(unit).len()))
    }

    /// A canvas without gaps; its rows and columns are the units.
    fn with_lines(rows: usize, columns: usize, digits: usize) -> Self {
        let cells = rows * columns;
        let mut unit_cells = Vec::with_capacity(3 * cells);
        let of_row = |row| (0..columns).map(move |column| Cell::new(row as u16, column as u16));
        unit_cells.extend((0..rows).flat_map(of_row));
        unit_cells
            .extend((0..columns).flat_map(|column| (0..rows).map(move |row| Cell::new(row as u16, column as u16))));
        let mut unit_starts: Vec<u32> = (0..rows).map(|row| (row * columns) as u32).collect();
        unit_starts.extend((0..=columns).map(|column| (cells + column * rows) as u32));
        let mut unit_names: Vec<UnitName> = (0..rows).map(|row| UnitName::new(UnitKind::Row, row)).collect();
        unit_names.extend((0..columns).map(|column| UnitName::new(UnitKind::Column, column)));
        Self {
            rows,
            columns,
            digit_count: digits,
            first_digit: 1,
            regions: Regions::None,
            squares: Vec::new(),
            places: None,
            layers: None,
            unit_cells,
            unit_starts,
            unit_names,
            first_extra: rows + columns,
            region_of: Vec::new(),
            has_rules: false,
            diagonals: false,
            incidence: OnceLock::new(),
        }
    }

    fn without_regions(self) -> Self {
        let mut board = self;
        board.truncate_units(board.rows + board.columns);
        board.first_extra = board.rows + board.columns;
        board.region_of.clear();
        (board.regions, board.diagonals) = (Regions::None, false);
        board
    }

    /// Fills the canvas with boxes, numbered in reading order.
    fn filled_with_boxes(self, rows: usize, columns: usize) -> Self {
        let in_a_band = self.columns / columns;
        let region = |i| (i / self.columns / rows * in_a_band + i % self.columns / columns) as u16;
        let region_of = (0..self.cell_count()).map(region).collect();
        let boxes = self.cell_count() / (rows * columns);
        let regions = Regions::Boxes { rows: rows as u16, columns: columns as u16 };
        self.filled_with(regions, UnitKind::Box, region_of, boxes)
    }

    /// Gives regions to a board that has none.
    fn filled_with(self, regions: Regions, kind: UnitKind, region_of: Vec<u16>, count: usize) -> Self {
        let mut board = self;
        let start = board.unit_cells.len() as u32;
        // A counting sort of the cells by region.
        let mut next = vec![0_u32; count];
        for &region in region_of.iter().filter(|&&region| region != NO_REGION) {
            next[usize::from(region)] += 1;
        }
        let mut end = start;
        for first in &mut next {
            let size = std::mem::replace(first, end);
            end += size;
            board.unit_starts.push(end);
        }
        board.unit_cells.resize(end as usize, Cell::new(0, 0));
        for (i, &region) in region_of.iter().enumerate().filter(|&(_, &region)| region != NO_REGION) {
            let slot = &mut next[usize::from(region)];
            board.unit_cells[*slot as usize] = board.unit_cells[i];
            *slot += 1;
        }
        board.unit_names.extend((0..count).map(|region| UnitName::new(kind, region)));
        board.first_extra = board.unit_names.len();
        (board.regions, board.region_of) = (regions, region_of);
        board.incidence = OnceLock::new();
        board
    }

    fn truncate_units(&mut self, units: usize) {
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
