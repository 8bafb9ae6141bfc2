//! An LRAT proof, read piece by piece.

use satdoku_base::budget::Running;

use crate::backend::proof::hinted_checker::HintedChecker;
use crate::backend::proof::lrat_steps::LratSteps;
use crate::backend::proof::rejection::Rejection;
use crate::backend::proof::streaming::{ProofError, StreamingChecker};
use crate::cnf::Lit;

/// Clauses, and a proof that names the clauses by number.
pub(crate) struct LratStream {
    checker: HintedChecker,
    steps: LratSteps,
    /// Whether the proof is read to its end, even after the clauses are refuted.
    is_stored: bool,
    proof_error: Option<ProofError>,
}

impl LratStream {
    /// A proof, in bytes or as text, over `variables` variables.
    pub(crate) fn new(is_binary: bool, variables: u64, memory: u64, running: Running) -> Self {
        let steps = if is_binary { LratSteps::binary(variables) } else { LratSteps::text(variables) };
        Self { checker: HintedChecker::new(memory, running), steps, is_stored: false, proof_error: None }
    }

    /// Reads a stored proof, in which every byte must belong to a step.
    pub(crate) fn stored(self) -> Self {
        Self { is_stored: true, ..self }
    }

    /// Replaces the budget.
    pub(crate) fn set_running(&mut self, running: Running) {
        self.checker.set_running(running);
    }

    /// Whether the last step of the proof so far shows that the literals cannot all be true.
    pub(crate) fn refutes(&mut self, assumed: &[Lit]) -> bool {
        self.proof_error.is_none() && self.checker.refutes(assumed)
    }

    fn is_over(&self) -> bool {
        self.proof_error.is_some() || self.checker.is_refuted() && !self.is_stored
    }

    fn note(&mut self, taken: Result<(), Result<&'static str, Rejection>>) {
        if let Err(why) = taken
            && !self.is_over()
        {
            self.proof_error = Some(ProofError::of(self.steps.steps(), why));
        }
    }
}

impl StreamingChecker for LratStream {
    fn add(&mut self, clause: &[Lit]) {
        if self.proof_error.is_none() {
            self.steps
                .step
                .variable_limit
                .admit(clause.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0));
            let added = self.checker.add(clause);
            self.note(added.map_err(Err));
        }
    }

    fn feed(&mut self, proof: &[u8]) {
        if !self.is_over() {
            let taken = self.steps.feed(proof, &mut self.checker);
            self.note(taken);
        }
    }

    fn end(&mut self) {
        if !self.is_over() {
            let ended = self.steps.end(&mut self.checker);
            self.note(ended);
        }
    }

    fn proof_error(&self) -> Option<&ProofError> {
        self.proof_error.as_ref()
    }

    fn is_refuted(&self) -> bool {
        self.proof_error.is_none() && self.checker.is_refuted()
    }
}
