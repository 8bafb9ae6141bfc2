//! Overlapping squares: samurai and similar boards.

use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

use crate::geometry::board::{NO_CELL, NO_REGION, Places};
use crate::geometry::unit::{UnitKind, UnitName};
use crate::geometry::{Cell, Geometry, GeometryError, Regions};

/// A square of R·C × R·C cells with boxes of R × C on a larger canvas; prints as `3x3@r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// Rows of a box.
    pub box_rows: u16,
    /// Columns of a box.
    pub box_columns: u16,
    /// The first cell of the square.
    pub corner: Cell,
}

impl Square {
    /// The side: as many rows, and as many columns.
    #[must_use]
    pub fn side(self) -> usize {
        usize::from(self.box_rows) * usize::from(self.box_columns)
    }

    fn cell(self, row: usize, column: usize) -> Cell {
        Cell::new((self.corner.row() + row) as u16, (self.corner.column() + column) as u16)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}@{}", self.box_rows, self.box_columns, self.corner)
    }
}

/// The named shapes with the corners of their 9×9 squares.
pub(super) const NAMED: [(&str, &[(u16, u16)]); 6] = [
    ("samurai", &[(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)]),
    ("twodoku", &[(1, 1), (7, 7)]),
    ("butterfly", &[(1, 1), (1, 4), (4, 1), (4, 4)]),
    ("windmill", &[(1, 4), (4, 13), (7, 7), (10, 1), (13, 10)]),
    ("flower", &[(1, 4), (4, 1), (4, 4), (4, 7), (7, 4)]),
    ("sohei", &[(1, 7), (7, 1), (7, 13), (13, 7)]),
];

/// The squares of a named shape.
pub(super) fn squares_named(name: &str) -> Option<Vec<Square>> {
    let (_, corners) = NAMED.iter().find(|(known, _)| *known == name)?;
    let square = |&(row, column)| Square { box_rows: 3, box_columns: 3, corner: Cell::new(row - 1, column - 1) };
    Some(corners.iter().map(square).collect())
}

impl Geometry {
    /// The board of squares that may overlap on one canvas. Every square has its own rows, columns and boxes; a box shared by two
    /// squares is one unit.
    ///
    /// Squares are numbered in the order given. The canvas ends where the last square does.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::geometry::{Cell, Geometry, Square};
    ///
    /// let square = |row, column| Square { box_rows: 3, box_columns: 3, corner: Cell::new(row, column) };
    /// let twodoku = Geometry::overlapping(&[square(0, 0), square(6, 6)])?;
    /// assert_eq!((twodoku.cell_count(), twodoku.unit_count(), twodoku.to_string()), (153, 53, "twodoku".to_owned()));
    /// # Ok::<(), satdoku::geometry::GeometryError>(())
    /// ```
    ///
    /// # Errors
    /// If the list is empty or too long, sides differ, a square is listed twice, or a square lies too far out.
    pub fn overlapping(squares: &[Square]) -> Result<Self, GeometryError> {
        let first = squares.first().ok_or(GeometryError::Squares)?;
        let side = Self::check_boxes(first.box_rows.into(), first.box_columns.into())?;
        // Boxes are numbered in 16 bits, as regions are.
        if squares.len() * side >= usize::from(NO_REGION) || squares.len() * side * side > Self::MAX_SIDE.pow(2) {
            return Err(GeometryError::Squares);
        }
        let (mut rows, mut columns) = (0, 0);
        let mut seen = HashSet::with_capacity(squares.len());
        for square in squares {
            let its_side = Self::check_boxes(square.box_rows.into(), square.box_columns.into())?;
            if its_side != side {
                return Err(GeometryError::SquareSides(side, its_side));
            }
            if !seen.insert(*square) {
                return Err(GeometryError::SquareRepeats(square.corner));
            }
            rows = rows.max(square.corner.row() + side);
            columns = columns.max(square.corner.column() + side);
        }
        if rows.max(columns) > Self::MAX_SIDE {
            return Err(GeometryError::Canvas { rows, columns });
        }
        let mut board = Self {
            rows,
            columns,
            digit_count: side,
            first_digit: 1,
            regions: Regions::Squares,
            squares: squares.to_vec(),
            places: None,
            layers: None,
            unit_cells: Vec::with_capacity(3 * squares.len() * side * side),
            unit_starts: vec![0],
            unit_names: Vec::with_capacity(3 * squares.len() * side),
            first_extra: 0,
            region_of: Vec::new(),
            has_rules: false,
            diagonals: false,
            incidence: OnceLock::new(),
        };
        board.number_cells();
        board.add_units();
        Ok(board)
    }

    /// The squares of a board of several overlapping squares, or of a single square that does not begin at the corner.
    #[must_use]
    pub fn squares(&self) -> Option<&[Square]> {
        (!self.squares.is_empty()).then_some(&*self.squares)
    }

    fn number_cells(&mut self) {
        let mut index_at = vec![NO_CELL; self.rows * self.columns];
        for square in &self.squares {
            for row in 0..square.side() {
                let start = (square.corner.row() + row) * self.columns + square.corner.column();
                index_at[start..start + square.side()].fill(0);
            }
        }
        let mut cells = Vec::new();
        for (place, index) in index_at.iter_mut().enumerate().filter(|(_, index)| **index != NO_CELL) {
            *index = cells.len() as u32;
            cells.push(Cell::new((place / self.columns) as u16, (place % self.columns) as u16));
        }
        self.places = Some(Places { cells, index_at });
    }

    /// Adds the rows, columns and boxes of each square, except units of an earlier square.
    fn add_units(&mut self) {
        let mut known = HashSet::new();
        let mut region_of = vec![NO_REGION; self.cell_count()];
        let mut regions = 0;
        for (i, square) in self.squares.clone().into_iter().enumerate() {
            let side = square.side();
            let (rows, columns) = (usize::from(square.box_rows), usize::from(square.box_columns));
            for (kind, number) in [UnitKind::Row, UnitKind::Column, UnitKind::Box]
                .into_iter()
                .flat_map(|kind| (0..side).map(move |number| (kind, number)))
            {
                let cell = |at| match kind {
                    UnitKind::Row => square.cell(number, at),
                    UnitKind::Column => square.cell(at, number),
                    _ => square.cell(number / rows * rows + at / columns, number % rows * columns + at % columns),
                };
                let cells: Vec<Cell> = (0..side).map(cell).collect();
                if !known.insert(cells.clone()) {
                    continue;
                }
                if kind == UnitKind::Box {
                    for &cell in &cells {
                        let region = &mut region_of[self.index(cell)];
                        if *region == NO_REGION {
                            *region = regions;
                        }
                    }
                    regions += 1;
                }
                let name = UnitName { square: Some(i as u32 + 1), ..UnitName::new(kind, number) };
                self.push_units([(name, cells)]);
            }
        }
        self.region_of = region_of;
        self.first_extra = self.unit_names.len();
    }
}
