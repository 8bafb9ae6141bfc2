//! Tries one full grid after another until a puzzle meets the recipe.

use crate::budget::{Running, StopReason};
use crate::generate::error::GenerateError;
use crate::generate::generated::{Generated, Unreached};
use crate::generate::grids::{Values, grid, wrong};
use crate::generate::recipe::Kind;
use crate::generate::removal::Removal;
use crate::generate::unsolvable;
use crate::generate::workspace::{Workspace, clue_count};
use crate::grid::Solution;
use crate::random::Pcg32 as Random;

/// A puzzle in the making.
pub(super) struct Attempt {
    pub(super) number: u64,
    pub(super) random: Random,
    tried: u64,
    closest: Option<(Values, Option<Values>)>,
}

/// The result of one attempt.
pub(super) enum Outcome {
    /// A finished puzzle, with its solution unless the puzzle was made unsolvable.
    Made(Values, Option<Values>),
    /// No puzzle: try another grid.
    Again,
}

impl Attempt {
    pub(super) fn first(bench: &Workspace, number: u64) -> Self {
        Self { number, random: Random::new(bench.recipe.seed, number), tried: 0, closest: None }
    }

    /// The next full grid to be tried.
    pub(super) fn full_grid(&mut self, bench: &mut Workspace, running: &mut Running) -> Result<Values, GenerateError> {
        self.tried += 1;
        if bench.recipe.uniform {
            return bench.uniform_grid(self.number, self.tried, running);
        }
        bench.full_grid(&mut self.random, running)
    }

    /// Begins with a new full grid.
    pub(super) fn begin(&mut self, bench: &mut Workspace, running: &mut Running) -> Result<Removal, GenerateError> {
        let solution = self.full_grid(bench, running)?;
        let clues = bench.recipe.clues.unwrap_or(0);
        let target = match bench.recipe.kind {
            // The wrong clue is added to the wanted number later.
            Kind::None => clues.saturating_sub(unsolvable::clues_to_add(bench)),
            // These get as many clues as are wanted afterwards, or by chance.
            Kind::Minimal | Kind::Several(_) => 0,
            _ => clues,
        };
        Ok(Removal::new(solution, bench.orbits.clone(), target, &mut self.random))
    }

    /// Turns a finished removal into the puzzle that the recipe wants.
    pub(super) fn end(&mut self, bench: &Workspace, removal: Removal) -> Outcome {
        let Removal { puzzle, solution, .. } = removal;
        match bench.recipe.kind {
            Kind::None => self.spoil(bench, &puzzle, &solution),
            _ => self.judge(bench, puzzle, Some(solution)),
        }
    }

    /// Makes a proper puzzle unsolvable.
    pub(super) fn spoil(&mut self, bench: &Workspace, puzzle: &[u16], solution: &[u16]) -> Outcome {
        match unsolvable::spoil(bench, puzzle, solution, &mut self.random) {
            Some(puzzle) => self.judge(bench, puzzle, None),
            None => Outcome::Again,
        }
    }

    /// Accepts a puzzle with the wanted number of clues, and otherwise remembers the closest puzzle.
    pub(super) fn judge(&mut self, bench: &Workspace, puzzle: Values, solution: Option<Values>) -> Outcome {
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
    pub(super) fn given_up(&self, bench: &Workspace) -> Option<GenerateError> {
        (self.tried >= bench.most_grids).then(|| self.missed(bench, StopReason::Limit))
    }

    /// The error when the budget ran out: the bare reason before the first grid was finished, and the closest puzzle afterwards.
    pub(super) fn stopped(&self, bench: &Workspace, reason: StopReason) -> GenerateError {
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

/// Checks a finished puzzle.
pub(super) fn generated(
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
