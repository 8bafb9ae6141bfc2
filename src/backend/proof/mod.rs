//! Proofs of *unsatisfiable*: where a solver writes one, and who checks it.
//!
//! A proof is worth what its checker is worth, so none of the checkers is ours: varisat's own format is checked in this
//! process by the crate `varisat-checker`, DRAT by the program `rate`. Neither believes the proof, and nothing here
//! believes more than they say.
//!
//! | file | what it is |
//! | --- | --- |
//! | `format` | the formats, where a proof is written, what a checker is given and says |
//! | `checkers` | which checker reads which format |
//! | `varisat`, `drat` | one checker each |

mod checkers;
#[cfg(feature = "external")]
pub(in crate::backend) mod drat;
mod format;
#[cfg(feature = "varisat")]
mod varisat;

pub use format::{Checked, Clauses, Proof, ProofFormat, ProofSink, WriteClauses};
