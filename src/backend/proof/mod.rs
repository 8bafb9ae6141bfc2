//! Proofs of *unsatisfiable*: where a solver writes one, and who checks it.
//!
//! A proof is worth what its checker is worth. Proofs that are kept are checked by the crate `varisat-checker` where they are
//! in varisat's own format, by the [checker](mod@checker) of this crate where they are DRAT, by the program `rate` as well
//! where that is wished, and by [another](mod@hinted_checker) of this crate where they are LRAT, which name what each lemma
//! follows from. Answers that are certified have their proofs checked by ours while they are written. Tests hold ours
//! against the others. None of them believes the proof, and nothing here believes more than they say.
//!
//! | file | what it is |
//! | --- | --- |
//! | `format` | the formats, where a proof is written, what a checker is given and says |
//! | `checkers` | which checker reads which format |
//! | `checker`, `literals`, `refusal` | our checker: steps that follow by unit propagation; why one is not taken |
//! | `drat_steps`, `binary_drat_steps`, `varisat_steps`, `rup_steps` | the formats that it is fed with, and one of these |
//! | `hinted_checker`, `lrat_steps` | our checker of steps that say what they follow from; its format, as text and in bytes |
//! | `drat_step`, `lrat_step`, `seven_bits`, `room` | a step, a number, the variables of a proof that is being read |
//! | `follow`, `following`, `hinted_following` | a proof that is checked piece by piece, while it is written |
//! | `kept` | proofs that are kept, checked by ours |
//! | `varisat`, `rate`, `drat_as_text` | a checker of others each; what `rate` is given |

mod binary_drat_steps;
mod checker;
mod checkers;
#[cfg(feature = "external")]
mod drat_as_text;
mod drat_step;
mod drat_steps;
mod follow;
mod following;
mod format;
mod hinted_checker;
mod hinted_following;
mod kept;
mod literals;
mod lrat_step;
mod lrat_steps;
#[cfg(feature = "external")]
pub(in crate::backend) mod rate;
mod refusal;
mod room;
mod rup_steps;
mod seven_bits;
#[cfg(feature = "varisat")]
mod varisat;
#[cfg(feature = "varisat")]
mod varisat_steps;

#[cfg(feature = "external")]
pub(in crate::backend) use checker::Checker;
pub(in crate::backend) use follow::{Flaw, Follow};
pub(in crate::backend) use following::Following;
pub use format::{Checked, Clauses, Proof, ProofFormat, ProofSink, WriteClauses};
pub(in crate::backend) use hinted_following::HintedFollowing;
#[cfg(feature = "external")]
pub(in crate::backend) use refusal::Refusal;
