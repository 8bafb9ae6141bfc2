//! DRAT in bytes, read step by step: an `a` before the literals of a lemma, a `d` before the literals of a forgotten clause, a zero
//! byte behind them.

use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_step::DratStep;
use crate::backend::proof::rejection::{MORE, Rejection};
use crate::backend::proof::varint::Varint;

/// A proof being read.
pub(super) struct BinaryDratSteps {
    number: Varint,
    pub(super) step: DratStep,
}

impl BinaryDratSteps {
    /// A proof about a formula with `variables` variables.
    pub(super) fn new(variables: u64) -> Self {
        Self { number: Varint::default(), step: DratStep::new(variables) }
    }

    /// Reads on; the error is a fault of the step at hand, or the checker's rejection.
    pub(super) fn feed(&mut self, bytes: &[u8], checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        for &byte in bytes {
            if self.step.is_over() {
                return Err(Ok(MORE));
            }
            self.step.variable_limit.pay();
            match byte {
                _ if self.step.is_open() => match self.number.push(byte).map_err(Ok)? {
                    None => {}
                    Some(0) => self.step.end(checker).map_err(Err)?,
                    Some(code) => self.step.push(code / 2, code.is_multiple_of(2), checker)?,
                },
                b'a' => self.step.open(),
                b'd' => self.step.open_forgetting(),
                _ => return Err(Ok("expected DRAT in bytes")),
            }
        }
        Ok(())
    }
}
