//! The techniques of Sudoku Explainer's rows without its chains: singles, locked candidates, subsets, fish, wings, uniqueness.
//!
//! A technique is a `static` beside its finder, and belongs to the rows of one or more [profiles](crate::profile).

pub mod aligned;
pub mod bug;
pub mod fish;
pub mod locked;
pub mod loops;
pub mod rules;
pub mod singles;
pub mod subsets;
pub mod wings;
