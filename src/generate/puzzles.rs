//! The stream of puzzles.

use std::fmt;
use std::sync::Arc;

use crate::budget::{Budget, Running};
use crate::generate::attempt::{Attempt, Outcome, generated};
use crate::generate::classic::Lanes;
use crate::generate::error::GenerateError;
use crate::generate::generated::Generated;
use crate::generate::jacob_karppa::AlgorithmTwo;
use crate::generate::rater::Rater;
use crate::generate::recipe::{Algorithm, Kind, Recipe};
use crate::generate::ruled::Ruled;
use crate::generate::workspace::Workspace;
use crate::generate::{holes, in_pattern, jigsaw, removal_by_search, several_solutions};
use crate::random::Pcg32 as Random;
use crate::solver::Solver;

impl Recipe {
    /// The puzzles with the given numbers, in order, each as soon as it exists. All puzzles share the budget.
    ///
    /// # Errors
    /// If the recipe cannot be followed.
    pub fn puzzles<N: IntoIterator<Item = u64>>(
        &self,
        numbers: N,
        budget: &Budget,
    ) -> Result<GeneratedPuzzles<N::IntoIter>, GenerateError> {
        self.check()?;
        GeneratedPuzzles::new(self, numbers.into_iter(), budget)
    }
}

/// Puzzles of a [`Recipe`], in the order of the numbers asked for; made by [`Recipe::puzzles`].
///
/// The stream ends after an error.
pub struct GeneratedPuzzles<N> {
    numbers: N,
    running: Running,
    way: Way,
    is_over: bool,
}

impl<N> fmt::Debug for GeneratedPuzzles<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzles").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}

enum Way {
    Lanes(Box<Lanes>),
    OneByOne(Box<Workspace>),
    Ruled(Box<Ruled>),
    /// Each puzzle with a solver of its own: some solvers cannot leave their thread, the stream can.
    Two(Box<Recipe>, Solver, Budget),
    /// Each puzzle on a newly drawn board.
    Drawn(Box<Recipe>, Budget),
    /// Each puzzle the first of several with a fitting difficulty.
    Rated(Box<Rater>),
}

impl<N: Iterator<Item = u64>> GeneratedPuzzles<N> {
    pub(super) fn new(recipe: &Recipe, numbers: N, budget: &Budget) -> Result<Self, GenerateError> {
        let is_tested_by_count = matches!(recipe.kind, Kind::Unique | Kind::Minimal | Kind::None);
        let may_be_in_lanes = is_tested_by_count && recipe.pattern.is_none();
        let bench = || Workspace::new(recipe, budget);
        if let Some(difficulty) = &recipe.difficulty {
            let way = Way::Rated(Box::new(Rater::new(recipe, difficulty, budget)));
            return Ok(Self { numbers, running: budget.start(), way, is_over: false });
        }
        let way = match &recipe.algorithm {
            Algorithm::Two(solver) => {
                // A solver that cannot be opened is told at once.
                AlgorithmTwo::new(recipe, solver, budget)?;
                Way::Two(Box::new(recipe.clone()), solver.clone(), budget.clone())
            }
            Algorithm::Fast if recipe.jigsaw => Way::Drawn(Box::new(recipe.clone()), budget.clone()),
            Algorithm::Fast if !recipe.rules.is_empty() => Way::Ruled(Box::new(Ruled::new(bench(), budget)?)),
            Algorithm::Fast => match recipe.as_classic() {
                Some(classic) if may_be_in_lanes => Way::Lanes(Box::new(Lanes::new(classic, bench()))),
                _ => Way::OneByOne(Box::new(bench())),
            },
        };
        Ok(Self { numbers, running: budget.start(), way, is_over: false })
    }
}

