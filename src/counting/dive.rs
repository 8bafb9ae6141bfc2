//! Random dives on any board.
//!
//! D. E. Knuth, *Estimating the efficiency of backtrack programs*, Mathematics of Computation 29 (1975). On the classic board
//! the lanes of the kernel dive ([`nine::Dives`]); elsewhere [`descent`](crate::counting::descent) does, which knows the units of
//! any board and the rules of any puzzle.

use std::num::NonZeroUsize;

use crate::budget::{Running, StopReason};
use crate::counting::descent::Descent;
use crate::counting::estimate::{Dived, Estimate};
use crate::counting::parallel;
use crate::grid::Grid;
use crate::nine::{self, Random};

/// So many dives are one part of the work: on the classic board, and elsewhere.
const CLASSIC_PART: usize = 512;
const PART: usize = 16;

/// No more parts than this are begun at once.
const PARTS: usize = 64;

/// Estimates the number of solutions of a puzzle by so many random dives, or as many as the budget allows.
///
/// A dive depends on the puzzle, the seed and its number alone, so the same number of dives says the same on every machine
/// and with any number of threads. With the feature `parallel` all cores dive, or as many threads as are asked for.
///
/// ```
/// use satdoku::{Budget, Grid, counting};
///
/// let puzzle: Grid = ".".repeat(81).parse()?;
/// let estimate = counting::estimate(&puzzle, 2000, 7, None, &Budget::unlimited().start());
/// assert!((5e21..9e21).contains(&estimate.mean()));
/// assert_eq!(estimate, counting::estimate(&puzzle, 2000, 7, None, &Budget::unlimited().start()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn estimate(puzzle: &Grid, dives: u64, seed: u64, threads: Option<NonZeroUsize>, running: &Running) -> Estimate {
    let classic = puzzle.as_classic().and_then(|classic| nine::Dives::new(&classic.record()).ok());
    let part = if classic.is_some() { CLASSIC_PART } else { PART };
    let root = if classic.is_some() { None } else { Descent::new(puzzle) };
    let dive = |own: &mut Option<Descent>, first: u64, number: usize| -> Result<Vec<f64>, StopReason> {
        let mut outcomes = vec![f64::NEG_INFINITY; number];
        let running = &mut running.clone();
        running.check()?;
        match (&classic, own) {
            (Some(classic), _) => classic.dive(seed, first, &mut outcomes, running)?,
            (None, Some(descent)) => {
                for (outcome, stream) in outcomes.iter_mut().zip(first..) {
                    *outcome = descent.dive(&mut Random::new(seed, stream), running)?;
                }
            }
            // The clues, or what follows from them, show that there is no solution.
            (None, None) => {}
        }
        Ok(outcomes)
    };
    let mut sum = Dived::new();
    parallel::within(threads, |is_parallel| {
        let (mut begun, mut parts) = (0, 1);
        while begun < dives {
            let ends = (0..parts as u64).map(|at| begun + at * part as u64).take_while(|&first| first < dives);
            let firsts: Vec<u64> = ends.collect();
            let number = |first: u64| (dives - first).min(part as u64) as usize;
            let outcomes =
                parallel::map(firsts, is_parallel, || root.clone(), |own, first| dive(own, first, number(first)));
            for outcomes in outcomes {
                // What is behind a part that was not finished is left out, so that the dives are the first ones.
                let Ok(outcomes) = outcomes else { return };
                begun += outcomes.len() as u64;
                for outcome in outcomes {
                    sum.add(outcome);
                }
            }
            parts = (2 * parts).min(PARTS);
        }
    });
    sum.estimate(seed)
}
