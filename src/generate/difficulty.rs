//! Puzzles of a difficulty: made until one has the rating and the techniques that are wanted.

use std::fmt;
use std::str::FromStr;

use crate::budget::{Budget, Running, StopReason};
use crate::generate::{GenerateError, Generated, Random, Recipe, Unreached};
use crate::logic::{End, Guide, GuideError, Profile, Rated, Technique, tenths, tenths_of};
use crate::solver::Options;

/// So many puzzles are rated for each one that is wanted, where no time is set.
const MOST_TRIED: u64 = 20_000;

/// How hard puzzles are to be for people, on the scale of Sudoku Explainer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// The lowest and the highest rating of the hardest step.
    pub ratings: RatingRange,
    /// Each of these makes a step of the path, by the first profile that has it: where it stands nothing easier is at hand.
    pub needs: Vec<&'static Technique>,
}

/// Ratings from one to another, both included; as a word `4.5..5.0`, `4.5..`, `..5.0` or `4.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest, in tenths.
    pub low: u32,
    /// The highest, in tenths.
    pub high: u32,
}

impl Default for RatingRange {
    fn default() -> Self {
        Self { low: 0, high: u32::MAX }
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low > 0 {
            write!(f, "{}", tenths(self.low))?;
        }
        if self.low != self.high {
            f.write_str("..")?;
            if self.high < u32::MAX {
                write!(f, "{}", tenths(self.high))?;
            }
        }
        Ok(())
    }
}

/// A word that says no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected ratings such as 4.5..5.0, 4.5.. or 4.5, the lower first, found {0:?}")]
pub struct UnknownRatings(pub String);

impl FromStr for RatingRange {
    type Err = UnknownRatings;

    fn from_str(word: &str) -> Result<Self, UnknownRatings> {
        let wrong = || UnknownRatings(word.to_owned());
        let end = |text: &str, open: u32| match text {
            "" => Some(open),
            text => tenths_of(text),
        };
        let range = if let Some((low, high)) = word.split_once("..") {
            Self { low: end(low, 0).ok_or_else(wrong)?, high: end(high, u32::MAX).ok_or_else(wrong)? }
        } else {
            let rating = tenths_of(word).ok_or_else(wrong)?;
            Self { low: rating, high: rating }
        };
        if range.low <= range.high { Ok(range) } else { Err(wrong()) }
    }
}

impl Difficulty {
    /// The wish that these make; none where they say nothing.
    #[must_use]
    pub fn of(ratings: Option<RatingRange>, needs: Vec<&'static Technique>) -> Option<Self> {
        let is_wish = ratings.is_some() || !needs.is_empty();
        is_wish.then(|| Self { ratings: ratings.unwrap_or_default(), needs })
    }

    /// What is wanted, in words.
    fn wanted(&self) -> String {
        let mut words = Vec::new();
        if self.ratings != RatingRange::default() {
            words.push(format!("a rating of {}", self.ratings));
        }
        words.extend(self.needs.iter().map(|technique| format!("a step by {}", technique.title)));
        words.join(" and ")
    }

    /// Whether a puzzle is as hard as that.
    fn fits(&self, guide: &mut Guide, generated: &Generated) -> Result<bool, GuideError> {
        let RatingRange { low, high } = self.ratings;
        if self.ratings != RatingRange::default() {
            match guide.rate(&generated.puzzle, Some(high))? {
                Rated::Rating(rating) if u32::from(rating.er) >= low => {}
                _ => return Ok(false),
            }
        }
        if self.needs.is_empty() {
            return Ok(true);
        }
        // A technique is looked for in the first order that has it; ratings are those of the guide's own.
        let of = |technique: &Technique| Profile::all().iter().copied().find(|profile| profile.has(technique));
        let mut has_all = true;
        for &profile in Profile::all() {
            let needs: Vec<_> = self.needs.iter().filter(|technique| of(technique) == Some(profile)).collect();
            if needs.is_empty() || !has_all {
                continue;
            }
            let mut other = guide.clone();
            other.profile = profile;
            let path = other.path(&generated.puzzle)?;
            let has_step = |technique: &&&Technique| path.steps.iter().any(|step| step.technique == **technique);
            has_all = path.end == End::Solved && needs.iter().all(has_step);
        }
        Ok(has_all)
    }
}

/// Makes the puzzles of a recipe that wants a difficulty.
pub(in crate::generate) struct Rater {
    /// The recipe without the wish.
    recipe: Recipe,
    difficulty: Difficulty,
    budget: Budget,
    guide: Guide,
}

impl Rater {
    pub(in crate::generate) fn new(recipe: &Recipe, difficulty: &Difficulty, budget: &Budget) -> Self {
        let recipe = Recipe { difficulty: None, ..recipe.clone() };
        Self { recipe, difficulty: difficulty.clone(), budget: budget.clone(), guide: Guide::default() }
    }

    /// Rates puzzles of a seed that depends on the recipe's and on the number, until one fits.
    pub(in crate::generate) fn make(&mut self, number: u64, running: &Running) -> Result<Generated, GenerateError> {
        let mut random = Random::new(self.recipe.seed.rotate_left(32), number);
        let mut half = || random.below(u32::MAX as usize) as u64;
        let recipe = Recipe { seed: half() << 32 | half(), ..self.recipe.clone() };
        let left = running.time_left();
        let budget = left.map_or_else(|| self.budget.clone(), |left| self.budget.clone().with_time(left));
        self.guide.options = Options { budget: budget.clone(), ..Options::default() };
        let missed = |tried, reason| -> GenerateError {
            let wanted = self.difficulty.wanted();
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
            if self.difficulty.fits(&mut self.guide, &generated)? {
                return Ok(Generated { number, ..generated });
            }
        }
        Err(missed(tried, StopReason::Limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_ratings_are_read_and_printed() {
        for (word, low, high) in
            [("4.5..5.0", 45, 50), ("4.5..", 45, u32::MAX), ("..5.0", 0, 50), ("4.5", 45, 45), ("..", 0, u32::MAX)]
        {
            let range: RatingRange = word.parse().expect(word);
            assert_eq!((range, range.to_string().as_str()), (RatingRange { low, high }, word));
        }
        assert_eq!("7..8".parse(), Ok(RatingRange { low: 70, high: 80 }));
        for word in ["", "5.0..4.5", "x", "4.5..x", "4.55", "1..2..3", "-1"] {
            assert!(word.parse::<RatingRange>().is_err(), "{word}");
        }
    }
}
