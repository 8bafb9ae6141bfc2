//! The depth of trial and error that a puzzle needs, and the lengths of its braids (D. Berthier, *Pattern-Based Constraint
//! Satisfaction*, 2012).
//!
//! Depth 0 means naked and hidden singles. At depth d + 1 a candidate is struck out if assuming it leads to a contradiction at
//! depth d. The eliminations of a depth do not depend on their order. The braid rating is finer: the least length of the
//! innermost contradictions, as braids, that still solves the puzzle. A [`Backdoor`] consists of the fewest digits that must be
//! known for depth 0 to suffice.

mod backdoor;
mod braid;
mod depth;
mod state;

pub use crate::trial::backdoor::{Backdoor, backdoor};
pub use crate::trial::depth::{Braid, DEEPEST, Trial, trial};
