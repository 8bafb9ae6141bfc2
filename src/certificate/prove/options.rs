//! How certificates are made.

use std::num::NonZeroUsize;

use crate::backend::{Backend, ProofFormat};
use crate::budget::Budget;

/// How certificates are made.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// Who proves: `cdcl`, `varisat`, `kissat` or `cadical`. Solutions are found by [`Solver::Auto`](crate::Solver::Auto), or on large boards by who
    /// proves.
    pub backend: Backend,
    /// The format of proofs, one of [those](Backend::proof_formats) that the backend writes; the first of these if not given.
    pub format: Option<ProofFormat>,
    /// The limits of each puzzle.
    pub budget: Budget,
    /// The seed of a randomised backend.
    pub seed: Option<u64>,
    /// Options of the backend by name.
    pub settings: Vec<(String, String)>,
    /// Bytes that a solver in this process may be expected to take, 8 GiB if not given, and to which a program is limited, if
    /// given.
    pub memory: Option<u64>,
    /// How many threads look for the solution of a large puzzle, and for the proof if the backend is `cdcl`; one on each core if not
    /// given.
    pub threads: Option<NonZeroUsize>,
}

impl Default for ProveOptions {
    fn default() -> Self {
        Self {
            backend: Backend::Cdcl,
            format: None,
            budget: Budget::default(),
            seed: None,
            settings: Vec::new(),
            memory: None,
            threads: None,
        }
    }
}
