//! One full grid after another until a puzzle has what is wanted.

use crate::backend::OpenOptions;
use crate::budget::{Budget, Running, StopReason};
use crate::generate::candidates::Values;
use crate::generate::grids::{grid, wrong};
use crate::generate::removal::Removal;
use crate::generate::search::{self, Search};
use crate::generate::{GenerateError, Generated, Kind, Missed, Random, Recipe, full, spoil};
use crate::grid::Solution;

/// All that puzzles of a recipe have in common.
pub(in crate::generate) struct Bench {
    pub(in crate::generate) recipe: Recipe,
    /// None for boards that are filled by a pattern.
    pub(in crate::generate) search: Option<Box<dyn Search + Send>>,
    pub(in crate::generate) orbits: Vec<Vec<u32>>,
    pub(in crate::generate) open: OpenOptions,
    most_grids: u64,
}

impl Bench {
    pub(in crate::generate) fn new(recipe: &Recipe, budget: &Budget) -> Self {
        let board = &recipe.board;
        let is_searched =
            board.side() <= search::MAX_SIDE && !(recipe.kind == Kind::Holes && full::is_patterned(board));
        // A limit on time is one on grids as well; without, the same grids are tried on every machine.
        let most_grids = match board.side() {
            _ if budget.time().is_some() => u64::MAX,
            // Much is tried with each of them.
            _ if recipe.pattern.is_some() => 20,
            0..=9 => 1000,
            10..=16 => 200,
            _ => 20,
        };
        Self {
            search: is_searched.then(|| search::open(board.incidence())),
            orbits: recipe.symmetry.orbits(board),
            open: open_options(budget),
            most_grids,
            recipe: recipe.clone(),
        }
    }

    /// Whether a full grid is found within a few starts.
    pub(in crate::generate) fn is_fillable(
        &mut self,
        random: &mut Random,
        running: &mut Running,
    ) -> Result<bool, StopReason> {
        let Some(search) = &mut self.search else { return Ok(false) };
        full::is_fillable(search.as_mut(), random, running)
    }

    /// A random full grid.
    pub(in crate::generate) fn full_grid(
        &mut self,
        random: &mut Random,
        running: &mut Running,
    ) -> Result<Values, GenerateError> {
        let board = &self.recipe.board;
        match (board.plain_boxes(), &mut self.search) {
            (Some(boxes), _) if full::is_patterned(board) => Ok(full::patterned(board, boxes, random, running)?),
            (_, Some(search)) => {
                let grid = full::searched(search.as_mut(), random, running)?;
                grid.ok_or_else(|| GenerateError::NoFullGrid(board.to_string()))
            }
            (_, None) => unreachable!("a recipe is refused where a board can neither be searched nor patterned"),
        }
    }

    /// Whether a puzzle has as many clues as are wanted.
    pub(in crate::generate) fn is_met(&self, puzzle: &[u16]) -> bool {
        self.recipe.clues.is_none_or(|clues| clues == clue_count(puzzle))
    }

    fn wanted(&self) -> String {
        if let Some(pattern) = &self.recipe.pattern {
            let spare = if self.recipe.kind == Kind::Minimal { " and none to spare" } else { "" };
            return format!("clues in the {} places of the pattern{spare}", pattern.cells().len());
        }
        let clues = self.recipe.clues.map(|clues| format!("{clues} clues"));
        let solutions = match self.recipe.kind {
            Kind::Several(solutions) => Some(format!("{solutions} solutions")),
            Kind::Minimal if clues.is_some() => Some("none to spare".to_owned()),
            Kind::None => Some("a wrong clue".to_owned()),
            _ => None,
        };
        clues.into_iter().chain(solutions).collect::<Vec<_>>().join(" and ")
    }
}

pub(in crate::generate) fn clue_count(puzzle: &[u16]) -> usize {
    puzzle.iter().filter(|&&value| value != 0).count()
}

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
    pub(in crate::generate) fn first(bench: &Bench, number: u64) -> Self {
        Self { number, random: Random::new(bench.recipe.seed, number), tried: 0, closest: None }
    }

    /// The next full grid to be tried.
    pub(in crate::generate) fn full_grid(
        &mut self,
        bench: &mut Bench,
        running: &mut Running,
    ) -> Result<Values, GenerateError> {
        self.tried += 1;
        bench.full_grid(&mut self.random, running)
    }

    /// Begins with a new full grid.
    pub(in crate::generate) fn begin(
        &mut self,
        bench: &mut Bench,
        running: &mut Running,
    ) -> Result<Removal, GenerateError> {
        let solution = self.full_grid(bench, running)?;
        let clues = bench.recipe.clues.unwrap_or(0);
        let target = match bench.recipe.kind {
            // What is wrong comes on top of it.
            Kind::None => clues.saturating_sub(spoil::clues_to_add(bench)),
            // These get as many clues as are wanted afterwards, or by chance.
            Kind::Minimal | Kind::Several(_) => 0,
            _ => clues,
        };
        Ok(Removal::new(solution, bench.orbits.clone(), target, &mut self.random))
    }

    /// Sees whether a proper puzzle is what was wanted.
    pub(in crate::generate) fn end(&mut self, bench: &Bench, removal: Removal) -> Outcome {
        let Removal { puzzle, solution, .. } = removal;
        match bench.recipe.kind {
            Kind::None => self.spoil(bench, &puzzle, &solution),
            _ => self.judge(bench, puzzle, Some(solution)),
        }
    }

    /// Makes a proper puzzle one without a solution.
    pub(in crate::generate) fn spoil(&mut self, bench: &Bench, puzzle: &[u16], solution: &[u16]) -> Outcome {
        match spoil::spoil(bench, puzzle, solution, &mut self.random) {
            Some(puzzle) => self.judge(bench, puzzle, None),
            None => Outcome::Again,
        }
    }

    /// Takes a puzzle that has as many clues as are wanted, and remembers one that comes close.
    pub(in crate::generate) fn judge(&mut self, bench: &Bench, puzzle: Values, solution: Option<Values>) -> Outcome {
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
    pub(in crate::generate) fn given_up(&self, bench: &Bench) -> Option<GenerateError> {
        (self.tried >= bench.most_grids).then(|| self.missed(bench, StopReason::Limit))
    }

    /// The budget ran out: before any grid was finished, or after some that were not what was wanted.
    pub(in crate::generate) fn stopped(&self, bench: &Bench, reason: StopReason) -> GenerateError {
        if self.tried < 2 || reason == StopReason::Cancelled { reason.into() } else { self.missed(bench, reason) }
    }

    fn missed(&self, bench: &Bench, reason: StopReason) -> GenerateError {
        let closest = self.closest.as_ref();
        let checked =
            closest.map(|(puzzle, solution)| generated(bench, self.number, puzzle, solution.as_deref())).transpose();
        match checked {
            Ok(closest) => {
                let (number, tried) = (self.number, self.tried);
                let wanted = bench.wanted();
                Box::new(Missed { number, wanted, tried, closest, reason }).into()
            }
            Err(error) => error,
        }
    }
}

/// Checks what was made.
pub(in crate::generate) fn generated(
    bench: &Bench,
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

/// How a SAT solver is opened under a budget.
pub(in crate::generate) fn open_options(budget: &Budget) -> OpenOptions {
    OpenOptions { stoppable: budget.is_stoppable(), ..OpenOptions::default() }
}
