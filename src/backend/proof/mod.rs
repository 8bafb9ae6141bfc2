//! Proofs of *unsatisfiable*: where a solver writes one, and who checks it.
//!
//! A proof is worth what its checker is worth. Proofs that are kept are checked by the crate `varisat-checker` where they are
//! in varisat's own format, and by the [checker](mod@checker) of this crate where they are DRAT, by the program `rate` as well
//! where that is wished. Answers that are certified have their proofs checked by ours while they are written. Tests hold it
//! against the others. None of them believes the proof, and nothing here believes more than they say.
//!
//! | file | what it is |
//! | --- | --- |
//! | `format` | the formats, where a proof is written, what a checker is given and says |
//! | `checkers` | which checker reads which format |
//! | `checker`, `literals` | our checker: steps that follow by unit propagation |
//! | `drat_steps`, `varisat_steps` | the formats that it is fed with |
//! | `following` | a proof that is checked while it is written |
//! | `drat` | proofs in DRAT that are kept, checked by ours |
//! | `varisat`, `rate` | a checker of others each |

mod checker;
mod checkers;
mod drat;
mod drat_steps;
mod following;
mod format;
mod literals;
#[cfg(feature = "external")]
pub(in crate::backend) mod rate;
#[cfg(feature = "varisat")]
mod varisat;
#[cfg(feature = "varisat")]
mod varisat_steps;

pub(in crate::backend) use following::{Flaw, Following};
pub use format::{Checked, Clauses, Proof, ProofFormat, ProofSink, WriteClauses};
