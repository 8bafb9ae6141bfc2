//! Which clues of a proper puzzle can be removed.

use crate::budget::{Running, StopReason};
use crate::error::Error;
use crate::explain::oracle::Oracle;
use crate::geometry::Candidate;
use crate::grid::{Grid, Solution};
use crate::verdict::Verdict;

/// What a proper puzzle, one with exactly one solution, has beyond what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// The solution.
    pub solution: Solution,
    /// The clues each of which can be taken out by itself while the solution stays the only one, in the order of reading.
    /// Seldom can all of them go together.
    pub redundant: Vec<Candidate>,
    /// The clues of which that was not decided.
    pub undecided: Vec<Candidate>,
    /// Why not, if there are any.
    pub stopped: Option<StopReason>,
}

impl Redundancy {
    /// Whether no clue can be removed; none where that was not decided.
    #[must_use]
    pub fn is_minimal(&self) -> Option<bool> {
        match (self.redundant.is_empty(), self.undecided.is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }

    /// Tries every clue of a puzzle whose only solution is this one.
    pub(in crate::explain) fn of(
        puzzle: &Grid,
        solution: Solution,
        oracle: &mut Oracle,
        running: &Running,
    ) -> Result<Self, Error> {
        let (mut redundant, mut undecided, mut stopped) = (Vec::new(), Vec::new(), None);
        let mut rest = puzzle.clone();
        for clue in puzzle.clues() {
            if stopped.is_some() {
                undecided.push(clue);
                continue;
            }
            let _ = rest.set(clue.cell, None);
            match oracle.solve_without(&rest, clue, running)? {
                Verdict::Satisfiable(()) => {}
                Verdict::Unsatisfiable => redundant.push(clue),
                Verdict::Unknown(reason) => {
                    undecided.push(clue);
                    stopped = Some(reason);
                }
            }
            let _ = rest.set(clue.cell, Some(clue.digit));
        }
        Ok(Self { solution, redundant, undecided, stopped })
    }
}
