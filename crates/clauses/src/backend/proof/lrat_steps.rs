//! LRAT, read step by step: as text, where a `d` behind a number marks forgotten clauses, or in bytes, where an `a` or a `d` begins
//! a step.

use crate::backend::proof::hinted_checker::HintedChecker;
use crate::backend::proof::lrat_step::LratStep;
use crate::backend::proof::rejection::{MORE, Rejection};
use crate::backend::proof::varint::Varint;

/// The form of the numbers.
enum Numbers {
    /// The digits of the number at hand, and whether a sign stands before them.
    Text {
        number: Option<u64>,
        is_negative: bool,
    },
    Bytes(Varint),
}

/// A proof being read.
pub(super) struct LratSteps {
    numbers: Numbers,
    pub(super) step: LratStep,
}

impl LratSteps {
    /// A proof as text about a formula with `variables` variables.
    pub(super) fn text(variables: u64) -> Self {
        Self { numbers: Numbers::Text { number: None, is_negative: false }, step: LratStep::new(variables) }
    }

    /// A proof in bytes about a formula with `variables` variables.
    pub(super) fn binary(variables: u64) -> Self {
        Self { numbers: Numbers::Bytes(Varint::default()), step: LratStep::new(variables) }
    }

    /// How many steps were read.
    pub(super) fn steps(&self) -> u64 {
        self.step.steps()
    }

    /// Reads on; the error is a fault of the step at hand, or the checker's rejection.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        checker: &mut HintedChecker,
    ) -> Result<(), Result<&'static str, Rejection>> {
        for &byte in bytes {
            if self.step.is_over() {
                if matches!(self.numbers, Numbers::Text { .. }) && byte.is_ascii_whitespace() {
                    continue;
                }
                return Err(Ok(MORE));
            }
            self.step.variable_limit.pay();
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
    pub(super) fn end(&mut self, checker: &mut HintedChecker) -> Result<(), Result<&'static str, Rejection>> {
        self.end_number(checker)?;
        self.step.close().map_err(Ok)
    }

    /// Takes the number at hand, if the proof is a text and a number has begun.
    fn end_number(&mut self, checker: &mut HintedChecker) -> Result<(), Result<&'static str, Rejection>> {
        let Numbers::Text { number, is_negative } = &mut self.numbers else { return Ok(()) };
        match (number.take(), std::mem::take(is_negative)) {
            (None, true) => Err(Ok("a sign without a number")),
            (None, false) => Ok(()),
            (Some(number), is_negative) => self.step.push(number, !is_negative, checker),
        }
    }
}
