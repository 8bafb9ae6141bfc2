//! What deduction leaves of a puzzle.

use std::sync::{Arc, OnceLock};

use crate::budget::StopReason;
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::reduction::candidates::Candidates;
use crate::reduction::step::ReductionStep;

/// A puzzle after deduction. Its solutions are the solutions of the original puzzle.
#[derive(Clone, Debug)]
pub struct Reduced {
    grid: Grid,
    steps: Vec<ReductionStep>,
    stopped: Option<StopReason>,
    /// Computed on request if the grid's digits alone determine them.
    candidates: OnceLock<Arc<Candidates>>,
    has_eliminations: bool,
}

impl Reduced {
    /// A puzzle without any deduction: its candidates follow from its clues.
    #[must_use]
    pub fn of(puzzle: Grid) -> Self {
        Self { grid: puzzle, steps: Vec::new(), stopped: None, candidates: OnceLock::new(), has_eliminations: false }
    }

    pub(super) fn with_candidates(grid: Grid, candidates: Candidates, has_eliminations: bool) -> Self {
        Self { candidates: Arc::new(candidates).into(), has_eliminations, ..Self::of(grid) }
    }

    /// The same with the steps that were taken.
    pub(super) fn with_steps(self, steps: Vec<ReductionStep>) -> Self {
        Self { steps, ..self }
    }

    /// The same, with the reason why deduction ended early, if it did.
    pub(super) fn with_stopped(self, stopped: Option<StopReason>) -> Self {
        Self { stopped, ..self }
    }

    /// The puzzle with every digit that follows.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The puzzle with every digit that follows, by itself.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// The steps in their order; empty unless [`Reduction::with_steps`](crate::reduction::Reduction::with_steps) was asked.
    #[must_use]
    pub fn steps(&self) -> &[ReductionStep] {
        &self.steps
    }

    /// Why deduction ended early, if it did. Everything deduced until then holds.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The remaining candidates of the empty cells.
    #[must_use]
    pub fn candidates(&self) -> &Arc<Candidates> {
        self.candidates.get_or_init(|| Arc::new(Candidates::of(&self.grid)))
    }

    /// The candidates that deduction struck out, without the candidates that the grid's digits rule out.
    pub fn struck_out(&self) -> impl Iterator<Item = Candidate> + use<'_> {
        let left_by_digits = self.has_eliminations.then(|| Candidates::of(&self.grid));
        left_by_digits.into_iter().flat_map(|all| all.without(self.candidates()))
    }

    /// Strikes out candidates for the caller's own reasons; the puzzle may lose solutions.
    pub(crate) fn strike_out(&mut self, candidates: &[Candidate]) {
        let _ = self.candidates();
        if let Some(left) = self.candidates.get_mut() {
            let left = Arc::make_mut(left);
            for &candidate in candidates {
                left.remove(candidate);
            }
        }
        self.has_eliminations = true;
    }

    /// Whether there may be fewer candidates than the grid's digits leave.
    #[must_use]
    pub fn has_eliminations(&self) -> bool {
        self.has_eliminations
    }
}

impl From<Grid> for Reduced {
    fn from(puzzle: Grid) -> Self {
        Self::of(puzzle)
    }
}
