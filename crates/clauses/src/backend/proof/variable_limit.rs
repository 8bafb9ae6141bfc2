//! Limits on the variables of a proof and on the length of a step. The checker makes tables over all variables, so the formula or
//! the bytes of the proof must pay for each variable.

use satdoku_base::budget::StopReason;

use crate::backend::proof::rejection::Rejection;
use crate::cnf::{Lit, Var};

/// Adds to a list of the step being read, if memory is left.
///
/// # Errors
/// [`StopReason::Memory`] if no memory is left.
pub(super) fn push_within<T>(list: &mut Vec<T>, item: T, bytes_left: impl FnOnce() -> u64) -> Result<(), Rejection> {
    // The list grows by doubling, and the old copy stays until the new copy is filled.
    if list.len() == list.capacity() && 3 * size_of_val(&list[..]) as u64 > bytes_left() {
        return Err(Rejection::Stopped(StopReason::Memory));
    }
    list.push(item);
    Ok(())
}

/// Variables of its own that a proof may have before its bytes pay for more.
const FREE_VARIABLES: u64 = 1 << 16;

/// The most variables that a proof may have: those of the formula, a few more, and one for each byte read so far.
pub(super) struct VariableLimit(u64);

impl VariableLimit {
    /// The limit beside a formula with `variables` variables.
    pub(super) fn new(variables: u64) -> Self {
        Self(variables.saturating_add(FREE_VARIABLES))
    }

    /// Raises the limit for a formula with `variables` variables.
    pub(super) fn admit(&mut self, variables: u64) {
        self.0 = self.0.max(variables.saturating_add(FREE_VARIABLES));
    }

    /// A byte was read.
    pub(super) fn pay(&mut self) {
        self.0 = self.0.saturating_add(1);
    }

    /// The literal of a variable's number, from 1, if the variable is within the limit.
    pub(super) fn lit(&self, number: u64, is_positive: bool) -> Result<Lit, &'static str> {
        if number == 0 || number > self.0.min(Var::MAX_INDEX as u64 + 1) {
            return Err("a variable that neither the formula nor the proof has room for");
        }
        Ok(Var::new(number as usize - 1).lit(is_positive))
    }
}
