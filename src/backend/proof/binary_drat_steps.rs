//! DRAT in bytes, step by step as it comes: an `a` before the literals of a lemma, a `d` before those of a clause that is
//! forgotten, a zero byte behind them.

use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_step::DratStep;
use crate::backend::proof::refusal::Refusal;
use crate::backend::proof::seven_bits::SevenBits;

/// A proof that is being read.
pub(in crate::backend::proof) struct BinaryDratSteps {
    number: SevenBits,
    pub(in crate::backend::proof) step: DratStep,
}

impl BinaryDratSteps {
    /// A proof about a formula with so many variables.
    pub(in crate::backend::proof) fn new(variables: u64) -> Self {
        Self { number: SevenBits::default(), step: DratStep::new(variables) }
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
