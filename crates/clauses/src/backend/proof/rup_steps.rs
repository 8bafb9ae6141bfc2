//! The formats without hints: the checker finds the reasons of their steps by itself.

use crate::backend::proof::binary_drat_steps::BinaryDratSteps;
use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_steps::DratSteps;
use crate::backend::proof::rejection::Rejection;
#[cfg(feature = "varisat")]
use crate::backend::proof::varisat_steps::VarisatSteps;

/// A proof being read, by its format.
pub(super) enum RupSteps {
    Drat(DratSteps),
    BinaryDrat(BinaryDratSteps),
    #[cfg(feature = "varisat")]
    Varisat(VarisatSteps),
}

impl RupSteps {
    /// Raises the limit for a formula with `variables` variables.
    pub(super) fn admit(&mut self, variables: u64) {
        match self {
            Self::Drat(steps) => steps.step.variable_limit.admit(variables),
            Self::BinaryDrat(steps) => steps.step.variable_limit.admit(variables),
            #[cfg(feature = "varisat")]
            Self::Varisat(_) => {}
        }
    }

    /// Reads on; the error is a fault of the step at hand, or the checker's rejection.
    pub(super) fn feed(&mut self, proof: &[u8], checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        match self {
            Self::Drat(steps) => steps.feed(proof, checker),
            Self::BinaryDrat(steps) => steps.feed(proof, checker),
            #[cfg(feature = "varisat")]
            Self::Varisat(steps) => steps.feed(proof, checker),
        }
    }

    /// The proof ends here.
    pub(super) fn end(&mut self, checker: &mut Checker) -> Result<(), Result<&'static str, Rejection>> {
        match self {
            Self::Drat(steps) => steps.end(checker),
            Self::BinaryDrat(steps) => steps.step.close().map_err(Ok),
            #[cfg(feature = "varisat")]
            Self::Varisat(_) => Ok(()),
        }
    }

    /// How many steps were read.
    pub(super) fn steps(&self) -> u64 {
        match self {
            Self::Drat(steps) => steps.step.steps(),
            Self::BinaryDrat(steps) => steps.step.steps(),
            #[cfg(feature = "varisat")]
            Self::Varisat(steps) => steps.steps(),
        }
    }
}
