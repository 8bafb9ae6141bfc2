//! The board without its digits: side, cells and units.
//!
//! A [`Geometry`] of side N has N² cells and a list of *units*, each a set of N cells that holds every digit
//! once: the rows, the columns, the boxes or irregular regions, and any extra units such as the two
//! diagonals. Every layer above is driven by this list alone, so an irregular or diagonal Sudoku is no
//! special case anywhere. The geometry knows no digits of a puzzle and no solver.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

mod cell;
mod classic;
mod incidence;
mod movement;
mod parse;
#[cfg(feature = "serde")]
mod serialized;
mod unit;

pub use cell::{Candidate, Cell, Digit, ParseCandidateError, ParseCellError};
pub use classic::Classic;
pub(crate) use incidence::Incidence;
pub use movement::Movement;
pub use parse::{Layout, ParseGeometryError};
pub use unit::{UnitId, UnitName};

/// How the third kind of units, boxes or irregular regions, lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regions {
    /// Boxes of `rows` × `columns` cells; the side is their product.
    Boxes {
        /// Rows of a box.
        rows: u16,
        /// Columns of a box.
        columns: u16,
    },
    /// Any partition of the cells into N sets of N cells.
    Irregular,
}

/// Why a geometry cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// A box needs at least one row and one column.
    #[error("a box needs at least one row and one column, found {rows}x{columns}")]
    EmptyBox {
        /// Rows of the box.
        rows: usize,
        /// Columns of the box.
        columns: usize,
    },
    /// The side is larger than [`Geometry::MAX_SIDE`].
    #[error("boxes of {rows}x{columns} cells make a side of more than {}", Geometry::MAX_SIDE)]
    TooLarge {
        /// Rows of the box.
        rows: usize,
        /// Columns of the box.
        columns: usize,
    },
    /// The side is zero or larger than [`Geometry::MAX_SIDE`].
    #[error("a side from 1 to {} is possible, found {side}", Geometry::MAX_SIDE)]
    Side {
        /// The side asked for.
        side: usize,
    },
    /// A region map has the wrong number of cells.
    #[error("{found} region numbers are no square grid; side {side} needs {}", side * side)]
    RegionCells {
        /// The side meant.
        side: usize,
        /// How many numbers were given.
        found: usize,
    },
    /// A region number is not from 1 to the side.
    #[error("{cell} has region number {found}, expected 1 to {side}")]
    RegionNumber {
        /// The cell with the number.
        cell: Cell,
        /// The number given.
        found: u32,
        /// The side of the grid.
        side: usize,
    },
    /// A region does not have exactly N cells.
    #[error("region {region} has {found} cells, expected {side}")]
    RegionSize {
        /// The region's number, from 1.
        region: usize,
        /// How many cells it has.
        found: usize,
        /// The side of the grid.
        side: usize,
    },
    /// An extra unit does not have exactly N cells.
    #[error("an extra unit has {found} cells, expected {side}")]
    UnitSize {
        /// How many cells were given.
        found: usize,
        /// The side of the grid.
        side: usize,
    },
    /// Windows lie between square boxes of at least two rows.
    #[error("windows need square boxes of at least 2x2 cells")]
    NoWindows,
    /// An extra unit names a cell twice.
    #[error("an extra unit names {0} twice")]
    UnitRepeats(Cell),
    /// A cell lies outside the grid.
    #[error("{cell} lies outside a grid of side {side}")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The side of the grid.
        side: usize,
    },
}

/// A board: its side and its units. Shared between grids by `Arc`.
///
/// ```
/// use satdoku::Geometry;
///
/// let jumbo = Geometry::boxes(3, 4)?;
/// assert_eq!((jumbo.side(), jumbo.cell_count(), jumbo.unit_count()), (12, 144, 36));
/// let diagonal = Geometry::of_order(3)?.with_diagonals();
/// assert_eq!(diagonal.to_string(), "3x3+diagonals");
/// # Ok::<(), satdoku::geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Geometry {
    side: usize,
    regions: Regions,
    /// The cells of all units, N each: rows, columns, regions, extra units.
    unit_cells: Vec<Cell>,
    /// The region of each cell, counted from 0.
    region_of: Vec<u16>,
    /// Whether the first two extra units are the diagonals.
    diagonals: bool,
    /// Made when it is asked for.
    incidence: OnceLock<Arc<Incidence>>,
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Geometry {}

impl Hash for Geometry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Geometry {
    /// What makes one board differ from another; the rest follows from it.
    fn identity(&self) -> (Regions, &[u16], bool, &[Cell]) {
        (self.regions, &self.region_of, self.diagonals, &self.unit_cells[3 * self.cell_count()..])
    }

