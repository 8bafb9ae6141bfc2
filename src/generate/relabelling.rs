//! Relabelling: the transformations of a board that keep a puzzle as hard as before.
//!
//! The symmetry group of a board of R × C boxes permutes the digits, the bands and the rows within each band, the stacks and the
//! columns within each stack, and transposes the grid if boxes are square; for 9×9 the order is 9! · 6⁸ · 2 (E. Russell and F.
//! Jarvis, *Mathematics of Sudoku II*, 2006). On boards of other shapes only the digits are renamed.

use crate::geometry::Geometry;
use crate::grid::Grid;
use crate::nine::GridBytes;
use crate::random::Pcg32 as Random;

/// Why a grid cannot be relabelled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelabelError {
    /// The relabelling was made for a board with other cells or digits.
    #[error("the relabelling is for a board of {cells} cells and {digits} digits, found {board}")]
    Board {
        /// Number of cells of the relabelling's board.
        cells: usize,
        /// Number of digits of the relabelling's board.
        digits: usize,
        /// The board of the grid.
        board: String,
    },
    /// Rules are about cells and digits by name.
    #[error("a puzzle with rules is not relabelled: {0}")]
    Rule(String),
}

/// An element of the symmetry group of a board.
///
/// ```
/// use satdoku::{Grid, Options, Solver};
/// use satdoku::generate::{Random, Relabelling};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let other = Relabelling::random(puzzle.geometry(), &mut Random::new(1, 0)).apply(&puzzle)?;
/// let count = |grid| Solver::Auto.count(grid);
/// assert_eq!(count(&puzzle)?, count(&other)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabelling {
    /// For each cell, the index of the cell whose digit moves there.
    from: Vec<u32>,
    /// The image of each digit, both from 0.
    digits: Vec<u16>,
}

impl Relabelling {
    /// A random element, uniformly distributed.
    #[must_use]
    pub fn random(board: &Geometry, random: &mut Random) -> Self {
        let side = board.digit_count();
        let digits = random.shuffled(side).into_iter().map(|digit| digit as u16).collect();
        let from = match board.only_boxes() {
            Some((rows, columns)) => {
                let row_order = lines(side, rows, random);
                let column_order = lines(side, columns, random);
                let is_transposed = rows == columns && random.below(2) == 1;
                let from = |row: usize, column: usize| if is_transposed { (column, row) } else { (row, column) };
                let index = |(row, column): (usize, usize)| (row * side + column) as u32;
                let cells = row_order.iter().flat_map(|&row| column_order.iter().map(move |&column| (row, column)));
                cells.map(|(row, column)| index(from(row, column))).collect()
            }
            None => (0..board.cell_count() as u32).collect(),
        };
        Self { from, digits }
    }

    /// The relabelled grid.
    ///
    /// # Errors
    /// If the grid has another number of cells or digits than the board that the relabelling was made for, or has rules.
    pub fn apply(&self, grid: &Grid) -> Result<Grid, RelabelError> {
        let board = grid.geometry();
        if let Some(rule) = grid.rules().as_slice().first() {
            return Err(RelabelError::Rule(rule.beginning()));
        }
        let (cells, digits) = (self.from.len(), self.digits.len());
        if (board.cell_count(), board.digit_count()) != (cells, digits) {
            return Err(RelabelError::Board { cells, digits, board: board.to_string() });
        }
        let ordinals: Vec<u16> = grid.ordinals().collect();
        Ok(grid.with_ordinals(self.ordinals(&ordinals)))
    }

    /// The ordinals of the relabelled grid, from the ordinals of the grid.
    pub(crate) fn ordinals<'a>(&'a self, grid: &'a [u16]) -> impl Iterator<Item = u16> + use<'a> {
        let rename = |&ordinal: &u16| ordinal.checked_sub(1).map_or(0, |digit| self.digits[usize::from(digit)] + 1);
        self.from.iter().map(move |&cell| rename(&grid[cell as usize]))
    }

    /// The relabelled record of the 9×9 kernel; any character may stand for empty cells.
    ///
    /// # Panics
    /// If the relabelling was made for a board of another side.
    #[must_use]
    pub fn apply_to_record(&self, record: &GridBytes) -> GridBytes {
        assert_eq!(self.from.len(), record.len(), "a relabelling of a 9×9 board");
        std::array::from_fn(|cell| match record[self.from[cell] as usize] {
            digit @ b'1'..=b'9' => b'1' + self.digits[usize::from(digit - b'1')] as u8,
            empty => empty,
        })
    }
}

/// A random order of lines that keeps bands of `width` lines together.
fn lines(side: usize, width: usize, random: &mut Random) -> Vec<usize> {
    let bands = random.shuffled(side / width);
    let in_band = |band: usize, random: &mut Random| random.shuffled(width).into_iter().map(move |i| band * width + i);
    bands.into_iter().flat_map(|band| in_band(band, random)).collect()
}
