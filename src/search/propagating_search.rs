//! The propagating search as a search over one puzzle: singles and what rules leave, then a choice where least is left.

use crate::budget::Running;
use crate::grid::Grid;
use crate::reduction::{Domains, lowest};
use crate::search::GridSearch;
use crate::search::propagating::{Propagating, Reached};
use crate::verdict::Verdict;

/// A propagating search over one puzzle, with its rules.
///
/// The cell with the fewest digits left comes next; of several, the one in the most constraints and units. Its digits are
/// tried in ascending order. Memory is N²·⌈N/64⌉ words for each choice that is open.
pub struct PropagatingSearch {
    puzzle: Grid,
    search: Propagating,
    /// How many constraints and units look at each cell.
    degrees: Vec<u32>,
    is_over: bool,
}

impl PropagatingSearch {
    /// A search over a puzzle.
    #[must_use]
    pub fn new(puzzle: &Grid) -> Self {
        let incidence = puzzle.geometry().incidence();
        let rules = &puzzle.rules().with_derived_sums(puzzle.geometry());
        let degree = |cell: usize| (incidence.units(cell).len() + rules.of_cell(cell).len()) as u32;
        let degrees = (0..incidence.cell_count()).map(degree).collect();
        let is_over = puzzle.first_violation().is_some();
        let mut search = Propagating::with_rules(incidence, rules);
        if !is_over {
            search.begin(&puzzle.ordinals().collect::<Vec<_>>());
        }
        Self { puzzle: puzzle.clone(), search, degrees, is_over }
    }
}

/// The open cell with the fewest digits; of several the one with the highest degree.
fn choose(domains: &Domains, degrees: &[u32]) -> (usize, usize) {
    let open = domains.left().iter().enumerate().filter(|&(_, &left)| left > 1);
    let cell = open.min_by_key(|&(cell, &left)| (left, std::cmp::Reverse(degrees[cell]))).map_or(0, |(cell, _)| cell);
    (cell, lowest(domains.digits(cell)).unwrap_or_default())
}

impl GridSearch for PropagatingSearch {
    fn advance(&mut self, running: &mut Running) -> Verdict<()> {
        if self.is_over {
            return Verdict::Unsatisfiable;
        }
        let Self { search, degrees, .. } = self;
        match search.next(&mut { u64::MAX }, running, |domains| choose(domains, degrees)) {
            Ok(Reached::Filled) => Verdict::Satisfiable(()),
            Ok(Reached::Exhausted | Reached::Undecided) => {
                self.is_over = true;
                Verdict::Unsatisfiable
            }
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn grid(&self) -> Grid {
        self.puzzle.with_ordinals(self.search.domains().ordinals().iter().copied())
    }
}
