//! A board: the cells, the digits and the units.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::geometry::layer::Layers;
use crate::geometry::{Cell, Digit, Incidence, Square, UnitName};

/// The arrangement of the third kind of units, boxes or irregular regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regions {
    /// Boxes of `rows` × `columns` cells.
    Boxes {
        /// Rows of a box.
        rows: u16,
        /// Columns of a box.
        columns: u16,
    },
    /// Disjoint sets of cells. A cell may lie outside every region.
    Irregular,
    /// No boxes: only rows and columns, as in a Latin square.
    None,
    /// Boxes of overlapping squares: see [`Geometry::squares`].
    Squares,
    /// No boxes, and rows and columns are no units either: digits may repeat in them. See [`Geometry::free`].
    Free,
}

/// A board: cells on a canvas, N digits from 1 or from 0, and units. Shared between grids by `Arc`.
///
/// A unit with N cells, be it a row, a column, a region or an extra unit, holds each digit once; a shorter unit repeats no digit.
///
/// ```
/// # extern crate satdoku_puzzle as satdoku;
/// use satdoku::Geometry;
///
/// let jumbo = Geometry::boxes(3, 4)?;
/// assert_eq!((jumbo.digit_count(), jumbo.cell_count(), jumbo.unit_count()), (12, 144, 36));
/// let diagonal = Geometry::of_order(3)?.with_diagonals()?;
/// assert_eq!(diagonal.to_string(), "3x3+diagonals");
/// let samurai: Geometry = "samurai".parse()?;
/// assert_eq!((samurai.rows(), samurai.columns(), samurai.cell_count(), samurai.unit_count()), (21, 21, 369, 131));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Geometry {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) digit_count: usize,
    pub(super) first_digit: u16,
    pub(super) regions: Regions,
    /// The overlapping squares, if any.
    pub(super) squares: Vec<Square>,
    /// The numbering of the cells, if some places of the canvas are not cells, or if there are layers.
    pub(super) places: Option<Places>,
    /// The cells beside the grid, if any.
    pub(super) layers: Option<Box<Layers>>,
    /// The cells of the units, one unit after another.
    pub(super) unit_cells: Vec<Cell>,
    /// The index in `unit_cells` of the first cell of each unit, then the length of `unit_cells`.
    pub(super) unit_starts: Vec<u32>,
    pub(super) unit_names: Vec<UnitName>,
    /// The number of the first extra unit.
    pub(super) first_extra: usize,
    /// The region of each cell, counted from 0, or [`NO_REGION`]; empty on a board without regions.
    pub(super) region_of: Vec<u16>,
    /// Whether the board belongs to a puzzle with rules.
    pub(super) has_rules: bool,
    /// Whether the first extra units are the diagonals.
    pub(super) diagonals: bool,
    /// Computed on first use.
    pub(super) incidence: OnceLock<Arc<Incidence>>,
}

/// The region number of a cell outside every region.
pub(super) const NO_REGION: u16 = u16::MAX;

/// The cells of a canvas that also has places without a cell, and the cells of layers.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub cells: Vec<Cell>,
    /// The index of the cell at each place of the canvas, row by row, or [`NO_CELL`].
    pub index_at: Vec<u32>,
}

