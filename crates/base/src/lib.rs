//! What the crates of satdoku share: limits and their clock, verdicts and counts, the names of closed lists, text that is safe to
//! print, and random numbers. It knows no puzzles and no clauses.
//!
//! The crate promises no stability of its own; `satdoku` re-exports the public part.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[macro_use]
pub mod names;
#[macro_use]
mod with_fields;
#[macro_use]
#[doc(hidden)]
pub mod spans;

#[doc(hidden)]
pub mod bits;
pub mod budget;
pub mod natural;
pub mod printable;
#[doc(hidden)]
pub mod random;
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub mod vectors;
pub mod verdict;

pub use budget::{Budget, CancelToken, Progress, Running, StopReason};
pub use natural::Natural;
pub use verdict::{Count, Verdict};
