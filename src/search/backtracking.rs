//! Plain backtracking: the cells in a fixed order, the digits in ascending order, a step back where none fits.
//!
//! The search skips filled cells and checks the clues first. Its invariant is that no two digits clash, so a filling without empty
//! cells is a solution. Algorithm 1 of a course assignment (R. Jacob and M. Karppa, IT University of Copenhagen, 2022); it goes
//! back to the oldest Sudoku programs.

use std::sync::Arc;

use crate::budget::Running;
use crate::geometry::{Cell, Incidence};
use crate::grid::Grid;
use crate::reduction::{UsedDigits, take_lowest};
use crate::search::broken_rules::{breaks_a_rule, is_broken_by_clues};
use crate::search::grid_search::GridSearch;
use crate::verdict::Verdict;

/// A backtracking search over one puzzle.
///
/// A placement takes time in the units of a cell and in N/64. Memory is the grid's and N/64 words for each empty cell. In the worst
/// case the search tries all N^k fillings of k empty cells: it dies on large or sparse grids, as it should.
///
/// ```
/// use satdoku::search::{Backtracking, GridSearch};
/// use satdoku::{Budget, Grid};
///
/// let puzzle: Grid = ".4.2...1.....3..".parse()?;
/// let mut search = Backtracking::new(&puzzle);
/// assert!(search.advance(&mut Budget::unlimited().start()).is_satisfiable());
/// assert!(search.grid().is_solved());
/// assert!(search.advance(&mut Budget::unlimited().start()).is_unsatisfiable());
/// # Ok::<(), satdoku::grid::format::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backtracking {
    puzzle: Grid,
    incidence: Arc<Incidence>,
    used: UsedDigits,
    /// The empty cells in the order of filling.
    order: Vec<u32>,
    /// The digits, by index, written in the first cells of the order.
    written: Vec<u16>,
    /// The digits of all cells by index + 1, where the puzzle has rules.
    ordinals: Vec<u16>,
    /// The untried digits of each written cell and of the next cell.
    untried: Vec<u64>,
    is_over: bool,
}

impl Backtracking {
    /// A search that fills the cells row by row.
    #[must_use]
    pub fn new(puzzle: &Grid) -> Self {
        Self::over(puzzle, empty_cells(puzzle))
    }

    /// A search that fills the cells in an order of your own. Filled and repeated cells are skipped; empty cells missing from
    /// `order` come last, row by row.
    #[must_use]
    pub fn with_order(puzzle: &Grid, order: &[Cell]) -> Self {
        let mut is_due = vec![false; puzzle.geometry().cell_count()];
        let rest = empty_cells(puzzle);
        for &cell in &rest {
            is_due[cell as usize] = true;
        }
        let named = order.iter().filter(|&&cell| puzzle.geometry().contains(cell));
        let named = named.map(|&cell| puzzle.geometry().index(cell) as u32);
        let order = named.chain(rest).filter(|&cell| std::mem::take(&mut is_due[cell as usize])).collect();
        Self::over(puzzle, order)
    }

    fn over(puzzle: &Grid, order: Vec<u32>) -> Self {
        let is_over = is_broken_by_clues(puzzle);
        let mut search = Self {
            puzzle: puzzle.clone(),
            incidence: Arc::clone(puzzle.geometry().incidence()),
            used: UsedDigits::of(puzzle),
            order,
            written: Vec::new(),
            ordinals: if puzzle.rules().is_empty() { Vec::new() } else { puzzle.ordinals().collect() },
            untried: Vec::new(),
            is_over,
        };
        search.look_at_next();
        search
    }

    /// Notes the digits possible in the next cell, if a cell is left.
    fn look_at_next(&mut self) {
        if let Some(&cell) = self.order.get(self.written.len()) {
            let free = (0..self.used.words()).map(|word| self.used.free(&self.incidence, cell as usize, word));
            self.untried.extend(free);
        }
    }

    /// Removes the last digit; false if no digit is written.
    fn step_back(&mut self) -> bool {
        let Some(digit) = self.written.pop() else { return false };
        let cell = self.order[self.written.len()] as usize;
        if let Some(ordinal) = self.ordinals.get_mut(cell) {
            *ordinal = 0;
        }
        self.used.remove(&self.incidence, self.order[self.written.len()] as usize, digit.into());
        true
    }
}

impl GridSearch for Backtracking {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        let words = self.used.words();
        if self.is_over {
            return Verdict::Unsatisfiable;
        }
        // On a filling no cell is left: the search goes on behind its last digit.
        if self.written.len() == self.order.len() {
            self.step_back();
        }
        loop {
            let depth = self.written.len();
            if depth == self.order.len() {
                // A grid without empty cells has exactly one filling.
                self.is_over = self.order.is_empty();
                return Verdict::Satisfiable(());
            }
            if let Err(reason) = running.tick() {
                return Verdict::Unknown(reason);
            }
            if let Some(digit) = take_lowest(&mut self.untried[depth * words..]) {
                self.used.add(&self.incidence, self.order[depth] as usize, digit);
                self.written.push(digit as u16);
                if let Some(ordinal) = self.ordinals.get_mut(self.order[depth] as usize) {
                    *ordinal = digit as u16 + 1;
                    if breaks_a_rule(self.puzzle.rules(), &self.ordinals, self.order[depth]) {
                        self.step_back();
                        continue;
                    }
                }
                self.look_at_next();
            } else {
                self.untried.truncate(depth * words);
                if !self.step_back() {
                    self.is_over = true;
                    return Verdict::Unsatisfiable;
                }
            }
        }
    }

    fn grid(&self) -> Grid {
        let (mut grid, board) = (self.puzzle.clone(), self.puzzle.geometry());
        for (&cell, &digit) in self.order.iter().zip(&self.written) {
            // The search writes only digits in range.
            let _ = grid.set(board.cell(cell as usize), Some(board.digit(digit.into())));
        }
        grid
    }
}

/// Fills a grid in place by backtracking; the grid stays unchanged if the search finds no solution or runs out of time.
pub fn solve_in_place(grid: &mut Grid, running: &mut Running) -> Verdict<()> {
    let mut search = Backtracking::new(grid);
    let verdict = search.advance(running);
    if verdict.is_satisfiable() {
        *grid = search.grid();
    }
    verdict
}

/// The indices of a puzzle's empty cells, row by row.
fn empty_cells(puzzle: &Grid) -> Vec<u32> {
    puzzle.empty_cells().map(|cell| puzzle.geometry().index(cell) as u32).collect()
}
