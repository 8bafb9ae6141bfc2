//! Puzzles with rules: fixed rules, which a random full grid keeps, and rules drawn from the grid.
//!
//! The start is a full grid with all clues and rules. Clues go as in puzzles without rules, many in a test; then, where the puzzle
//! is to be minimal, the drawn rules one by one. A part that was needed beside more parts is needed beside fewer, so in the end no
//! clue and no rule can be spared.
//!
//! A test of clues asks the propagating search, within a number of steps, whether there is a second solution. Few clues of a large
//! board can make that a question of hours: a clue stays where the steps are not enough, unless the puzzle is to be minimal. Then, and
//! for the rules, `auto` is asked without a limit.

use std::collections::BTreeSet;

use crate::budget::{Budget, Running, StopReason};
use crate::generate::drawn_rules::{self, DrawnRules};
use crate::generate::error::{GenerateError, RecipeError};
use crate::generate::full_grid;
use crate::generate::generated::{Generated, Unreached};
use crate::generate::grids::wrong;
use crate::generate::oracle::SolverOracle;
use crate::generate::recipe::Kind;
use crate::generate::removal::{Removal, Tested};
use crate::generate::rule_request::RuleRequest;
use crate::generate::workspace::Workspace;
use crate::grid::{Grid, Solution};
use crate::random::Pcg32 as Random;
use crate::rule::Rule;

/// Makes the puzzles of a recipe with rules.
pub(super) struct Ruled {
    bench: Workspace,
    budget: Budget,
    /// The empty grid with the fixed rules.
    fixed: Grid,
}

impl Ruled {
    pub(super) fn new(bench: Workspace, budget: &Budget) -> Result<Self, GenerateError> {
        let empty = Grid::empty(&bench.recipe.board);
        let fixed: Vec<Rule> = bench.recipe.rules.iter().filter_map(RuleRequest::fixed).cloned().collect();
        Ok(Self { bench, budget: budget.clone(), fixed: with_rules(&empty, fixed)? })
    }

    /// Tries full grids until a puzzle has the wanted number of clues.
    pub(super) fn make(&mut self, number: u64, running: &mut Running) -> Result<Generated, GenerateError> {
        let random = &mut Random::new(self.bench.recipe.seed, number);
        let mut closest: Option<Generated> = None;
        let wanted = self.bench.recipe.clues;
        for tried in 1.. {
            let generated = self.attempt(number, random, running)?;
            if let Some(generated) = generated {
                let distance = |made: &Generated| wanted.map_or(0, |clues| made.puzzle.clue_count().abs_diff(clues));
                if distance(&generated) == 0 {
                    return Ok(generated);
                }
                if closest.as_ref().is_none_or(|closest| distance(&generated) < distance(closest)) {
                    closest = Some(generated);
                }
            }
            if tried >= self.bench.most_grids {
                let (wanted, reason) = (self.bench.wanted(), StopReason::Limit);
                return Err(Box::new(Unreached { number, wanted, tried, closest, reason }).into());
            }
        }
        unreachable!("the number of grids is limited")
    }

