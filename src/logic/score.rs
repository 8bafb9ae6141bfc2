//! How hard a puzzle is where steps are added up.

use crate::logic::technique::{Level, Score, Technique};

/// How hard a puzzle is on a scale of points; prints as `score level`, such as `538 medium`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The points of all steps.
    pub score: u32,
    /// The level of the hardest step, or a higher one where the score is above what that has at most.
    pub level: Level,
    /// How many steps there are.
    pub steps: usize,
    /// The technique of the first step that counts most among those of the hardest level.
    pub hardest: &'static Technique,
    /// How many steps count as much.
    pub hardest_count: usize,
    /// Whether a step rests on the puzzle's having one solution.
    pub has_uniqueness: bool,
    most: Score,
}

impl std::fmt::Display for Scored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.score, self.level)
    }
}

impl Scored {
    /// The score of one step.
    pub(super) const fn first(technique: &'static Technique, score: Score) -> Self {
        Self {
            score: score.points,
            level: score.level,
            steps: 1,
            hardest: technique,
            hardest_count: 1,
            has_uniqueness: technique.needs_uniqueness,
            most: score,
        }
    }

    /// Adds a step.
    pub(super) fn add(&mut self, technique: &'static Technique, score: Score) {
        self.steps += 1;
        self.score += score.points;
        self.has_uniqueness |= technique.needs_uniqueness;
        let key = |score: Score| (score.level, score.points);
        if key(score) > key(self.most) {
            (self.most, self.hardest, self.hardest_count) = (score, technique, 0);
        }
        self.hardest_count += usize::from(key(score) == key(self.most));
        self.level = self.most.level.raised(self.score);
    }
}
