//! Puzzles of a given difficulty: generates puzzles until the rating and the techniques of a puzzle fit.

use std::fmt;
use std::str::FromStr;

use crate::generate::generated::Generated;
use crate::guidance::{Guide, GuideError};
use crate::logic::{Level, PathEnd, Profile, Rated, Technique, tenths, tenths_of};

/// How hard puzzles are to be for people, on the scale of Sudoku Explainer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Difficulty {
    /// The lowest and the highest rating of the hardest step.
    pub ratings: RatingRange,
    /// Techniques that must occur in the path, each by the first profile that has the technique: where the step occurs, no easier
    /// step is available.
    pub needs: Vec<&'static Technique>,
}

with_fields! {
    Difficulty
    with_ratings(ratings: RatingRange);
    with_needs(needs: Vec<&'static Technique>);
}

/// A range of ratings, both ends included. In words: `4.5..5.0`, `4.5..`, `..5.0`, `4.5` or the name of a [`Level`]; newspapers say
/// `moderate` for medium and `fiendish` for unfair, which are read too.
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

impl From<Level> for RatingRange {
    fn from(level: Level) -> Self {
        let (low, high) = level.ratings();
        Self { low, high }
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

/// A word that is no range of ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected easy, medium (moderate), hard, unfair (fiendish), extreme, or ratings such as 4.5..5.0, 4.5.. or 4.5, the lower first, found {0:?}"
)]
pub struct UnknownRatings(pub String);

impl FromStr for RatingRange {
    type Err = UnknownRatings;

    fn from_str(word: &str) -> Result<Self, UnknownRatings> {
        // As newspapers say.
        let level = match word {
            "moderate" => Ok(Level::Medium),
            "fiendish" => Ok(Level::Unfair),
            word => word.parse(),
        };
        if let Ok(level) = level {
            return Ok(Self::from(level));
        }
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

#[cfg(feature = "serde")]
serialized_as_text!(RatingRange);

impl Difficulty {
    /// The difficulty with these ratings and techniques; `None` if neither is given.
    #[must_use]
    pub fn of(ratings: Option<RatingRange>, needs: Vec<&'static Technique>) -> Option<Self> {
        let is_wish = ratings.is_some() || !needs.is_empty();
        is_wish.then(|| Self { ratings: ratings.unwrap_or_default(), needs })
    }

    /// What is wanted, in words.
    pub(super) fn wanted(&self) -> String {
        let mut words = Vec::new();
        if self.ratings != RatingRange::default() {
            words.push(format!("a rating of {}", self.ratings));
        }
        words.extend(self.needs.iter().map(|technique| format!("a step by {}", technique.title)));
        words.join(" and ")
    }

    /// Whether a puzzle is as hard as that.
    pub(super) fn fits(&self, guide: &mut Guide, generated: &Generated) -> Result<bool, GuideError> {
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
        // Each technique is looked for in the first profile that has the technique; the rating is measured in the guide's own
        // profile.
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
            has_all = path.end == PathEnd::Solved && needs.iter().all(has_step);
        }
        Ok(has_all)
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
        for (word, level) in [("moderate", Level::Medium), ("fiendish", Level::Unfair), ("easy", Level::Easy)] {
            assert_eq!(word.parse(), Ok(RatingRange::from(level)), "{word}");
        }
        assert_eq!("7..8".parse(), Ok(RatingRange { low: 70, high: 80 }));
        for word in ["", "5.0..4.5", "x", "4.5..x", "4.55", "1..2..3", "-1"] {
            assert!(word.parse::<RatingRange>().is_err(), "{word}");
        }
    }
}
