//! Algorithm 2 of R. Jacob and M. Karppa, *Assignment 3: Sudoku* (2022), with any solver as the oracle.
//!
//! Follows the paper, except that the oracle is not asked where the answer is known: whether a digit fits that clashes or was
//! refused before in the cell, whether a digit of the last solution fits in its cell, and how many solutions remain after an
//! already empty cell was emptied. The random numbers are drawn in these cases as well.

use std::sync::Arc;

use crate::budget::{Budget, Running};
use crate::generate::attempt::generated;
use crate::generate::attempt::{Attempt, Outcome};
use crate::generate::error::GenerateError;
use crate::generate::generated::Generated;
use crate::generate::grids::{Values, wrong};
use crate::generate::recipe::{Kind, Recipe, SolutionsWanted};
use crate::generate::workspace::Workspace;
use crate::geometry::{Cell, Digit};
use crate::grid::{Grid, Solution};
use crate::random::Pcg32 as Random;
use crate::solver::{Options, Session, Solver};
use crate::verdict::{Count, Verdict};

/// Algorithm 2, with a solver that stays open between the questions about a puzzle.
pub(super) struct AlgorithmTwo {
    bench: Workspace,
    oracle: Session,
    budget: Budget,
}

impl AlgorithmTwo {
    pub(super) fn new(recipe: &Recipe, solver: &Solver, budget: &Budget) -> Result<Self, GenerateError> {
        let options = Options { budget: budget.clone(), seed: Some(recipe.seed), ..Options::default() };
        let options = options.seeding_at_most(solver);
        let oracle = solver.session(&recipe.board, &options)?;
        Ok(Self { bench: Workspace::new(recipe, budget), oracle, budget: budget.clone() })
    }

    /// Makes the puzzle with a number.
    pub(super) fn make(&mut self, number: u64, running: &mut Running) -> Result<Generated, GenerateError> {
        let mut attempt = Attempt::first(&self.bench, number);
        loop {
            let (solution, mut grid) = self.fill(&mut attempt.random, running)?;
            self.empty(&mut grid, &mut attempt.random, running)?;
            let [puzzle, solution] = [&grid, solution.grid()].map(|grid| grid.ordinals().collect::<Values>());
            let made = match self.bench.recipe.kind {
                Kind::None => attempt.spoil(&self.bench, &puzzle, &solution),
                _ => Outcome::Made(puzzle, Some(solution)),
            };
            if let Outcome::Made(puzzle, solution) = made {
                return generated(&self.bench, number, &puzzle, solution.as_deref());
            }
        }
    }

    /// Lines 5 to 13: a full grid.
    fn fill(&mut self, random: &mut Random, running: &mut Running) -> Result<(Solution, Grid), GenerateError> {
        let board = Arc::clone(&self.bench.recipe.board);
        let mut grid = Grid::empty(&board);
        let mut found: Option<Solution> = None;
        let mut is_refused = vec![false; board.digit_count()];
        for cell in board.cells() {
            is_refused.fill(false);
            loop {
                running.tick()?;
                let index = random.below(board.digit_count());
                if std::mem::replace(&mut is_refused[index], true) {
                    continue;
                }
                let digit = board.digit(index);
                if found.as_ref().is_some_and(|solution| solution.get(cell) == Some(digit)) {
                    write(&mut grid, cell, Some(digit));
                    break;
                }
                if !grid.can_place(cell, digit) {
                    continue;
                }
                write(&mut grid, cell, Some(digit));
                self.limit(running)?;
                match self.oracle.solve(&grid)? {
                    Verdict::Satisfiable(solution) => {
                        found = Some(solution);
                        break;
                    }
                    Verdict::Unsatisfiable => write(&mut grid, cell, None),
                    Verdict::Unknown(reason) => return Err(reason.into()),
                }
                if is_refused.iter().all(|&is_refused| is_refused) {
                    // Only the first cell can have no digit left: the board has no full grid.
                    return Err(GenerateError::NoFullGrid(board.to_string()));
                }
            }
        }
        let solution = Solution::check(&grid, grid.clone()).map_err(wrong)?;
        Ok((solution, grid))
    }

    /// Lines 14 to 19: empties random cells until there are enough solutions; if only one solution is wanted, the last cell is
    /// filled again.
    fn empty(&mut self, grid: &mut Grid, random: &mut Random, running: &mut Running) -> Result<(), GenerateError> {
        let board = Arc::clone(&self.bench.recipe.board);
        let wanted = match self.bench.recipe.kind {
            Kind::Several(solutions) => solutions,
            _ => SolutionsWanted::AtLeast(2),
        };
        if wanted.number() < 2 {
            return Ok(());
        }
        loop {
            running.tick()?;
            let cell = board.cell(random.below(board.cell_count()));
            let Some(digit) = grid.get(cell) else { continue };
            write(grid, cell, None);
            self.limit(running)?;
            match self.oracle.count(grid, Some(wanted.number()))? {
                Count::Exact(count) if count < wanted.number() => {}
                Count::AtLeast(count, reason) if count < wanted.number() => return Err(reason.into()),
                _ => {
                    if !matches!(self.bench.recipe.kind, Kind::Several(_)) {
                        write(grid, cell, Some(digit));
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Limits the oracle to the time left.
    fn limit(&mut self, running: &Running) -> Result<(), GenerateError> {
        running.check()?;
        if let Some(left) = running.time_left() {
            self.oracle.set_budget(self.budget.clone().with_time(left));
        }
        Ok(())
    }
}

/// Writes a digit that is known to be in range.
fn write(grid: &mut Grid, cell: Cell, digit: Option<Digit>) {
    let written = grid.set(cell, digit);
    debug_assert_eq!(written, Ok(()));
}
