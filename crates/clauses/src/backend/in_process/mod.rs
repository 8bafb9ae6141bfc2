//! Solvers in this process: our own, and linked solvers.
//!
//! | file | what it is |
//! | --- | --- |
//! | `cdcl` | our own clause-learning search |
//! | `varisat`, `batsat`, `splr`, `cadical` | one adapter each, and the only file that names the solver's crate |
//! | `memory_account` | the memory that a solver takes, and its limit |
//! | `linked` | shared by the adapters: a refusal of settings, a guard against panics |
//! | `varisat_screen`, `varisat_effort` | the proofs that varisat's checker may be given, and a bound on their work |

#[cfg(feature = "batsat")]
pub(super) mod batsat;
#[cfg(feature = "cadical")]
pub(super) mod cadical;
pub(super) mod cdcl;
#[cfg(any(feature = "varisat", feature = "batsat", feature = "cadical", feature = "splr"))]
pub(super) mod linked;
pub(super) mod memory_account;
#[cfg(feature = "splr")]
pub(super) mod splr;
#[cfg(feature = "varisat")]
pub(super) mod varisat;
#[cfg(feature = "varisat")]
mod varisat_effort;
#[cfg(feature = "varisat")]
pub(super) mod varisat_screen;
