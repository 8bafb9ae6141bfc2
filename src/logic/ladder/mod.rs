//! The techniques of Sudoku Explainer's rows but for its chains: singles, locked candidates, subsets, fish, wings, uniqueness.
//!
//! A technique is a `static` beside its finder, and stands in the rows of one or more [profiles](crate::logic::profile).

pub mod aligned;
pub mod fish;
pub mod grave;
pub mod locked;
pub mod loops;
pub mod rules;
pub mod singles;
pub mod subsets;
pub mod wings;
