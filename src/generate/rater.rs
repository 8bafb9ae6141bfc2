//! Puzzles that are as hard as is wanted: made and rated until one fits, and eased on the way where a technique is wanted.

use crate::budget::{Budget, Running, StopReason};
use crate::generate::by_technique::TechniqueSearch;
use crate::generate::difficulty::Difficulty;
use crate::generate::error::GenerateError;
use crate::generate::generated::{Generated, Unreached};
use crate::generate::recipe::Recipe;
use crate::guidance::Guide;
use crate::random::Pcg32 as Random;
use crate::solver::Options;

/// So many puzzles are rated for each one that is wanted, where no time is set.
const MOST_TRIED: u64 = 20_000;

/// Makes the puzzles of a recipe that wants a difficulty.
pub(super) struct Rater {
    /// The recipe without the wish.
    recipe: Recipe,
    difficulty: Difficulty,
    /// Where a technique is wanted and puzzles may get clues.
    by_technique: Option<TechniqueSearch>,
    budget: Budget,
    guide: Guide,
}

impl Rater {
    pub(super) fn new(recipe: &Recipe, difficulty: &Difficulty, budget: &Budget) -> Self {
        let by_technique = TechniqueSearch::of(recipe, difficulty);
        let recipe = Recipe { difficulty: None, ..recipe.clone() };
        let (difficulty, budget) = (difficulty.clone(), budget.clone());
        Self { recipe, difficulty, by_technique, budget, guide: Guide::default() }
    }

    /// Rates puzzles of a seed that depends on the recipe's and on the number, until one fits.
    pub(super) fn make(&mut self, number: u64, running: &Running) -> Result<Generated, GenerateError> {
        let mut random = Random::new(self.recipe.seed.rotate_left(32), number);
        let mut half = || random.below(u32::MAX as usize) as u64;
        let recipe = Recipe { seed: half() << 32 | half(), ..self.recipe.clone() };
        let left = running.time_left();
        let budget = left.map_or_else(|| self.budget.clone(), |left| self.budget.clone().with_time(left));
        self.guide.options = Options { budget: budget.clone(), ..Options::default() };
        let wanted = self.difficulty.wanted();
        let missed = |tried, reason| -> GenerateError {
            let wanted = wanted.clone();
            Box::new(Unreached { number, wanted, tried, closest: None, reason }).into()
        };
        let mut tried = 0;
        for generated in recipe.puzzles(0..left.map_or(MOST_TRIED, |_| u64::MAX), &budget)? {
            let generated = match (generated, running.check()) {
                (Ok(generated), Ok(())) => generated,
                (Ok(_), Err(reason)) | (Err(GenerateError::Stopped(reason)), _) => {
                    let is_late = tried > 0 && reason != StopReason::Cancelled;
                    return Err(if is_late { missed(tried, reason) } else { reason.into() });
                }
                (Err(GenerateError::Unreached(missed)), _) => {
                    return Err(Box::new(Unreached { number, closest: None, ..*missed }).into());
                }
                (Err(error), _) => return Err(error),
            };
            tried += 1;
            match self.fitting(generated, &mut random, running) {
                Ok(Some(fitting)) => return Ok(Generated { number, ..fitting }),
                Ok(None) => {}
                Err(GenerateError::Stopped(reason)) if reason != StopReason::Cancelled => {
                    return Err(missed(tried, reason));
                }
                Err(error) => return Err(error),
            }
        }
        Err(missed(tried, StopReason::Limit))
    }

    /// The puzzle if it is as hard as is wanted, with more clues where that makes it so.
    fn fitting(
        &mut self,
        made: Generated,
        random: &mut Random,
        running: &Running,
    ) -> Result<Option<Generated>, GenerateError> {
        let Self { difficulty, by_technique, guide, .. } = self;
        match by_technique {
            Some(search) => search.ease(&made, guide, random, running, &|guide, puzzle| difficulty.fits(guide, puzzle)),
            None => Ok(difficulty.fits(guide, &made)?.then_some(made)),
        }
    }
}
