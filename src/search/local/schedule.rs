//! The annealing schedule: the temperatures of a run and the lengths of the runs.

use crate::budget::StopReason;
use crate::search::local::uncovered::Cover;

/// The temperatures of a run, and the lengths of the runs.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    candidates: u64,
    /// The freezing temperature of puzzles with as many candidates per cell.
    freezing: f64,
    run: i32,
    step: u32,
    /// Moves until the next temperature.
    pub(super) moves_left: u64,
    /// Moves until the search gives up, after the present temperature.
    moves_in_all: u64,
    /// The chance of a move by the number of dropped candidates, in units of 2⁻³².
    pub(super) chances: Vec<u32>,
}

// Counts of moves are far below 2⁵² and never negative.
#[allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]
impl Schedule {
    /// Temperatures of a run.
    const STEPS: u32 = 100;
    /// First and last temperature of a run, relative to the freezing temperature.
    const HOT: f64 = 1.02;
    const COLD: f64 = 0.95;
    /// Moves for each candidate in the first run; every run is longer than the last by the factor `GROWTH`.
    const FIRST_RUN: f64 = 200.0;
    const GROWTH: f64 = 2.0;
    const LONGEST_RUN: f64 = 100_000.0;
    /// The search gives up after `PATIENCE` × C² moves for C candidates.
    const PATIENCE: u64 = 2000;

    pub(super) fn new(cover: &Cover) -> Self {
        let candidates = cover.candidate_count() as u64;
        let cells = cover.cell_count().max(1);
        let per_cell = candidates as f64 / cells as f64;
        Self {
            candidates,
            // Fitted to the temperatures at which boards of 36, 49 and 64 a side with half of their clues were solved soonest.
            // Those boards have 6 to 10 candidates per cell; a single candidate leaves nothing to search.
            freezing: 1.0 / (1.26 * per_cell.max(2.0).powf(2.2)).ln(),
            run: 0,
            step: 0,
            moves_left: 0,
            moves_in_all: Self::PATIENCE.saturating_mul(candidates.saturating_mul(candidates)),
            chances: vec![u32::MAX; cover.width + 1],
        }
    }

    /// Goes on to the next temperature, or to the next run.
    pub(super) fn cool(&mut self) -> Result<(), StopReason> {
        if self.moves_in_all == 0 {
            return Err(StopReason::Incomplete);
        }
        if self.step == Self::STEPS {
            (self.run, self.step) = (self.run + 1, 0);
        }
        let share = f64::from(self.step) / f64::from(Self::STEPS - 1);
        let temperature = self.freezing * Self::HOT * (Self::COLD / Self::HOT).powf(share);
        for (dropped, chance) in self.chances.iter_mut().enumerate().skip(2) {
            *chance = (((1.0 - dropped as f64) / temperature).exp() * f64::from(u32::MAX)) as u32;
        }
        let sweeps = (Self::FIRST_RUN * Self::GROWTH.powi(self.run)).min(Self::LONGEST_RUN);
        let moves = self.candidates as f64 * sweeps / f64::from(Self::STEPS);
        self.moves_left = (moves as u64).clamp(1, self.moves_in_all);
        self.moves_in_all -= self.moves_left;
        self.step += 1;
        Ok(())
    }
}
