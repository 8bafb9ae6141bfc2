//! Who checks a proof.

use crate::backend::{BackendError, Checked, Clauses, Proof, ProofFormat};
use crate::budget::Running;

impl ProofFormat {
    /// Whether the checker is present.
    ///
    /// # Errors
    /// If it is not in this build or not on this machine.
    pub fn find_checker(self) -> Result<(), BackendError> {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Ok(()),
            #[cfg(feature = "external")]
            Self::Drat => crate::backend::proof::drat::find_program().map(drop),
            #[allow(unreachable_patterns)] // With both features on, every format is above.
            _ => Err(self.not_compiled()),
        }
    }

    #[allow(dead_code)] // With both features on, every checker is there.
    fn not_compiled(self) -> BackendError {
        match self {
            Self::Varisat => BackendError::NotCompiled { backend: "varisat-checker", feature: "varisat" },
            Self::Drat => BackendError::NotCompiled { backend: "rate", feature: "external" },
        }
    }

    /// Asks the checker whether a proof refutes all clauses together.
    ///
    /// Takes time and memory in the clauses and in the proof's length, whatever the proof says.
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
            #[cfg(feature = "external")]
            Self::Drat => crate::backend::proof::drat::check(clauses, proof, run),
            #[allow(unreachable_patterns)] // With both features on, every format is above.
            _ => {
                let _ = (clauses, proof, memory, run);
                Err(self.not_compiled())
            }
        }
    }
}
