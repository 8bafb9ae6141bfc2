//! How many variables a proof may have: tables are made over all of them, so that somebody must pay for each. And how long a
//! step of it may be.

use crate::backend::proof::refusal::Refusal;
use crate::budget::StopReason;
use crate::cnf::{Lit, Var};

/// Adds to a list of the step that is being read, if there are bytes for it.
///
/// # Errors
/// [`StopReason::Memory`] where there are none.
pub(in crate::backend::proof) fn push_within<T>(
    list: &mut Vec<T>,
    item: T,
    bytes_left: impl FnOnce() -> u64,
) -> Result<(), Refusal> {
    // It grows by doubling, and the shorter one is there until the longer one is filled.
    if list.len() == list.capacity() && 3 * size_of_val(&list[..]) as u64 > bytes_left() {
        return Err(Refusal::Stopped(StopReason::Memory));
    }
    list.push(item);
    Ok(())
}

/// So many variables of its own a proof may have before its bytes pay for them.
const FREE_VARIABLES: u64 = 1 << 16;

/// Room for the variables of the formula, a few more, and one for each byte that was read so far.
pub(in crate::backend::proof) struct Room(u64);

impl Room {
    /// Room beside a formula with so many variables.
    pub(in crate::backend::proof) fn new(variables: u64) -> Self {
        Self(variables.saturating_add(FREE_VARIABLES))
    }

    /// Makes room for a formula with so many variables.
    pub(in crate::backend::proof) fn admit(&mut self, variables: u64) {
        self.0 = self.0.max(variables.saturating_add(FREE_VARIABLES));
    }

    /// A byte was read.
    pub(in crate::backend::proof) fn pay(&mut self) {
        self.0 = self.0.saturating_add(1);
    }

    /// A literal by the number of its variable, from 1, if there is room for it.
    pub(in crate::backend::proof) fn lit(&self, number: u64, is_positive: bool) -> Result<Lit, &'static str> {
        if number == 0 || number > self.0.min(Var::MAX_INDEX as u64 + 1) {
            return Err("a variable that neither the formula nor the proof has room for");
        }
        Ok(Var::new(number as usize - 1).lit(is_positive))
    }
}
