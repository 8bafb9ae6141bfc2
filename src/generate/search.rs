//! What the generator asks a propagating search.
//!
//! A random filling, which solutions a puzzle has and how many, and whether it has any beside the one that is known. The last is
//! what a generator asks most; a limit on its branches makes it a quick, incomplete answer.

use crate::budget::{Running, StopReason};
use crate::generate::Random;
use crate::generate::grids::Values;
use crate::geometry::Geometry;
use crate::reduction::{Domains, lowest, ones};
use crate::search::propagating::{Propagating, Reached, narrowest};

/// Whether a puzzle has a solution beside the known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Other {
    /// It has.
    Some,
    /// It has none.
    None,
    /// That would have taken more branches than allowed.
    Undecided,
}

/// A random full grid, if there is any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Filled {
    /// This one.
    Grid(Values),
    /// The board has none.
    None,
    /// That would have taken more branches than allowed.
    Undecided,
}

/// The widest board that is searched.
pub(in crate::generate) const MAX_SIDE: usize = 256;

/// A search on one board, asked about one puzzle after another.
pub(in crate::generate) struct Search {
    search: Propagating,
    empty: Values,
}

impl Search {
    pub(in crate::generate) fn new(board: &Geometry) -> Self {
        Self { search: Propagating::new(board.incidence()), empty: vec![0; board.cell_count()] }
    }

    /// Fills the empty board at random.
    pub(in crate::generate) fn fill(
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

    /// Whether clues of a known solution have another one, which differs in this cell.
    pub(in crate::generate) fn other(
        &mut self,
        clues: &[u16],
        solution: &[u16],
        cell: u32,
        branches: u64,
        running: &mut Running,
    ) -> Result<Other, StopReason> {
        let known = |cell: usize| usize::from(solution[cell]) - 1;
        self.search.begin(clues);
        self.search.rule_out(cell as usize, known(cell as usize));
        let mut choose = |domains: &Domains| {
            let cell = narrowest(domains, 0);
            // The cell has several digits, so one at least is not the known one.
            (cell, ones(domains.digits(cell)).find(|&digit| digit != known(cell)).unwrap_or_default())
        };
        Ok(match self.search.next(&mut { branches }, running, &mut choose)? {
            Reached::Filled => Other::Some,
            Reached::Exhausted => Other::None,
            Reached::Undecided => Other::Undecided,
        })
    }

    /// Whether singles alone fill the grid.
    pub(in crate::generate) fn is_filled_by_singles(
        &mut self,
        clues: &[u16],
        running: &mut Running,
    ) -> Result<bool, StopReason> {
        running.tick()?;
        self.search.begin(clues);
        Ok(self.search.is_filled_by_singles())
    }

    /// Lists the solutions up to a limit and returns how many there were; none where that took more branches than allowed.
    pub(in crate::generate) fn list(
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

    /// Counts the solutions up to a limit; none where that took more branches than allowed.
    pub(in crate::generate) fn count(
        &mut self,
        clues: &[u16],
        limit: u64,
        branches: u64,
        running: &mut Running,
    ) -> Result<Option<u64>, StopReason> {
        self.list(clues, limit, branches, running, |_| {})
    }
}
