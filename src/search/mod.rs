//! Direct search on the grid: no clauses, no matrix.
//!
//! [`Backtracking`] is the plain search in a fixed order of cells, [`Mrv`] takes the cell with the fewest candidates.
//! Both are plain values, advanced, stopped and resumed without recursion, so that no grid is too deep. `propagating` fills singles
//! and filters rules between its choices; the generator and [`PropagatingSearch`] use it. [`cubes`] splits a puzzle for a search on
//! several cores. [`Local`] is a local search: it finds a solution or gives up.

mod backtracking;
mod broken_rules;
mod cubes;
mod grid_search;
pub mod local;
mod mrv;
pub(crate) mod propagating;
mod propagating_search;

pub use backtracking::{Backtracking, solve_in_place};
pub use cubes::{Cube, cubes};
pub use grid_search::GridSearch;
pub use local::Local;
pub use mrv::Mrv;
pub use propagating_search::PropagatingSearch;
