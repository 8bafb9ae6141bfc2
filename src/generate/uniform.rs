//! Full grids drawn uniformly from all grids of a board.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::budget::{Budget, Running};
use crate::counting::{SampleError, Sampler};
use crate::generate::error::GenerateError;
use crate::generate::grids::{Values, wrong};
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::{Options, Portfolio, Solver};

/// On boards of so many digits grids are drawn cell by cell, or from a list.
const MOST_DIGITS: usize = 6;

/// Memory limit of the sampler, in bytes.
const MEMORY: u64 = 64 << 20;

/// Smallest and largest number of grids drawn at once: drawing single grids is slower.
const MIN_GRIDS: usize = 4;
const MAX_GRIDS: usize = 1024;

/// Whether the grids of a board are drawn.
pub(super) fn is_drawable(board: &Geometry) -> bool {
    board.as_classic().is_some() || board.digit_count() <= MOST_DIGITS
}

/// A source of uniform full grids.
pub(super) struct Uniform {
    sampler: Sampler,
    seed: u64,
    /// Number of the puzzle that gets the first of the drawn grids.
    first: u64,
    drawn: Vec<Solution>,
}

impl Uniform {
    pub(super) fn new(board: &Arc<Geometry>, seed: u64, running: &mut Running) -> Result<Self, GenerateError> {
        let time = |left| Budget::unlimited().with_time(left);
        let options = Options {
            budget: running.time_left().map_or_else(Budget::unlimited, time),
            memory: Some(MEMORY),
            // Puzzles are generated on one thread.
            portfolio: Portfolio { threads: NonZeroUsize::new(1), ..Portfolio::default() },
            ..Options::default()
        };
        let sampler = Solver::Auto.sampler_with(&Grid::empty(board), &options)?;
        if sampler.count() == 0 {
            return Err(GenerateError::NoFullGrid(board.to_string()));
        }
        Ok(Self { sampler, seed, first: 0, drawn: Vec::new() })
    }

    /// The grid for an attempt (from 1) at a puzzle, determined by both numbers alone.
    pub(super) fn grid(&mut self, number: u64, attempt: u64, running: &Running) -> Result<Values, GenerateError> {
        let ordinals = |solution: &Solution| solution.ordinals().collect();
        if attempt > 1 {
            // Each further attempt has a seed of its own: streams of neighbouring seeds are independent.
            let seed = self.seed ^ (attempt - 1).rotate_left(u64::BITS / 2);
            return Ok(ordinals(&self.draw(seed, number, 1, running)?[0]));
        }
        let place = |first: u64, drawn: &[Solution]| {
            usize::try_from(number.wrapping_sub(first)).ok().filter(|&place| place < drawn.len())
        };
        if let Some(place) = place(self.first, &self.drawn) {
            return Ok(ordinals(&self.drawn[place]));
        }
        let is_next = number == self.first.wrapping_add(self.drawn.len() as u64);
        let count = if is_next { (2 * self.drawn.len()).clamp(MIN_GRIDS, MAX_GRIDS) } else { MIN_GRIDS };
        self.drawn = self.draw(self.seed, number, count, running)?;
        self.first = number;
        Ok(ordinals(&self.drawn[0]))
    }

    fn draw(&self, seed: u64, first: u64, count: usize, running: &Running) -> Result<Vec<Solution>, GenerateError> {
        self.sampler.draw(seed, first, count, running).map_err(|error| match error {
            SampleError::Stopped(reason) => reason.into(),
            SampleError::Wrong(error) => wrong(error).into(),
            SampleError::None => unreachable!("there are grids"),
        })
    }
}
