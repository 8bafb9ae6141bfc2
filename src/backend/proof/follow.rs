//! What follows a proof piece by piece, and why one shows nothing.

use crate::backend::proof::refusal::Refusal;
use crate::budget::StopReason;
use crate::cnf::Lit;

/// Why a proof shows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::backend) enum Flaw {
    /// A step is wrong.
    Wrong(String),
    /// The budget was spent before the proof was checked.
    Stopped(StopReason),
}

impl Flaw {
    /// What is wrong with a step, or why it was not taken.
    pub(in crate::backend::proof) fn of(step: u64, why: Result<&'static str, Refusal>) -> Self {
        match why {
            Ok(why) | Err(Refusal::Wrong(why)) => Self::Wrong(format!("step {step}: {why}")),
            Err(Refusal::TooLong) => Self::Stopped(StopReason::Memory),
            Err(Refusal::Stopped(reason)) => Self::Stopped(reason),
        }
    }
}

/// Clauses, then a proof about them, piece by piece.
pub(in crate::backend) trait Follow {
    /// Takes a clause for granted.
    fn add(&mut self, clause: &[Lit]);

    /// Reads on.
    fn feed(&mut self, proof: &[u8]);

    /// The proof ends here.
    fn end(&mut self);

    /// What ended it.
    fn flaw(&self) -> Option<&Flaw>;

    /// Whether the empty clause was derived.
    fn is_refuted(&self) -> bool;
}
