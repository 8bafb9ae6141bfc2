//! Why a checker does not take a step.

use crate::budget::StopReason;

/// Why a step was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::backend) enum Refusal {
    /// It is wrong, and why.
    Wrong(&'static str),
    /// There are more literals than can be numbered.
    TooLong,
    /// The budget is spent.
    Stopped(StopReason),
}

impl Refusal {
    /// The lemma does not follow.
    pub(in crate::backend) const DOES_NOT_FOLLOW: Self = Self::Wrong("a clause that does not follow");

    /// A clause came behind a lemma that may have cost models.
    pub(in crate::backend) const LATE: Self = Self::Wrong("a clause behind a step that may cost models");
}