impl<N: Iterator<Item = u64>> Iterator for GeneratedPuzzles<N> {
    type Item = Result<Generated, GenerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        span!("generate");
        let made = match &mut self.way {
            Way::Lanes(lanes) => lanes.next(&mut self.numbers, &mut self.running).transpose(),
            Way::OneByOne(bench) => self.numbers.next().map(|number| make(bench, number, &mut self.running)),
            Way::Ruled(ruled) => self.numbers.next().map(|number| ruled.make(number, &mut self.running)),
            Way::Rated(rater) => self.numbers.next().map(|number| rater.make(number, &self.running)),
            Way::Two(recipe, solver, budget) => self
                .numbers
                .next()
                .map(|number| AlgorithmTwo::new(recipe, solver, budget)?.make(number, &mut self.running)),
            Way::Drawn(recipe, budget) => {
                self.numbers.next().map(|number| make_drawn(recipe, budget, number, &mut self.running))
            }
        };
        self.is_over = !matches!(made, Some(Ok(_)));
        made
    }
}

/// The most jigsaws tried for a puzzle with rules.
const MOST_JIGSAWS: u64 = 200;

/// Draws boards until the search soon finds a full grid, and makes a puzzle on this board.
fn make_drawn(
    recipe: &Recipe,
    budget: &Budget,
    number: u64,
    running: &mut Running,
) -> Result<Generated, GenerateError> {
    // The puzzle itself takes its random numbers from the seed unchanged.
    let mut random = Random::new(!recipe.seed, number);
    for drawn in 1.. {
        running.check()?;
        let board = jigsaw::draw(&recipe.board, &mut random);
        let mut bench = Workspace::new(&Recipe { board: Arc::new(board), jigsaw: false, ..recipe.clone() }, budget);
        if bench.is_fillable(&mut random, running)? {
            if !recipe.rules.is_empty() {
                match Ruled::new(bench, budget)?.make(number, running) {
                    // No grid of this jigsaw keeps the rules; one of another may.
                    Err(GenerateError::NoFullGrid(_)) if drawn < MOST_JIGSAWS => continue,
                    made => return made,
                }
            }
            return make(&mut bench, number, running);
        }
    }
    unreachable!("the numbers have no end")
}

/// Tries full grids until the recipe is met.
fn make(bench: &mut Workspace, number: u64, running: &mut Running) -> Result<Generated, GenerateError> {
    running.check()?;
    let mut attempt = Attempt::first(bench, number);
    loop {
        let outcome = try_once(bench, &mut attempt, running);
        match outcome {
            Ok(Outcome::Made(puzzle, solution)) => return generated(bench, number, &puzzle, solution.as_deref()),
            Ok(Outcome::Again) => {}
            Err(GenerateError::Stopped(reason)) => return Err(attempt.stopped(bench, reason)),
            Err(error) => return Err(error),
        }
        if let Some(missed) = attempt.given_up(bench) {
            return Err(missed);
        }
    }
}

fn try_once(bench: &mut Workspace, attempt: &mut Attempt, running: &mut Running) -> Result<Outcome, GenerateError> {
    if let Some(pattern) = bench.recipe.pattern.clone().filter(|_| bench.recipe.kind != Kind::Holes) {
        return in_pattern::make(bench, attempt, &pattern, running);
    }
    if bench.recipe.kind == Kind::Holes {
        return holes::make(bench, attempt, running);
    }
    let mut removal = attempt.begin(bench, running)?;
    let search = bench.search.as_mut().expect("boards that are not searched have holes only");
    match bench.recipe.kind {
        Kind::Minimal => {
            let (board, random) = (&bench.recipe.board, &mut attempt.random);
            removal_by_search::completely(&mut removal, search, board, &bench.open, random, running)?;
        }
        _ => removal_by_search::quickly(&mut removal, search, running)?,
    }
    if let Kind::Several(solutions) = bench.recipe.kind {
        return Ok(several_solutions::thin_out(bench, attempt, removal, solutions, running)?);
    }
    Ok(attempt.end(bench, removal))
}
