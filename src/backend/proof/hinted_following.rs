//! A proof in LRAT that is read piece by piece.

use crate::backend::proof::follow::{Flaw, Follow};
use crate::backend::proof::hinted_checker::HintedChecker;
use crate::backend::proof::lrat_steps::LratSteps;
use crate::backend::proof::refusal::Refusal;
use crate::budget::Running;
use crate::cnf::Lit;

/// Clauses, and a proof about them that names them by number.
pub(in crate::backend) struct HintedFollowing {
    checker: HintedChecker,
    steps: LratSteps,
    flaw: Option<Flaw>,
}

impl HintedFollowing {
    /// A proof, in bytes or as text, over so many variables.
    pub(in crate::backend) fn new(is_binary: bool, variables: u64, memory: u64, running: Running) -> Self {
        let steps = if is_binary { LratSteps::binary(variables) } else { LratSteps::text(variables) };
        Self { checker: HintedChecker::new(memory, running), steps, flaw: None }
    }

    /// Replaces the budget.
    pub(in crate::backend) fn set_running(&mut self, running: Running) {
        self.checker.set_running(running);
    }

    /// Whether the last step of the proof so far shows that literals cannot all be true.
    pub(in crate::backend) fn refutes(&mut self, assumed: &[Lit]) -> bool {
        self.flaw.is_none() && self.checker.refutes(assumed)
    }

    fn is_over(&self) -> bool {
        self.flaw.is_some() || self.checker.is_refuted()
    }

    fn note(&mut self, taken: Result<(), Result<&'static str, Refusal>>) {
        if let Err(why) = taken {
            self.flaw = Some(Flaw::of(self.steps.steps(), why));
        }
    }
}

impl Follow for HintedFollowing {
    fn add(&mut self, clause: &[Lit]) {
        if self.flaw.is_none() {
            self.steps.step.room.admit(clause.iter().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(0));
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

    fn flaw(&self) -> Option<&Flaw> {
        self.flaw.as_ref()
    }

    fn is_refuted(&self) -> bool {
        self.flaw.is_none() && self.checker.is_refuted()
    }
}
