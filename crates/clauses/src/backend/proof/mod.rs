//! Proofs of *unsatisfiable*: their places and their checkers.
//!
//! A proof is worth as much as its checker. Stored proofs in varisat's own format are checked by the crate `varisat-checker`, DRAT
//! proofs by the [checker](mod@checker) of this crate or, if wished, by the program `rate`, and LRAT proofs, whose lemmas name the
//! clauses from which they follow, by the [hinted checker](mod@hinted_checker) of this crate. The checkers of this crate also check
//! the proofs of certified answers, during writing. Tests compare them with the checkers of other authors. No checker believes the
//! proof, and this module believes only the answers of the checkers.
//!
//! | file | what it is |
//! | --- | --- |
//! | `format` | the formats, the place for a proof, the input and the answer of a checker |
//! | `checkers` | the checker of each format |
//! | `checker`, `literals`, `rejection` | our checker of steps that follow by unit propagation; the reasons of a rejection |
//! | `drat_steps`, `binary_drat_steps`, `varisat_steps`, `rup_steps` | the readers of its formats, and a choice between them |
//! | `hinted_checker`, `lrat_steps` | our checker of steps with hints; the reader of its format, as text and in bytes |
//! | `drat_step`, `lrat_step`, `varint`, `variable_limit` | a step, a number, the limit on variables of a proof being read |
//! | `streaming`, `rup_stream`, `lrat_stream` | a proof checked piece by piece, during writing |
//! | `stored` | stored proofs, checked by our checkers |
//! | `varisat`, `rate`, `drat_as_text` | the checkers of other authors; the input of `rate` |

mod binary_drat_steps;
mod checker;
mod checkers;
#[cfg(feature = "external")]
mod drat_as_text;
mod drat_step;
mod drat_steps;
mod format;
mod hinted_checker;
mod literals;
mod lrat_step;
mod lrat_steps;
mod lrat_stream;
#[cfg(feature = "external")]
pub(super) mod rate;
mod rejection;
mod rup_steps;
mod rup_stream;
mod stored;
mod streaming;
mod variable_limit;
mod varint;
#[cfg(feature = "varisat")]
mod varisat;
#[cfg(feature = "varisat")]
mod varisat_steps;

#[cfg(feature = "external")]
pub(super) use checker::Checker;
pub use format::{Checked, Clauses, Proof, ProofFormat, ProofSink, WriteClauses};
pub(super) use lrat_stream::LratStream;
#[cfg(feature = "external")]
pub(super) use rejection::Rejection;
pub(super) use rup_stream::RupStream;
pub(super) use streaming::{ProofError, StreamingChecker};
