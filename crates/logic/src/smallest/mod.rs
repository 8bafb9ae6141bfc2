//! Smallest explanations: among the refutable candidates, the candidate that the fewest premises refute.
//!
//! A premise states that a unit has a digit, that a unit has a digit at most once, that a cell has a digit, or that a rule holds;
//! [`EXPLANATION`]'s ratings use the premises' weights. The search is exact: it finds the smallest set of premises with which a
//! candidate cannot be true, on any board and with any rules. Its proof is a few lines by propagation and cases.

mod explanation;
mod hitting;
mod premises;
mod refuter;
mod repair;
mod search;
mod shape;
#[cfg(test)]
mod tests;

pub use crate::smallest::explanation::{EXPLANATION, explain, explanations};
