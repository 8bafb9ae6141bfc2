//! The DRAT step being read, from text or bytes.

use crate::backend::proof::checker::Checker;
use crate::backend::proof::rejection::Rejection;
use crate::backend::proof::variable_limit::{VariableLimit, push_within};
use crate::cnf::Lit;

/// The literals of a step so far, and the kind of the step.
pub(super) struct DratStep {
    pub(super) variable_limit: VariableLimit,
    forgets: bool,
    clause: Vec<Lit>,
    /// Whether a step has begun.
    is_open: bool,
    steps: u64,
    /// Whether the empty clause was read, the end of a proof.
    is_over: bool,
}

impl DratStep {
    /// A state before the first step, about a formula with `variables` variables.
    pub(super) fn new(variables: u64) -> Self {
        Self {
            variable_limit: VariableLimit::new(variables),
            forgets: false,
            clause: Vec::new(),
            is_open: false,
            steps: 0,
            is_over: false,
        }
    }

    /// How many steps were read.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a step has begun and not ended.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether the empty clause was read.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// A step begins, or goes on.
    pub(super) fn open(&mut self) {
        self.is_open = true;
    }

    /// A step begins that forgets a clause.
    pub(super) fn open_forgetting(&mut self) {
        (self.is_open, self.forgets) = (true, true);
    }

    /// A literal by the number of its variable, from 1.
    pub(super) fn push(
        &mut self,
        number: u64,
        is_positive: bool,
        checker: &Checker,
    ) -> Result<(), Result<&'static str, Rejection>> {
        let lit = self.variable_limit.lit(number, is_positive).map_err(Ok)?;
        push_within(&mut self.clause, lit, || checker.bytes_left()).map_err(Err)
    }

    /// Ends a step: derives the lemma or forgets the clause.
    pub(super) fn end(&mut self, checker: &mut Checker) -> Result<(), Rejection> {
        self.steps += 1;
        self.is_open = false;
        let taken = if std::mem::take(&mut self.forgets) {
            checker.forget(&self.clause);
            Ok(())
        } else {
            self.is_over = self.clause.is_empty();
            checker.derive(&self.clause)
        };
        self.clause.clear();
        taken
    }

    /// The proof ends here.
    pub(super) fn close(&self) -> Result<(), &'static str> {
        if self.is_open { Err("it ends in the middle of a step") } else { Ok(()) }
    }
}
