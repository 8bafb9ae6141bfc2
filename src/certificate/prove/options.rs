//! How certificates are made.

use std::num::NonZeroUsize;

use crate::backend::{Backend, ProofFormat};
use crate::budget::Budget;

/// How certificates are made.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct ProveOptions {
    /// The proving solver: `cdcl`, `varisat`, `kissat`, `cadical`, or one of your own with proofs. Solutions are found by
    /// [`Solver::Auto`](crate::Solver::Auto), or on large boards by an external prover.
    pub backend: Backend,
    /// The format of proofs, one of the backend's [formats](Backend::proof_formats); by default the first.
    pub format: Option<ProofFormat>,
    /// The limits of each puzzle.
    pub budget: Budget,
    /// The seed of a randomised backend.
    pub seed: Option<u64>,
    /// Options of the backend by name.
    pub settings: Vec<(String, String)>,
    /// Bytes that a solver in this process may be expected to take, by default 8 GiB; if given, also the limit of a program.
    pub memory: Option<u64>,
    /// The number of threads for the solution of a large puzzle, and for the proof if the backend is `cdcl`; by default the
    /// number of cores.
    pub threads: Option<NonZeroUsize>,
}

with_fields! {
    ProveOptions
    with_backend(backend: Backend);
    with_format(format?: ProofFormat);
    with_budget(budget: Budget);
    with_seed(seed?: u64);
    with_settings(settings: Vec<(String, String)>);
    with_memory(memory?: u64);
    with_threads(threads?: NonZeroUsize);
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
