//! The generator's questions to a propagating search.
//!
//! The search fills grids at random, lists and counts solutions, and looks for a second solution beside the known one. The
//! generator asks mostly for the second solution; a limit on branches makes the answer quick but incomplete.

use crate::budget::{Running, StopReason};
use crate::generate::grids::Values;
use crate::geometry::Geometry;
use crate::random::Pcg32 as Random;
use crate::reduction::{Domains, lowest, ones};
use crate::search::propagating::{Propagating, Reached, narrowest};

/// Whether a puzzle has a solution beside the known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecondSolution {
    /// A second solution exists.
    Some,
    /// The known solution is unique.
    None,
    /// The limit on branches was reached.
    Undecided,
}

/// The result of a random filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// A full grid.
    Grid(Values),
    /// The board has no full grid.
    None,
    /// The limit on branches was reached.
    Undecided,
}

/// The largest side of boards that the search takes.
pub(super) const MAX_SIDE: usize = 256;

/// A search on one board, reused for many puzzles.
pub(super) struct Search {
    search: Propagating,
    empty: Values,
}

impl Search {
    pub(super) fn new(board: &Geometry) -> Self {
        Self { search: Propagating::new(board.incidence()), empty: vec![0; board.cell_count()] }
    }

    /// Fills the empty board at random.
    pub(super) fn fill(
        &mut self,
        random: &mut Random,
        branches: u64,
        running: &mut Running,
    ) -> Result<Filled, StopReason> {
        self.search.begin(&self.empty);
        let mut choose = |domains: &Domains| {
            let cell = narrowest(domains, random.below(domains.left().len()));
            let nth = random.below(domains.left()[cell].into());
            (cell, ones(domains.digits(cell)).nth(nth).unwrap_or_default())
        };
        Ok(match self.search.next(&mut { branches }, running, &mut choose)? {
            Reached::Filled => Filled::Grid(self.search.domains().ordinals().to_vec()),
            Reached::Exhausted => Filled::None,
            Reached::Undecided => Filled::Undecided,
        })
    }

    /// Whether the clues of a known solution have a second solution that differs in this cell.
    pub(super) fn second_solution(
        &mut self,
        clues: &[u16],
        solution: &[u16],
        cell: u32,
        branches: u64,
        running: &mut Running,
    ) -> Result<SecondSolution, StopReason> {
        let known = |cell: usize| usize::from(solution[cell]) - 1;
        self.search.begin(clues);
        self.search.rule_out(cell as usize, known(cell as usize));
        let mut choose = |domains: &Domains| {
            let cell = narrowest(domains, 0);
            // The cell has several digits, so at least one differs from the known digit.
            (cell, ones(domains.digits(cell)).find(|&digit| digit != known(cell)).unwrap_or_default())
        };
        Ok(match self.search.next(&mut { branches }, running, &mut choose)? {
            Reached::Filled => SecondSolution::Some,
            Reached::Exhausted => SecondSolution::None,
            Reached::Undecided => SecondSolution::Undecided,
        })
    }

    /// Whether singles alone fill the grid.
    pub(super) fn is_filled_by_singles(&mut self, clues: &[u16], running: &mut Running) -> Result<bool, StopReason> {
        running.tick()?;
        self.search.begin(clues);
        self.search.is_filled_by_singles(running)
    }

    /// Lists the solutions up to a limit and returns their number; `None` if the limit on branches was reached.
    pub(super) fn list(
        &mut self,
        clues: &[u16],
        limit: u64,
        branches: u64,
        running: &mut Running,
        mut each: impl FnMut(&[u16]),
    ) -> Result<Option<u64>, StopReason> {
        let mut branches = branches;
        self.search.begin(clues);
        let mut choose = |domains: &Domains| {
            let cell = narrowest(domains, 0);
            (cell, lowest(domains.digits(cell)).unwrap_or_default())
        };
        for found in 0..limit {
            match self.search.next(&mut branches, running, &mut choose)? {
                Reached::Filled => each(self.search.domains().ordinals()),
                Reached::Exhausted => return Ok(Some(found)),
                Reached::Undecided => return Ok(None),
            }
        }
        Ok(Some(limit))
    }

    /// Counts the solutions up to a limit; `None` if the limit on branches was reached.
    pub(super) fn count(
        &mut self,
        clues: &[u16],
        limit: u64,
        branches: u64,
        running: &mut Running,
    ) -> Result<Option<u64>, StopReason> {
        self.list(clues, limit, branches, running, |_| {})
    }
}
