//! Grids: a board and its digits, conflicts between digits, and checked solutions.
//!
//! A [`Grid`] carries clues or a full filling; only a check makes a [`Solution`]. Solving is outside this module;
//! [`format`](mod@format) reads and writes grids.

pub mod canonical;
mod cells;
mod classic;
mod conflict;
mod disagreement;
pub mod exchange;
pub mod format;
mod helper_values;
mod json;
#[cfg(feature = "serde")]
mod serialized;
mod solution;

pub use canonical::{Canonical, CanonicalError};
pub use cells::{Grid, GridError};
pub use classic::{ClassicGrid, NotClassic};
pub use conflict::{Conflict, Violation};
pub use solution::{CheckError, Solution};
