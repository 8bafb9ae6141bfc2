//! One dive on any board: choices at random, each followed by all that the search for solutions propagates.
//!
//! A choice that propagation refutes at once would end most dives where a puzzle has rules, so there all digits of a cell are
//! tried before one of them is taken, and those that are refuted do not count: what is left is a smaller tree with the same
//! solutions, and the mean stays without bias.

use std::cmp::Reverse;

use crate::budget::{Running, StopReason};
use crate::grid::{Grid, Solution};
use crate::nine::Random;
use crate::reduction::{Domains, Propagation, ones};

/// Dives into a puzzle, from what follows from its clues.
#[derive(Clone)]
pub(in crate::counting) struct Descent {
    puzzle: Grid,
    root: Domains,
    propagation: Propagation,
    /// How many constraints look at each cell.
    degrees: Vec<u32>,
    /// Whether refuted digits are left out before a choice.
    looks_ahead: bool,
    /// What is left after each digit of the cell at hand; memory for the next.
    open: Vec<Domains>,
}

impl Descent {
    /// The dives into a puzzle; none where it is seen to have no solution.
    pub(in crate::counting) fn new(puzzle: &Grid) -> Option<Self> {
        if puzzle.first_violation().is_some() {
            return None;
        }
        let (incidence, rules) = (puzzle.geometry().incidence(), puzzle.rules());
        let mut propagation = Propagation::new(incidence).with_rules(rules);
        propagation.begin(&puzzle.ordinals().collect::<Vec<_>>()).ok()?;
        propagation.singles().ok()?;
        Some(Self {
            puzzle: puzzle.clone(),
            root: propagation.domains().clone(),
            propagation,
            degrees: (0..incidence.cell_count()).map(|cell| rules.of_cell(cell).len() as u32).collect(),
            looks_ahead: !rules.constraints().is_empty(),
            open: Vec::new(),
        })
    }

    /// One dive: the logarithm of the product of its choices, or minus infinity where it met a contradiction. A step of the
    /// budget is a digit that is tried.
    pub(in crate::counting) fn dive(&mut self, random: &mut Random, running: &mut Running) -> Result<f64, StopReason> {
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
    fn choose(&mut self, cell: usize, random: &mut Random, running: &mut Running) -> Result<u32, StopReason> {
        running.tick()?;
        let domains = self.propagation.domains();
        let count = u32::from(domains.left()[cell]);
        let digit = ones(domains.digits(cell)).nth(random.below(count) as usize).expect("so many digits are left");
        let is_refuted = self.propagation.place(cell, digit).is_err() || self.propagation.singles().is_err();
        Ok(if is_refuted { 0 } else { count })
    }

    /// Takes one of those digits of a cell that are not refuted; of how many.
    fn look_ahead(&mut self, cell: usize, random: &mut Random, running: &mut Running) -> Result<u32, StopReason> {
        let Self { propagation, open, .. } = self;
        let before = propagation.domains().clone();
        let mut count = 0;
        for digit in ones(before.digits(cell)) {
            running.tick()?;
            if propagation.place(cell, digit).is_ok() && propagation.singles().is_ok() {
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
