//! How hard a puzzle is, or why it has no rating.

use satdoku_base::budget::StopReason;

use crate::bottleneck::Width;
use crate::profile::Profile;
use crate::score::Scored;
use crate::smallest::EXPLANATION;
use crate::technique::{Technique, tenths};
use crate::trial::{Backdoor, Trial};
use crate::walk::{NumberOfSolutions, Referee};

/// How hard a puzzle is on Sudoku Explainer's scale, in tenths; prints as `ER/EP/ED`, with `~` where that is estimated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Rating {
    /// The order of techniques by which the steps were found.
    pub scale: Profile,
    /// The highest rating of a step: the whole puzzle.
    pub er: u16,
    /// The highest up to the first step that writes a digit: the *pearl* rating.
    pub ep: u16,
    /// That of the first step: the *diamond* rating.
    pub ed: u16,
    /// The technique that made `ep`.
    pub pearl: &'static Technique,
    /// The technique of the first step.
    pub diamond: &'static Technique,
    /// How many steps there are.
    pub steps: usize,
    /// The technique of the first step with the highest rating.
    pub hardest: &'static Technique,
    /// How many steps have the highest rating.
    pub hardest_count: usize,
    /// Whether a step rests on the puzzle's having one solution.
    pub has_uniqueness: bool,
}

impl Rating {
    /// The rating of the whole puzzle as it is printed: `6.6`, or `~6.6` where it is estimated.
    #[must_use]
    pub fn er_in_words(&self) -> String {
        let sign = if *self.hardest == EXPLANATION { "~" } else { "" };
        format!("{sign}{}", tenths(self.er))
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.er_in_words(), tenths(self.ep), tenths(self.ed))
    }
}

/// The answer to a question for a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Rated {
    /// The rating.
    Rating(Rating),
    /// The rating on a scale of points.
    Scored(Scored),
    /// It is above the limit that was set, in tenths of a scale.
    Above(Profile, u32),
    /// The score is above the limit that was set.
    ScoreAbove(u32),
    /// How deep trial and error must go.
    Trial(Trial),
    /// The fewest digits with which singles solve it.
    Backdoor(Backdoor),
    /// How many steps are at hand where it is hardest.
    Width(Width),
    /// No technique of the ladder goes on, after so many steps up to so hard.
    Stuck {
        /// Steps that were taken.
        steps: usize,
        /// The highest rating among them; 0 on a scale of points.
        er: u16,
    },
    /// There is no solution.
    NoSolution,
    /// There are several.
    SeveralSolutions,
    /// The budget ran out.
    Stopped(StopReason),
    /// The cells are all filled.
    Complete,
}

impl Rated {
    /// Why a puzzle has no rating, from what is known of its solutions; nothing where it has exactly one.
    #[must_use]
    pub fn without_one_solution(referee: &Referee) -> Option<Self> {
        match referee.solutions {
            NumberOfSolutions::None => Some(Self::NoSolution),
            NumberOfSolutions::Several => Some(Self::SeveralSolutions),
            NumberOfSolutions::One => None,
            NumberOfSolutions::Unknown => Some(Self::Stopped(referee.stopped.unwrap_or(StopReason::Incomplete))),
        }
    }

    /// The score, if there is one.
    #[must_use]
    pub fn score(self) -> Option<Scored> {
        match self {
            Self::Scored(scored) => Some(scored),
            _ => None,
        }
    }

    /// The rating, if there is one.
    #[must_use]
    pub fn rating(self) -> Option<Rating> {
        match self {
            Self::Rating(rating) => Some(rating),
            _ => None,
        }
    }
}
