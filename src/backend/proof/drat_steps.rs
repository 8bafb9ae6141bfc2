//! DRAT as text, step by step as it comes: a lemma is its literals and a 0, a clause that is forgotten has a `d` before them.

use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_step::DratStep;
use crate::backend::proof::refusal::Refusal;

/// A proof that is being read.
pub(in crate::backend::proof) struct DratSteps {
    /// The number at hand, once it has a digit.
    number: Option<u64>,
    is_negative: bool,
    pub(in crate::backend::proof) step: DratStep,
}

impl DratSteps {
    /// A proof about a formula with so many variables.
    pub(in crate::backend::proof) fn new(variables: u64) -> Self {
        Self { number: None, is_negative: false, step: DratStep::new(variables) }
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
            self.step.room.pay();
            match byte {
                b'0'..=b'9' => {
                    let number = self.number.unwrap_or(0);
                    self.number = Some(number.saturating_mul(10).saturating_add(u64::from(byte - b'0')));
                    self.step.open();
                }
                b'-' if self.number.is_none() && !self.is_negative => {
                    self.is_negative = true;
                    self.step.open();
                }
                b'd' if !self.step.is_open() => self.step.open_forgetting(),
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
        self.step.close().map_err(Ok)
    }

    fn end_number(&mut self, checker: &mut Checker) -> Result<(), Result<&'static str, Refusal>> {
        let is_negative = std::mem::take(&mut self.is_negative);
        match self.number.take() {
            None if is_negative => Err(Ok("a sign without a number")),
            None => Ok(()),
            Some(0) => self.step.end(checker).map_err(Err),
            Some(number) => self.step.push(number, !is_negative, checker),
        }
    }
}
