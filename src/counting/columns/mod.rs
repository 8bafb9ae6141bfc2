//! The solutions of a classic 9×9 puzzle, counted without being listed.
//!
//! # What it is
//! A box is described by its *configuration*, the digits of its three columns: there are 1,680. The number of fills of a band whose
//! boxes have given configurations, at most 1,728, depends only on the band's clues and rows. Three boxes fit on top of each other
//! if no column has a digit twice. So the number of solutions is a sum over all choices of nine configurations that fit in the
//! three stacks; each summand is the product of three numbers of fills, one for each band. Every puzzle can be counted by this sum,
//! from the empty grid to 81 clues, in milliseconds to some seconds and in less than 100 MB.
//!
//! # Whose idea it is
//! Kjell Fredrik Pettersen counted the empty grid by bands in 2005 (Players' Forum, *Sudoku maths*), after Bertram Felgenhauer and
//! Frazer Jarvis, *Enumerating possible Sudoku grids*, 2005. Clues are new here: they shorten the sum and break its symmetries.
//!
//! # How it is short
//! The empty grid has 8 · 10¹⁴ summands; each clue leaves about a third. The remaining summands are reduced by these files:
//!
//! * `band`: the numbers of a band are kept for one representative under renaming digits without a clue and exchanging columns
//!   without a clue.
//! * `symmetry`: so is the pair of configurations, in the first and last box of the outer band, with which everything begins.
//! * `sum`, `orbits`, `evaluation`: two bands do not know the clues of the third. The sum over these two bands is worked out once for all pairs of the
//!   outer band that *their* clues cannot distinguish, and the outer band's numbers become weights.
//! * `exchanges`: digits that an orbit does not tell apart share their weights.
//! * `dot`, `simd`: the inner loop multiplies rows of 16-bit numbers, in vectors on machines that have the instructions.
//! * `sample`: a summand drawn at random, with its fills, is a solution drawn at random.
//! * `plan`: the choice of the outer band, the inner stack, rows or columns, and clues of the outer band early or late gives 72
//!   sums of equal value; the cheapest is worked out.
//!
//! Keys are complete and sums have 128 bits, so a count is exact.
//!
//! # What it does not know
//! Other boards, and solutions that are not drawn.

mod band;
mod band_rows;
mod board;
mod configuration;
mod dot;
mod evaluation;
mod exchanges;
mod inner;
mod orbits;
mod plan;
mod rows;
mod sample;
#[cfg(target_arch = "x86_64")]
mod simd;
mod sum;
mod symmetry;

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::budget::{Running, StopReason};
use crate::counting::columns::configuration::configurations;
use crate::counting::columns::dot::Machine;
use crate::counting::columns::plan::Plan;
pub(super) use crate::counting::columns::sample::Draws;
use crate::counting::columns::sum::Sum;
use crate::counting::parallel;
use crate::grid::ClassicGrid;
use crate::verdict::Count;

/// Counts the solutions of a puzzle.
///
/// With the feature `parallel` all cores take part, or as many threads as are asked for. A step of the budget is an orbit of
/// the sum. Where the budget runs out, the part of the sum that was reached is a lower bound.
///
/// ```
/// use satdoku::counting::columns;
/// use satdoku::{Budget, Grid};
///
/// let puzzle: Grid = "1...........2...........3...........4...........5...........6...........7........".parse()?;
/// let count = columns::count(puzzle.as_classic().expect("boxes of 3x3"), None, &mut Budget::unlimited().start());
/// assert!(count.is_exact() && count.value() > 1_000_000_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: ClassicGrid<'_>, threads: Option<NonZeroUsize>, running: &mut Running) -> Count {
    let values = puzzle.values();
    let (number, stopped) = parallel::within(threads, |is_parallel| value(&values, is_parallel, running));
    stopped.map_or(Count::Exact(number.into()), |reason| Count::AtLeast(number.into(), reason))
}

fn value(values: &[u8; 81], is_parallel: bool, running: &mut Running) -> (u128, Option<StopReason>) {
    if let Err(reason) = running.check() {
        return (0, Some(reason));
    }
    match Sum::new(values, Machine::all()[0], is_parallel, running) {
        Ok(sum) => sum.value(running),
        Err(reason) => (0, Some(reason)),
    }
}

/// A source of random solutions of a puzzle: the sum of [`count`] with its parts kept.
///
/// # Errors
/// The budget ran out.
pub(super) fn draws(
    puzzle: ClassicGrid<'_>,
    threads: Option<NonZeroUsize>,
    running: &mut Running,
) -> Result<Draws, StopReason> {
    let values = puzzle.values();
    running.check()?;
    parallel::within(threads, |is_parallel| {
        Draws::new(Sum::new(&values, Machine::all()[0], is_parallel, running)?, running)
    })
}

/// The rough time of [`count`] on one thread, for comparison with other methods of counting.
#[must_use]
pub fn cost(puzzle: ClassicGrid<'_>) -> Duration {
    Plan::new(configurations(), &puzzle.values()).time()
}
