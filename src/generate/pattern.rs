//! Places of clues, and why no puzzle with one solution has its clues there.

use crate::generate::grids::Values;
use crate::geometry::{Cell, Classic, Geometry};
use crate::grid::Grid;

/// The places of the clues.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::generate::{Kind, Pattern, Recipe};
/// use satdoku::{Budget, Geometry, Grid};
///
/// let board = Arc::new(Geometry::boxes(2, 2)?);
/// let marked: Grid = "1..1.1.......11.".parse()?;
/// let recipe = Recipe::new(&board, Kind::Unique).with_pattern(Pattern::of(&marked));
/// let puzzle = recipe.puzzles(0..1, &Budget::unlimited())?.next().expect("one was asked for")?.puzzle;
/// assert!(puzzle.clues().map(|clue| clue.cell).eq(marked.clues().map(|clue| clue.cell)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Cell>", into = "Vec<Cell>"))]
pub struct Pattern {
    /// The cells in reading order, without repetition.
    cells: Vec<Cell>,
}

/// The reason why no puzzle with one solution has exactly these places of clues.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A cell of the pattern lies outside the board.
    #[error("the pattern's {cell} lies outside a board of {rows}x{columns} cells")]
    Outside {
        /// The cell.
        cell: Cell,
        /// Rows of the canvas.
        rows: usize,
        /// Columns of the canvas.
        columns: usize,
    },
    /// Too few clues: two digits that do not occur as clues can be exchanged; on the classic board at least 17 clues are needed
    /// (`McGuire` and others, 2012).
    #[error("the pattern has {found} places; a puzzle with one solution has at least {least} clues")]
    TooFew {
        /// Places of the pattern.
        found: usize,
        /// As many are needed at least.
        least: usize,
    },
    /// Two lines of a band or stack can be exchanged.
    #[error("the pattern leaves {line} {first} and {line} {second} empty; exchanged, they make another solution")]
    EmptyLines {
        /// `row` or `column`.
        line: &'static str,
        /// The first line, from 1.
        first: usize,
        /// The second line, from 1.
        second: usize,
    },
}

/// The fewest clues of a classic puzzle with one solution.
const LEAST_CLASSIC: usize = 17;

impl From<Vec<Cell>> for Pattern {
    fn from(cells: Vec<Cell>) -> Self {
        Self::from_cells(cells)
    }
}

impl From<Pattern> for Vec<Cell> {
    fn from(pattern: Pattern) -> Self {
        pattern.cells
    }
}

impl Pattern {
    /// The filled places of a grid, whatever the digits.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        Self::from_cells(grid.clues().map(|clue| clue.cell))
    }

    /// The pattern of these cells, in any order.
    #[must_use]
    pub fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        Self { cells }
    }

    /// The places, in the order of reading.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the cells lie on a board.
    pub(super) fn check_cells(&self, board: &Geometry) -> Result<(), PatternError> {
        let outside = self.cells.iter().find(|&&cell| !board.contains(cell));
        outside
            .map_or(Ok(()), |&cell| Err(PatternError::Outside { cell, rows: board.rows(), columns: board.columns() }))
    }

    /// Refuses a pattern for which every puzzle obviously has several solutions.
    pub(super) fn check_unique(&self, board: &Geometry, classic: Option<Classic>) -> Result<(), PatternError> {
        let least = if classic.is_some() { LEAST_CLASSIC } else { board.fewest_clues() };
        if self.cells.len() < least {
            return Err(PatternError::TooFew { found: self.cells.len(), least });
        }
        let Some((rows, columns)) = board.plain_boxes() else { return Ok(()) };
        let line_of: [fn(Cell) -> usize; 2] = [Cell::row, Cell::column];
        let lines = [("row", rows), ("column", columns)];
        for ((line, width), of) in lines.into_iter().zip(line_of) {
            let mut is_empty = vec![true; board.digit_count()];
            self.cells.iter().for_each(|&cell| is_empty[of(cell)] = false);
            for band in 0..board.digit_count() / width {
                let mut empty = (band * width..(band + 1) * width).filter(|&line| is_empty[line]);
                if let (Some(first), Some(second)) = (empty.next(), empty.next()) {
                    return Err(PatternError::EmptyLines { line, first: first + 1, second: second + 1 });
                }
            }
        }
        Ok(())
    }

    /// Its cells by index.
    pub(super) fn places(&self, board: &Geometry) -> Vec<u32> {
        self.cells.iter().map(|&cell| board.index(cell) as u32).collect()
    }

    /// The digits of a full grid in the pattern's places; all other cells are empty.
    pub(super) fn mask(&self, board: &Geometry, solution: &[u16]) -> Values {
        let mut puzzle = vec![0; solution.len()];
        self.places(board).into_iter().for_each(|cell| puzzle[cell as usize] = solution[cell as usize]);
        puzzle
    }
}
