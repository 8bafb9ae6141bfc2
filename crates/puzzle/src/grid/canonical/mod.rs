//! The canonical form: one representative for all equivalent grids.
//!
//! Two grids are *equivalent* if a move of their board carries the first grid into the second. The moves are:
//!
//! * on boxes of R × C cells without extra units, for any digits: renaming the digits, permuting the bands and the rows within a
//!   band, permuting the stacks and the columns within a stack, and, if boxes are square, transposing (E. Russell and F. Jarvis,
//!   *Mathematics of Sudoku II*, 2006);
//! * on the remaining boards: renaming the digits, and the turns and mirrors that carry every unit into a unit.
//!
//! The canonical form is the least of the equivalent grids: cells are compared in reading order, and an empty cell comes before
//! every digit. Programs called `minlex` use the same order, mostly for full grids. The form is exact: no hash is involved. Grids
//! whose clues clash have a canonical form as well.

mod boxes;

use crate::geometry::{Cell, Digit, Geometry, Movement};
use crate::grid::canonical::boxes::{MOST_STACKS, Way};
use crate::grid::cells::Grid;

/// Why a grid has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CanonicalError {
    /// The orders of the stacks are too many.
    #[error(
        "no canonical form on the board {board}: it has {stacks} stacks, and the orders of at most {MOST_STACKS} are tried"
    )]
    Stacks {
        /// The board.
        board: String,
        /// The number of stacks.
        stacks: usize,
    },
    /// The puzzle has rules, which moves of the board would have to carry along.
    #[error("no canonical form of a puzzle with rules: {0}")]
    Rules(String),
    /// Too many moves of the board begin a least form alike.
    #[error("no canonical form of this grid on the board {0}: too many moves begin it alike")]
    Moves(String),
}

/// A canonical form and the move that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Canonical {
    /// The form.
    pub grid: Grid,
    /// For each cell in reading order, the cell of the original grid from which its digit comes.
    pub from: Vec<Cell>,
    /// The new name of each digit, in ascending order of digits.
    pub digits: Vec<Digit>,
}

impl Grid {
    /// The canonical form, which is equal for two grids if and only if a move of the board (with renamed digits) carries one into
    /// the other.
    ///
    /// Takes some 0.1 to 1 ms at 9×9. Full grids of larger boards with many symmetries take longer or are refused.
    ///
    /// ```
    /// # extern crate satdoku_puzzle as satdoku;
    /// use satdoku::Grid;
    ///
    /// let one: Grid = "1.3..3.1.1....3.".parse()?;
    /// let two: Grid = "..2....44..2.24.".parse()?;
    /// assert_ne!(one.canonical()?.grid, two.canonical()?.grid);
    /// let turned: Grid = ".1..3.4..4.3..4.".parse()?;
    /// assert_eq!(turned.canonical()?.grid, turned.canonical()?.grid.canonical()?.grid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board has too many symmetries, or too many symmetries lead to forms with equal beginnings.
    pub fn canonical(&self) -> Result<Canonical, CanonicalError> {
        let board = self.geometry();
        if let Some(rule) = self.rules().as_slice().first() {
            return Err(CanonicalError::Rules(rule.beginning()));
        }
        let way = match board.only_boxes() {
            Some((rows, columns)) => {
                if rows > MOST_STACKS {
                    return Err(CanonicalError::Stacks { board: board.to_string(), stacks: rows });
                }
                let values: Vec<u16> = self.ordinals().collect();
                let way = boxes::least(&values, rows, columns);
                way.ok_or_else(|| CanonicalError::Moves(board.to_string()))?
            }
            None => by_movements(self),
        };
        Ok(follow(self, &way))
    }
}

/// The least image of the grid under the turns and mirrors that fit the board.
fn by_movements(grid: &Grid) -> Way {
    let board = grid.geometry();
    let fitting = Movement::ALL.into_iter().filter(|movement| movement.fits(board));
    let forms = fitting.map(|movement| {
        let mut from = vec![0; board.cell_count()];
        for cell in board.cells() {
            from[board.index(movement.image(cell, board))] = board.index(cell) as u32;
        }
        let way = Way { digits: named_in_order(grid, board, &from), from };
        (values(grid, &way), way)
    });
    let least = forms.min_by(|one, other| one.0.cmp(&other.0));
    least.expect("the identity always fits").1
}

/// The least naming: digits are named in the order of their first occurrence.
fn named_in_order(grid: &Grid, board: &Geometry, from: &[u32]) -> Vec<u16> {
    let mut names = vec![None; board.digit_count()];
    let mut free = 0..board.digit_count() as u16;
    for digit in from.iter().filter_map(|&cell| grid.digits()[cell as usize]) {
        let name = &mut names[board.digit_index(digit)];
        *name = name.or_else(|| free.next());
    }
    names.into_iter().map(|name| name.or_else(|| free.next()).unwrap_or_default()).collect()
}

/// The values of a grid at the end of a way, 0 where a cell is empty.
fn values(grid: &Grid, way: &Way) -> Vec<u16> {
    let board = grid.geometry();
    let renamed = |digit| way.digits[board.digit_index(digit)] + 1;
    let value = |&cell: &u32| grid.digits()[cell as usize].map_or(0, renamed);
    way.from.iter().map(value).collect()
}

fn follow(grid: &Grid, way: &Way) -> Canonical {
    let board = grid.geometry();
    Canonical {
        grid: Grid::of_ordinals(board, values(grid, way).into_iter()),
        from: way.from.iter().map(|&cell| board.cell(cell as usize)).collect(),
        digits: way.digits.iter().map(|&digit| board.digit(digit.into())).collect(),
    }
}
