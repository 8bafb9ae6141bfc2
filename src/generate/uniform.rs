//! Full grids drawn from all grids of a board, each exactly as likely as any other.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::budget::{Budget, Running};
use crate::counting::{SampleError, Sampler};
use crate::error::Error;
use crate::generate::GenerateError;
use crate::generate::grids::{Values, wrong};
use crate::geometry::Geometry;
use crate::grid::{Grid, Solution};
use crate::solver::{Options, Portfolio, Solver};

/// On boards of so many digits grids are drawn cell by cell, or from a list.
const MOST_DIGITS: usize = 6;

/// Bytes that this may take.
const MEMORY: u64 = 64 << 20;

/// So many grids are drawn at once, at the least and at the most: each by itself takes longer.
const FEWEST: usize = 4;
const MOST: usize = 1024;

/// Whether the grids of a board are drawn.
pub(in crate::generate) fn is_drawable(board: &Geometry) -> bool {
    board.as_classic().is_some() || board.digit_count() <= MOST_DIGITS
}

/// What grids are drawn from.
pub(in crate::generate) struct Uniform {
    sampler: Sampler,
    seed: u64,
    /// The first grids of puzzles from this number on.
    first: u64,
    drawn: Vec<Solution>,
}

impl Uniform {
    pub(in crate::generate) fn new(
        board: &Arc<Geometry>,
        seed: u64,
        running: &mut Running,
    ) -> Result<Self, GenerateError> {
        let time = |left| Budget::unlimited().with_time(left);
        let options = Options {
            budget: running.time_left().map_or_else(Budget::unlimited, time),
            memory: Some(MEMORY),
            // Each puzzle is made on one thread.
            portfolio: Portfolio { threads: NonZeroUsize::new(1), ..Portfolio::default() },
            ..Options::default()
        };
        let sampler = Solver::Auto.sampler_with(&Grid::empty(board), &options).map_err(|error| match error {
            Error::Stopped(reason) => GenerateError::Stopped(reason),
            error => error.into(),
        })?;
        if sampler.count() == 0 {
            return Err(GenerateError::NoFullGrid(board.to_string()));
        }
        Ok(Self { sampler, seed, first: 0, drawn: Vec::new() })
    }

    /// The grid of a puzzle's attempt, from 1; it depends on nothing else.
    pub(in crate::generate) fn grid(
        &mut self,
        number: u64,
        attempt: u64,
        running: &Running,
    ) -> Result<Values, GenerateError> {
        let ordinals = |solution: &Solution| solution.ordinals().collect();
        if attempt > 1 {
            // A seed of its own for each further attempt: streams of neighbouring seeds have nothing in common.
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
        let count = if is_next { (2 * self.drawn.len()).clamp(FEWEST, MOST) } else { FEWEST };
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
