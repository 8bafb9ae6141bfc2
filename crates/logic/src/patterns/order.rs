//! The order in which several steps are passed on.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::finder::Found;
use crate::step::Step;

/// Passes steps on: most eliminations first; ties go to the step with earlier eliminations.
pub(super) fn hand_over(mut steps: Vec<Step>, found: Found<'_>) -> ControlFlow<()> {
    for step in &mut steps {
        step.struck.sort_unstable();
    }
    steps.sort_by(|one, other| {
        (Reverse(one.struck.len()), &one.struck).cmp(&(Reverse(other.struck.len()), &other.struck))
    });
    steps.into_iter().try_for_each(found)
}

/// Passes steps on: most eliminations first; ties go to the step found first.
pub(super) fn hand_over_as_found(mut steps: Vec<Step>, found: Found<'_>) -> ControlFlow<()> {
    steps.sort_by_key(|step| Reverse(step.struck.len()));
    steps.into_iter().try_for_each(found)
}
