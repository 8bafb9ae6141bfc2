//! The difficulty of a puzzle as a sum over its steps.

use crate::technique::{Level, Score, Technique};

/// The difficulty of a puzzle on a scale of points; prints as `score level`, such as `538 medium`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Scored {
    /// The points of all steps.
    pub score: u32,
    /// The level of the hardest step, or a higher level if the score exceeds its maximum.
    pub level: Level,
    /// The number of steps.
    pub steps: usize,
    /// The technique of the first step with the highest points within the hardest level.
    pub hardest: &'static Technique,
    /// The number of steps with these points.
    pub hardest_count: usize,
    /// Whether a step uses that the puzzle has one solution.
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
