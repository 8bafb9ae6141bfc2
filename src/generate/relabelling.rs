//! The same puzzle under another name: what a board may do to a grid without changing how hard it is.
//!
//! The symmetry group of a board of R × C boxes: the digits in any order, the bands and the rows within each, the stacks
//! and the columns within each, and transposition where boxes are square; for 9×9 that is 9! · 6⁸ · 2 (E. Russell and
//! F. Jarvis, *Mathematics of Sudoku II*, 2006). On other boards only the digits are renamed.

use crate::generate::Random;
use crate::geometry::{Digit, Geometry};
use crate::grid::Grid;
use crate::nine::Record;

/// An element of the symmetry group of a board.
///
/// ```
/// use satdoku::{Grid, Options, Solver};
/// use satdoku::generate::{Random, Relabelling};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let other = Relabelling::random(puzzle.geometry(), &mut Random::new(1, 0)).apply(&puzzle);
/// let count = |grid| Solver::Auto.count(grid);
/// assert_eq!(count(&puzzle)?, count(&other)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relabelling {
    /// For each cell the index of the cell whose digit it takes.
    from: Vec<u32>,
    /// The new digit of each digit, both from 0.
    digits: Vec<u16>,
}

impl Relabelling {
    /// A random element, every one as likely.
    #[must_use]
    pub fn random(board: &Geometry, random: &mut Random) -> Self {
        let side = board.digit_count();
        let digits = random.shuffled(side).into_iter().map(|digit| digit as u16).collect();
        let from = match board.plain_boxes() {
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

    /// The grid under its new name.
    ///
    /// # Panics
    /// If the grid has another side than the board that the relabelling was made for.
    #[must_use]
    pub fn apply(&self, grid: &Grid) -> Grid {
        assert_eq!(self.from.len(), grid.digits().len(), "a grid on the relabelling's board");
        let board = grid.geometry();
        let rename = |digit: Digit| self.digits[board.digit_index(digit)] + 1;
        let ordinals = self.from.iter().map(|&cell| grid.digits()[cell as usize].map_or(0, rename));
        Grid::of_ordinals(board, ordinals)
    }

    /// The same for a record of the 9×9 kernel, whatever stands for its empty cells.
    ///
    /// # Panics
    /// If the relabelling was made for a board of another side.
    #[must_use]
    pub fn apply_to_record(&self, record: &Record) -> Record {
        assert_eq!(self.from.len(), record.len(), "a relabelling of a 9×9 board");
        std::array::from_fn(|cell| match record[self.from[cell] as usize] {
            digit @ b'1'..=b'9' => b'1' + self.digits[usize::from(digit - b'1')] as u8,
            empty => empty,
        })
    }
}

/// An order of lines that keeps bands of so many together.
fn lines(side: usize, width: usize, random: &mut Random) -> Vec<usize> {
    let bands = random.shuffled(side / width);
    let in_band = |band: usize, random: &mut Random| random.shuffled(width).into_iter().map(move |i| band * width + i);
    bands.into_iter().flat_map(|band| in_band(band, random)).collect()
}
