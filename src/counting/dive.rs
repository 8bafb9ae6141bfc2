//! Random dives on any board.
//!
//! D. E. Knuth, *Estimating the efficiency of backtrack programs*, Mathematics of Computation 29 (1975). On the classic board
//! the lanes of the kernel dive ([`nine::Dives`]); elsewhere each choice is followed by deduction, which knows whatever
//! restricts the board.

use std::num::NonZeroUsize;

use crate::budget::{Running, StopReason};
use crate::counting::estimate::{Dived, Estimate};
use crate::counting::parallel;
use crate::geometry::{Cell, Digit};
use crate::grid::{Grid, Solution};
use crate::nine::{self, Random};
use crate::reduction::{Reduced, Reduction, Techniques};

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
    let root = if classic.is_some() { None } else { Reduction::new(DEDUCED).run(puzzle, running).ok() };
    let dive = |first: u64, number: usize| -> Result<Vec<f64>, StopReason> {
        let mut outcomes = vec![f64::NEG_INFINITY; number];
        let running = &mut running.clone();
        match (&classic, &root) {
            (Some(classic), _) => classic.dive(seed, first, &mut outcomes, running)?,
            (None, Some(root)) => {
                for (outcome, stream) in outcomes.iter_mut().zip(first..) {
                    *outcome = dive(puzzle, root, &mut Random::new(seed, stream), running)?;
                }
            }
            // Deduction shows that there is no solution.
            (None, None) => running.check()?,
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
            let outcomes = parallel::map(firsts, is_parallel, || (), |(), first| dive(first, number(first)));
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

/// What is deduced after each choice.
const DEDUCED: Techniques = Techniques::SINGLES;

/// One dive: the logarithm of the product of its choices, or minus infinity where it met a contradiction.
fn dive(puzzle: &Grid, root: &Reduced, random: &mut Random, running: &mut Running) -> Result<f64, StopReason> {
    let mut product = 0.0;
    let mut reduced = root.clone();
    loop {
        running.tick()?;
        running.check()?;
        if let Some(reason) = reduced.stopped() {
            return Err(reason);
        }
        let Some((cell, digits)) = choice(&reduced) else {
            let is_solution = Solution::check(puzzle, reduced.into_grid()).is_ok();
            return Ok(if is_solution { product } else { f64::NEG_INFINITY });
        };
        let Some(&digit) = digits.get(random.below(digits.len() as u32) as usize) else {
            return Ok(f64::NEG_INFINITY);
        };
        product += f64::from(digits.len() as u32).ln();
        let mut grid = reduced.into_grid();
        if grid.set(cell, Some(digit)).is_err() {
            return Ok(f64::NEG_INFINITY);
        }
        match Reduction::new(DEDUCED).run(&grid, running) {
            Ok(next) => reduced = next,
            Err(_) => return Ok(f64::NEG_INFINITY),
        }
    }
}

/// The first empty cell with the fewest candidates, and these; none where all are filled.
fn choice(reduced: &Reduced) -> Option<(Cell, Vec<Digit>)> {
    let candidates = reduced.candidates();
    let cell = reduced.grid().empty_cells().min_by_key(|&cell| candidates.count(cell))?;
    Some((cell, candidates.digits(cell).collect()))
}
