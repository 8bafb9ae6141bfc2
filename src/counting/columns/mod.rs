//! The solutions of a classic 9×9 puzzle, counted without being listed.
//!
//! # What it is
//! A box is looked at by its *configuration*, the digits of its three columns: 1,680 of them. A band whose three boxes have
//! given configurations can be filled in some number of ways, at most 1,728, and that is all that its clues and its
//! rows decide. Three boxes fit on top of one another if no column has a digit twice. So the number of solutions is the sum,
//! over all ways to give the nine boxes configurations that fit in all three stacks, of the product of three
//! numbers, one for each band. Any puzzle can be counted so, from the empty grid to one with 81 clues; it takes
//! milliseconds to some seconds, and less than 100 MB.
//!
//! # Whose idea it is
//! Kjell Fredrik Pettersen counted the empty grid by bands in 2005 (Players' Forum, *Sudoku maths*), after
//! Bertram Felgenhauer and Frazer Jarvis, *Enumerating possible Sudoku grids*, 2005. Here clues are added: they make
//! the sum shorter and break its symmetries.
//!
//! # How it is short
//! The empty grid has 8 · 10¹⁴ summands; each clue leaves about a third. What makes the rest short, by file:
//!
//! * `band`: the numbers of a band are kept for one representative of what renaming digits without a clue, and exchanging
//!   columns without one, leads to.
//! * `symmetry`: so is the pair of configurations, in the first and last box of the outer band, with which everything begins.
//! * `sum`: two bands do not know the clues of the third. The sum over those two is worked out once for all pairs of the
//!   outer band that *their* clues cannot tell apart, and the outer band's numbers become weights.
//! * `dot`, `simd`: what is left is products of rows of 16-bit numbers, in vectors where the machine has them.
//! * `draw`: a summand drawn at random, with its fills, is a solution drawn at random.
//! * `plan`: which band is the outer one, which stack the inner one, rows or columns, clues of the outer band early or late:
//!   72 sums with one value, of which the one with the least cost is worked out.
//!
//! All keys are whole, and all sums are of 128 bits: a count is exact.
//!
//! # What it does not know
//! Other boards, and what the solutions are, but for those that are drawn.

mod band;
mod board;
mod configuration;
mod dot;
mod draw;
mod gathered;
mod inner;
mod plan;
mod rows;
#[cfg(target_arch = "x86_64")]
mod simd;
mod sum;
mod symmetry;

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::budget::{Running, StopReason};
use crate::counting::columns::configuration::configurations;
use crate::counting::columns::dot::Machine;
pub(in crate::counting) use crate::counting::columns::draw::Draws;
use crate::counting::columns::plan::Plan;
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
    let machine = Machine::all()[0];
    Sum::new(values, machine, is_parallel).value(running)
}

/// What is needed to draw solutions of a puzzle: the sum of [`count`], whose parts are kept.
///
/// # Errors
/// The budget ran out.
pub(in crate::counting) fn draws(
    puzzle: ClassicGrid<'_>,
    threads: Option<NonZeroUsize>,
    running: &mut Running,
) -> Result<Draws, StopReason> {
    let values = puzzle.values();
    running.check()?;
    parallel::within(threads, |is_parallel| Draws::new(Sum::new(&values, Machine::all()[0], is_parallel), running))
}

/// What [`count`] would take on one thread, roughly: to be compared with other ways to count.
#[must_use]
pub fn cost(puzzle: ClassicGrid<'_>) -> Duration {
    Plan::new(configurations(), &puzzle.values()).time()
}
