//! Taking clues out by the generator's own search, and by SAT where it must be proven that no more can go.

use std::sync::Arc;

use crate::backend::{Backend, OpenOptions, SatBackend};
use crate::budget::{Running, StopReason};
use crate::cnf::{ClauseSink, Limited, LimitedError, Lit};
use crate::encoding::{Encoding, Formula, Term};
use crate::error::Error;
use crate::generate::GenerateError;
use crate::generate::removal::{Removal, Tested};
use crate::generate::search::{Other, Search};
use crate::geometry::{Candidate, Digit, Geometry};
use crate::grid::{CheckError, Grid, Solution};
use crate::verdict::Verdict;

/// Branches that a test may take before the clue is left for later.
const BRANCHES: u64 = 50;

/// Up to this side the search decides whatever it is asked.
const MAX_SIDE_TO_DECIDE: usize = 12;

/// Tests until nothing is left that singles, and then a short search, can decide.
pub(in crate::generate) fn quickly(
    removal: &mut Removal,
    search: &mut dyn Search,
    running: &mut Running,
) -> Result<(), StopReason> {
    round(removal, search, 0, running)?;
    if !removal.is_met() && removal.begin_again() {
        round(removal, search, BRANCHES, running)?;
    }
    Ok(())
}

/// Goes on until every clue that is left is proven to be needed.
pub(in crate::generate) fn completely(
    removal: &mut Removal,
    search: &mut dyn Search,
    board: &Arc<Geometry>,
    open: &OpenOptions,
    running: &mut Running,
) -> Result<(), GenerateError> {
    quickly(removal, search, running)?;
    if !removal.begin_again() {
        return Ok(());
    }
    if board.side() > MAX_SIDE_TO_DECIDE && Backend::Varisat.is_compiled() {
        Refutation::of(removal, board, open, running)?.finish(removal, running)
    } else {
        Ok(round(removal, search, u64::MAX, running)?)
    }
}

/// One test after another, each within so many branches.
fn round(
    removal: &mut Removal,
    search: &mut dyn Search,
    branches: u64,
    running: &mut Running,
) -> Result<(), StopReason> {
    while let Some(test) = removal.next() {
        let is_block = test.len() > 1;
        let cells = test.concat();
        let tested = if is_block {
            let is_filled = search.is_filled_by_singles(&removal.puzzle, running)?;
            if is_filled { Tested::Unique } else { Tested::Undecided }
        } else {
            differs(removal, search, &cells, branches, running)?
        };
        removal.answer(tested);
    }
    Ok(())
}

/// Another solution differs in one of the cells that were taken out, since the clues before had only one.
fn differs(
    removal: &Removal,
    search: &mut dyn Search,
    cells: &[u32],
    branches: u64,
    running: &mut Running,
) -> Result<Tested, StopReason> {
    let mut tested = Tested::Unique;
    for &cell in cells {
        match search.other(&removal.puzzle, &removal.solution, cell, branches, running)? {
            Other::Some => return Ok(Tested::Several),
            Other::Undecided => tested = Tested::Undecided,
            Other::None => {}
        }
    }
    Ok(tested)
}

/// A SAT solver that is kept: its clauses say that the clues which are known to be needed hold and that the known solution
/// does not; the others are assumptions. No model: they are enough, and those that the refutation did not use can go as
/// well. A model: the clue that was left out is needed.
struct Refutation {
    backend: Box<dyn SatBackend>,
    lits: Vec<Option<Lit>>,
}

impl Refutation {
    fn of(
        removal: &Removal,
        board: &Arc<Geometry>,
        open: &OpenOptions,
        running: &Running,
    ) -> Result<Self, GenerateError> {
        let mut needed = removal.puzzle.clone();
        removal.waiting().for_each(|cell| needed[cell as usize] = 0);
        let needed = grid(board, &needed);
        let solution = Solution::check(&needed, grid(board, &removal.solution)).map_err(wrong)?;
        let formula = Formula::new(&needed, Encoding::Reduced).map_err(Error::from)?;
        let open = OpenOptions { expected: Some(formula.size()), ..open.clone() };
        let mut backend = Backend::Varisat.open(&open).map_err(Error::from)?;
        let mut sink = Limited::new(&mut backend, running);
        let written = formula.write(&mut sink).and_then(|()| sink.add_clause(&formula.blocking_clause(&solution)));
        match written {
            Ok(()) => {}
            Err(LimitedError::Stopped(reason)) => return Err(reason.into()),
            Err(LimitedError::Sink(error)) => return Err(Error::from(error).into()),
        }
        let map = formula.map();
        let lit = |candidate: Candidate| match map.term(candidate) {
            Term::Lit(lit) => Some(lit),
            Term::True | Term::False => None,
        };
        Ok(Self { lits: solution.clues().map(lit).collect(), backend })
    }

    fn finish(mut self, removal: &mut Removal, running: &mut Running) -> Result<(), GenerateError> {
        while let Some(test) = removal.next() {
            let cell = test.iter().flatten().copied().next().unwrap_or_default();
            let assumed: Vec<Lit> = removal.waiting().filter_map(|cell| self.lits[cell as usize]).collect();
            let verdict = self.backend.solve_assuming(&assumed, running).map_err(Error::from)?;
            match verdict {
                Verdict::Satisfiable(_) => {
                    removal.answer(Tested::Several);
                    if let Some(lit) = self.lits[cell as usize] {
                        self.backend.add_clause(&[lit]).map_err(Error::from)?;
                    }
                }
                Verdict::Unsatisfiable => {
                    removal.answer(Tested::Unique);
                    if self.backend.capabilities().failed {
                        let failed = self.backend.failed_assumptions();
                        removal.drop_all_but(|cell| self.lits[cell as usize].is_some_and(|lit| failed.contains(&lit)));
                    }
                }
                Verdict::Unknown(reason) => return Err(reason.into()),
            }
        }
        Ok(())
    }
}

/// Values as a grid.
pub(in crate::generate) fn grid(board: &Arc<Geometry>, values: &[u16]) -> Grid {
    let mut grid = Grid::empty(board);
    let digits = values.iter().map(|&value| Ok::<_, std::convert::Infallible>(Digit::new(value)));
    match grid.fill(digits) {
        Ok(()) => grid,
        Err(never) => match never {},
    }
}

/// The generator's own search is believed no more than any other.
pub(in crate::generate) fn wrong(error: CheckError) -> Error {
    Error::WrongAnswer { solver: "the generator's search".to_owned(), source: error.into() }
}
