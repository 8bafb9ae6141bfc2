//! The LRAT step being read, from text or bytes: the number of a lemma, its literals, its hints; or the numbers of forgotten
//! clauses. A 0 ends each list.

use crate::backend::proof::hinted_checker::{Hint, HintedChecker};
use crate::backend::proof::rejection::Rejection;
use crate::backend::proof::variable_limit::{VariableLimit, push_within};
use crate::cnf::Lit;

/// The fault of a clause's number.
const NO_CLAUSE: &str = "the number of a clause that is none";

/// The meaning of the next number.
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
pub(super) struct LratStep {
    pub(super) variable_limit: VariableLimit,
    expected: Expected,
    lemma: u64,
    clause: Vec<Lit>,
    hints: Vec<Hint>,
    steps: u64,
    /// Whether the empty clause was read, the end of a proof.
    is_over: bool,
}

impl LratStep {
    /// A state before the first step, about a formula with `variables` variables.
    pub(super) fn new(variables: u64) -> Self {
        let (clause, hints) = (Vec::new(), Vec::new());
        Self {
            variable_limit: VariableLimit::new(variables),
            expected: Expected::Step,
            lemma: 0,
            clause,
            hints,
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
        self.expected != Expected::Step
    }

    /// Whether the empty clause was read.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether only the number of a lemma was read.
    pub(super) fn has_only_a_number(&self) -> bool {
        self.expected == Expected::Literal && self.clause.is_empty()
    }

    /// A step begins with the number of a lemma.
    pub(super) fn open(&mut self) {
        self.expected = Expected::Lemma;
    }

    /// The numbers of clauses to forget come next.
    pub(super) fn open_forgetting(&mut self) {
        self.expected = Expected::Forgotten;
    }

    /// A number of the step.
    pub(super) fn push(
        &mut self,
        number: u64,
        is_positive: bool,
        checker: &mut HintedChecker,
    ) -> Result<(), Result<&'static str, Rejection>> {
        self.expected = match (self.expected, number) {
            (Expected::Step | Expected::Lemma, 1..) if is_positive => {
                self.lemma = number;
                Expected::Literal
            }
            (Expected::Literal, 0) => Expected::Hint,
            (Expected::Literal, _) => {
                let lit = self.variable_limit.lit(number, is_positive).map_err(Ok)?;
                push_within(&mut self.clause, lit, || checker.bytes_left()).map_err(Err)?;
                Expected::Literal
            }
            (Expected::Hint, 0) => {
                self.steps += 1;
                self.is_over = self.clause.is_empty();
                // A formula with the empty clause leaves no lemma to derive.
                let is_open = !checker.is_refuted();
                let taken = if is_open { checker.derive(self.lemma, &self.clause, &self.hints) } else { Ok(()) };
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
    pub(super) fn close(&self) -> Result<(), &'static str> {
        if self.is_open() { Err("it ends in the middle of a step") } else { Ok(()) }
    }
}