    /// A puzzle from one full grid; `None` if a wanted family has no rule in the grid, or if a required part of a minimal
    /// puzzle is redundant.
    fn attempt(
        &mut self,
        number: u64,
        random: &mut Random,
        running: &mut Running,
    ) -> Result<Option<Generated>, GenerateError> {
        let full = self.full_grid(random, running)?;
        let plain = full.without_rules();
        let fixed = self.fixed.rules().as_slice().iter().map(|rule| Part { rules: vec![rule.clone()], family: None });
        let mut parts: Vec<Part> = fixed.collect();
        let wishes: Vec<DrawnRules> = self.bench.recipe.rules.iter().filter_map(RuleRequest::drawn).collect();
        let is_filled = self.bench.recipe.clues == Some(0);
        let drawn = drawn_rules::draw(&wishes, self.bench.recipe.symmetry, &plain, is_filled, random);
        for (at, (wish, drawn)) in wishes.iter().zip(drawn).enumerate() {
            if drawn.is_empty() {
                return Ok(None);
            }
            let family = (!wish.family.is_whole()).then_some(at);
            parts.extend(drawn.into_iter().map(|rules| Part { rules, family }));
        }
        let full = with_parts(&plain, &parts)?;

        let is_minimal = self.bench.recipe.kind == Kind::Minimal;
        let target = if is_minimal { 0 } else { self.bench.recipe.clues.unwrap_or(0) };
        let values = full.ordinals().collect();
        let mut removal = Removal::new(values, self.bench.orbits.clone(), target, random);
        let mut oracle = SolverOracle::briefly(full.geometry(), &self.budget)?;
        let puzzle_of = |values: &[u16]| {
            let mut puzzle = full.clone();
            for (cell, _) in full.geometry().cells().zip(values).filter(|(_, value)| **value == 0) {
                // The cell belongs to the board, so clearing cannot fail.
                let _ = puzzle.set(cell, None);
            }
            puzzle
        };
        loop {
            while removal.next().is_some() {
                let tested = oracle.test(&puzzle_of(&removal.puzzle), running)?;
                removal.answer(tested);
            }
            if !is_minimal || !removal.begin_again() {
                break;
            }
            oracle = SolverOracle::new(full.geometry(), &self.budget)?;
        }
        let mut puzzle = puzzle_of(&removal.puzzle);
        if is_minimal {
            match self.without_spare_parts(&puzzle, parts, random, running)? {
                Some(parts) => puzzle = with_parts(&puzzle.without_rules(), &parts)?,
                None => return Ok(None),
            }
        }
        let solution = puzzle.with_ordinals(full.ordinals());
        let solution = Solution::check(&puzzle, solution).map_err(|error| GenerateError::Solver(wrong(error)))?;
        Ok(Some(Generated { number, puzzle, solution: Some(solution) }))
    }

    /// The parts that are needed; `None` if a required part is redundant, or no part of a family is needed.
    fn without_spare_parts(
        &self,
        puzzle: &Grid,
        parts: Vec<Part>,
        random: &mut Random,
        running: &mut Running,
    ) -> Result<Option<Vec<Part>>, GenerateError> {
        let plain = puzzle.without_rules();
        let families: BTreeSet<usize> = parts.iter().filter_map(|part| part.family).collect();
        // Required parts come last: they must be needed beside the remaining drawn rules.
        let (mut drawn, required): (Vec<usize>, Vec<usize>) =
            (0..parts.len()).partition(|&part| parts[part].family.is_some());
        random.shuffle(&mut drawn);
        let mut is_kept = vec![true; parts.len()];
        for at in drawn.into_iter().chain(required) {
            is_kept[at] = false;
            let left = parts.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept).map(|(part, _)| part);
            let without = with_parts(&plain, left)?;
            let tested = SolverOracle::new(without.geometry(), &self.budget)?.test(&without, running)?;
            match tested {
                Tested::Unique if parts[at].family.is_none() => return Ok(None),
                Tested::Unique => {}
                Tested::Several | Tested::Undecided => is_kept[at] = true,
            }
        }
        let left = parts.into_iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(part, _)| part);
        let left: Vec<Part> = left.collect();
        let has_part = |family: &usize| left.iter().any(|part| part.family == Some(*family));
        Ok(families.iter().all(has_part).then_some(left))
    }

    /// A random full grid with the fixed rules.
    fn full_grid(&mut self, random: &mut Random, running: &mut Running) -> Result<Grid, GenerateError> {
        if self.fixed.rules().is_empty() {
            let values = self.bench.full_grid(random, running)?;
            return Ok(Grid::of_ordinals(&self.bench.recipe.board, values.into_iter()));
        }
        full_grid::solved(&self.fixed, &self.budget, random, running)
    }
}

/// Rules that a puzzle has together or not at all.
struct Part {
    rules: Vec<Rule>,
    /// The number of the family that the rules were drawn for, of which any part may be left out; `None` for a required part, which the
    /// puzzle must need: a fixed rule, or a family whose marks are all that the grid has.
    family: Option<usize>,
}

/// A grid with the rules of some parts; unchanged if there are none.
fn with_parts<'a>(plain: &Grid, parts: impl IntoIterator<Item = &'a Part>) -> Result<Grid, GenerateError> {
    with_rules(plain, parts.into_iter().flat_map(|part| &part.rules).cloned().collect())
}

/// A grid with these rules; unchanged if the list is empty.
fn with_rules(plain: &Grid, rules: Vec<Rule>) -> Result<Grid, GenerateError> {
    if rules.is_empty() { Ok(plain.clone()) } else { Ok(plain.with_rules(rules).map_err(RecipeError::from)?) }
}
