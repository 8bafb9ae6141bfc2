//! Puzzles with clues in given places.
//!
//! A full grid seen through the pattern mostly has many solutions. So a few of its clues are left open, the solutions of
//! the others listed, and those digits put back that the fewest solutions have: one list values every choice of digits
//! for these places at once. Digits that a single solution has make a proper puzzle. (The lists stand for G. Royle's and
//! others' search around puzzles of 17 clues, which exchanges some clues for as many others.)

use crate::budget::Running;
use crate::generate::attempt::{Attempt, Outcome};
use crate::generate::grids::Values;
use crate::generate::search::{Other, Search};
use crate::generate::workspace::Workspace;
use crate::generate::{GenerateError, Kind};
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
/// let recipe = Recipe { pattern: Some(Pattern::of(&marked)), ..Recipe::new(&board, Kind::Unique) };
/// let puzzle = recipe.puzzles(0..1, &Budget::unlimited())?.next().expect("one was asked for")?.puzzle;
/// assert!(puzzle.clues().map(|clue| clue.cell).eq(marked.clues().map(|clue| clue.cell)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// In the order of reading, each once.
    cells: Vec<Cell>,
}

/// Why no puzzle with one solution has its clues in these places.
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
    /// Two digits that are no clue can be exchanged; on the classic board it takes 17 clues (`McGuire` and others, 2012).
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
        /// The one, from 1.
        first: usize,
        /// The other, from 1.
        second: usize,
    },
}

/// The fewest clues of a classic puzzle with one solution.
const LEAST_CLASSIC: usize = 17;

impl Pattern {
    /// The places that are filled in a grid, whatever the digits.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        Self::from_cells(grid.clues().map(|clue| clue.cell))
    }

    /// These cells, in any order.
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
    pub(in crate::generate) fn check_cells(&self, board: &Geometry) -> Result<(), PatternError> {
        let outside = self.cells.iter().find(|&&cell| !board.contains(cell));
        outside
            .map_or(Ok(()), |&cell| Err(PatternError::Outside { cell, rows: board.rows(), columns: board.columns() }))
    }

    /// Whether it is not plain that every such puzzle has several solutions.
    pub(in crate::generate) fn check_unique(
        &self,
        board: &Geometry,
        classic: Option<Classic>,
    ) -> Result<(), PatternError> {
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
    fn places(&self, board: &Geometry) -> Vec<u32> {
        self.cells.iter().map(|&cell| board.index(cell) as u32).collect()
    }

    /// What is left of a full grid.
    pub(in crate::generate) fn mask(&self, board: &Geometry, solution: &[u16]) -> Values {
        let mut puzzle = vec![0; solution.len()];
        self.places(board).into_iter().for_each(|cell| puzzle[cell as usize] = solution[cell as usize]);
        puzzle
    }
}

/// Clues that are left open at once.
const OPEN: [usize; 4] = [1, 2, 2, 3];

/// Solutions that are listed at most, and branches that this may take.
const MOST_LISTED: u64 = 400;
const BRANCHES: u64 = 20_000;

/// Rounds before another full grid is tried.
const ROUNDS: usize = 150;

/// Looks around one full grid.
pub(in crate::generate) fn make(
    bench: &mut Workspace,
    attempt: &mut Attempt,
    pattern: &Pattern,
    running: &mut Running,
) -> Result<Outcome, GenerateError> {
    let solution = attempt.full_grid(bench, running)?;
    let board = &bench.recipe.board;
    let places = pattern.places(board);
    let mut puzzle = pattern.mask(board, &solution);
    let search = bench.search.as_mut().expect("boards that are not searched have holes only");
    let mut found = Vec::new();
    for round in 0..=ROUNDS {
        // The first round sees the grid as it is.
        let open = if round == 0 { 0 } else { OPEN[attempt.random.below(OPEN.len())] };
        let opened: Vec<u32> =
            attempt.random.shuffled(places.len()).into_iter().take(open).map(|place| places[place]).collect();
        let kept: Vec<u16> = opened.iter().map(|&cell| puzzle[cell as usize]).collect();
        for &cell in &opened {
            puzzle[cell as usize] = 0;
        }
        found.clear();
        let listed = search.list(&puzzle, MOST_LISTED, BRANCHES, running, |values| {
            found.push(opened.iter().map(|&cell| values[cell as usize]).collect::<Vec<u16>>());
        })?;
        let is_all = listed.is_some_and(|listed| listed < MOST_LISTED);
        found.sort_unstable();
        let runs: Vec<&[Vec<u16>]> = found.chunk_by(|a, b| a == b).collect();
        let fewest = runs.iter().map(|run| run.len()).min();
        let best: Vec<&[Vec<u16>]> = runs.into_iter().filter(|run| Some(run.len()) == fewest).collect();
        let digits = match best.len() {
            0 => &kept,
            count => &best[attempt.random.below(count)][0],
        };
        opened.iter().zip(digits).for_each(|(&cell, &digit)| puzzle[cell as usize] = digit);
        if is_all && fewest == Some(1) {
            let mut only = None;
            search.list(&puzzle, 2, u64::MAX, running, |values| only = Some(values.to_vec()))?;
            let Some(solution) = only else { continue };
            if bench.recipe.kind != Kind::Minimal || is_minimal(search, &mut puzzle, &solution, &places, running)? {
                return Ok(Outcome::Made(puzzle, Some(solution)));
            }
        }
    }
    Ok(Outcome::Again)
}

/// Whether no clue of a proper puzzle can be spared.
fn is_minimal(
    search: &mut Search,
    puzzle: &mut Values,
    solution: &[u16],
    places: &[u32],
    running: &mut Running,
) -> Result<bool, GenerateError> {
    for &cell in places {
        puzzle[cell as usize] = 0;
        let other = search.other(puzzle, solution, cell, u64::MAX, running);
        puzzle[cell as usize] = solution[cell as usize];
        if other? != Other::Some {
            return Ok(false);
        }
    }
    Ok(true)
}
