//! The step of a proof in LRAT that is being read, however its numbers are written down: the number of a lemma, its literals, its
//! hints; or the numbers of clauses that are forgotten. A 0 stands behind each list.

use crate::backend::proof::hinted_checker::{Hint, HintedChecker};
use crate::backend::proof::refusal::Refusal;
use crate::backend::proof::room::{Room, push_within};
use crate::cnf::Lit;

/// What is wrong with a number.
const NO_CLAUSE: &str = "the number of a clause that is none";

/// What the next number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A step begins.
    Step,
    Lemma,
    Literal,
    Hint,
    Forgotten,
}

/// The numbers of a step so far.
pub(in crate::backend::proof) struct LratStep {
    pub(in crate::backend::proof) room: Room,
    expected: Expected,
    lemma: u64,
    clause: Vec<Lit>,
    hints: Vec<Hint>,
    steps: u64,
}

impl LratStep {
    /// No step yet, about a formula with so many variables.
    pub(in crate::backend::proof) fn new(variables: u64) -> Self {
        let (clause, hints) = (Vec::new(), Vec::new());
        Self { room: Room::new(variables), expected: Expected::Step, lemma: 0, clause, hints, steps: 0 }
    }

    /// How many steps were read.
    pub(in crate::backend::proof) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a step has begun and not ended.
    pub(in crate::backend::proof) fn is_open(&self) -> bool {
        self.expected != Expected::Step
    }

    /// Whether nothing but the number of a lemma was read.
    pub(in crate::backend::proof) fn has_only_a_number(&self) -> bool {
        self.expected == Expected::Literal && self.clause.is_empty()
    }

    /// A step begins with the number of a lemma.
    pub(in crate::backend::proof) fn open(&mut self) {
        self.expected = Expected::Lemma;
    }

    /// The numbers of clauses to forget come next.
    pub(in crate::backend::proof) fn open_forgetting(&mut self) {
        self.expected = Expected::Forgotten;
    }

    /// A number of the step.
    pub(in crate::backend::proof) fn push(
        &mut self,
        number: u64,
        is_positive: bool,
        checker: &mut HintedChecker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        self.expected = match (self.expected, number) {
            (Expected::Step | Expected::Lemma, 1..) if is_positive => {
                self.lemma = number;
                Expected::Literal
            }
            (Expected::Literal, 0) => Expected::Hint,
            (Expected::Literal, _) => {
                let lit = self.room.lit(number, is_positive).map_err(Ok)?;
                push_within(&mut self.clause, lit, || checker.bytes_left()).map_err(Err)?;
                Expected::Literal
            }
            (Expected::Hint, 0) => {
                self.steps += 1;
                let taken = checker.derive(self.lemma, &self.clause, &self.hints);
                self.clause.clear();
                self.hints.clear();
                taken.map_err(Err)?;
                Expected::Step
            }
            (Expected::Hint, _) => {
                let hint = Hint::new(number, !is_positive).ok_or(Ok(NO_CLAUSE))?;
                let of_clause = size_of_val(&self.clause[..]) as u64;
                let bytes_left = || checker.bytes_left().saturating_sub(of_clause);
                push_within(&mut self.hints, hint, bytes_left).map_err(Err)?;
                Expected::Hint
            }
            (Expected::Forgotten, 0) => {
                self.steps += 1;
                Expected::Step
            }
            (Expected::Forgotten, _) if is_positive => {
                checker.forget(number);
                Expected::Forgotten
            }
            _ => return Err(Ok(NO_CLAUSE)),
        };
        Ok(())
    }

    /// The proof ends here.
    pub(in crate::backend::proof) fn close(&self) -> Result<(), &'static str> {
        if self.is_open() { Err("it ends in the middle of a step") } else { Ok(()) }
    }
}
