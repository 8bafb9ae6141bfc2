//! The formats whose steps the checker finds the reasons of by itself.

use crate::backend::proof::binary_drat_steps::BinaryDratSteps;
use crate::backend::proof::checker::Checker;
use crate::backend::proof::drat_steps::DratSteps;
use crate::backend::proof::refusal::Refusal;
#[cfg(feature = "varisat")]
use crate::backend::proof::varisat_steps::VarisatSteps;

/// A proof that is being read, by its format.
pub(in crate::backend::proof) enum RupSteps {
    Drat(DratSteps),
    BinaryDrat(BinaryDratSteps),
    #[cfg(feature = "varisat")]
    Varisat(VarisatSteps),
}

impl RupSteps {
    /// Makes room for a formula with so many variables.
    pub(in crate::backend::proof) fn admit(&mut self, variables: u64) {
        match self {
            Self::Drat(steps) => steps.step.room.admit(variables),
            Self::BinaryDrat(steps) => steps.step.room.admit(variables),
            #[cfg(feature = "varisat")]
            Self::Varisat(_) => {}
        }
    }

    /// Reads on; what is wrong with the step at hand, or why it was not taken.
    pub(in crate::backend::proof) fn feed(
        &mut self,
        proof: &[u8],
        checker: &mut Checker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        match self {
            Self::Drat(steps) => steps.feed(proof, checker),
            Self::BinaryDrat(steps) => steps.feed(proof, checker),
            #[cfg(feature = "varisat")]
            Self::Varisat(steps) => steps.feed(proof, checker),
        }
    }

    /// The proof ends here.
    pub(in crate::backend::proof) fn end(
        &mut self,
        checker: &mut Checker,
    ) -> Result<(), Result<&'static str, Refusal>> {
        match self {
            Self::Drat(steps) => steps.end(checker),
            Self::BinaryDrat(steps) => steps.step.close().map_err(Ok),
            #[cfg(feature = "varisat")]
            Self::Varisat(_) => Ok(()),
        }
    }

    /// How many steps were read.
    pub(in crate::backend::proof) fn steps(&self) -> u64 {
        match self {
            Self::Drat(steps) => steps.step.steps(),
            Self::BinaryDrat(steps) => steps.step.steps(),
            #[cfg(feature = "varisat")]
            Self::Varisat(steps) => steps.steps(),
        }
    }
}
