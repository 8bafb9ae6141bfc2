//! Who checks a proof.

use crate::backend::proof::kept;
#[cfg(feature = "external")]
use crate::backend::proof::rate;
use crate::backend::{BackendError, Checked, Clauses, Proof, ProofFormat};
use crate::budget::Running;

#[cfg(not(feature = "varisat"))]
const NO_VARISAT: BackendError = BackendError::NotCompiled { backend: "varisat-checker", feature: "varisat" };

impl ProofFormat {
    /// Whether the checker is present: for DRAT and LRAT the one of this crate always is, for DRAT the program `rate` where the
    /// environment variable `RATE` names it.
    ///
    /// # Errors
    /// If it is not in this build or not on this machine.
    pub fn find_checker(self) -> Result<(), BackendError> {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Ok(()),
            #[cfg(feature = "external")]
            Self::Drat | Self::BinaryDrat if rate::is_named() => rate::find_program().map(drop),
            Self::Drat | Self::BinaryDrat | Self::Lrat | Self::BinaryLrat => Ok(()),
            #[cfg(not(feature = "varisat"))]
            Self::Varisat => Err(NO_VARISAT),
        }
    }

    /// Who is asked here and now: for DRAT the program `rate` where the environment variable `RATE` names it, else the checker
    /// of this crate, `satdoku`, as for LRAT.
    #[must_use]
    pub fn asked(self) -> &'static str {
        match self {
            #[cfg(feature = "external")]
            Self::Drat | Self::BinaryDrat if rate::is_named() => self.checker(),
            Self::Drat | Self::BinaryDrat | Self::Lrat | Self::BinaryLrat => kept::NAME,
            Self::Varisat => self.checker(),
        }
    }

    /// Asks the checker whether a proof refutes all clauses together.
    ///
    /// Takes time and memory in the clauses and in the proof's length, whatever the proof says. Checkers in this process keep
    /// to the `memory`, in bytes; the program `rate` is not held to it.
    ///
    /// # Errors
    /// If the checker is not in this build or not on this machine, fails by itself, or would need more memory than
    /// allowed. That the proof proves nothing is an answer.
    pub fn check(
        self,
        clauses: &mut Clauses<'_>,
        proof: &mut Proof<'_>,
        memory: u64,
        run: &Running,
    ) -> Result<Checked, BackendError> {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => crate::backend::proof::varisat::check(clauses, proof, memory, run),
            #[cfg(not(feature = "varisat"))]
            Self::Varisat => Err(NO_VARISAT),
            #[cfg(feature = "external")]
            Self::Drat | Self::BinaryDrat if rate::is_named() => {
                rate::check(self == Self::BinaryDrat, clauses, proof, run)
            }
            Self::Drat | Self::BinaryDrat => kept::check_drat(self == Self::BinaryDrat, clauses, proof, memory, run),
            Self::Lrat | Self::BinaryLrat => kept::check_lrat(self == Self::BinaryLrat, clauses, proof, memory, run),
        }
    }
}
