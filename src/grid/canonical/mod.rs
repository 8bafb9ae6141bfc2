//! The canonical form: one grid for all that differ only in how they are written down.
//!
//! Two grids are *equivalent* where a move of their board carries one into the other. The moves are:
//!
//! * on plain boxes of R × C cells: the digits renamed, the bands and the rows within each in any order, the stacks and
//!   the columns within each in any order, and rows exchanged with columns where boxes are square (E. Russell and
//!   F. Jarvis, *Mathematics of Sudoku II*, 2006);
//! * on any other board: the digits renamed, and those turns and mirrors that carry every unit into a unit.
//!
//! The canonical form is the least of all equivalent grids: the cells are compared in the order of reading, and an empty
//! cell comes before every digit. It is the order of `minlex` programs, but that those have it for full grids mostly. It
//! is exact: no hash is involved. Grids whose clues clash have one as well.

mod boxes;

use crate::geometry::{Cell, Digit, Geometry, Movement};
use crate::grid::Grid;
use crate::grid::canonical::boxes::{MOST_STACKS, Way};

/// Why a grid has no canonical form here.
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
        /// Its stacks.
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
pub struct Canonical {
    /// The form.
    pub grid: Grid,
    /// For each cell, in the order of reading, the cell of the original whose digit it takes.
    pub from: Vec<Cell>,
    /// The new digit of each digit, from 1 on.
    pub digits: Vec<Digit>,
}

impl Grid {
    /// The canonical form: equal for all grids that moves of the board and new names of the digits carry into one another.
    ///
    /// Takes some 0.1 to 1 ms at 9×9. Full grids of larger boards with many symmetries take longer or are refused.
    ///
    /// ```
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
    /// If the board has too many symmetries, or too many of them lead to forms that begin alike.
    pub fn canonical(&self) -> Result<Canonical, CanonicalError> {
        let board = self.geometry();
        if let Some(rule) = self.rules().as_slice().first() {
            return Err(CanonicalError::Rules(rule.to_string()));
        }
        let way = match board.plain_boxes() {
            Some((rows, columns)) => {
                if rows > MOST_STACKS {
                    return Err(CanonicalError::Stacks { board: board.to_string(), stacks: rows });
                }
                let values: Vec<u16> = self.digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect();
                let way = boxes::least(&values, rows, columns);
                way.ok_or_else(|| CanonicalError::Moves(board.to_string()))?
            }
            None => by_movements(self),
        };
        Ok(follow(self, &way))
    }
}

/// The least of the grids that turns and mirrors of the board make.
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

/// The digits named in the order in which they are met; that is the least naming.
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
