//! The techniques of Sudoku Explainer's rows without its chains: singles, locked candidates, subsets, fish, wings, uniqueness.
//!
//! A technique is a `static` beside its finder, and belongs to the rows of one or more [profiles](crate::profile).

pub(crate) mod aligned;
pub(crate) mod bug;
pub(crate) mod fish;
pub(crate) mod locked;
pub(crate) mod loops;
mod rich_cells;
pub(crate) mod rules;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod wings;
