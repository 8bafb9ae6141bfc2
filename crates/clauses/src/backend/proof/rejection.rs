//! Why a checker does not take a step.

use satdoku_base::budget::StopReason;

/// Why a step was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The step is wrong, and why.
    Wrong(&'static str),
    /// There are more literals than can be numbered.
    TooLong,
    /// The budget is spent.
    Stopped(StopReason),
}

impl Rejection {
    /// The lemma does not follow.
    pub(crate) const DOES_NOT_FOLLOW: Self = Self::Wrong("a clause that does not follow");

    /// A clause came behind a lemma that may have cost models.
    pub(crate) const LATE: Self = Self::Wrong("a clause behind a step that may cost models");
}

/// What is wrong with bytes behind the empty clause.
pub(crate) const MORE: &str = "something follows its end";
