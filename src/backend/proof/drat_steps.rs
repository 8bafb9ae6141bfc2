//! DRAT as text, step by step as it comes: a lemma is its literals and a 0, a clause that is forgotten has a `d` before them.

use crate::backend::proof::checker::{Checker, Refusal};
use crate::cnf::{Lit, Var};

/// So many variables of its own a proof may have before its bytes pay for them.
const FREE_VARIABLES: u64 = 1 << 16;

/// A proof that is being read.
pub(in crate::backend::proof) struct DratSteps {
    /// The number at hand, once it has a digit.
    number: Option<u64>,
    is_negative: bool,
    forgets: bool,
    clause: Vec<Lit>,
    /// Whether a step has begun.
    is_open: bool,
    steps: u64,
    /// There is room for so many variables: those of the formula, a few, and one for each byte so far, since tables are made over
    /// all.
    variables: u64,
}

impl DratSteps {
    /// A proof about a formula with so many variables.
    pub(in crate::backend::proof) fn new(variables: u64) -> Self {
        Self {
            number: None,
            is_negative: false,
            forgets: false,
            clause: Vec::new(),
            is_open: false,
            steps: 0,
            variables: variables + FREE_VARIABLES,
        }
    }

    /// Makes room for a formula with so many variables.
    pub(in crate::backend::proof) fn admit(&mut self, variables: u64) {
        self.variables = self.variables.max(variables + FREE_VARIABLES);
    }

    /// How many steps were read.
    pub(in crate::backend::proof) fn steps(&self) -> u64 {
        self.steps
    }

    /// Reads on, up to the empty clause; what is wrong with the step at hand, or why it was not taken.
    pub(in crate::backend::proof) fn feed(
        &mut self,
        bytes: &[u8],
        checker: &mut Checker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        for &byte in bytes {
            if checker.is_refuted() {
                break;
            }
            self.variables += 1;
            match byte {
                b'0'..=b'9' => {
                    let number = self.number.unwrap_or(0);
                    self.number = Some(number.saturating_mul(10).saturating_add(u64::from(byte - b'0')));
                    self.is_open = true;
                }
                b'-' if self.number.is_none() && !self.is_negative => (self.is_negative, self.is_open) = (true, true),
                b'd' if !self.is_open => (self.forgets, self.is_open) = (true, true),
                b' ' | b'\t' | b'\r' | b'\n' => self.end_number(checker)?,
                _ => return Err(Ok("expected DRAT as text")),
            }
        }
        Ok(())
    }

    /// The proof ends here.
    pub(in crate::backend::proof) fn end(
        &mut self,
        checker: &mut Checker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        self.end_number(checker)?;
        if self.is_open { Err(Ok("it ends in the middle of a step")) } else { Ok(()) }
    }

    fn end_number(&mut self, checker: &mut Checker) -> Result<(), Result<&'static str, Refusal>> {
        let is_negative = std::mem::take(&mut self.is_negative);
        match self.number.take() {
            None if is_negative => Err(Ok("a sign without a number")),
            None => Ok(()),
            Some(0) => {
                self.steps += 1;
                self.is_open = false;
                let taken = if std::mem::take(&mut self.forgets) {
                    checker.forget(&self.clause);
                    Ok(())
                } else {
                    checker.derive(&self.clause)
                };
                self.clause.clear();
                taken.map_err(Err)
            }
            Some(number) if number > self.variables.min(Var::MAX_INDEX as u64 + 1) => {
                Err(Ok("a variable that neither the formula nor the proof has room for"))
            }
            Some(number) => {
                self.clause.push(Var::new(number as usize - 1).lit(!is_negative));
                Ok(())
            }
        }
    }
}
