//! Construction of boards from boxes, regions and digits.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::geometry::board::{NO_REGION, Places};
use crate::geometry::unit::{UnitKind, UnitName};
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

    pub(super) fn check_length(&self, unit: UnitName, found: usize) -> Result<(), GeometryError> {
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
}
