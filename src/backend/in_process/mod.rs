//! Solvers in this process: one of our own, and those that are linked.
//!
//! | file | what it is |
//! | --- | --- |
//! | `cdcl` | our own clause-learning search |
//! | `varisat`, `batsat`, `splr`, `cadical` | one adapter each, and the only file that names the solver's crate |
//! | `linked` | what the adapters share: refusing what cannot fit, refusing settings, catching panics |
//! | `varisat_screen`, `varisat_effort` | which formulas varisat's checker of proofs may be given, and how much work they are |

#[cfg(feature = "batsat")]
pub(in crate::backend) mod batsat;
#[cfg(feature = "cadical")]
pub(in crate::backend) mod cadical;
pub(in crate::backend) mod cdcl;
pub(in crate::backend) mod linked;
#[cfg(feature = "splr")]
pub(in crate::backend) mod splr;
#[cfg(feature = "varisat")]
pub(in crate::backend) mod varisat;
#[cfg(feature = "varisat")]
mod varisat_effort;
#[cfg(feature = "varisat")]
pub(in crate::backend) mod varisat_screen;
