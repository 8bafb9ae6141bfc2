//! Random dives on boards of any shape.
//!
//! D. E. Knuth, *Estimating the efficiency of backtrack programs*, Mathematics of Computation 29 (1975). On the classic board
//! the lanes of the kernel dive ([`nine::Dives`]); elsewhere [`Descent`] does, which knows the units of
//! any board and the rules of any puzzle.
//!
//! In puzzles with rules, propagation would refute most random choices at once and so end the dive. There all digits of a cell are
//! tried before one is taken, and refuted digits do not count: the tree is smaller with the same solutions, and the mean stays
//! unbiased.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use crate::budget::{Running, StopReason};
use crate::counting::estimate::{DiveTotal, Estimate};
use crate::counting::parallel;
use crate::grid::{Grid, Solution};
use crate::nine;
use crate::random::SplitMix64;
use crate::reduction::{Domains, Propagation, ones};

/// Dives in one part of the work: on the classic board, and elsewhere.
const CLASSIC_PART: usize = 512;
const PART: usize = 16;

/// Largest number of parts begun together.
const PARTS: usize = 64;

/// Estimates the number of solutions of a puzzle by so many random dives, or as many as the budget allows.
///
/// A dive depends on the puzzle, the seed and its number alone, so the estimate from a number of dives is equal on every machine
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
    // If the time runs out here, the first dive has no time either.
    let root = if classic.is_some() { None } else { Descent::new(puzzle, running).unwrap_or_default() };
    let dive = |own: &mut Option<Descent>, first: u64, number: usize| -> Result<Vec<f64>, StopReason> {
        let mut outcomes = vec![f64::NEG_INFINITY; number];
        let running = &mut running.clone();
        running.check()?;
        match (&classic, own) {
            (Some(classic), _) => classic.dive(seed, first, &mut outcomes, running)?,
            (None, Some(descent)) => {
                for (outcome, stream) in outcomes.iter_mut().zip(first..) {
                    *outcome = descent.dive(&mut SplitMix64::of_stream(seed, stream), running)?;
                }
            }
            // The clues or their consequences show that the puzzle has no solution.
            (None, None) => {}
        }
        Ok(outcomes)
    };
    let mut sum = DiveTotal::new();
    parallel::within(threads, |is_parallel| {
        let (mut begun, mut parts) = (0, 1);
        while begun < dives {
            let ends = (0..parts as u64).map(|at| begun + at * part as u64).take_while(|&first| first < dives);
            let firsts: Vec<u64> = ends.collect();
            let number = |first: u64| (dives - first).min(part as u64) as usize;
            let outcomes =
                parallel::map(firsts, is_parallel, || root.clone(), |own, first| dive(own, first, number(first)));
            for outcomes in outcomes {
                // Parts behind an unfinished part are left out, so that the dives counted are the first ones.
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

/// Dives on any board, starting from the consequences of the clues: random choices, each followed by the propagation of the search
/// for solutions.
#[derive(Clone)]
struct Descent {
    puzzle: Grid,
    root: Domains,
    propagation: Propagation,
    /// Number of constraints on each cell.
    degrees: Vec<u32>,
    /// Whether refuted digits are left out before a choice.
    looks_ahead: bool,
    /// The domains after each digit of the present cell; the buffers are reused.
    open: Vec<Domains>,
}

impl Descent {
    /// The dives into a puzzle; `None` if propagation shows that the puzzle has no solution.
    fn new(puzzle: &Grid, running: &Running) -> Result<Option<Self>, StopReason> {
        if puzzle.first_violation().is_some() {
            return Ok(None);
        }
        let (incidence, rules) = (puzzle.geometry().incidence(), puzzle.rules());
        let mut propagation = Propagation::new(incidence).with_rules(rules);
        let begun = propagation.begin(&puzzle.ordinals().collect::<Vec<_>>());
        if begun.is_err() || propagation.singles_within(running)?.is_some() {
            return Ok(None);
        }
        Ok(Some(Self {
            puzzle: puzzle.clone(),
            root: propagation.domains().clone(),
            propagation,
            degrees: (0..incidence.cell_count()).map(|cell| rules.of_cell(cell).len() as u32).collect(),
            looks_ahead: !rules.constraints().is_empty(),
            open: Vec::new(),
        }))
    }

    /// One dive: the logarithm of the product of its numbers of choices; minus infinity after a contradiction. A step of the budget
    /// is a digit that is tried.
    fn dive(&mut self, random: &mut SplitMix64, running: &mut Running) -> Result<f64, StopReason> {
        self.propagation.resume(&self.root);
        let mut product = 0.0;
        while let Some(cell) = self.cell() {
            let choices = if self.looks_ahead {
                self.look_ahead(cell, random, running)?
            } else {
                self.choose(cell, random, running)?
            };
            if choices == 0 {
                return Ok(f64::NEG_INFINITY);
            }
            product += f64::from(choices).ln();
        }
        let filled = self.puzzle.with_ordinals(self.propagation.domains().ordinals().iter().copied());
        let is_solution = Solution::check(&self.puzzle, filled).is_ok();
        Ok(if is_solution { product } else { f64::NEG_INFINITY })
    }

    /// The open cell with the fewest digits; of several the one in the most constraints.
    fn cell(&self) -> Option<usize> {
        let left = self.propagation.domains().left().iter().enumerate().filter(|&(_, &left)| left > 0);
        let cell = left.min_by_key(|&(cell, &left)| (left, Reverse(self.degrees[cell])));
        cell.map(|(cell, _)| cell)
    }

    /// Takes a digit of a cell; of how many, or 0 where it is refuted.
    fn choose(&mut self, cell: usize, random: &mut SplitMix64, running: &mut Running) -> Result<u32, StopReason> {
        running.tick()?;
        let domains = self.propagation.domains();
        let count = u32::from(domains.left()[cell]);
        let digit = ones(domains.digits(cell)).nth(random.below(count) as usize).expect("so many digits are left");
        let is_refuted =
            self.propagation.place(cell, digit).is_err() || self.propagation.singles_within(running)?.is_some();
        Ok(if is_refuted { 0 } else { count })
    }

    /// Takes a random digit among those of a cell that are not refuted; returns their number.
    fn look_ahead(&mut self, cell: usize, random: &mut SplitMix64, running: &mut Running) -> Result<u32, StopReason> {
        let Self { propagation, open, .. } = self;
        let before = propagation.domains().clone();
        let mut count = 0;
        for digit in ones(before.digits(cell)) {
            running.tick()?;
            if propagation.place(cell, digit).is_ok() && propagation.singles_within(running)?.is_none() {
                if open.len() == count {
                    open.push(Domains::default());
                }
                open[count].copy_from(propagation.domains());
                count += 1;
            }
            propagation.resume(&before);
        }
        if count > 0 {
            propagation.resume(&open[random.below(count as u32) as usize]);
        }
        Ok(count as u32)
    }
}
