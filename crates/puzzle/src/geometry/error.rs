//! Why a board cannot be made.

use crate::geometry::{Cell, Geometry, UnitName};

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
    /// A canvas has no cell, or more rows or columns than [`Geometry::MAX_SIDE`].
    #[error("1 to {} rows and columns are possible, found {rows}x{columns}", Geometry::MAX_SIDE)]
    Canvas {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
    /// Digits begin with 0 or 1; a board has 1 to [`Geometry::MAX_SIDE`] digits.
    #[error("expected digits such as 1..9 or 0..8, at most {} of them, found {first}..{last}", Geometry::MAX_SIDE)]
    Digits {
        /// The first digit asked for.
        first: usize,
        /// The last digit asked for.
        last: usize,
    },
    /// A row, a column, a region or an extra unit has more cells than there are digits.
    #[error("{unit} has {found} cells, but there are {digits} digits")]
    UnitTooLong {
        /// The unit.
        unit: UnitName,
        /// The number of cells in the unit.
        found: usize,
        /// The number of digits.
        digits: usize,
    },
    /// The boxes do not fill the canvas.
    #[error("boxes of {rows}x{columns} cells do not fill {canvas_rows}x{canvas_columns} cells")]
    BoxesDoNotFill {
        /// Rows of the box.
        rows: usize,
        /// Columns of the box.
        columns: usize,
        /// Rows of the canvas.
        canvas_rows: usize,
        /// Columns of the canvas.
        canvas_columns: usize,
    },
    /// A region map has the wrong number of cells.
    #[error("{found} region numbers are given for {rows}x{columns} cells")]
    RegionCells {
        /// Rows of the canvas.
        rows: usize,
        /// Columns of the canvas.
        columns: usize,
        /// The count of numbers given.
        found: usize,
    },
    /// A region number exceeds the number of cells.
    #[error("{cell} has region number {found}, expected 0 (no region) to {most}")]
    RegionNumber {
        /// The cell with the number.
        cell: Cell,
        /// The number given.
        found: u32,
        /// The largest number possible.
        most: usize,
    },
    /// The cell count of a region differs from the digit count.
    #[error("region {region} has {found} cells, expected {side}")]
    RegionSize {
        /// The region's number, from 1.
        region: usize,
        /// The number of cells in the region.
        found: usize,
        /// The side of the square.
        side: usize,
    },
    /// An extra unit has no cell.
    #[error("an extra unit has no cell")]
    EmptyUnit,
    /// Windows lie between the boxes of a single square; the boxes must be square with at least two rows.
    #[error("windows need a single square with square boxes of at least 2x2 cells")]
    NoWindows,
    /// Disjoint groups need boxes or regions.
    #[error("disjoint groups need a board with boxes or regions")]
    NoGroups,
    /// Diagonals lie on squares.
    #[error("diagonals need as many rows as columns, found {rows}x{columns} cells")]
    NoDiagonals {
        /// Rows of the canvas.
        rows: usize,
        /// Columns of the canvas.
        columns: usize,
    },
    /// An extra unit names a cell twice.
    #[error("an extra unit names {0} twice")]
    UnitRepeats(Cell),
    /// A place is no cell of the board.
    #[error("{cell} lies outside a board of {rows}x{columns} cells")]
    Outside {
        /// The place.
        cell: Cell,
        /// Rows of the canvas.
        rows: usize,
        /// Columns of the canvas.
        columns: usize,
    },
    /// Overlapping squares have different sides.
    #[error("overlapping squares need one side, found {0} and {1}")]
    SquareSides(usize, usize),
    /// A square is given twice.
    #[error("a square at {0} is given twice")]
    SquareRepeats(Cell),
    /// The list of squares is empty, or the squares have more cells than a board may have.
    #[error("overlapping squares need at least one square, and at most {} cells in all", Geometry::MAX_SIDE * Geometry::MAX_SIDE)]
    Squares,
}
