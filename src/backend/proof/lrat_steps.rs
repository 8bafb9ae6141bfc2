//! LRAT, step by step as it comes: as text, where a `d` behind a number says that clauses are forgotten, or in bytes, where an
//! `a` or a `d` begins a step.

use crate::backend::proof::hinted_checker::HintedChecker;
use crate::backend::proof::lrat_step::LratStep;
use crate::backend::proof::refusal::Refusal;
use crate::backend::proof::seven_bits::SevenBits;

/// How numbers are written down.
enum Numbers {
    /// The digits of the number at hand, and whether a sign stands before them.
    Text {
        number: Option<u64>,
        is_negative: bool,
    },
    Bytes(SevenBits),
}

/// A proof that is being read.
pub(in crate::backend::proof) struct LratSteps {
    numbers: Numbers,
    pub(in crate::backend::proof) step: LratStep,
}

impl LratSteps {
    /// A proof as text about a formula with so many variables.
    pub(in crate::backend::proof) fn text(variables: u64) -> Self {
        Self { numbers: Numbers::Text { number: None, is_negative: false }, step: LratStep::new(variables) }
    }

    /// A proof in bytes about a formula with so many variables.
    pub(in crate::backend::proof) fn binary(variables: u64) -> Self {
        Self { numbers: Numbers::Bytes(SevenBits::default()), step: LratStep::new(variables) }
    }

    /// How many steps were read.
    pub(in crate::backend::proof) fn steps(&self) -> u64 {
        self.step.steps()
    }

    /// Reads on, up to the empty clause; what is wrong with the step at hand, or why it was not taken.
    pub(in crate::backend::proof) fn feed(
        &mut self,
        bytes: &[u8],
        checker: &mut HintedChecker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        for &byte in bytes {
            if checker.is_refuted() {
                break;
            }
            self.step.room.pay();
            match &mut self.numbers {
                Numbers::Text { number, is_negative } => match byte {
                    b'0'..=b'9' => {
                        let digit = u64::from(byte - b'0');
                        *number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                    }
                    b'-' if number.is_none() && !*is_negative => *is_negative = true,
                    b'd' if number.is_none() && !*is_negative && self.step.has_only_a_number() => {
                        self.step.open_forgetting();
                    }
                    b' ' | b'\t' | b'\r' | b'\n' => self.end_number(checker)?,
                    _ => return Err(Ok("expected LRAT as text")),
                },
                Numbers::Bytes(number) => match byte {
                    _ if self.step.is_open() => {
                        if let Some(code) = number.push(byte).map_err(Ok)? {
                            self.step.push(code / 2, code.is_multiple_of(2), checker)?;
                        }
                    }
                    b'a' => self.step.open(),
                    b'd' => self.step.open_forgetting(),
                    _ => return Err(Ok("expected LRAT in bytes")),
                },
            }
        }
        Ok(())
    }

    /// The proof ends here.
    pub(in crate::backend::proof) fn end(
        &mut self,
        checker: &mut HintedChecker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        self.end_number(checker)?;
        self.step.close().map_err(Ok)
    }

    /// Takes the number at hand, if it is written in digits and there is one.
    fn end_number(&mut self, checker: &mut HintedChecker) -> Result<(), Result<&'static str, Refusal>> {
        let Numbers::Text { number, is_negative } = &mut self.numbers else { return Ok(()) };
        match (number.take(), std::mem::take(is_negative)) {
            (None, true) => Err(Ok("a sign without a number")),
            (None, false) => Ok(()),
            (Some(number), is_negative) => self.step.push(number, !is_negative, checker),
        }
    }
}
