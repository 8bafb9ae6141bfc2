//! One full grid after another until a puzzle has what is wanted.

use crate::budget::{Running, StopReason};
use crate::generate::grids::{Values, grid, wrong};
use crate::generate::removal::Removal;
use crate::generate::workspace::{Workspace, clue_count};
use crate::generate::{GenerateError, Generated, Kind, Random, Unreached, unsolvable};
use crate::grid::Solution;

/// A puzzle in the making.
pub(in crate::generate) struct Attempt {
    pub(in crate::generate) number: u64,
    pub(in crate::generate) random: Random,
    tried: u64,
    closest: Option<(Values, Option<Values>)>,
}

/// What became of a grid.
pub(in crate::generate) enum Outcome {
    /// A puzzle, and its solution if it has one.
    Made(Values, Option<Values>),
    /// Nothing: another grid is to be tried.
    Again,
}

impl Attempt {
    pub(in crate::generate) fn first(bench: &Workspace, number: u64) -> Self {
        Self { number, random: Random::new(bench.recipe.seed, number), tried: 0, closest: None }
    }

    /// The next full grid to be tried.
    pub(in crate::generate) fn full_grid(
        &mut self,
        bench: &mut Workspace,
        running: &mut Running,
    ) -> Result<Values, GenerateError> {
        self.tried += 1;
        if bench.recipe.uniform {
            return bench.uniform_grid(self.number, self.tried, running);
        }
        bench.full_grid(&mut self.random, running)
    }

    /// Begins with a new full grid.
    pub(in crate::generate) fn begin(
        &mut self,
        bench: &mut Workspace,
        running: &mut Running,
    ) -> Result<Removal, GenerateError> {
        let solution = self.full_grid(bench, running)?;
        let clues = bench.recipe.clues.unwrap_or(0);
        let target = match bench.recipe.kind {
            // What is wrong comes on top of it.
            Kind::None => clues.saturating_sub(unsolvable::clues_to_add(bench)),
            // These get as many clues as are wanted afterwards, or by chance.
            Kind::Minimal | Kind::Several(_) => 0,
            _ => clues,
        };
        Ok(Removal::new(solution, bench.orbits.clone(), target, &mut self.random))
    }

    /// Sees whether a proper puzzle is what was wanted.
    pub(in crate::generate) fn end(&mut self, bench: &Workspace, removal: Removal) -> Outcome {
        let Removal { puzzle, solution, .. } = removal;
        match bench.recipe.kind {
            Kind::None => self.spoil(bench, &puzzle, &solution),
            _ => self.judge(bench, puzzle, Some(solution)),
        }
    }

    /// Makes a proper puzzle one without a solution.
    pub(in crate::generate) fn spoil(&mut self, bench: &Workspace, puzzle: &[u16], solution: &[u16]) -> Outcome {
        match unsolvable::spoil(bench, puzzle, solution, &mut self.random) {
            Some(puzzle) => self.judge(bench, puzzle, None),
            None => Outcome::Again,
        }
    }

    /// Takes a puzzle that has as many clues as are wanted, and remembers one that comes close.
    pub(in crate::generate) fn judge(
        &mut self,
        bench: &Workspace,
        puzzle: Values,
        solution: Option<Values>,
    ) -> Outcome {
        if bench.is_met(&puzzle) {
            return Outcome::Made(puzzle, solution);
        }
        let wanted = bench.recipe.clues.unwrap_or(0);
        let distance = |puzzle: &[u16]| clue_count(puzzle).abs_diff(wanted);
        if self.closest.as_ref().is_none_or(|(closest, _)| distance(&puzzle) < distance(closest)) {
            self.closest = Some((puzzle, solution));
        }
        Outcome::Again
    }

    /// The end of the search for a puzzle that is not to be had.
    pub(in crate::generate) fn given_up(&self, bench: &Workspace) -> Option<GenerateError> {
        (self.tried >= bench.most_grids).then(|| self.missed(bench, StopReason::Limit))
    }

    /// The budget ran out: before any grid was finished, or after some that were not what was wanted.
    pub(in crate::generate) fn stopped(&self, bench: &Workspace, reason: StopReason) -> GenerateError {
        if self.tried < 2 || reason == StopReason::Cancelled { reason.into() } else { self.missed(bench, reason) }
    }

    fn missed(&self, bench: &Workspace, reason: StopReason) -> GenerateError {
        let closest = self.closest.as_ref();
        let checked =
            closest.map(|(puzzle, solution)| generated(bench, self.number, puzzle, solution.as_deref())).transpose();
        match checked {
            Ok(closest) => {
                let (number, tried) = (self.number, self.tried);
                let wanted = bench.wanted();
                Box::new(Unreached { number, wanted, tried, closest, reason }).into()
            }
            Err(error) => error,
        }
    }
}

/// Checks what was made.
pub(in crate::generate) fn generated(
    bench: &Workspace,
    number: u64,
    puzzle: &[u16],
    solution: Option<&[u16]>,
) -> Result<Generated, GenerateError> {
    let board = &bench.recipe.board;
    let puzzle = grid(board, puzzle);
    let check = |solution: &[u16]| Solution::check(&puzzle, grid(board, solution)).map_err(wrong);
    let solution = solution.map(check).transpose()?;
    Ok(Generated { number, puzzle, solution })
}
