//! Where all randomness comes from: three generators by their names.
//!
//! * [`SplitMix64`]: the fastest, for dives and local search; the others take their beginnings from it.
//! * [`Pcg32`]: numbers of cells, digits and lines, each as likely as any other; public as
//!   `generate::Random` of the library.
//! * [`Pcg64`]: numbers up to 2¹²⁸, for samples; and fractions.
//!
//! A seed that somebody wrote down has to give the same puzzle, search, estimate and sample for ever. So no generator comes from a crate
//! that may change its numbers, and each has a test that holds its first numbers.

mod pcg32;
mod pcg64;
mod split_mix64;

pub use crate::random::pcg32::Pcg32;
pub use crate::random::pcg64::Pcg64;
pub use crate::random::split_mix64::SplitMix64;
