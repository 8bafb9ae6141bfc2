//! Direct search on the grid: no clauses, no matrix.
//!
//! [`Backtracking`] is the plain search in a fixed order of cells, [`Mrv`] takes the cell with the fewest candidates.
//! Both are plain values that are advanced, stopped and resumed, without recursion, so that no grid is too deep.
//! `propagating` fills singles between its choices; the generator asks it. [`cubes`] splits a puzzle for a search on several cores.
//! [`Local`] is a local search: it finds a solution or gives up.

mod backtracking;
mod cubes;
pub mod local;
mod mrv;
pub(crate) mod propagating;

pub use backtracking::{Backtracking, solve_in_place};
pub use cubes::{Cube, cubes};
pub use local::Local;
pub use mrv::Mrv;

use crate::budget::Running;
use crate::grid::Grid;
use crate::verdict::Verdict;

/// A search that finds one filling after another.
pub trait GridSearch {
    /// Goes on to the next filling: satisfiable when it stands on one, unsatisfiable when there is none left, unknown
    /// when it was stopped or cannot tell.
    ///
    /// A search that was stopped goes on where it was.
    fn advance(&mut self, running: &mut Running) -> Verdict<()>;

    /// The grid as the search has filled it.
    fn grid(&self) -> Grid;
}
