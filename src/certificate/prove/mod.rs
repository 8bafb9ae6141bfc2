//! Makes certificates.

mod notes;
mod options;
mod outcome;
mod prover;

pub use options::ProveOptions;
pub use outcome::{FalseClaim, ProveError, Proved};
pub use prover::Prover;
