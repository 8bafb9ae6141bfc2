//! Why a puzzle has no solution: clues that clash, or a set of clues that cannot stand together and is irreducible.
//!
//! A set that is found, by the steps of deduction or as the assumptions that a SAT solver found to fail, is shrunk by
//! deletion: a clue stays if the others have a solution without it, and goes if they have none. Each answer *none* lets
//! go of whatever else it did not need. So the set is *minimal*, a minimal unsatisfiable subset (J. Marques-Silva, *Minimal
//! unsatisfiability: models, algorithms and applications*, ISMVL 2010): no clue can be spared. It need not be the smallest
//! one there is.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::oracle::{Loaded, Oracle};
use crate::explain::{Chain, Gap};
use crate::geometry::{Candidate, Cell, Geometry};
use crate::grid::{self, Grid, Solution};
use crate::reduction::Techniques;
use crate::sat::Instance;
use crate::verdict::Verdict;

/// Why a puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Clues clash: every digit that stands more than once in a unit, unit by unit.
    Duplicates(Vec<grid::Conflict>),
    /// No two clues clash, yet some cannot stand together.
    Clues(Core),
}

/// Clues that cannot stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The clues in the order of reading; none where the board has no full grid at all.
    pub clues: Vec<Candidate>,
    /// Why it was not shown that no clue can be spared; none where it was.
    pub stopped: Option<StopReason>,
    /// How it is seen without search: from these clues, or, where that takes more clues, from more; none where it takes a
    /// search. A chain with a step missing is not shown.
    pub chain: Result<Option<Chain>, Gap>,
}

impl Core {
    /// Whether it was shown that no clue of the set can be spared.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.stopped.is_none()
    }
}

impl Conflict {
    /// The cells of the clues that are told of, in the order of reading.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<_> = match self {
            Self::Duplicates(duplicates) => duplicates.iter().flat_map(|conflict| conflict.cells.clone()).collect(),
            Self::Clues(core) => core.clues.iter().map(|clue| clue.cell).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl fmt::Display for Conflict {
    /// One line: `5 twice in row 1: r1c1 r1c4`, or the clues such as `r1c1=5 r1c4=6 cannot stand together`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicates(duplicates) => duplicates.iter().enumerate().try_for_each(|(i, conflict)| {
                f.write_str(if i == 0 { "" } else { "; " })?;
                conflict.fmt(f)
            }),
            Self::Clues(core) if core.clues.is_empty() => f.write_str("the board has no full grid"),
            Self::Clues(core) => {
                core.clues.iter().try_for_each(|clue| write!(f, "{clue} "))?;
                f.write_str("cannot stand together")
            }
        }
    }
}

/// What is deduced in each test before a solver is asked.
const QUICK: Techniques = Techniques::SINGLES.union(Techniques::LOCKED);

/// Below this share of clues, in hundredths of the cells, a test is quicker as assumptions of a solver that is kept; above,
/// deduction leaves so little of the puzzle that a new solver is quicker.
const SHARE_TO_ASSUME: usize = 30;

/// A minimal set of clues of a puzzle that has no solution, though no two of its clues clash. Either deduction shows that,
/// by `chain`, or a solver did within the time of `proof`.
pub(in crate::explain) fn core(
    puzzle: &Grid,
    chain: Result<Option<Chain>, Gap>,
    proof: Duration,
    oracle: &mut Oracle,
    running: &Running,
) -> Result<Core, Error> {
    let board = puzzle.geometry();
    let mut shrinking = Shrinking { board, needed: Vec::new(), open: puzzle.clues().collect(), assuming: None };
    match &chain {
        Ok(Some(chain)) => shrinking.open.clone_from(&chain.clues),
        // The proof under assumptions is harder, and without it all clues are where the tests begin.
        Ok(None) | Err(_) => shrinking.keep_failed(oracle, &running.within(2 * proof + TIME_TO_FAIL))?,
    }
    let stopped = shrinking.shrink(oracle, running)?;
    let mut clues = [shrinking.needed, shrinking.open].concat();
    clues.sort_unstable();
    let chain = match Chain::of(&grid_of(board, &clues), running) {
        Ok(None) => chain,
        of_these => of_these,
    };
    Ok(Core { clues, stopped, chain })
}

/// The time beside that of the proof in which it is tried again under assumptions.
const TIME_TO_FAIL: Duration = Duration::from_millis(500);

/// A set on its way to a minimal one.
struct Shrinking<'a> {
    board: &'a Arc<Geometry>,
    /// Without any of these the rest has a solution.
    needed: Vec<Candidate>,
    /// Not tried yet.
    open: Vec<Candidate>,
    /// A SAT solver over the empty board, once one was loaded.
    assuming: Option<Box<Instance>>,
}

impl Shrinking<'_> {
    /// Keeps the clues that fail together as assumptions, if a solver can tell.
    fn keep_failed(&mut self, oracle: &mut Oracle, running: &Running) -> Result<(), Error> {
        let puzzle = grid_of(self.board, &self.open);
        if self.assume(&puzzle, oracle, running)?.is_some_and(|verdict| verdict.is_unsatisfiable())
            && let Some(instance) = &self.assuming
        {
            self.open = instance.failed(&self.open);
        }
        Ok(())
    }

    /// Tries every clue, or says why not.
    fn shrink(&mut self, oracle: &mut Oracle, running: &Running) -> Result<Option<StopReason>, Error> {
        while let Some(clue) = self.open.pop() {
            let rest = grid_of(self.board, self.needed.iter().chain(&self.open));
            if let Ok(Some(chain)) = Chain::by(QUICK, &rest, running) {
                self.open.retain(|clue| chain.clues.contains(clue));
                continue;
            }
            let are_few = 100 * rest.clue_count() < SHARE_TO_ASSUME * self.board.cell_count();
            let assumed = if are_few { self.assume(&rest, oracle, running)? } else { None };
            let verdict = match assumed {
                Some(verdict) => verdict,
                None => oracle.solve(&rest, running)?,
            };
            match verdict {
                Verdict::Satisfiable(_) => self.needed.push(clue),
                Verdict::Unsatisfiable => {
                    if let (true, Some(instance)) = (are_few, &self.assuming) {
                        self.open = instance.failed(&self.open);
                    }
                }
                Verdict::Unknown(reason) => {
                    self.open.push(clue);
                    return Ok(Some(reason));
                }
            }
        }
        Ok(None)
    }

    /// Solves a puzzle as assumptions over the empty board; none where there is no solver for that.
    fn assume(
        &mut self,
        puzzle: &Grid,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Option<Verdict<Solution>>, Error> {
        if !oracle.tells_failed() {
            return Ok(None);
        }
        if self.assuming.is_none()
            && let Loaded::Open(instance) = oracle.load_board(running)?
        {
            self.assuming = Some(instance);
        }
        let Some(instance) = &mut self.assuming else { return Ok(None) };
        let verdict = instance.solve(puzzle, puzzle.clues().map(|clue| (clue, true)), running)?;
        if matches!(verdict, Verdict::Unknown(_)) {
            // A solver that was stopped may be of no further use.
            self.assuming = None;
        }
        Ok(Some(verdict))
    }
}

/// A grid with these clues, which are clues of a grid on the board.
pub(in crate::explain) fn grid_of<'a>(board: &Arc<Geometry>, clues: impl IntoIterator<Item = &'a Candidate>) -> Grid {
    let mut grid = Grid::empty(board);
    for clue in clues {
        let written = grid.set(clue.cell, Some(clue.digit));
        debug_assert_eq!(written, Ok(()));
    }
    grid
}