/// The index of a place without a cell.
pub(super) const NO_CELL: u32 = u32::MAX;

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
    /// The largest side of a canvas and the most digits: 4,096. The unit tables of the largest board take about 230 MB.
    pub const MAX_SIDE: usize = 4096;

    /// The fields that tell two boards apart; the other fields follow from them.
    fn identity(&self) -> impl PartialEq + Hash + use<'_> {
        let canvas = (self.rows, self.columns, self.digit_count, self.first_digit);
        let regions = (self.regions, &self.region_of, &self.squares);
        let first = self.unit_starts[self.first_extra];
        let extra_starts = self.unit_starts[self.first_extra..].iter().map(|start| start - first);
        let extra = (&self.unit_cells[first as usize..], extra_starts.collect::<Vec<_>>());
        (canvas, regions, (self.diagonals, self.has_rules, &self.layers), extra)
    }

    /// Whether the board belongs to a puzzle with rules. Code that knows only units must refuse such a board.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.has_rules
    }

    /// The rows of the canvas.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns of the canvas.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// N, if the board is one square of N × N cells with N digits; `None` for any other board.
    ///
    /// Every row and every column of the square then holds each digit once.
    #[must_use]
    pub fn square_side(&self) -> Option<usize> {
        let is_square = self.has_lines() && self.rows == self.columns && self.rows == self.digit_count;
        is_square.then_some(self.digit_count)
    }

    /// Whether every row and every column of the canvas is a unit.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        !matches!(self.regions, Regions::Squares | Regions::Free)
    }

    /// N, if the board is one square of N × N cells with the digits 1 to N, as a text that names no board must have.
    #[doc(hidden)]
    pub fn plain_side(&self) -> Option<usize> {
        self.square_side().filter(|_| self.first_digit == 1)
    }

    /// The number of cells, those of layers included.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.places.as_ref().map_or(self.rows * self.columns, |places| places.cells.len())
    }

    /// The side of a square with about as many cells, or about as many candidates if that side is larger; N on a square of side
    /// N. Solvers are chosen by this side.
    #[must_use]
    pub fn comparable_side(&self) -> usize {
        let candidates = self.cell_count() * self.digit_count;
        let mut side = self.cell_count().isqrt();
        while (side + 1).pow(3) <= candidates {
            side += 1;
        }
        side
    }

    /// The arrangement of the boxes or regions.
    #[must_use]
    pub fn shape(&self) -> Regions {
        self.regions
    }

    /// Whether the board has digits from 1, no extra unit, and the default box shape of its side.
    #[must_use]
    pub fn is_default_shape(&self) -> bool {
        self.plain_boxes().is_some_and(|(rows, columns)| {
            rows <= columns
                && (rows + 1..=self.digit_count.isqrt()).all(|other| !self.digit_count.is_multiple_of(other))
        })
    }

    /// The cells, row by row, and behind them those of each layer.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<'_> {
        self.cell_list().iter().copied()
    }

    fn cell_list(&self) -> &[Cell] {
        // Without `places` every place is a cell, and the rows list the cells.
        match &self.places {
            None => &self.unit_cells[..self.rows * self.columns],
            Some(places) => &places.cells,
        }
    }

    /// Whether a place of the canvas, or of a layer, is a cell.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        if !cell.is_in_grid() {
            return self.index_in_layers(cell).is_some();
        }
        cell.row() < self.rows
            && cell.column() < self.columns
            && self
                .places
                .as_ref()
                .is_none_or(|places| places.index_at[cell.row() * self.columns + cell.column()] != NO_CELL)
    }

    /// The index of a cell: 0 to the number of cells − 1, row by row, layers behind the grid.
    ///
    /// A place without a cell may get the index of another cell, or an index beyond the last cell.
    #[must_use]
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        if !cell.is_in_grid() {
            return self.index_in_layers(cell).unwrap_or(NO_CELL as usize);
        }
        let place = cell.row() * self.columns + cell.column();
        match &self.places {
            None => place,
            Some(places) => places.index_at.get(place).map_or(NO_CELL as usize, |&index| index as usize),
        }
    }

    /// The cell with an index.
    ///
    /// # Panics
    /// If no cell has the index.
    #[must_use]
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        self.cell_list()[index]
    }

    /// N: the number of digits.
    #[must_use]
    #[inline]
    pub fn digit_count(&self) -> usize {
        self.digit_count
    }

    /// The digits in ascending order: 1 to N, or 0 to N − 1.
    pub fn digits(&self) -> impl ExactSizeIterator<Item = Digit> + DoubleEndedIterator + Clone + use<> {
        let first = self.first_digit;
        (0..self.digit_count).map(move |index| Digit::new(first + index as u16))
    }

    /// The smallest digit: 1 or 0.
    #[must_use]
    pub fn first_digit(&self) -> Digit {
        Digit::new(self.first_digit)
    }

    /// The largest digit.
    #[must_use]
    pub fn last_digit(&self) -> Digit {
        self.digit(self.digit_count - 1)
    }

    /// Whether a digit exists on the board.
    #[must_use]
    pub fn has_digit(&self, digit: Digit) -> bool {
        digit.get().checked_sub(self.first_digit).is_some_and(|index| usize::from(index) < self.digit_count)
    }

    /// The digit with an index from 0, in ascending order.
    ///
    /// Digits beyond the last have no meaning on the board.
    #[must_use]
    #[inline]
    pub fn digit(&self, index: usize) -> Digit {
        Digit::new(self.first_digit + index as u16)
    }

    /// The index of a digit from 0, in ascending order.
    ///
    /// # Panics
    /// If the digit is 0 and digits begin with 1.
    #[must_use]
    #[inline]
    pub fn digit_index(&self, digit: Digit) -> usize {
        usize::from(digit.get() - self.first_digit)
    }

    /// The region of a cell, counted from 0, if the cell is in a region. On overlapping squares that are not aligned, the first
    /// of its regions.
    #[must_use]
    pub fn region(&self, cell: Cell) -> Option<usize> {
        let region = *self.region_of.get(self.index(cell))?;
        (region != NO_REGION).then_some(region.into())
    }

    /// The index tables between cells and units.
    #[doc(hidden)]
    pub fn incidence(&self) -> &Arc<Incidence> {
        self.incidence.get_or_init(|| Arc::new(Incidence::of(self)))
    }
}