    /// The largest side: 4,096, whose unit tables take about 230 MB.
    pub const MAX_SIDE: usize = 4096;

    /// The classic board of order n: boxes of n × n cells, side n².
    ///
    /// # Errors
    /// If n is 0 or the side too large.
    pub fn of_order(n: usize) -> Result<Self, GeometryError> {
        Self::boxes(n, n)
    }

    /// The board whose boxes have `rows` × `columns` cells; its side is their product.
    ///
    /// # Errors
    /// If a box is empty or the side too large.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self, GeometryError> {
        let side = Self::check_boxes(rows, columns)?;
        // Boxes are numbered like words on a page: `rows` boxes stand side by side in a band.
        let region_of =
            (0..side * side).map(|i| (i / side / rows * rows + i % side / columns) as u16).collect::<Vec<_>>();
        let regions = Regions::Boxes { rows: rows as u16, columns: columns as u16 };
        Ok(Self::from_regions(side, regions, region_of))
    }

    /// The side that boxes of `rows` × `columns` cells make, without making the board.
    ///
    /// # Errors
    /// If a box is empty or the side too large.
    pub fn check_boxes(rows: usize, columns: usize) -> Result<usize, GeometryError> {
        if rows == 0 || columns == 0 {
            return Err(GeometryError::EmptyBox { rows, columns });
        }
        let side = rows.checked_mul(columns).filter(|&side| side <= Self::MAX_SIDE);
        side.ok_or(GeometryError::TooLarge { rows, columns })
    }

    /// The board of a side whose text gives no shape: the most nearly square R×C with R ≤ C.
    ///
    /// # Errors
    /// If the side is 0 or too large.
    pub fn nearly_square(side: usize) -> Result<Self, GeometryError> {
        if side == 0 || side > Self::MAX_SIDE {
            return Err(GeometryError::Side { side });
        }
        let rows = (1..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows)).unwrap_or(1);
        Self::boxes(rows, side / rows)
    }

    /// The board whose regions are given by a number from 1 to N for each cell, row by row.
    ///
    /// The regions are numbered anew, by their first cells in the order of reading, so that boards are equal whose
    /// regions are.
    ///
    /// # Errors
    /// If there are not N² numbers, a number is out of range, or a region has not exactly N cells.
    pub fn regions(side: usize, numbers: &[u32]) -> Result<Self, GeometryError> {
        if side == 0 || side > Self::MAX_SIDE {
            return Err(GeometryError::Side { side });
        }
        if numbers.len() != side * side {
            return Err(GeometryError::RegionCells { side, found: numbers.len() });
        }
        let mut sizes = vec![0; side];
        let mut region_of = Vec::with_capacity(numbers.len());
        for (i, &number) in numbers.iter().enumerate() {
            if number == 0 || number as usize > side {
                let cell = Cell::new((i / side) as u16, (i % side) as u16);
                return Err(GeometryError::RegionNumber { cell, found: number, side });
            }
            sizes[number as usize - 1] += 1;
            region_of.push((number - 1) as u16);
        }
        if let Some(region) = sizes.iter().position(|&size| size != side) {
            return Err(GeometryError::RegionSize { region: region + 1, found: sizes[region], side });
        }
        let mut renumbered = vec![None; side];
        let mut regions = 0..side as u16;
        for region in &mut region_of {
            let number: &mut Option<u16> = &mut renumbered[usize::from(*region)];
            *region = *number.get_or_insert_with(|| regions.next().unwrap_or_default());
        }
        Ok(Self::from_regions(side, Regions::Irregular, region_of))
    }

    fn from_regions(side: usize, regions: Regions, region_of: Vec<u16>) -> Self {
        let all = || (0..side).flat_map(|major| (0..side).map(move |minor| (major as u16, minor as u16)));
        let mut unit_cells = Vec::with_capacity(3 * side * side);
        unit_cells.extend(all().map(|(row, column)| Cell::new(row, column)));
        unit_cells.extend(all().map(|(column, row)| Cell::new(row, column)));
        let mut filled = vec![0; side];
        unit_cells.resize(3 * side * side, Cell::new(0, 0));
        for (i, &region) in region_of.iter().enumerate() {
            let region = usize::from(region);
            unit_cells[(2 * side + region) * side + filled[region]] = unit_cells[i];
            filled[region] += 1;
        }
        Self { side, regions, unit_cells, region_of, diagonals: false, incidence: OnceLock::new() }
    }

    /// The same board whose two diagonals hold every digit once as well; they come before other extra units.
    #[must_use]
    pub fn with_diagonals(self) -> Self {
        if self.diagonals {
            return self;
        }
        let side = self.side as u16;
        let mut board = self;
        let listed = board.unit_cells.split_off(3 * board.side * board.side);
        board.unit_cells.extend((0..side).map(|i| Cell::new(i, i)));
        board.unit_cells.extend((0..side).map(|i| Cell::new(i, side - 1 - i)));
        board.unit_cells.extend(listed);
        board.diagonals = true;
        board.incidence = OnceLock::new();
        board
    }

    /// The same board with one more unit: any N different cells.
    ///
    /// # Errors
    /// If there are not exactly N cells, one repeats, or one lies outside.
    pub fn with_unit(self, cells: &[Cell]) -> Result<Self, GeometryError> {
        self.with_units([cells])
    }

    /// The same board with more units, each any N different cells. Takes time in N² and the cells given.
    ///
    /// # Errors
    /// If a unit does not have exactly N cells, a cell repeats in it, or one lies outside.
    pub fn with_units<U: AsRef<[Cell]>>(self, units: impl IntoIterator<Item = U>) -> Result<Self, GeometryError> {
        let mut board = self;
        for unit in units {
            board.check_unit(unit.as_ref())?;
            board.unit_cells.extend(unit.as_ref());
        }
        board.incidence = OnceLock::new();
        Ok(board)
    }

    /// The same board with the windows of a windoku as extra units: (n − 1)² blocks of n × n cells, each one line away from
    /// the next and from the edge; four on the classic board.
    ///
    /// # Errors
    /// If the boxes are not square, or of a single cell.
    pub fn with_windows(self) -> Result<Self, GeometryError> {
        let windows = self.windows().ok_or(GeometryError::NoWindows)?;
        self.with_units(windows)
    }

    /// The cells of the windows that the board could have.
    fn windows(&self) -> Option<Vec<Vec<Cell>>> {
        let Regions::Boxes { rows: order, columns } = self.regions else { return None };
        if order != columns || order < 2 {
            return None;
        }
        let starts = || (0..order - 1).map(move |window| 1 + window * (order + 1));
        let cells = |row, column| {
            let line = move |down: u16| (0..order).map(move |across| Cell::new(row + down, column + across));
            (0..order).flat_map(line).collect()
        };
        Some(starts().flat_map(|row| starts().map(move |column| cells(row, column))).collect())
    }

    fn check_unit(&self, cells: &[Cell]) -> Result<(), GeometryError> {
        if cells.len() != self.side {
            return Err(GeometryError::UnitSize { found: cells.len(), side: self.side });
        }
        let mut seen = std::collections::HashSet::with_capacity(cells.len());
        for &cell in cells {
            if !self.contains(cell) {
                return Err(GeometryError::Outside { cell, side: self.side });
            }
            if !seen.insert(cell) {
                return Err(GeometryError::UnitRepeats(cell));
            }
        }
        Ok(())
    }

    /// Which cell is in which unit, by index.
    pub(crate) fn incidence(&self) -> &Arc<Incidence> {
        self.incidence.get_or_init(|| Arc::new(Incidence::of(self)))
    }

    /// N: the number of rows, of columns, of digits, and of cells in each unit.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// N².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.side * self.side
    }

    /// How the boxes or regions lie.
    #[must_use]
    pub fn shape(&self) -> Regions {
        self.regions
    }

    /// Whether the board has the box shape that is meant where a text gives none, and no extra unit.
    #[must_use]
    pub fn is_default_shape(&self) -> bool {
        self.plain_boxes().is_some_and(|(rows, columns)| {
            rows <= columns && (rows + 1..=self.side.isqrt()).all(|other| !self.side.is_multiple_of(other))
        })
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<'_> {
        self.unit_cells[..self.cell_count()].iter().copied()
    }

    /// The digits 1 to N.
    pub fn digits(&self) -> impl ExactSizeIterator<Item = Digit> + DoubleEndedIterator + use<> {
        (0..self.side).map(Digit::from_index)
    }

    /// Whether a cell lies on the board.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row() < self.side && cell.column() < self.side
    }

    /// Whether a digit exists on the board.
    #[must_use]
    pub fn has_digit(&self, digit: Digit) -> bool {
        digit.index() < self.side
    }

    /// The index of a cell: 0 to N² − 1, row by row.
    ///
    /// The index of a cell outside the board may be that of another cell.
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        cell.row() * self.side + cell.column()
    }

    /// The cell with an index.
    ///
    /// # Panics
    /// If the index is N² or more.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        assert!(index < self.cell_count(), "cell index out of range");
        self.unit_cells[index]
    }

    /// The region of a cell, from 0.
    ///
    /// # Panics
    /// If the cell lies outside.
    #[must_use]
    pub fn region(&self, cell: Cell) -> usize {
        usize::from(self.region_of[self.index(cell)])
    }
}
