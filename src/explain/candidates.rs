//! True candidates: the digits of an empty cell that occur in a solution.

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::ambiguity::settle;
use crate::explain::oracle::Oracle;
use crate::explain::solution_pool::Pool;
use crate::geometry::{Candidate, Cell, Digit};
use crate::grid::Grid;

/// The candidates of a puzzle that are in a solution.
///
/// A puzzle without a solution has no true candidates.
#[derive(Clone, Debug)]
pub struct TrueCandidates {
    puzzle: Grid,
    /// By cell and digit.
    statuses: Vec<CandidateStatus>,
    /// By cell and digit: how many solutions have the candidate, up to the number that was asked for.
    counts: Vec<u8>,
    has_solution: Option<bool>,
    /// Why some candidates are undecided, if any are.
    pub stopped: Option<StopReason>,
}

/// The knowledge about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CandidateStatus {
    /// Some solution has the candidate.
    True,
    /// No solution has the candidate.
    False,
    /// The budget ran out before the answer.
    Undecided,
}

impl TrueCandidates {
    pub(super) fn of(puzzle: &Grid, most: u8, oracle: &mut Oracle, running: &Running) -> Result<Self, Error> {
        let board = puzzle.geometry();
        let mut statuses = vec![CandidateStatus::False; board.cell_count() * board.digit_count()];
        let mut counts = vec![0; statuses.len()];
        let at = |Candidate { cell, digit }| board.index(cell) * board.digit_count() + board.digit_index(digit);
        let (mut has_solution, mut stopped) = (Some(false), None);
        if puzzle.is_solved() {
            has_solution = Some(true);
        } else if puzzle.first_violation().is_none() {
            let mut pool = Pool::new(puzzle, oracle, running)?;
            let unsettled = settle(&mut pool, most.max(1), oracle, running)?;
            for candidate in pool.open() {
                counts[at(candidate)] = pool.seen(candidate).min(most);
                statuses[at(candidate)] = match pool.seen(candidate) {
                    0 if unsettled.as_ref().is_some_and(|unsettled| candidate >= unsettled.from) => {
                        CandidateStatus::Undecided
                    }
                    0 => CandidateStatus::False,
                    _ => CandidateStatus::True,
                };
            }
            let is_known = !pool.known.is_empty() || unsettled.is_none();
            has_solution = is_known.then_some(!pool.known.is_empty());
            stopped = unsettled.map(|unsettled| unsettled.reason);
        }
        Ok(Self { puzzle: puzzle.clone(), statuses, counts, has_solution, stopped })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    /// The status of a candidate; [`CandidateStatus::False`] in a filled cell.
    ///
    /// # Panics
    /// If the cell or the digit is not on the board.
    #[must_use]
    pub fn status(&self, candidate: Candidate) -> CandidateStatus {
        let board = self.puzzle.geometry();
        assert!(board.contains(candidate.cell) && board.has_digit(candidate.digit), "{candidate} is not on the board");
        self.statuses[board.index(candidate.cell) * board.digit_count() + board.digit_index(candidate.digit)]
    }

    /// How many solutions have a candidate: the exact number where it is less than the number asked for, in
    /// [`Explainer::candidates_to`](crate::explain::Explainer::candidates_to), and where the budget did not run out; else a lower
    /// bound. 0 in a filled cell.
    ///
    /// # Panics
    /// If the cell or the digit is not on the board.
    #[must_use]
    pub fn count(&self, candidate: Candidate) -> u8 {
        let board = self.puzzle.geometry();
        assert!(board.contains(candidate.cell) && board.has_digit(candidate.digit), "{candidate} is not on the board");
        self.counts[board.index(candidate.cell) * board.digit_count() + board.digit_index(candidate.digit)]
    }

    /// The digits of a cell that have a status, in ascending order.
    pub fn digits(&self, cell: Cell, status: CandidateStatus) -> impl Iterator<Item = Digit> + use<'_> {
        let board = self.puzzle.geometry();
        board.digits().filter(move |&digit| self.status(Candidate::new(cell, digit)) == status)
    }

    /// Whether the puzzle has a solution; `None` if unknown.
    #[must_use]
    pub fn has_solution(&self) -> Option<bool> {
        self.has_solution
    }
}
