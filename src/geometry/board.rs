//! A board: its cells, its digits and its units.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::geometry::{Cell, Digit, Incidence, Square, UnitName};

/// How the third kind of units, boxes or irregular regions, lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Regions {
    /// Boxes of `rows` × `columns` cells.
    Boxes {
        /// Rows of a box.
        rows: u16,
        /// Columns of a box.
        columns: u16,
    },
    /// Any sets of cells of which none overlap; cells may be in none.
    Irregular,
    /// No boxes: only rows and columns, as in a Latin square.
    None,
    /// Boxes of squares that overlap: see [`Geometry::squares`].
    Squares,
}

/// A board: cells on a canvas, N digits from 1 or from 0, and units. Shared between grids by `Arc`.
///
/// A unit with N cells, be it a row, a column, a region or an extra unit, holds each digit once; a shorter one holds none twice.
///
/// ```
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
    pub(in crate::geometry) rows: usize,
    pub(in crate::geometry) columns: usize,
    pub(in crate::geometry) digit_count: usize,
    pub(in crate::geometry) first_digit: u16,
    pub(in crate::geometry) regions: Regions,
    /// The squares, where several overlap.
    pub(in crate::geometry) squares: Vec<Square>,
    /// The numbering of the cells, where not every place of the canvas is one.
    pub(in crate::geometry) places: Option<Places>,
    /// The cells of all units, one unit after another.
    pub(in crate::geometry) unit_cells: Vec<Cell>,
    /// Where each unit begins among them, and the end.
    pub(in crate::geometry) unit_starts: Vec<u32>,
    pub(in crate::geometry) unit_names: Vec<UnitName>,
    /// The number of the first extra unit.
    pub(in crate::geometry) first_extra: usize,
    /// The region of each cell, counted from 0, or [`NO_REGION`]; empty where there are none.
    pub(in crate::geometry) region_of: Vec<u16>,
    /// Whether the board is one of a puzzle with rules.
    pub(in crate::geometry) has_rules: bool,
    /// Whether the first extra units are the diagonals.
    pub(in crate::geometry) diagonals: bool,
    /// Made when it is asked for.
    pub(in crate::geometry) incidence: OnceLock<Arc<Incidence>>,
}

/// What a cell that is in no region has for its number.
pub(in crate::geometry) const NO_REGION: u16 = u16::MAX;

/// The cells of a canvas on which some places are none.
#[derive(Clone, Debug)]
pub(in crate::geometry) struct Places {
    pub cells: Vec<Cell>,
    /// The index of the cell at each place of the canvas, row by row, or [`NO_CELL`].
    pub index_at: Vec<u32>,
}

/// What a place that is no cell has for its index.
pub(in crate::geometry) const NO_CELL: u32 = u32::MAX;

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

    /// What makes one board differ from another; the rest follows from it.
    fn identity(&self) -> impl PartialEq + Hash + use<'_> {
        let canvas = (self.rows, self.columns, self.digit_count, self.first_digit);
        let regions = (self.regions, &self.region_of, &self.squares);
        let first = self.unit_starts[self.first_extra];
        let extra_starts = self.unit_starts[self.first_extra..].iter().map(|start| start - first);
        let extra = (&self.unit_cells[first as usize..], extra_starts.collect::<Vec<_>>());
        (canvas, regions, (self.diagonals, self.has_rules), extra)
    }

    /// Whether the board is one of a puzzle with rules: whoever knows units alone does not know such a puzzle.
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

    /// N, where the board is one square of N × N cells with N digits; `None` for any other board.
    ///
    /// Each row and each column of such a square holds each digit once.
    #[must_use]
    pub fn square_side(&self) -> Option<usize> {
        let is_square = self.squares.is_empty() && self.rows == self.columns && self.rows == self.digit_count;
        is_square.then_some(self.digit_count)
    }

    /// N, where the board is one square of N × N cells with the digits 1 to N: what texts without a word about their board
    /// can be.
    pub(crate) fn plain_side(&self) -> Option<usize> {
        self.square_side().filter(|_| self.first_digit == 1)
    }

    /// How many cells there are.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.places.as_ref().map_or(self.rows * self.columns, |places| places.cells.len())
    }

    /// The side of a square with about as many cells, or as many candidates if that is more; N on a square. What the choice
    /// of a solver goes by.
    #[must_use]
    pub fn comparable_side(&self) -> usize {
        let candidates = self.cell_count() * self.digit_count;
        let mut side = self.cell_count().isqrt();
        while (side + 1).pow(3) <= candidates {
            side += 1;
        }
        side
    }

    /// How the boxes or regions lie.
    #[must_use]
    pub fn shape(&self) -> Regions {
        self.regions
    }

    /// Whether the board has the box shape that is meant where a text gives none, digits from 1, and no extra unit.
    #[must_use]
    pub fn is_default_shape(&self) -> bool {
        self.plain_boxes().is_some_and(|(rows, columns)| {
            rows <= columns
                && (rows + 1..=self.digit_count.isqrt()).all(|other| !self.digit_count.is_multiple_of(other))
        })
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<'_> {
        self.cell_list().iter().copied()
    }

    fn cell_list(&self) -> &[Cell] {
        // Where every place is a cell, the rows list them all.
        match &self.places {
            None => &self.unit_cells[..self.rows * self.columns],
            Some(places) => &places.cells,
        }
    }

    /// Whether there is a cell at a place.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row() < self.rows
            && cell.column() < self.columns
            && self
                .places
                .as_ref()
                .is_none_or(|places| places.index_at[cell.row() * self.columns + cell.column()] != NO_CELL)
    }

    /// The index of a cell: 0 to the number of cells − 1, row by row.
    ///
    /// The index of a place that is no cell may be that of another cell, or larger than any.
    #[must_use]
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        let place = cell.row() * self.columns + cell.column();
        match &self.places {
            None => place,
            Some(places) => places.index_at.get(place).map_or(NO_CELL as usize, |&index| index as usize),
        }
    }

    /// The cell with an index.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        self.cell_list()[index]
    }

    /// N: how many digits there are.
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

    /// The region of a cell, from 0, if it is in one; on overlapping squares that are not aligned the first one.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn region(&self, cell: Cell) -> Option<usize> {
        if self.region_of.is_empty() {
            return None;
        }
        let region = self.region_of[self.index(cell)];
        (region != NO_REGION).then_some(region.into())
    }

    /// Which cell is in which unit, by index.
    pub(crate) fn incidence(&self) -> &Arc<Incidence> {
        self.incidence.get_or_init(|| Arc::new(Incidence::of(self)))
    }
}
