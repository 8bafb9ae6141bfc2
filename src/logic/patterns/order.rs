//! Which of several steps is handed over first.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::logic::finder::Found;
use crate::logic::step::Step;

/// Hands steps over: what strikes out most first, and among equals what strikes out earlier cells.
pub(super) fn hand_over(mut steps: Vec<Step>, found: Found<'_>) -> ControlFlow<()> {
    for step in &mut steps {
        step.struck.sort_unstable();
    }
    steps.sort_by(|one, other| {
        (Reverse(one.struck.len()), &one.struck).cmp(&(Reverse(other.struck.len()), &other.struck))
    });
    steps.into_iter().try_for_each(found)
}

/// Hands steps over: what strikes out most first, and among equals what was found first.
pub(super) fn hand_over_as_found(mut steps: Vec<Step>, found: Found<'_>) -> ControlFlow<()> {
    steps.sort_by_key(|step| Reverse(step.struck.len()));
    steps.into_iter().try_for_each(found)
}
