//! What the attempts at the puzzles of a recipe share.

use crate::backend::OpenOptions;
use crate::budget::{Budget, Running, StopReason};
use crate::generate::error::GenerateError;
use crate::generate::full_grid;
use crate::generate::grids::Values;
use crate::generate::recipe::{Kind, Recipe};
use crate::generate::search::{Filled, MAX_SIDE, Search};
use crate::generate::uniform::Uniform;
use crate::grid::Grid;
use crate::random::Pcg32 as Random;

/// State shared by the puzzles of a recipe.
pub(super) struct Workspace {
    pub(super) recipe: Recipe,
    /// `None` for boards that are filled by a pattern.
    pub(super) search: Option<Search>,
    /// Created when the first uniform grid is drawn.
    uniform: Option<Uniform>,
    pub(super) orbits: Vec<Vec<u32>>,
    pub(super) open: OpenOptions,
    pub(super) most_grids: u64,
    budget: Budget,
}

impl Workspace {
    pub(super) fn new(recipe: &Recipe, budget: &Budget) -> Self {
        let board = &recipe.board;
        let is_searched =
            board.comparable_side() <= MAX_SIDE && !(recipe.kind == Kind::Holes && full_grid::is_patterned(board));
        // A time limit also limits the grids; without a time limit, every machine tries the same grids.
        let most_grids = match board.comparable_side() {
            _ if budget.time().is_some() => u64::MAX,
            // A pattern takes many rounds for each grid.
            _ if recipe.pattern.is_some() => 20,
            0..=9 => 1000,
            10..=16 => 200,
            _ => 20,
        };
        Self {
            search: is_searched.then(|| Search::new(board)),
            uniform: None,
            orbits: recipe.symmetry.orbits(board),
            open: open_options(budget),
            most_grids,
            budget: budget.clone(),
            recipe: recipe.clone(),
        }
    }

    /// Whether a full grid is found within a few starts.
    pub(super) fn is_fillable(&mut self, random: &mut Random, running: &mut Running) -> Result<bool, StopReason> {
        let Some(search) = &mut self.search else { return Ok(false) };
        full_grid::is_fillable(search, random, running)
    }

    /// A uniformly drawn full grid for an attempt at a puzzle.
    pub(super) fn uniform_grid(
        &mut self,
        number: u64,
        attempt: u64,
        running: &mut Running,
    ) -> Result<Values, GenerateError> {
        let uniform = match self.uniform.take() {
            Some(uniform) => uniform,
            None => Uniform::new(&self.recipe.board, self.recipe.seed, running)?,
        };
        self.uniform.insert(uniform).grid(number, attempt, running)
    }

    /// A random full grid.
    pub(super) fn full_grid(&mut self, random: &mut Random, running: &mut Running) -> Result<Values, GenerateError> {
        let board = &self.recipe.board;
        match (board.plain_boxes(), &mut self.search) {
            (Some(boxes), _) if full_grid::is_patterned(board) => {
                Ok(full_grid::patterned(board, boxes, random, running)?)
            }
            (_, Some(search)) => match full_grid::searched(search, random, running)? {
                Filled::Grid(values) => Ok(values),
                Filled::None => Err(GenerateError::NoFullGrid(board.to_string())),
                Filled::Undecided => {
                    let full = full_grid::solved(&Grid::empty(board), &self.budget, random, running)?;
                    Ok(full.ordinals().collect())
                }
            },
            (_, None) => unreachable!("a recipe is refused where a board can neither be searched nor patterned"),
        }
    }

    /// Whether a puzzle has as many clues as are wanted.
    pub(super) fn is_met(&self, puzzle: &[u16]) -> bool {
        self.recipe.clues.is_none_or(|clues| clues == clue_count(puzzle))
    }

    pub(super) fn wanted(&self) -> String {
        if let Some(pattern) = &self.recipe.pattern {
            let spare = if self.recipe.kind == Kind::Minimal { " and none to spare" } else { "" };
            return format!("clues in the {} places of the pattern{spare}", pattern.cells().len());
        }
        let clues = self.recipe.clues.map(|clues| format!("{clues} clues"));
        let rules = (!self.recipe.rules.is_empty()).then(|| "every rule wished for".to_owned());
        let solutions = match self.recipe.kind {
            Kind::Several(solutions) => Some(format!("{solutions} solutions")),
            Kind::Minimal if clues.is_some() => Some("none to spare".to_owned()),
            Kind::None => Some("a wrong clue".to_owned()),
            _ => None,
        };
        clues.into_iter().chain(rules).chain(solutions).collect::<Vec<_>>().join(" and ")
    }
}

/// How a SAT solver is opened under a budget.
pub(super) fn open_options(budget: &Budget) -> OpenOptions {
    OpenOptions::default().with_stoppable(budget.is_stoppable())
}

pub(super) fn clue_count(puzzle: &[u16]) -> usize {
    puzzle.iter().filter(|&&value| value != 0).count()
}
