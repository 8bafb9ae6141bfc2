//! A proof checked during writing: the solver writes into the checker, which keeps no copy.

use satdoku_base::budget::Running;

use crate::backend::proof::binary_drat_steps::BinaryDratSteps;
use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_steps::DratSteps;
use crate::backend::proof::rejection::Rejection;
use crate::backend::proof::rup_steps::RupSteps;
use crate::backend::proof::streaming::{ProofError, StreamingChecker};
#[cfg(feature = "varisat")]
use crate::backend::proof::varisat_steps::VarisatSteps;
use crate::cnf::Lit;

/// Clauses and a proof about them, checked during writing.
pub(crate) struct RupStream {
    checker: Checker,
    steps: RupSteps,
    /// Whether the proof is read to its end, even after the clauses are refuted.
    is_stored: bool,
    /// The error that ended the check.
    proof_error: Option<ProofError>,
}

impl RupStream {
    /// A DRAT proof as text, about clauses over `variables` variables, all given before the proof.
    pub(crate) fn drat(variables: u64, memory: u64, running: Running) -> Self {
        Self::new(RupSteps::Drat(DratSteps::new(variables)), true, memory, running)
    }

    /// A DRAT proof in bytes, likewise.
    pub(crate) fn binary_drat(variables: u64, memory: u64, running: Running) -> Self {
        Self::new(RupSteps::BinaryDrat(BinaryDratSteps::new(variables)), true, memory, running)
    }

    /// A proof in varisat's own format; clauses may come between its steps.
    #[cfg(feature = "varisat")]
    pub(crate) fn varisat(memory: u64, running: Running) -> Self {
        Self::new(RupSteps::Varisat(VarisatSteps::new()), false, memory, running)
    }

    fn new(steps: RupSteps, allows_rat: bool, memory: u64, running: Running) -> Self {
        Self { checker: Checker::new(allows_rat, memory, running), steps, is_stored: false, proof_error: None }
    }

    /// Reads a stored proof, in which every byte must belong to a step.
    pub(crate) fn stored(self) -> Self {
        Self { is_stored: true, ..self }
    }

    /// Replaces the budget.
    pub(crate) fn set_running(&mut self, running: Running) {
        self.checker.set_running(running);
    }

    /// The known literals as unit clauses, then the clauses, simplified; a `None` follows every clause.
    pub(crate) fn simplified(&mut self) -> Vec<Option<Lit>> {
        let mut all = Vec::new();
        let (known, clauses) = self.checker.simplify();
        all.extend(known.iter().flat_map(|&lit| [Some(lit), None]));
        for clause in clauses {
            all.extend(clause.map(Some));
            all.push(None);
        }
        all
    }

    /// Whether the proof so far shows that the literals cannot all be true.
    pub(crate) fn refutes(&mut self, assumed: &[Lit]) -> bool {
        if self.proof_error.is_some() {
            return false;
        }
        let refuted = self.checker.refutes(assumed);
        let is_refuted = refuted == Ok(true);
        self.note(refuted.map(drop).map_err(Err));
        is_refuted
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

impl StreamingChecker for RupStream {
    fn add(&mut self, clause: &[Lit]) {
        self.steps.admit(clause.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0));
        let added = self.checker.add(clause);
        self.note(added.map_err(Err));
    }

    fn feed(&mut self, proof: &[u8]) {
        if self.is_over() {
            return;
        }
        let taken = self.steps.feed(proof, &mut self.checker);
        self.note(taken);
    }

    fn end(&mut self) {
        if self.is_over() {
            return;
        }
        let ended = self.steps.end(&mut self.checker);
        self.note(ended);
    }

    fn proof_error(&self) -> Option<&ProofError> {
        self.proof_error.as_ref()
    }

    fn is_refuted(&self) -> bool {
        self.proof_error.is_none() && self.checker.is_refuted()
    }
}
