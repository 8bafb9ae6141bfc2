//! The interface for checking a proof piece by piece, and the errors of proofs.

use satdoku_base::budget::StopReason;

use crate::backend::proof::rejection::Rejection;
use crate::cnf::Lit;

/// Why a proof shows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProofError {
    /// A step is wrong.
    Wrong(String),
    /// The budget was spent before the proof was checked.
    Stopped(StopReason),
}

impl ProofError {
    /// The error of a step that is wrong or was refused.
    pub(super) fn of(step: u64, why: Result<&'static str, Rejection>) -> Self {
        match why {
            Ok(why) | Err(Rejection::Wrong(why)) => Self::Wrong(format!("step {step}: {why}")),
            Err(Rejection::TooLong) => Self::Stopped(StopReason::Memory),
            Err(Rejection::Stopped(reason)) => Self::Stopped(reason),
        }
    }
}

/// Clauses, then a proof about them, piece by piece.
pub(crate) trait StreamingChecker {
    /// Takes a clause for granted.
    fn add(&mut self, clause: &[Lit]);

    /// Reads on.
    fn feed(&mut self, proof: &[u8]);

    /// The proof ends here.
    fn end(&mut self);

    /// The error that ended the check.
    fn proof_error(&self) -> Option<&ProofError>;

    /// Whether the empty clause was derived.
    fn is_refuted(&self) -> bool;
}
