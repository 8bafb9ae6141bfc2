//! Direct search on the grid: no clauses, no matrix.
//!
//! [`Backtracking`] is the plain search in a fixed order of cells, [`Mrv`] takes the cell with the fewest candidates.
//! Both are plain values that are advanced, stopped and resumed, without recursion, so that no grid is too deep.
//! `propagating` fills singles and filters rules between its choices; the generator and [`PropagatingSearch`] ask it. [`cubes`] splits a puzzle for a search on several cores.
//! [`Local`] is a local search: it finds a solution or gives up.

mod backtracking;
mod cubes;
pub mod local;
mod mrv;
pub(crate) mod propagating;
mod propagating_search;

pub use backtracking::{Backtracking, solve_in_place};
pub use cubes::{Cube, cubes};
pub use local::Local;
pub use mrv::Mrv;
pub use propagating_search::PropagatingSearch;

use crate::budget::Running;
use crate::grid::Grid;
use crate::rule::Rules;
use crate::verdict::Verdict;

/// Whether clues are in conflict, or a constraint all of whose cells are clues does not hold: then there is no search.
fn is_broken_by_clues(puzzle: &Grid) -> bool {
    let rules = puzzle.rules();
    let ordinals: Vec<u16> = if rules.is_empty() { Vec::new() } else { puzzle.ordinals().collect() };
    let clues = ordinals.iter().zip(0..).filter(|(ordinal, _)| **ordinal > 0);
    puzzle.first_violation().is_some() || clues.into_iter().any(|(_, cell)| breaks_a_rule(rules, &ordinals, cell))
}

/// Whether a constraint of a cell, all of whose cells are filled, does not hold.
fn breaks_a_rule(rules: &Rules, ordinals: &[u16], cell: u32) -> bool {
    let mut digits = Vec::new();
    rules.of_cell(cell as usize).iter().any(|&number| {
        digits.clear();
        digits.extend(rules.cells(number as usize).iter().map(|&cell| usize::from(ordinals[cell as usize])));
        let is_full = digits.iter().all(|&ordinal| ordinal > 0);
        for ordinal in &mut digits {
            *ordinal = ordinal.saturating_sub(1);
        }
        is_full && !rules.constraints()[number as usize].1.holds(&digits)
    })
}

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
