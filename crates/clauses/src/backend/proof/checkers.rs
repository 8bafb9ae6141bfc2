//! The checker of each format.

use satdoku_base::budget::Running;

#[cfg(feature = "external")]
use crate::backend::proof::rate;
use crate::backend::proof::stored;
use crate::backend::{BackendError, Checked, Clauses, Proof, ProofFormat};

#[cfg(not(feature = "varisat"))]
const NO_VARISAT: BackendError = BackendError::NotCompiled { backend: "varisat-checker", feature: "varisat" };

impl ProofFormat {
    /// The name of the checker in use: for DRAT the program `rate` if the environment variable `RATE` names it; otherwise, and for
    /// LRAT, the checker of this crate, `satdoku`.
    #[must_use]
    pub fn asked(self) -> &'static str {
        match self {
            #[cfg(feature = "external")]
            Self::Drat | Self::BinaryDrat if rate::is_named() => self.checker(),
            Self::Drat | Self::BinaryDrat | Self::Lrat | Self::BinaryLrat => stored::NAME,
            Self::Varisat => self.checker(),
        }
    }

    /// Asks the checker whether a proof refutes all clauses together.
    ///
    /// Takes time and memory in the clauses and in the proof's length, for any content of the proof. Checkers in this process keep
    /// to `memory` bytes; the program `rate` is not limited.
    ///
    /// # Errors
    /// If the checker is not in this build or not on this machine, fails by itself, or would need more memory than allowed. A proof
    /// that proves nothing is an answer, not an error.
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
            Self::Drat | Self::BinaryDrat => stored::check_drat(self == Self::BinaryDrat, clauses, proof, memory, run),
            Self::Lrat | Self::BinaryLrat => stored::check_lrat(self == Self::BinaryLrat, clauses, proof, memory, run),
        }
    }
}
