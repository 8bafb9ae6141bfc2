//! The step of a proof in DRAT that is being read, however its numbers are written down.

use crate::backend::proof::checker::Checker;
use crate::backend::proof::refusal::Refusal;
use crate::backend::proof::room::{Room, push_within};
use crate::cnf::Lit;

/// The literals of a step so far, and what is to be done with them.
pub(in crate::backend::proof) struct DratStep {
    pub(in crate::backend::proof) room: Room,
    forgets: bool,
    clause: Vec<Lit>,
    /// Whether a step has begun.
    is_open: bool,
    steps: u64,
}

impl DratStep {
    /// No step yet, about a formula with so many variables.
    pub(in crate::backend::proof) fn new(variables: u64) -> Self {
        Self { room: Room::new(variables), forgets: false, clause: Vec::new(), is_open: false, steps: 0 }
    }

    /// How many steps were read.
    pub(in crate::backend::proof) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a step has begun and not ended.
    pub(in crate::backend::proof) fn is_open(&self) -> bool {
        self.is_open
    }

    /// A step begins, or goes on.
    pub(in crate::backend::proof) fn open(&mut self) {
        self.is_open = true;
    }

    /// A step begins that forgets a clause.
    pub(in crate::backend::proof) fn open_forgetting(&mut self) {
        (self.is_open, self.forgets) = (true, true);
    }

    /// A literal by the number of its variable, from 1.
    pub(in crate::backend::proof) fn push(
        &mut self,
        number: u64,
        is_positive: bool,
        checker: &Checker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        let lit = self.room.lit(number, is_positive).map_err(Ok)?;
        push_within(&mut self.clause, lit, || checker.bytes_left()).map_err(Err)
    }

    /// All literals are read: the lemma is derived or the clause forgotten.
    pub(in crate::backend::proof) fn end(&mut self, checker: &mut Checker) -> Result<(), Refusal> {
        self.steps += 1;
        self.is_open = false;
        let taken = if std::mem::take(&mut self.forgets) {
            checker.forget(&self.clause);
            Ok(())
        } else {
            checker.derive(&self.clause)
        };
        self.clause.clear();
        taken
    }

    /// The proof ends here.
    pub(in crate::backend::proof) fn close(&self) -> Result<(), &'static str> {
        if self.is_open { Err("it ends in the middle of a step") } else { Ok(()) }
    }
}
