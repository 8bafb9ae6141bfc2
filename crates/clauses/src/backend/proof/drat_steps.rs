//! DRAT as text, read step by step: a lemma is its literals and a 0, a forgotten clause has a `d` before its literals.

use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_step::DratStep;
use crate::backend::proof::rejection::{MORE, Rejection};

/// A proof being read.
pub(super) struct DratSteps {
    /// The number at hand, once it has a digit.
    number: Option<u64>,
    is_negative: bool,
    pub(super) step: DratStep,
}

impl DratSteps {
    /// A proof about a formula with `variables` variables.
    pub(super) fn new(variables: u64) -> Self {
        Self { number: None, is_negative: false, step: DratStep::new(variables) }
    }

    /// Reads on; the error is a fault of the step at hand, or the checker's rejection.
    pub(super) fn feed(&mut self, bytes: &[u8], checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        for &byte in bytes {
            if self.step.is_over() {
                if byte.is_ascii_whitespace() {
                    continue;
                }
                return Err(Ok(MORE));
            }
            self.step.variable_limit.pay();
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
    pub(super) fn end(&mut self, checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        self.end_number(checker)?;
        self.step.close().map_err(Ok)
    }

    fn end_number(&mut self, checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        let is_negative = std::mem::take(&mut self.is_negative);
        match self.number.take() {
            None if is_negative => Err(Ok("a sign without a number")),
            None => Ok(()),
            Some(0) => self.step.end(checker).map_err(Err),
            Some(number) => self.step.push(number, !is_negative, checker),
        }
    }
}
