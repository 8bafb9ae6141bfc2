//! The trait of searches that fill a grid.

use crate::budget::Running;
use crate::grid::Grid;
use crate::verdict::Verdict;

/// A search that finds one filling after another.
pub trait GridSearch {
    /// Goes on to the next filling: satisfiable on a filling, unsatisfiable if no filling is left, unknown if the search was
    /// stopped or cannot decide.
    ///
    /// A stopped search resumes where it was.
    fn advance(&mut self, running: &mut Running) -> Verdict<()>;

    /// The grid as the search has filled it.
    fn grid(&self) -> Grid;
}
